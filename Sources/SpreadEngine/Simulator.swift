package import SpreadModel

/// Runs one scenario, again and again under different keys.
///
/// One engine belongs to one worker; it is not `Sendable`. Step by step or whole, the results
/// are the same, and they depend on the scenario and the key only.
/// Source: docs/model.md and docs/randomness.md.
package final class Simulator {
  private let scenario: Scenario
  private let plan: Plan
  private let runner: any RunMaker
  /// Made when first needed.
  private var lockstep: LockstepKernel?

  /// - Parameters:
  ///   - portable: keeps to the passes that every processor can run; the results are the same.
  ///   - describesCourse: whether results have a `CourseResult` though nobody recovers.
  package init(_ scenario: Scenario, portable: Bool = false, describesCourse: Bool = false) {
    self.scenario = scenario
    let describes = describesCourse || scenario.hasCourse
    plan = Plan(scenario, portable: portable, describesCourse: describes)
    runner =
      switch plan.meeting {
      case .masks:
        KernelRunner<SpreadKernel>(scenario, plan, portable: portable, describesCourse: describes)
      case .lists, .everybody:
        KernelRunner<ListKernel>(scenario, plan, portable: portable, describesCourse: describes)
      }
  }

  /// Whether `runs` makes the runs of this scenario side by side.
  package var goesSideBySide: Bool { plan.isSideBySide }

  /// A whole run.
  ///
  /// - Parameter recordMap: whether the step of each person's infection is kept.
  package func run(_ key: RunKey, recordMap: Bool) -> RunResult {
    runner.run(key, recordMap: recordMap)
  }

  /// A whole run that may be given up between two steps.
  ///
  /// - Returns: nil if `isCancelled` said so before the end.
  package func run(
    _ key: RunKey, recordMap: Bool, isCancelled: () -> Bool
  ) -> RunResult? {
    runner.run(key, recordMap: recordMap, isCancelled: isCancelled)
  }

  /// Whole runs without maps, in the order of their keys; those of small groups side by side.
  ///
  /// - Returns: those that were finished before `isCancelled` said so.
  package func runs(_ keys: [RunKey], isCancelled: () -> Bool = { false }) -> [RunResult] {
    var results: [RunResult] = []
    results.reserveCapacity(keys.count)
    if keys.count > 1 && plan.isSideBySide {
      if lockstep == nil { lockstep = LockstepKernel(scenario, plan) }
      for first in stride(from: 0, to: keys.count, by: LockstepKernel.most) {
        let end = min(first + LockstepKernel.most, keys.count)
        guard let some = lockstep?.run(keys[first..<end], isCancelled: isCancelled) else { break }
        results += some
      }
    } else {
      for key in keys {
        guard let result = run(key, recordMap: false, isCancelled: isCancelled) else { break }
        results.append(result)
      }
    }
    return results
  }

  /// Sets the start state, the introductions of step 0 included.
  package func begin(_ key: RunKey) { runner.begin(key) }

  /// One step, introductions at its end included.
  package func step() { runner.step() }

  /// Infects people from outside at the end of the current step, like an introduction of that
  /// step; they act from the next step on.
  ///
  /// - Returns: those who were healthy.
  package func infect(_ people: some Sequence<Int>) -> [Int] { runner.infect(Array(people)) }

  package var currentStep: Int { runner.currentStep }

  package var infected: Int { runner.infected }

  /// Why the run ends here; nil if it goes on.
  package var stopReason: StopReason? { runner.stopReason }

  /// The people infected in the last step, or at the start, in person order.
  package var newlyInfected: [Int] { runner.newlyInfected }

  package func isInfected(_ person: Int) -> Bool { runner.isInfected(person) }

  package func state(of person: Int) -> PersonState { runner.state(of: person) }

  /// Brings `states`, by person, from what they were after an earlier look at this run to what they
  /// are now; all of them are healthy before the first look.
  ///
  /// Where people only get infected, those of the last step are looked at: no step may be left out.
  /// In other runs everybody is, so whatever changes people is seen.
  ///
  /// - Returns: who changed, in person order.
  package func update(_ states: inout [PersonState]) -> [StateChange] { runner.update(&states) }
}

/// What makes runs, whatever its kernel: `KernelRunner`, behind which the kernel's type is hidden.
protocol RunMaker: AnyObject {
  func run(_ key: RunKey, recordMap: Bool) -> RunResult
  func run(_ key: RunKey, recordMap: Bool, isCancelled: () -> Bool) -> RunResult?
  func begin(_ key: RunKey)
  func step()
  func infect(_ people: [Int]) -> [Int]
  var currentStep: Int { get }
  var infected: Int { get }
  var stopReason: StopReason? { get }
  var newlyInfected: [Int] { get }
  func isInfected(_ person: Int) -> Bool
  func state(of person: Int) -> PersonState
  func update(_ states: inout [PersonState]) -> [StateChange]
}
