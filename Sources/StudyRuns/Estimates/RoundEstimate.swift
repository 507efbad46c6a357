import SpreadEngine
import SpreadModel
import StudyFiles

/// What the runs of a round take, from their expected work and a few short probes.
package struct RoundEstimate: Sendable {
  /// CPU time over all cores.
  package let cpuSeconds: Double
  /// Peak memory with one thread.
  package let memoryBytes: Double

  /// Points that are looked at; the rest is taken to be like them.
  private static let mostPoints = 2_000

  /// - Parameter clock: processor time in seconds; nil: of this thread.
  package init(_ plan: RunPlan, seconds: Double = 0.4, clock: (() -> Double)? = nil) {
    let step = max(1, plan.points.count / Self.mostPoints)
    let sample = stride(from: 0, to: plan.points.count, by: step).map { $0 }
    let scenarios = sample.map { plan.points[$0].scenario }
    let probes = Probes(
      plan.study, scenarios, scenarios.map(\.expectedWork), curves: 0, seconds: seconds, most: 24,
      clock ?? CostMeter.now)
    cpuSeconds =
      plan.totalWork * probes.secondsPerExpected + Double(plan.runCount)
      * PlanEstimate.secondsToKeepRun
    func most(_ value: (Scenario) -> Double) -> Double { scenarios.map(value).max() ?? 0 }
    memoryBytes =
      PlanEstimate.bytesOfProgram + most { $0.runBytes(of: plan.study) + $0.contactMemory.ofRun }
      + Double(plan.points.count) * PlanLimits.bytesPerPoint + plan.study.edgeBytes
      + most(\.contactMemory.shared)
  }
}
