/// A draw that a program brings along: Swift of its author's in place of a case of `SpreadRule.Draw`.
///
/// Of two with the same name and version one is the other: what runs are made by is no part of a study,
/// so whoever changes it counts the version on. Source: docs/swift-library.md, "Name and version".
package struct OwnDraw: Sendable {
  package let name: String
  /// 1 or more.
  package let version: Int
  /// Marks whom a source infects among its candidates; nil where this program does not have it. What it
  /// throws ends the run, which has failed.
  package let act: (@Sendable (SourceTurn) throws -> Void)?

  package init(name: String, version: Int, act: (@Sendable (SourceTurn) throws -> Void)?) {
    self.name = name
    self.version = version
    self.act = act
  }
}

extension OwnDraw: Hashable {
  package static func == (a: OwnDraw, b: OwnDraw) -> Bool {
    a.name == b.name && a.version == b.version
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(version)
  }
}

/// One source in one step, as a draw of one's own sees it: candidates and randomness in, marks out.
///
/// Its memory belongs to the engine, and is there during the call only.
package struct SourceTurn {
  /// What a candidate's mark says, as bits.
  package enum Mark {
    package static let healthy: UInt8 = 1
    package static let infected: UInt8 = 2
  }

  package let grid: Grid
  /// The source, by number.
  package let source: Int
  /// 1, 2, ...
  package let step: Int
  /// The infection factor as a mean, times the factor of the source's infection where these differ.
  package let meanContacts: Double
  /// 0...1.
  package let infectionProbability: Double
  /// Key of the random numbers of this turn, and of no other (docs/randomness.md, "Words").
  package let word: UInt64
  /// Number of candidates.
  package let count: Int
  private let people: UnsafePointer<UInt32>
  private let marks: UnsafeMutablePointer<UInt8>

  /// - Parameters:
  ///   - people: the candidates, `count` of them.
  ///   - marks: what is known of each of them, and becomes known.
  package init(
    grid: Grid, source: Int, step: Int, meanContacts: Double, infectionProbability: Double,
    word: UInt64, count: Int, people: UnsafePointer<UInt32>, marks: UnsafeMutablePointer<UInt8>
  ) {
    self.grid = grid
    self.source = source
    self.step = step
    self.meanContacts = meanContacts
    self.infectionProbability = infectionProbability
    self.word = word
    self.count = count
    self.people = people
    self.marks = marks
  }

  /// Who a candidate is.
  package func person(_ candidate: Int) -> Int { Int(people[checked(candidate)]) }

  package func isHealthy(_ candidate: Int) -> Bool {
    marks[checked(candidate)] & Mark.healthy != 0
  }

  /// Infects a candidate; nothing happens to one who is not healthy.
  package func infect(_ candidate: Int) { marks[checked(candidate)] |= Mark.infected }

  /// The author of a draw gets an error where it asks for somebody who is not there.
  @inline(__always) private func checked(_ candidate: Int) -> Int {
    guard 0 <= candidate && candidate < count else {
      fatalError("candidate \(candidate) does not exist: there are \(count), from 0 on")
    }
    return candidate
  }
}
