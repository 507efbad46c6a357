import SpreadEngine
import SpreadModel
import StudyFiles

/// Points of a plan of final values whose runs a pass makes together, replicate by replicate.
///
/// How runs are made changes none of them: where a pass takes longer than the runs, they are made one by one.
struct PointFamilies: Sendable {
  /// Indices of points in the plan, family by family.
  let all: [[Int]]
  /// By point, where it is in one: the index of its family.
  let ofPoint: [Int: Int]

  /// - Parameter work: expected nanoseconds of one run, by point.
  init(_ study: Study, _ points: [Point], work: [Double]) {
    guard study.record.responses == .final, study.randomNumbers == .common,
      let factor = study.passFactor
    else {
      (all, ofPoint) = ([], [:])
      return
    }
    all = study.families(of: points, apartFrom: [factor]).filter { places in
      (study.needsPasses || Self.isWorthwhile(places.map { work[$0] }))
        && ScenarioPass.obstacle(to: places.map { points[$0].scenario }) == nil
    }
    ofPoint = Dictionary(
      uniqueKeysWithValues: all.indices.flatMap { family in all[family].map { ($0, family) } })
  }

  /// By point: expected nanoseconds of a run; those of a pass are shared by its points.
  ///
  /// - Parameter work: of runs that are made alone.
  func work(_ work: [Double]) -> [Double] {
    var shared = work
    for places in all {
      let share = Self.passWork(places.map { work[$0] }) / Double(places.count)
      for place in places { shared[place] = share }
    }
    return shared
  }

  /// Whether a pass is expected to take less time than these runs.
  static func isWorthwhile(_ works: [Double]) -> Bool {
    works.count > 1 && passWork(works) < works.reduce(0, +)
  }

  /// Expected nanoseconds of a pass: of some runs at the largest level, and more where there are many levels (docs/performance.md,
  /// "Passes").
  private static func passWork(_ works: [Double]) -> Double {
    (works.max() ?? 0) * min(10, 2 + Double(works.count) / 10)
  }
}
