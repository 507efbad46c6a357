import SpreadModel

/// Makes runs with a kernel: when they begin and end, what comes from outside, what is written down.
///
/// A generic class: code that knows the kernel of its runner is made for that kernel alone.
final class KernelRunner<Kernel: RunKernel & ~Copyable>: RunMaker {
  private let setup: RunSetup
  private let scenario: Scenario
  private let stopPeople: Int
  private let introductions: [PlannedIntroduction]
  private let lastIntroduction: Int
  private let hasCourse: Bool
  private(set) var kernel: Kernel
  private var curve: RawList<UInt32>
  /// By step, where people are tracked.
  private var courseRows: RawList<CourseRow>
  /// By step and group, where that is recorded.
  private var groupRows: RawList<SIMD8<UInt32>>
  private let groupCount: Int
  private let plan: Plan
  private var interventions: InterventionLog
  /// Those that the kernel goes by.
  private var values: ChangingValues
  private var isStepOpen = false

  init(_ setup: RunSetup) {
    self.setup = setup
    scenario = setup.scenario
    hasCourse = scenario.hasCourse
    plan = setup.plan
    stopPeople = scenario.grid.leastPeople(ofShare: scenario.stopShare)
    introductions = scenario.introductions.map { PlannedIntroduction($0) }
    lastIntroduction = scenario.lastIntroduction
    kernel = Kernel(scenario, plan)
    interventions = InterventionLog(scenario)
    values = interventions.values
    curve = RawList()
    courseRows = RawList()
    groupRows = RawList()
    groupCount = scenario.groups?.names.count ?? 0
  }

  /// See `Simulator.run`.
  func run(
    _ key: RunKey, _ recordMap: Bool, _ recordTransmissions: Bool, _ recordGroups: Bool
  ) -> RunResult {
    guard let result = run(key, recordMap, recordTransmissions, recordGroups, { false }) else {
      preconditionFailure("nobody gave up the run")
    }
    return result
  }

  /// See `Simulator.run`.
  func run(
    _ key: RunKey, _ recordMap: Bool, _ recordTransmissions: Bool, _ recordGroups: Bool,
    _ isCancelled: () -> Bool
  ) -> RunResult? {
    kernel.notes.isRecording = recordTransmissions
    kernel.course.tally.isKept = recordGroups && groupCount > 0
    kernel.course.isUnseen = true
    defer {
      kernel.notes.isRecording = false
      kernel.course.isUnseen = false
      kernel.course.tally.isKept = false
    }
    var map: [Int32]?
    var isWhole = false
    if recordMap {
      var steps = [Int32](repeating: -1, count: scenario.grid.people)
      steps.withUnsafeMutableBufferPointer { buffer in
        kernel.map = buffer.baseAddress
        isWhole = runToEnd(key, isCancelled: isCancelled)
        kernel.map = nil
      }
      map = steps
    } else {
      isWhole = runToEnd(key, isCancelled: isCancelled)
    }
    guard isWhole else { return nil }
    let steps = UnsafeBufferPointer(
      start: curve.view.pointer(room: kernel.step + 1), count: kernel.step + 1)
    return RunResult(
      stopReason: stopReason ?? .maxSteps, curve: Array(steps), shape: kernel.shape.shape,
      infectionSteps: map, course: setup.describesCourse ? courseResult : nil,
      observed: kernel.course.observed.values(upTo: kernel.step),
      latent: setup.describesCourse || !scenario.course.hasLatency ? nil : courseColumn(3),
      interventions: interventions.isEmpty ? nil : interventions.result,
      groups: recordMap ? groupMembers : nil,
      groupCurves: kernel.course.tally.isKept ? groupCurves : nil,
      transmissions: recordTransmissions ? kernel.notes.takeTransmissions() : nil,
      failure: kernel.failure)
  }

  /// A number of `CourseRow` at each step so far.
  private func courseColumn(_ place: Int) -> [UInt32] {
    let rows = courseRows.view
    let count = kernel.step + 1
    return [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
      for step in 0..<count { buffer[step] = rows[step][place] }
      initialized = count
    }
  }

  private var groupMembers: GroupMembers? {
    guard let groups = scenario.groups else { return nil }
    return GroupMembers(
      names: groups.names,
      groupOf: (0..<scenario.grid.people).map { UInt8(kernel.group(of: $0) ?? 0) })
  }

  private var groupCurves: [RunCurves] {
    let rows = groupRows.view
    return (0..<groupCount).map { group in
      func column(_ place: Int) -> [UInt32] {
        (0...kernel.step).map { rows[$0 * groupCount + group][place] }
      }
      return RunCurves(
        infected: column(4),
        course: setup.describesCourse
          ? CourseCurves(
            newInfections: column(0), everInfected: column(1), immune: column(2), latent: column(3))
          : nil)
    }
  }

  private var courseResult: CourseResult {
    CourseResult(
      curves: CourseCurves(
        newInfections: courseColumn(0), everInfected: courseColumn(1), immune: courseColumn(2),
        latent: courseColumn(3)),
      infections: kernel.course.infections, introduced: kernel.course.introduced,
      infectionsByIntroduced: kernel.notes.infectionsByIntroduced)
  }

  /// - Returns: whether the run came to its end.
  @inline(__always) private func runToEnd(_ key: RunKey, isCancelled: () -> Bool) -> Bool {
    guard begin(key, &kernel, isCancelled: isCancelled) else { return false }
    // One access to the class's fields for the whole run.
    runToEnd(&kernel, &curve, isCancelled: isCancelled)
    return stopReason != nil || kernel.failure != nil
  }

  @inline(__always) private func runToEnd(
    _ kernel: inout Kernel, _ curve: inout RawList<UInt32>, isCancelled: () -> Bool
  ) {
    curve.view[0] = UInt32(truncatingIfNeeded: kernel.infected)
    if plan.tracksPeople { courseRows.view[0] = kernel.course.row }
    if kernel.course.tally.isKept { keepGroupRows(kernel) }
    kernel.notes.endStep()
    while stopReason(&kernel) == nil, kernel.failure == nil, !isCancelled() {
      if kernel.course.tally.isKept { kernel.course.tally.beginStep() }
      advance(&kernel)
      curve.reserve(kernel.step &+ 1, keeping: kernel.step)
      curve.view[kernel.step] = UInt32(truncatingIfNeeded: kernel.infected)
      if plan.tracksPeople {
        courseRows.reserve(kernel.step &+ 1, keeping: kernel.step)
        courseRows.view[kernel.step] = kernel.course.row
      }
      if kernel.course.tally.isKept { keepGroupRows(kernel) }
      kernel.notes.endStep()
    }
  }

  private func keepGroupRows(_ kernel: borrowing Kernel) {
    let first = kernel.step &* groupCount
    groupRows.reserve(first &+ groupCount, keeping: first)
    groupRows.view.copy(groupCount, of: kernel.course.tally.counts, to: first)
  }

  /// Sets the start state, the introductions of step 0 included.
  func begin(_ key: RunKey) { _ = begin(key) { false } }

  /// - Returns: false if `isCancelled` returned true before there was a start state.
  func begin(_ key: RunKey, isCancelled: () -> Bool) -> Bool {
    begin(key, &kernel, isCancelled: isCancelled)
  }

  private func begin(_ key: RunKey, _ kernel: inout Kernel, isCancelled: () -> Bool) -> Bool {
    guard kernel.reset(key, isCancelled: isCancelled) else { return false }
    if kernel.course.tally.isKept { kernel.course.tally.reset() }
    isStepOpen = false
    if !interventions.isEmpty {
      interventions.reset()
      apply(interventions.values, to: &kernel)
    }
    kernel.immunize(scenario.immunePeople)
    if let count = scenario.startPeople { kernel.introduceRandomly(count) }
    kernel.introduce(introductions)
    kernel.noteIntroduced(from: 0)
    kernel.vaccinate(Grid.people(ofShare: scenario.immuneShare, of: scenario.grid.people))
    kernel.beginShape()
    endStep(&kernel)
    return true
  }

  /// One step, introductions at its end included.
  func step() {
    closeStep()
    advance(&kernel)
  }

  /// Nobody is infected from outside any more at the end of the current step.
  ///
  /// - Returns: whether that is news.
  @discardableResult
  func closeStep() -> Bool {
    guard isStepOpen else { return false }
    judgeInterventions(&kernel)
    return true
  }

  /// See `Simulator.intervene`.
  func intervene(with own: [Intervention]) {
    interventions.set(own)
    isStepOpen = true
  }

  @inline(__always) private func advance(_ kernel: inout Kernel) {
    kernel.advance(kernel.step < lastIntroduction ? introductions : [])
    kernel.noteOnMap()
    endStep(&kernel)
  }

  @inline(__always) private func endStep(_ kernel: inout Kernel) {
    if !interventions.isEmpty {
      if setup.keepsStepsOpen { isStepOpen = true } else { judgeInterventions(&kernel) }
    }
    kernel.takeShapeIfReached()
  }

  private func judgeInterventions(_ kernel: inout Kernel) {
    isStepOpen = false
    let immunizing = Self.judge(&interventions, &kernel)
    for intervention in immunizing { vaccinate(intervention, &kernel) }
    apply(interventions.values, to: &kernel)
  }

  private func vaccinate(_ intervention: Intervention, _ kernel: inout Kernel) {
    let share = intervention.immunizeShare ?? 0
    guard let name = intervention.ofGroup else {
      return kernel.vaccinate(Grid.people(ofShare: share, of: scenario.grid.people))
    }
    guard let groups = scenario.groups, let group = groups.index(of: name) else { return }
    let size = groups.sizes(people: scenario.grid.people)[group]
    kernel.vaccinate(Grid.people(ofShare: share, of: size), ofGroup: group)
  }

  private static func judge(_ interventions: inout InterventionLog, _ kernel: inout Kernel)
    -> [Intervention]
  {
    interventions.judge(
      step: kernel.step, infected: kernel.infected, everInfected: kernel.course.everInfected,
      latent: kernel.course.latent)
  }

  private func apply(_ new: ChangingValues, to kernel: inout Kernel) {
    kernel.course.recover(with: new.recoveryProbability)
    guard new != values else { return }
    values = new
    kernel.draw(by: setup.plan(under: new))
  }

  /// Infects people from outside at the end of the current step, like an introduction of that
  /// step; they act from the next step on.
  ///
  /// - Returns: those who were healthy.
  func infect(_ people: [Int]) -> [Int] {
    let first = kernel.newlyInfectedCount
    kernel.introduce(people)
    if kernel.step == 0 { kernel.noteIntroduced(from: first) }
    kernel.takeShapeIfReached()
    return kernel.people(from: first)
  }

  var currentStep: Int { kernel.step }

  var reproductionNumber: Double? {
    guard setup.describesCourse else { return nil }
    return CourseResult.reproductionNumber(
      introduced: kernel.course.introduced, infections: kernel.notes.infectionsByIntroduced)
  }

  var infected: Int { kernel.infected }

  var failure: String? { kernel.failure }

  /// Why the run ends here; nil if it goes on.
  var stopReason: StopReason? { stopReason(&kernel) }

  @inline(__always) private func stopReason(_ kernel: inout Kernel) -> StopReason? {
    if plan.tracksPeople { return stopReasonOfTracked(&kernel) }
    if kernel.infected == kernel.people { return .allInfected }
    if kernel.infected >= stopPeople { return .shareReached }
    // Every grid is connected: some infected person has a healthy neighbor as long as there
    // are both infected and healthy people.
    if kernel.step >= lastIntroduction && (plan.strategy == .inert || kernel.infected == 0) {
      return .noSpread
    }
    return kernel.step >= scenario.maxSteps ? .maxSteps : nil
  }

  private func stopReasonOfTracked(_ kernel: inout Kernel) -> StopReason? {
    let isLastIntroduced = kernel.step >= lastIntroduction
    if hasCourse {
      if kernel.infected == 0 && isLastIntroduced { return .extinct }
      if scenario.stopShare < 1 && kernel.course.everInfected >= stopPeople { return .shareReached }
    } else {
      if kernel.infected == kernel.people { return .allInfected }
      if kernel.infected >= stopPeople { return .shareReached }
      var interventions = interventions
      if isStepOpen { _ = Self.judge(&interventions, &kernel) }
      let isInert = interventions.values.infectNobody(by: scenario.rule.draw) || !kernel.canSpread
      if isInert && isLastIntroduced && !interventions.waits { return .noSpread }
    }
    return kernel.step >= scenario.maxSteps ? .maxSteps : nil
  }

  /// The people infected in the last step, or at the start, in person order.
  var newlyInfected: [Int] { kernel.people(from: 0).sorted() }
}
