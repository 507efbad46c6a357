/// The level of a factor at which a mean response crosses a target, looked for by rounds of runs
/// placed where they tell most.
///
/// First a bracket: levels tried until one on each side of the target is distinguished from it
/// (`ThresholdBracket`). Then rounds of three levels around the crossing (`LocalRounds`). Which runs are
/// wanted next is a function of the values seen alone.
/// Source: docs/threshold.md.
package struct ThresholdSearch: Sendable {
  /// Runs that are wanted at a level.
  package struct Placement: Hashable, Sendable {
    package let level: Double
    package let runs: Int
  }

  package struct Estimate: Hashable, Sendable {
    package let level: Double
    /// Ends of the interval; nil where it is open.
    package let lower: Double?
    package let upper: Double?
    var isClosed: Bool { lower != nil && upper != nil }
  }

  package enum Outcome: Hashable, Sendable {
    /// More runs are wanted.
    case open
    case narrowEnough
    /// All levels are distinguished from the target, on one side of it.
    case noCrossing(isAbove: Bool)
    /// `most` runs were not enough: to find two sides, or to be narrow enough.
    case usedUp
    /// A run that was wanted failed.
    case runFailed
  }

  package let rule: ThresholdSearchSettings
  /// What is wanted next, level by level; empty at the end.
  package private(set) var round: [Placement] = []
  package private(set) var outcome = Outcome.open
  /// Runs made so far.
  package private(set) var runs = 0
  /// Whether the mean rises through the target; nil before that is known.
  package private(set) var isRising: Bool?
  /// Whether it crosses the target more than once; the crossing nearest to `from` is followed.
  package private(set) var isRepeated = false
  private var bracket: ThresholdBracket
  private var rounds: LocalRounds?

  package init(_ rule: ThresholdSearchSettings) {
    self.rule = rule
    bracket = ThresholdBracket(rule)
    takeStep()
  }

  /// The crossing as the last round that has one knows it.
  package var estimate: Estimate? { rounds?.estimate }

  /// Takes the values of the runs of `round`; of runs without a value there are fewer.
  ///
  /// - Precondition: one for each placement.
  package mutating func add(_ seen: [OutbreakSample]) {
    precondition(seen.count == round.count)
    let made = round.reduce(0) { $0 + $1.runs }
    runs += made
    guard rounds == nil else {
      round = rounds?.add(seen, runs: made) ?? []
      return endIfDone()
    }
    for (placement, seen) in zip(round, seen) { bracket.add(seen, at: placement) }
    takeStep()
  }

  /// Ends the search: a run of `round` failed, and where it would have led nobody knows.
  package mutating func endByFailure() {
    round = []
    outcome = .runFailed
  }

  private mutating func takeStep() {
    switch bracket.next {
    case .place(let placements):
      let needed = placements.reduce(0) { $0 + $1.runs }
      round = runs + needed <= rule.most ? placements : []
      if round.isEmpty { outcome = .usedUp }
    case .oneSided(let isAbove):
      round = []
      outcome = .noCrossing(isAbove: isAbove)
    case .found(let found):
      isRising = found.slope > 0
      isRepeated = found.isRepeated
      var rounds = LocalRounds(rule, found, runs: runs)
      round = rounds.begin()
      self.rounds = rounds
      endIfDone()
    }
  }

  private mutating func endIfDone() {
    guard round.isEmpty else { return }
    outcome = rounds?.isConverged == true ? .narrowEnough : .usedUp
  }
}
