package import SpreadModel

/// Runs one scenario, again and again under different keys.
///
/// One engine belongs to one worker; it is not `Sendable`. Step by step or whole, the results
/// are the same, and they depend on the scenario and the key only.
/// Source: docs/model.md and docs/randomness.md.
package final class Simulator {
  private let scenario: Scenario
  private let stopPeople: Int
  private let lastIntroduction: Int
  private let hasCourse: Bool
  private let describesCourse: Bool
  private let portable: Bool
  private(set) var kernel: SpreadKernel
  private var curve: RawList<UInt32>
  /// By step, where people are tracked.
  private var courseRows: RawList<CourseRow>
  private let plan: Plan
  private var changes: ChangeLog
  /// Those that the kernel goes by.
  private var values: ChangingValues
  /// Whether steps stay open when they have been made, until `closeStep`: people may still be
  /// infected from outside, and changes are not judged before that.
  private let keepsStepsOpen: Bool
  private var isStepOpen = false
  /// Made when first needed.
  private var lockstep: LockstepKernel?

  /// - Parameters:
  ///   - portable: keeps to the passes that every processor can run; the results are the same.
  ///   - describesCourse: whether results have a `CourseResult` though nobody recovers.
  ///   - keepsStepsOpen: whether `infect` comes before the changes of a step are judged.
  package init(
    _ scenario: Scenario, portable: Bool = false, describesCourse: Bool = false,
    keepsStepsOpen: Bool = false
  ) {
    self.scenario = scenario
    self.keepsStepsOpen = keepsStepsOpen
    self.portable = portable
    hasCourse = scenario.hasCourse
    let describes = describesCourse || hasCourse
    self.describesCourse = describes
    plan = Plan(scenario, portable: portable, describesCourse: describes)
    stopPeople = scenario.grid.leastPeople(ofShare: scenario.stopShare)
    lastIntroduction = scenario.introductions.map(\.step).max() ?? 0
    kernel = SpreadKernel(scenario, plan)
    changes = ChangeLog(scenario)
    values = changes.values
    curve = RawList(capacity: 256)
    courseRows = RawList(capacity: plan.tracksPeople ? 256 : 0)
  }

  deinit {
    curve.deallocate()
    courseRows.deallocate()
  }

  /// Whether `runs` makes the runs of this scenario side by side.
  package var goesSideBySide: Bool { plan.isSideBySide }

  /// A whole run.
  ///
  /// - Parameters:
  ///   - recordMap: whether the step of each person's infection is kept.
  ///   - recordTransmissions: whether each infection is kept with its source; all else is the same.
  package func run(
    _ key: RunKey, recordMap: Bool, recordTransmissions: Bool = false
  ) -> RunResult {
    finish(key, recordMap, recordTransmissions) { false }
  }

  /// A whole run that may be given up between two steps.
  ///
  /// - Returns: nil if `isCancelled` said so before the end.
  package func run(
    _ key: RunKey, recordMap: Bool, recordTransmissions: Bool = false, isCancelled: () -> Bool
  ) -> RunResult? {
    let result = finish(key, recordMap, recordTransmissions, isCancelled)
    return stopReason == nil ? nil : result
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

  @inline(__always) private func finish(
    _ key: RunKey, _ recordMap: Bool, _ recordTransmissions: Bool, _ isCancelled: () -> Bool
  ) -> RunResult {
    kernel.notes.isRecording = recordTransmissions
    defer { kernel.notes.isRecording = false }
    var map: [Int32]?
    if recordMap {
      var steps = [Int32](repeating: -1, count: scenario.grid.people)
      steps.withUnsafeMutableBufferPointer { buffer in
        kernel.map = buffer.baseAddress
        runToEnd(key, isCancelled: isCancelled)
        kernel.map = nil
      }
      map = steps
    } else {
      runToEnd(key, isCancelled: isCancelled)
    }
    let steps = UnsafeBufferPointer(
      start: curve.view.pointer(room: kernel.step + 1), count: kernel.step + 1)
    return RunResult(
      stopReason: stopReason ?? .maxSteps, curve: Array(steps), shape: kernel.shape.shape,
      infectionSteps: map, course: describesCourse ? courseResult : nil,
      transmissions: recordTransmissions ? kernel.notes.takeTransmissions() : nil)
  }

  private var courseResult: CourseResult {
    let rows = courseRows.view
    let count = kernel.step + 1
    func column(_ place: Int) -> [UInt32] {
      [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
        for step in 0..<count { buffer[step] = rows[step][place] }
        initialized = count
      }
    }
    return CourseResult(
      curves: CourseCurves(
        newInfections: column(0), everInfected: column(1), immune: column(2), latent: column(3)),
      infections: kernel.course.infections, introduced: kernel.course.introduced,
      infectionsByIntroduced: kernel.notes.infectionsByIntroduced)
  }

  @inline(__always) private func runToEnd(_ key: RunKey, isCancelled: () -> Bool) {
    begin(key)
    // One access to the class's fields for the whole run.
    runToEnd(&kernel, &curve, isCancelled: isCancelled)
  }

  @inline(__always) private func runToEnd(
    _ kernel: inout SpreadKernel, _ curve: inout RawList<UInt32>, isCancelled: () -> Bool
  ) {
    curve.view[0] = UInt32(truncatingIfNeeded: kernel.infected)
    if plan.tracksPeople { courseRows.view[0] = kernel.course.row }
    kernel.notes.endStep()
    while stopReason(&kernel) == nil, !isCancelled() {
      advance(&kernel)
      curve.reserve(kernel.step &+ 1, keeping: kernel.step)
      curve.view[kernel.step] = UInt32(truncatingIfNeeded: kernel.infected)
      if plan.tracksPeople {
        courseRows.reserve(kernel.step &+ 1, keeping: kernel.step)
        courseRows.view[kernel.step] = kernel.course.row
      }
      kernel.notes.endStep()
    }
  }

  /// Sets the start state, the introductions of step 0 included.
  package func begin(_ key: RunKey) { begin(key, &kernel) }

  private func begin(_ key: RunKey, _ kernel: inout SpreadKernel) {
    kernel.reset(key.word)
    if !changes.isEmpty {
      changes.reset()
      apply(changes.values, to: &kernel)
    }
    kernel.immunize(scenario.immunePeople)
    if let count = scenario.startPeople { kernel.introduceRandomly(count, index: 0) }
    kernel.introduce(scenario.introductions)
    kernel.noteIntroduced(from: 0)
    kernel.immunizeRandomly(
      Grid.people(ofShare: scenario.immuneShare, of: scenario.grid.people))
    kernel.beginShape()
    endStep(&kernel)
  }

  /// One step, introductions at its end included.
  package func step() {
    closeStep()
    advance(&kernel)
  }

  /// Nobody is infected from outside any more at the end of the current step.
  ///
  /// - Returns: whether that is news.
  @discardableResult
  package func closeStep() -> Bool {
    guard isStepOpen else { return false }
    judgeChanges(&kernel)
    return true
  }

  @inline(__always) private func advance(_ kernel: inout SpreadKernel) {
    kernel.advance()
    kernel.noteOnMap()
    if kernel.step <= lastIntroduction { kernel.introduce(scenario.introductions) }
    endStep(&kernel)
  }

  @inline(__always) private func endStep(_ kernel: inout SpreadKernel) {
    if !changes.isEmpty {
      if keepsStepsOpen { isStepOpen = true } else { judgeChanges(&kernel) }
    }
    kernel.takeShapeIfReached()
  }

  private func judgeChanges(_ kernel: inout SpreadKernel) {
    isStepOpen = false
    let shares = Self.judge(&changes, &kernel)
    for share in shares {
      kernel.immunizeRandomly(Grid.people(ofShare: share, of: scenario.grid.people))
    }
    apply(changes.values, to: &kernel)
  }

  private static func judge(_ changes: inout ChangeLog, _ kernel: inout SpreadKernel)
    -> [Double]
  {
    changes.judge(
      step: kernel.step, infected: kernel.infected, everInfected: kernel.course.everInfected)
  }

  private func apply(_ new: ChangingValues, to kernel: inout SpreadKernel) {
    kernel.course.recover(with: new.recoveryProbability)
    guard new != values else { return }
    values = new
    var changed = scenario
    changed.infectionFactor = new.infectionFactor
    changed.infectionProbability = new.infectionProbability
    kernel.draw(
      by: Plan(changed, portable: portable, describesCourse: describesCourse))
  }

  /// Infects people from outside at the end of the current step, like an introduction of that
  /// step; they act from the next step on.
  ///
  /// - Returns: those who were healthy.
  package func infect(_ people: some Sequence<Int>) -> [Int] {
    let first = kernel.freshCount
    kernel.introduce(people)
    if kernel.step == 0 { kernel.noteIntroduced(from: first) }
    kernel.takeShapeIfReached()
    return kernel.people(from: first)
  }

  package var currentStep: Int { kernel.step }

  package var infected: Int { kernel.infected }

  /// Why the run ends here; nil if it goes on.
  package var stopReason: StopReason? { stopReason(&kernel) }

  @inline(__always) private func stopReason(_ kernel: inout SpreadKernel) -> StopReason? {
    if plan.tracksPeople { return stopReasonOfTracked(&kernel) }
    if kernel.infected == kernel.grid.people { return .allInfected }
    if kernel.infected >= stopPeople { return .shareReached }
    // Every grid is connected: some infected person has a healthy neighbor as long as there
    // are both infected and healthy people.
    if kernel.step >= lastIntroduction && (plan.strategy == .inert || kernel.infected == 0) {
      return .noSpread
    }
    return kernel.step >= scenario.maxSteps ? .maxSteps : nil
  }

  private func stopReasonOfTracked(_ kernel: inout SpreadKernel) -> StopReason? {
    let isLastIntroduced = kernel.step >= lastIntroduction
    if hasCourse {
      if kernel.infected == 0 && isLastIntroduced { return .extinct }
      if scenario.stopShare < 1 && kernel.course.everInfected >= stopPeople { return .shareReached }
    } else {
      if kernel.infected == kernel.grid.people { return .allInfected }
      if kernel.infected >= stopPeople { return .shareReached }
      var changes = changes
      if isStepOpen { _ = Self.judge(&changes, &kernel) }
      let isInert = changes.values.infectNobody || !kernel.canSpread
      if isInert && isLastIntroduced && !changes.waitsForStep { return .noSpread }
    }
    return kernel.step >= scenario.maxSteps ? .maxSteps : nil
  }

  /// The people infected in the last step, or at the start, in person order.
  package var newlyInfected: [Int] { kernel.people(from: 0).sorted() }

  package func isInfected(_ person: Int) -> Bool {
    !kernel.isHealthy(UInt32(truncatingIfNeeded: kernel.grid.cell(of: person)))
  }
}
