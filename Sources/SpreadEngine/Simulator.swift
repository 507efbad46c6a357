package import SpreadModel

/// Runs one scenario, again and again under different keys.
///
/// One engine belongs to one worker; it is not `Sendable`. Step by step or whole, the results
/// are the same, and they depend on the scenario and the key only.
/// Source: docs/model.md and docs/randomness.md.
package final class Simulator {
  private let scenario: Scenario
  private let plan: Plan
  private let runner: Runner
  /// Made when first needed.
  private var lockstep: LockstepKernel?

  /// By kind of kernel: whole runs are made by code that knows which one it is.
  private enum Runner {
    case masks(KernelRunner<GridKernel>)
    case lists(KernelRunner<ListKernel>)
  }

  private var maker: any RunMaker {
    switch runner {
    case .masks(let runner): runner
    case .lists(let runner): runner
    }
  }

  /// - Parameters:
  ///   - vectors: those that the heavy passes use, of the ones the processor has; the results are the same.
  ///   - describesCourse: whether results have a `CourseResult` though nobody recovers.
  ///   - keepsStepsOpen: whether `infect` and `intervene` come before the interventions of a step are judged.
  package init(
    _ scenario: Scenario, vectors: SIMDLevel = .chosen, describesCourse: Bool = false,
    keepsStepsOpen: Bool = false
  ) {
    self.scenario = scenario
    let setup = RunSetup(
      scenario, vectors: vectors, describesCourse: describesCourse,
      keepsStepsOpen: keepsStepsOpen)
    plan = setup.plan
    runner =
      switch plan.meeting {
      case .masks: .masks(KernelRunner(setup))
      case .lists, .everybody, .layers: .lists(KernelRunner(setup))
      }
  }

  /// Whether `runs` makes the runs of this scenario side by side.
  package var goesSideBySide: Bool { plan.isSideBySide }

  /// A whole run.
  ///
  /// - Parameters:
  ///   - recordMap: whether the step of each person's infection is kept.
  ///   - recordTransmissions: whether each infection is kept with its source; all else is the same.
  ///   - recordGroups: whether the curves of groups are kept, where people are of some.
  package func run(
    _ key: RunKey, recordMap: Bool, recordTransmissions: Bool = false, recordGroups: Bool = false
  ) -> RunResult {
    switch runner {
    case .masks(let runner): runner.run(key, recordMap, recordTransmissions, recordGroups)
    case .lists(let runner): runner.run(key, recordMap, recordTransmissions, recordGroups)
    }
  }

  /// A whole run that may be given up between two steps.
  ///
  /// - Returns: nil if `isCancelled` said so before the end.
  package func run(
    _ key: RunKey, recordMap: Bool, recordTransmissions: Bool = false, recordGroups: Bool = false,
    isCancelled: () -> Bool
  ) -> RunResult? {
    switch runner {
    case .masks(let runner):
      runner.run(key, recordMap, recordTransmissions, recordGroups, isCancelled)
    case .lists(let runner):
      runner.run(key, recordMap, recordTransmissions, recordGroups, isCancelled)
    }
  }

  /// Whole runs without maps and transmissions, in the order of their keys; those of small groups
  /// side by side.
  ///
  /// - Returns: those that were finished before `isCancelled` said so.
  package func runs(_ keys: [RunKey], isCancelled: () -> Bool = { false }) -> [RunResult] {
    var results: [RunResult] = []
    results.reserveCapacity(keys.count)
    if keys.count > 1 && plan.isSideBySide {
      if lockstep == nil { lockstep = LockstepKernel(scenario, plan) }
      for first in stride(from: 0, to: keys.count, by: LockstepKernel.most) {
        let end = min(first + LockstepKernel.most, keys.count)
        guard lockstep?.run(keys[first..<end], isCancelled: isCancelled, to: &results) ?? false
        else { break }
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
  package func begin(_ key: RunKey) { maker.begin(key) }

  /// One step, introductions at its end included.
  package func step() { maker.step() }

  /// Nobody is infected from outside any more at the end of the current step.
  ///
  /// - Returns: whether that is news.
  @discardableResult
  package func closeStep() -> Bool { maker.closeStep() }

  /// Gives the run interventions of its own, behind those of the scenario, at the end of the current step,
  /// before its interventions are judged.
  ///
  /// - Parameter own: all of them. Those that have begun stand where they stood before; an end may
  ///   have been added.
  /// - Precondition: the engine keeps its steps open. Where the scenario has no interventions, these wait
  ///   for steps, set neither recovery nor immunity, and leave it as it is whether sources infect
  ///   anybody at all.
  package func intervene(with own: [Intervention]) { maker.intervene(with: own) }

  /// Infects people from outside at the end of the current step, like an introduction of that
  /// step; they act from the next step on.
  ///
  /// - Returns: those who were healthy.
  package func infect(_ people: some Sequence<Int>) -> [Int] { maker.infect(Array(people)) }

  package var currentStep: Int { maker.currentStep }

  package var infected: Int { maker.infected }

  /// The response `reproduction_number`, as far as the run has gone; nil where runs have none.
  package var reproductionNumber: Double? { maker.reproductionNumber }

  /// See `RunResult.failure`.
  package var failure: String? { maker.failure }

  /// Why the run ends here; nil if it goes on.
  package var stopReason: StopReason? { maker.stopReason }

  /// The people infected in the last step, or at the start, in person order.
  package var newlyInfected: [Int] { maker.newlyInfected }

  package func state(of person: Int) -> PersonState { maker.state(of: person) }

  /// Brings `states`, by person, from what they were after an earlier look at this run to what they
  /// are now; all of them are healthy before the first look.
  ///
  /// Where people only get infected, those of the last step are looked at: no step may be left out.
  /// In other runs everybody is, so whatever changes people is seen.
  ///
  /// - Returns: who changed, in person order.
  package func update(_ states: inout [PersonState]) -> [StateChange] { maker.update(&states) }
}

/// What makes runs, whatever its kernel: `KernelRunner`, behind which the kernel's type is hidden.
protocol RunMaker: AnyObject {
  func begin(_ key: RunKey)
  func step()
  func closeStep() -> Bool
  func intervene(with own: [Intervention])
  func infect(_ people: [Int]) -> [Int]
  var currentStep: Int { get }
  var infected: Int { get }
  var reproductionNumber: Double? { get }
  var failure: String? { get }
  var stopReason: StopReason? { get }
  var newlyInfected: [Int] { get }
  func state(of person: Int) -> PersonState
  func update(_ states: inout [PersonState]) -> [StateChange]
}
