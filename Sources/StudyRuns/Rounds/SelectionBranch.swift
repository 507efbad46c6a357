import RunStore
import SpreadModel
import Statistics
import StudyFiles

/// The alternatives of a study with the design `select`, judged round by round.
struct SelectionBranch: Branch {
  let points: [Point]
  private let design: SelectDesign
  private var selection: Selection
  /// By alternative, the replicates asked for so far.
  private(set) var wanted: [Range<Int>]

  /// - Returns: nil for a study of another design.
  /// - Throws: `StudyFileError` where points turn out to be invalid.
  init?(_ study: Study) throws(StudyFileError) {
    guard let design = study.selection, let rule = study.selectionRule else { return nil }
    self.design = design
    selection = Selection(rule)
    points = try study.points()
    wanted = points.map { _ in 0..<0 }
    ask()
  }

  var step: (points: [Point], replicates: [Range<Int>]) {
    guard !isDone else { return ([], []) }
    return (
      selection.survivors.map { points[$0] }, selection.survivors.map { _ in selection.round }
    )
  }

  var isDone: Bool { selection.round.isEmpty }
  var finding: DesignFinding? { .selection(selection) }

  /// Who is still in.
  var progress: String? {
    let left = selection.survivors
    let names = left.map(String.init).joined(separator: ", ")
    let words =
      left.count > 5 || left.isEmpty ? "" : ": point\(left.count == 1 ? "" : "s") \(names)"
    return "\(left.count) of \(points.count) alternatives left\(words)"
  }

  mutating func judge(_ runs: some FinishedRuns) throws {
    selection.add(try selection.survivors.map { try values(of: points[$0], runs) })
    ask()
  }

  private mutating func ask() {
    guard !isDone else { return }
    for survivor in selection.survivors { wanted[survivor] = 0..<selection.round.upperBound }
  }

  /// By quantity, what a round's runs of an alternative have.
  private func values(of point: Point, _ runs: some FinishedRuns) throws -> [[Double?]] {
    let places = design.responses.map(runs.responses.place)
    let steps = runs.responses.place(of: .steps)
    let first = selection.round.lowerBound
    var values = places.map { _ in [Double?](repeating: nil, count: selection.round.count) }
    try runs.forEachRun(of: point, selection.round, withCurves: false) { run in
      guard let finished = run.finished else { return }
      for (quantity, place) in places.enumerated() {
        let value = place.flatMap { finished.responses[$0] }
        values[quantity][run.replicate - first] =
          quantity == 0
          ? design.compared(
            value, endedBy: finished.stopReason,
            steps: steps.flatMap { finished.responses[$0] } ?? 0)
          : value
      }
    }
    return values
  }
}
