import RunStore
import SpreadModel
import Statistics
import StudyFiles

/// The draws of a calibration, generation by generation.
struct CalibrationBranch: Branch {
  private let calibration: Calibration
  private let study: Study
  private var search: SequentialABC
  private var maker: PointMaker
  /// One for each draw.
  private(set) var points: [Point] = []
  /// The draws of the current generation; empty at the end.
  private var generation: Range<Int> = 0..<0

  /// - Returns: nil for a study of another design.
  /// - Throws: `StudyFileError` where a draw is no point, because its values do not go together.
  init?(_ study: Study) throws(StudyFileError) {
    guard let calibration = study.calibration, let search = study.calibrationSearch else {
      return nil
    }
    self.study = study
    self.calibration = calibration
    self.search = search
    maker = PointMaker(study)
    try propose()
  }

  var wanted: [Range<Int>] { points.map { _ in 0..<calibration.replicates } }

  var step: (points: [Point], replicates: [Range<Int>]) {
    (Array(points[generation]), generation.map { _ in 0..<calibration.replicates })
  }

  var finding: DesignFinding? { .abc(search) }

  mutating func judge(_ runs: some FinishedRuns) throws {
    var outcomes: [[[Double?]]] = []
    var hasFailed = false
    let indices = calibration.data.map { $0.quantity.response.flatMap(runs.responses.place) }
    for draw in generation {
      var values = calibration.data.map { _ in
        [Double?](repeating: nil, count: calibration.replicates)
      }
      try runs.forEachRun(
        of: points[draw], 0..<calibration.replicates, withCurves: calibration.needsCurves
      ) { run in
        guard let finished = run.finished else {
          hasFailed = true
          return
        }
        for (item, observed) in calibration.data.enumerated() {
          values[item][run.replicate] =
            switch observed.quantity {
            case .response: indices[item].flatMap { finished.responses[$0] }
            case .curve(let series, let step):
              finished.curve.flatMap { series.value(of: $0, at: step) }
            }
        }
      }
      outcomes.append(values)
    }
    search.take(outcomes)
    if hasFailed { search.endByFailure() }
    try propose()
  }

  private mutating func propose() throws(StudyFileError) {
    generation = 0..<0
    guard search.stop == nil else { return }
    let new = search.propose()
    for draw in new {
      points.append(try maker.point(study.levels(atShares: search.shares[draw])))
    }
    generation = new
  }
}
