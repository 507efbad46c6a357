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

  /// By point of the plan: expected nanoseconds of a run; those of a pass are shared by its points.
  let work: [Double]

  init(_ plan: RunPlan) {
    let (study, points) = (plan.study, plan.points)
    var work = plan.work
    guard study.record.responses == .final, study.randomNumbers == .common,
      !study.designDecidesRuns, let factor = study.passFactor
    else {
      (all, ofPoint, self.work) = ([], [:], work)
      return
    }
    let all = study.families(of: points, apartFrom: [factor]).filter { places in
      (study.needsPasses || Self.isWorthwhile(places.map { work[$0] }))
        && ScenarioPass.obstacle(to: places.map { points[$0].scenario }) == nil
    }
    for places in all {
      let share = Self.passWork(places.map { work[$0] }) / Double(places.count)
      for place in places { work[place] = share }
    }
    ofPoint = Dictionary(
      uniqueKeysWithValues: all.indices.flatMap { family in all[family].map { ($0, family) } })
    (self.all, self.work) = (all, work)
  }

  /// Whether a pass is expected to take less time than these runs.
  static func isWorthwhile(_ works: [Double]) -> Bool {
    works.count > 1 && passWork(works) < works.reduce(0, +)
  }

  /// Expected nanoseconds of a pass: of some runs at the largest level, of more where there are many levels (docs/performance.md;
  /// `spreadlab-bench --passes` prints the numbers).
  private static func passWork(_ works: [Double]) -> Double {
    (works.max() ?? 0) * min(10, 2 + Double(works.count) / 10)
  }
}
