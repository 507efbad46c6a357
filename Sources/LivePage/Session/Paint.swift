package import SpreadModel

/// The people whom a page makes immune, or healthy again, before the first step: those of the model's
/// key `immunePeople`.
package struct Paint: Equatable, Sendable {
  /// People changed together.
  package struct Stroke: Equatable, Sendable {
    package var isImmune: Bool
    package var people: [Int32]
    /// Of the gesture: all its strokes are undone together.
    package var number: Int

    package init(isImmune: Bool, people: [Int32], number: Int) {
      self.isImmune = isImmune
      self.people = people
      self.number = number
    }
  }

  /// What was done, in order: all that is needed to repeat it.
  package private(set) var strokes: [Stroke] = []
  /// Another one once earlier strokes have become fewer.
  package private(set) var edition = 0
  /// How many people are listed.
  package private(set) var count: Int
  /// Those the scenario lists.
  private let first: [Int]
  /// Those introduced at step 0 by number, who cannot be immune.
  private let introduced: Set<Int>
  /// By person.
  private var isListed: [Bool]
  /// In all strokes.
  private var peopleInStrokes = 0

  package init(_ scenario: Scenario) {
    let size = scenario.grid.people
    isListed = [Bool](repeating: false, count: size)
    for person in scenario.immunePeople { isListed[person] = true }
    first = isListed.indices.filter { [isListed] in isListed[$0] }
    count = first.count
    introduced = Set(
      scenario.introductions.lazy.filter { $0.step == 0 }.flatMap { introduction -> [Int] in
        switch introduction.place {
        case .center: [scenario.grid.center]
        case .people(let people): people
        case .random, .randomShare, .rate: []
        }
      })
  }

  /// Everybody listed, in person order.
  package var people: [Int] { isListed.indices.filter { isListed[$0] } }

  package func lists(_ person: Int) -> Bool { isListed[person] }

  /// Lists people, or takes them off the list; those who do not exist are left out.
  ///
  /// - Returns: those for whom that is news.
  package mutating func apply(
    _ people: some Sequence<Int>, isImmune: Bool, number: Int = 0
  ) -> [Int32] {
    var changed: [Int32] = []
    for person in people
    where isListed.indices.contains(person) && isListed[person] != isImmune
      && !(isImmune && introduced.contains(person))
    {
      isListed[person] = isImmune
      changed.append(Int32(person))
    }
    guard !changed.isEmpty else { return [] }
    count += isImmune ? changed.count : -changed.count
    append(changed, isImmune: isImmune, number)
    peopleInStrokes += changed.count
    if peopleInStrokes > 2 * isListed.count { shorten() }
    return changed
  }

  /// Takes the strokes of the last gesture back.
  ///
  /// - Parameter isHealthy: whether somebody who was taken off the list may be listed again.
  /// - Returns: what was done instead.
  package mutating func undo(_ isHealthy: (Int32) -> Bool) -> [Stroke] {
    guard let number = strokes.last?.number else { return [] }
    var done: [Stroke] = []
    while let last = strokes.last, last.number == number {
      strokes.removeLast()
      peopleInStrokes -= last.people.count
      let people = last.isImmune ? last.people : last.people.filter(isHealthy)
      for person in people { isListed[Int(person)] = !last.isImmune }
      count += last.isImmune ? -people.count : people.count
      done.append(Stroke(isImmune: !last.isImmune, people: people, number: number))
    }
    edition += 1
    return done
  }

  /// In parts, each of which is soon told.
  private mutating func append(_ people: [Int32], isImmune: Bool, _ number: Int) {
    for first in stride(from: 0, to: people.count, by: Self.mostInStroke) {
      let part = people[first..<min(first + Self.mostInStroke, people.count)]
      strokes.append(Stroke(isImmune: isImmune, people: Array(part), number: number))
    }
  }

  private static let mostInStroke = 1 << 14

  /// Keeps what the strokes have led to, and not how.
  private mutating func shorten() {
    var isNew = isListed
    for person in first { isNew[person] = false }
    let added = isNew.indices.filter { isNew[$0] }.map { Int32($0) }
    let erased = first.filter { !isListed[$0] }.map { Int32($0) }
    strokes = []
    append(erased, isImmune: false, 0)
    append(added, isImmune: true, 0)
    peopleInStrokes = added.count + erased.count
    edition += 1
  }

  /// The scenario with the people listed.
  package func applied(to scenario: Scenario) -> Scenario {
    guard !strokes.isEmpty || edition > 0 else { return scenario }
    var painted = scenario
    painted.immunePeople = people
    return painted
  }
}
