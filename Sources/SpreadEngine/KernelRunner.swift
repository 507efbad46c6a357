import SpreadModel

/// Makes runs with a kernel: when they begin and end, what comes from outside, what is written down.
///
/// A generic class, so that every kind of kernel has a copy of its own in which it is known.
final class KernelRunner<Kernel: RunKernel & ~Copyable>: RunMaker {
  private let scenario: Scenario
  private let stopPeople: Int
  private let lastIntroduction: Int
  private let hasCourse: Bool
  private let describesCourse: Bool
  private let portable: Bool
  private(set) var kernel: Kernel
  private var curve: RawList<UInt32>
  /// By step, where people are tracked.
  private var courseRows: RawList<CourseRow>
  private let plan: Plan
  private var changes: ChangeLog
  /// Those that the kernel goes by.
  private var values: ChangingValues

  /// - Parameters:
  ///   - portable: keeps to the passes that every processor can run; the results are the same.
  ///   - describesCourse: whether results have a `CourseResult`.
  init(_ scenario: Scenario, _ plan: Plan, portable: Bool, describesCourse: Bool) {
    self.scenario = scenario
    self.portable = portable
    hasCourse = scenario.hasCourse
    self.describesCourse = describesCourse
    self.plan = plan
    stopPeople = scenario.grid.leastPeople(ofShare: scenario.stopShare)
    lastIntroduction = scenario.introductions.map(\.step).max() ?? 0
    kernel = Kernel(scenario, plan)
    changes = ChangeLog(scenario)
    values = changes.values
    curve = RawList(capacity: 256)
    courseRows = RawList(capacity: plan.tracksPeople ? 256 : 0)
  }

  deinit {
    curve.deallocate()
    courseRows.deallocate()
  }

  /// A whole run.
  ///
  /// - Parameter recordMap: whether the step of each person's infection is kept.
  func run(_ key: RunKey, recordMap: Bool) -> RunResult {
    finish(key, recordMap: recordMap) { false }
  }

  /// A whole run that may be given up between two steps.
  ///
  /// - Returns: nil if `isCancelled` said so before the end.
  func run(
    _ key: RunKey, recordMap: Bool, isCancelled: () -> Bool
  ) -> RunResult? {
    let result = finish(key, recordMap: recordMap, isCancelled: isCancelled)
    return stopReason == nil ? nil : result
  }

  @inline(__always) private func finish(
    _ key: RunKey, recordMap: Bool, isCancelled: () -> Bool
  ) -> RunResult {
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
      infectionSteps: map, course: describesCourse ? courseResult : nil)
  }

  private var courseResult: CourseResult {
    func column(_ place: Int) -> [UInt32] { (0...kernel.step).map { courseRows.view[$0][place] } }
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
    _ kernel: inout Kernel, _ curve: inout RawList<UInt32>, isCancelled: () -> Bool
  ) {
    curve.view[0] = UInt32(truncatingIfNeeded: kernel.infected)
    if plan.tracksPeople { courseRows.view[0] = kernel.course.row }
    while stopReason(kernel) == nil, !isCancelled() {
      advance(&kernel)
      curve.reserve(kernel.step &+ 1, keeping: kernel.step)
      curve.view[kernel.step] = UInt32(truncatingIfNeeded: kernel.infected)
      if plan.tracksPeople {
        courseRows.reserve(kernel.step &+ 1, keeping: kernel.step)
        courseRows.view[kernel.step] = kernel.course.row
      }
    }
  }

  /// Sets the start state, the introductions of step 0 included.
  func begin(_ key: RunKey) {
    kernel.reset(key)
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
    kernel.shape.begin(kernel.people(from: 0))
    if !changes.isEmpty { judgeChanges(&kernel) }
    kernel.takeShapeIfReached()
  }

  /// One step, introductions at its end included.
  func step() { advance(&kernel) }

  @inline(__always) private func advance(_ kernel: inout Kernel) {
    kernel.advance()
    kernel.noteOnMap()
    if kernel.step <= lastIntroduction { kernel.introduce(scenario.introductions) }
    if !changes.isEmpty { judgeChanges(&kernel) }
    kernel.takeShapeIfReached()
  }

  private func judgeChanges(_ kernel: inout Kernel) {
    let shares = changes.judge(
      step: kernel.step, infected: kernel.infected, everInfected: kernel.course.everInfected)
    for share in shares {
      kernel.immunizeRandomly(Grid.people(ofShare: share, of: scenario.grid.people))
    }
    apply(changes.values, to: &kernel)
  }

  private func apply(_ new: ChangingValues, to kernel: inout Kernel) {
    kernel.course.recover(with: new.recoveryProbability)
    guard new != values else { return }
    values = new
    var changed = scenario
    changed.infectionFactor = new.infectionFactor
    changed.realInfectionFactor = new.meanContacts
    changed.infectionProbability = new.infectionProbability
    kernel.draw(
      by: Plan(changed, portable: portable, describesCourse: describesCourse))
  }

  /// Infects people from outside at the end of the current step, like an introduction of that
  /// step; they act from the next step on.
  ///
  /// - Returns: those who were healthy.
  func infect(_ people: [Int]) -> [Int] {
    let first = kernel.freshCount
    kernel.introduce(people)
    if kernel.step == 0 { kernel.noteIntroduced(from: first) }
    kernel.takeShapeIfReached()
    return kernel.people(from: first)
  }

  var currentStep: Int { kernel.step }

  var infected: Int { kernel.infected }

  /// Why the run ends here; nil if it goes on.
  var stopReason: StopReason? { stopReason(kernel) }

  @inline(__always) private func stopReason(_ kernel: borrowing Kernel) -> StopReason? {
    if plan.tracksPeople { return stopReasonOfTracked(kernel) }
    if kernel.infected == kernel.people { return .allInfected }
    if kernel.infected >= stopPeople { return .shareReached }
    // Every grid is connected: some infected person has a healthy neighbor as long as there
    // are both infected and healthy people.
    if kernel.step >= lastIntroduction && (plan.strategy == .inert || kernel.infected == 0) {
      return .noSpread
    }
    return kernel.step >= scenario.maxSteps ? .maxSteps : nil
  }

  private func stopReasonOfTracked(_ kernel: borrowing Kernel) -> StopReason? {
    let isLastIntroduced = kernel.step >= lastIntroduction
    if hasCourse {
      if kernel.infected == 0 && isLastIntroduced { return .extinct }
      if scenario.stopShare < 1 && kernel.course.everInfected >= stopPeople { return .shareReached }
    } else {
      if kernel.infected == kernel.people { return .allInfected }
      if kernel.infected >= stopPeople { return .shareReached }
      let isInert = kernel.plan.strategy == .inert || !kernel.canSpread
      if isInert && isLastIntroduced && !changes.waitsForStep { return .noSpread }
    }
    return kernel.step >= scenario.maxSteps ? .maxSteps : nil
  }

  /// The people infected in the last step, or at the start, in person order.
  var newlyInfected: [Int] { kernel.people(from: 0).sorted() }

  func isInfected(_ person: Int) -> Bool { !kernel.isHealthy(person: person) }
}
