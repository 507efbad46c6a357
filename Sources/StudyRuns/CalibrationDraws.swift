package import RunStore
import SpreadModel
import Statistics
import StudyFiles
import WorkStealing

/// The draws of a calibration, generation by generation, and what their runs say.
///
/// They follow from the study and from the runs of the generations before, so they are kept nowhere:
/// whoever has the runs can make them again.
struct CalibrationDraws {
  private let study: Study
  private let calibration: Calibration
  private(set) var search: SequentialABC
  private var maker: PointMaker
  /// One for each draw.
  private(set) var points: [Point] = []

  /// - Returns: nil for a study of another design.
  init?(_ study: Study) {
    guard let calibration = study.calibration, let search = study.calibrationSearch else {
      return nil
    }
    self.study = study
    self.calibration = calibration
    self.search = search
    maker = PointMaker(study)
  }

  var isDone: Bool { search.stop != nil }

  /// The plan of all draws there are.
  var plan: RunPlan { RunPlan(study, points: points, posterior: search) }

  /// The plan of the next generation alone.
  ///
  /// - Throws: `StudyFileError` where a draw is no point, because its values do not go together.
  mutating func propose() throws(StudyFileError) -> RunPlan {
    let new = search.propose()
    for draw in new {
      points.append(try maker.point(study.levels(atShares: search.shares[draw])))
    }
    return RunPlan(study, points: Array(points[new]), posterior: nil)
  }

  /// Takes the runs of a generation.
  mutating func take(_ generation: RunPlan, from store: RunStore) throws {
    var outcomes: [[[Double?]]] = []
    for point in generation.points { outcomes.append(try outcome(of: point, in: store)) }
    search.take(outcomes)
    for (point, replicates) in zip(generation.points, generation.replicates)
    where try store.firstFailure(point: point.identity, replicates: replicates) != nil {
      search.endByFailure()
      return
    }
  }

  /// Goes through all generations whose runs are there, and proposes the one after them, if there is
  /// one.
  mutating func replay(from store: RunStore) throws {
    while !isDone {
      let generation = try propose()
      for (point, wanted) in zip(generation.points, generation.replicates)
      where try !store.missingReplicates(of: point.identity, in: wanted).isEmpty { return }
      try take(generation, from: store)
    }
  }

  /// What the runs of a draw have of each quantity; nil of runs that failed.
  private func outcome(
    of point: Point, in store: RunStore
  ) throws -> [[Double?]] {
    var values = calibration.data.map { _ in
      [Double?](repeating: nil, count: calibration.replicates)
    }
    let places = calibration.data.map { $0.quantity.response.flatMap(store.responses.place) }
    try store.forEachRun(
      point: point.identity, replicates: 0..<calibration.replicates,
      withCurves: calibration.needsCurves, withMaps: false
    ) { run in
      guard case .ok(_, let responses, let curves, _, _) = run.outcome else { return }
      for (index, item) in calibration.data.enumerated() {
        values[index][run.replicate] =
          switch item.quantity {
          case .response: places[index].flatMap { responses[$0] }
          case .curve(let series, let step):
            curves.flatMap { series.value(of: $0, at: step) }
          }
      }
    }
    return values
  }
}

extension RunPlan {
  /// The plan with all draws that the runs of a calibration lead to; this one for other designs.
  ///
  /// - Throws: `WordedError`.
  package func drawn(from store: RunStore) throws -> RunPlan {
    guard var draws = CalibrationDraws(study) else { return self }
    try draws.replay(from: store)
    return draws.plan
  }
}

extension StudyRunner {
  /// Runs generation after generation until the search has ended.
  func runCalibration(_ draws: CalibrationDraws) throws -> Outcome {
    var draws = draws
    var rounds: [Outcome] = []
    while !draws.isDone {
      let generation = try draws.propose()
      let round = StudyRunner(
        generation, store: store, pool: pool, cancel: cancel, progress: progress)
      rounds.append(try round.runFixed())
      guard !cancel.isCancelled else { break }
      try draws.take(generation, from: store)
    }
    let plan = draws.plan
    return Outcome(
      plan: plan, replicates: plan.replicates.map(\.count), converged: plan.points.map { _ in nil },
      wasCancelled: cancel.isCancelled, runsMade: progress.read().runsDone,
      runsFound: rounds.reduce(0) { $0 + $1.runsFound }, costs: rounds.flatMap(\.costs),
      pool: rounds.flatMap(\.pool))
  }
}
