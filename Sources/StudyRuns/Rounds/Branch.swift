import RunStore
import SpreadModel
import Statistics
import StudyFiles

/// Finished runs that a branch decides by: those of a store, or made in memory for an estimate.
protocol FinishedRuns {
  /// The responses that the runs have.
  var responses: ResponseList { get }
  /// Passes the runs of a point, in replicate order.
  func forEachRun(
    of point: Point, _ replicates: Range<Int>, withCurves: Bool,
    _ body: (RunRecord) throws -> Void) throws
}

extension RunStore: FinishedRuns {
  func forEachRun(
    of point: Point, _ replicates: Range<Int>, withCurves: Bool,
    _ body: (RunRecord) throws -> Void
  ) throws {
    try forEachRun(
      point: point.identity, replicates: replicates, withCurves ? [.curves] : [], body)
  }
}

/// A part of a study that decides by its own finished runs what it needs next: all points of a fixed
/// design, one point with a precision target, one threshold search, a selection, a calibration.
///
/// What it asks for is a pure function of the study and of the runs it was shown. A further adaptive
/// design is one more type, and one line of `Study.branches`.
protocol Branch: Sendable {
  /// The points placed so far, in the order of placement.
  var points: [Point] { get }
  /// By point: the replicates asked for so far.
  var wanted: [Range<Int>] { get }
  /// The runs of the current step: points, and the replicates of each; empty when nothing more is needed.
  var step: (points: [Point], replicates: [Range<Int>]) { get }
  /// Whether nothing more is needed.
  var isDone: Bool { get }
  /// By point: the replicates that count.
  var counted: [Range<Int>] { get }
  /// Whether the precision targets are met; nil where there are none.
  var isPrecise: Bool? { get }
  /// What the design found out so far; nil where tables say all.
  var finding: DesignFinding? { get }
  /// What its steps so far have decided, in words; nil where there is nothing to say.
  var progress: String? { get }
  /// Its decision, where that is all that it found out and nothing more is needed; nil otherwise.
  var decision: KeptDecision? { get }

  /// Takes over a decision that was made before.
  ///
  /// - Precondition: all runs that it counts are there.
  mutating func adopt(_ decision: KeptDecision)

  /// Decides by the runs of the current step, all of which are finished, what is needed next.
  mutating func judge(_ runs: some FinishedRuns) throws
}

extension Branch {
  var isDone: Bool { step.points.isEmpty }
  var counted: [Range<Int>] { wanted }
  var isPrecise: Bool? { nil }
  var finding: DesignFinding? { nil }
  var progress: String? { nil }
  var decision: KeptDecision? { nil }
  mutating func adopt(_ decision: KeptDecision) {}
}

extension Study {
  /// What decides about its runs, in the order of its points.
  ///
  /// - Throws: `StudyFileError` where points turn out to be invalid.
  func branches() throws(StudyFileError) -> [any Branch] {
    if thresholdRule != nil {
      var searches: [any Branch] = []
      for levels in searchedCombinations { searches.append(try ThresholdBranch(self, levels)) }
      return searches
    }
    if let selection = try SelectionBranch(self) { return [selection] }
    if let calibration = try CalibrationBranch(self) { return [calibration] }
    let points = try points()
    switch replicates {
    case .fixed(let count):
      var branches = [FixedBranch(points: points, wanted: points.map { _ in 0..<count })]
      let known = Set(points.map(\.identity))
      let further = try finalSizePoints(points).joined().filter { !known.contains($0.identity) }
      if !further.isEmpty {
        branches.append(FixedBranch(points: further, wanted: further.map { _ in 0..<count }))
      }
      return branches
    case .adaptive(let rule):
      return points.map { PrecisionBranch($0, rule, level: analysis.confidence) }
    }
  }
}

/// Runs that are known from the beginning: those of a fixed design, or of a part of a round.
struct FixedBranch: Branch {
  let points: [Point]
  let wanted: [Range<Int>]
  private(set) var isDone = false

  init(points: [Point], wanted: [Range<Int>]) {
    self.points = points
    self.wanted = wanted
  }

  var step: (points: [Point], replicates: [Range<Int>]) {
    isDone ? ([], []) : (points, wanted)
  }

  mutating func judge(_ runs: some FinishedRuns) { isDone = true }
}
