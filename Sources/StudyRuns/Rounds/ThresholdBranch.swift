import RunStore
import SpreadEngine
import SpreadModel
import Statistics
import StudyFiles

/// A search of a study with the design `threshold`, within one combination of the other factors.
///
/// A placement is a point: where a later step comes back to a level, that is one more point, which its
/// index among its equals distinguishes. The replicates of a search are numbered through all its
/// placements, so that no two of its runs share their random numbers, common or not; replicate r of
/// another search does, where they are common.
struct ThresholdBranch: Branch {
  private let study: Study
  private let levels: [ModelKey: KeyValue]
  private var search: ThresholdSearch
  private var maker: PointMaker
  private(set) var points: [Point] = []
  private(set) var wanted: [Range<Int>] = []
  /// By level, how many points there are.
  private var placed: [Double: Int] = [:]

  /// - Precondition: the study's design is a search.
  /// - Throws: `StudyFileError` where a level cannot be a point of the study.
  init(_ study: Study, _ levels: [ModelKey: KeyValue]) throws(StudyFileError) {
    guard let rule = study.thresholdRule else {
      preconditionFailure("the design of \(study.name) is no search")
    }
    self.study = study
    self.levels = levels
    search = ThresholdSearch(rule)
    maker = PointMaker(study)
    try place()
  }

  var step: (points: [Point], replicates: [Range<Int>]) {
    let count = search.round.count
    return (Array(points.suffix(count)), Array(wanted.suffix(count)))
  }

  var finding: DesignFinding? { .threshold(search) }

  mutating func judge(_ runs: some FinishedRuns) throws {
    guard let response = study.threshold?.response else { return }
    let index = runs.responses.place(of: response)
    var seen: [OutbreakSample] = []
    var hasFailed = false
    for (point, replicates) in zip(step.points, step.replicates) {
      var sample = OutbreakSample(diedOut: point.scenario.diedOut(response))
      try runs.forEachRun(of: point, replicates, withCurves: false) { run in
        switch run.outcome {
        case .failed: hasFailed = true
        case .finished(let run):
          if let value = index.flatMap({ run.responses[$0] }) { sample.add(value) }
        }
      }
      seen.append(sample)
    }
    guard !hasFailed else { return search.endByFailure() }
    search.add(seen)
    try place()
  }

  /// Makes the points of the step that is wanted.
  private mutating func place() throws(StudyFileError) {
    for placement in search.round {
      let equals = placed[placement.level, default: 0]
      placed[placement.level] = equals + 1
      points.append(
        try maker.point(
          study.levels(at: placement.level, of: levels), number: points.count,
          repeatIndex: equals))
      let first = wanted.last?.upperBound ?? 0
      wanted.append(first..<first + placement.runs)
    }
  }
}
