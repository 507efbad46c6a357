import SpreadModel

/// The turns of sources that draw by Swift of a program's own: who is offered to them, and whom they
/// infect.
///
/// A class, because a kernel holds it beside buffers of its own; one kernel alone uses it.
final class OwnSources {
  private let act: @Sendable (SourceTurn) throws -> Void
  private let offersAll: Bool
  private let grid: Grid
  /// What the draw threw in this run, and in whose turn; nobody acts any more then.
  private(set) var failure: String?
  /// The candidates of the present turn, and their marks.
  private var people = RawList<UInt32>()
  private var marks = RawList<UInt8>()
  private var count = 0

  /// Nil for all other rules.
  init?(_ rule: SpreadRule, on grid: Grid) {
    guard let draw = rule.draw.own else { return nil }
    // `Study.missingOwnDraws` is asked before runs are made.
    guard let act = draw.act else {
      fatalError("this program has no rule \(draw.name) of version \(draw.version)")
    }
    self.act = act
    self.grid = grid
    offersAll = rule.pool == .all
  }

  /// Begins a run.
  func reset() { failure = nil }

  /// Begins a turn with room for so many candidates.
  func begin(room: Int) {
    count = 0
    people.reserve(room)
    marks.reserve(room)
  }

  /// Adds a candidate, behind those that were offered before.
  @inline(__always) func offer(_ person: UInt32, isHealthy: Bool) {
    guard isHealthy || offersAll else { return }
    people.view[count] = person
    marks.view[count] = isHealthy ? SourceTurn.Mark.healthy : 0
    count &+= 1
  }

  /// Lets the source act if it meets anybody, and writes the healthy people it infects to `hits` from
  /// `place` on, in the order in which they were offered; returns their number.
  func act(
    by source: UInt32, step: Int, meanContacts: Double, infectionProbability: Double,
    word: UInt64, _ hits: RawBuffer<UInt32>, at place: Int
  ) -> Int {
    guard count > 0, failure == nil else { return 0 }
    do {
      try act(
        SourceTurn(
          grid: grid, source: Int(source), step: step, meanContacts: meanContacts,
          infectionProbability: infectionProbability, word: word, count: count,
          people: people.view.pointer(room: count), marks: marks.view.pointer(room: count)))
    } catch {
      failure = "step \(step), person \(source): \(error)"
      return 0
    }
    var end = place
    for candidate in 0..<count
    where marks.view[candidate] == SourceTurn.Mark.healthy | SourceTurn.Mark.infected {
      hits[end] = people.view[candidate]
      end &+= 1
    }
    return end &- place
  }
}
