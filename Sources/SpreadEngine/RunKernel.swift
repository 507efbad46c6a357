import SpreadModel

/// The state of one run and what moves it on: what `KernelRunner` needs of a kernel, whatever people
/// meet by.
protocol RunKernel: ~Copyable {
  init(_ scenario: Scenario, _ plan: Plan)

  var plan: Plan { get }
  /// Number of people.
  var people: Int { get }
  /// `Grid.center`.
  var center: Int { get }
  var runWord: UInt64 { get }
  var step: Int { get }
  var infected: Int { get }
  /// People infected in the step, or introduced at its end: how many.
  var freshCount: Int { get }
  var course: CourseState { get set }
  var notes: TransmissionRecorder { get set }
  var shape: ShapeMeter { get }
  /// By person: step of infection, -1 for never; only while a map is recorded.
  var map: UnsafeMutablePointer<Int32>? { get set }
  /// Where nobody recovers: whether some infected person has a healthy neighbor.
  var canSpread: Bool { get }
  /// Why the run cannot go on: see `RunResult.failure`.
  var failure: String? { get }
  func state(of person: Int) -> PersonState
  /// What everybody is, in person order.
  func forEachState(_ body: (_ person: Int, _ state: PersonState) -> Void)
  func isHealthy(person: Int) -> Bool

  /// Everybody healthy, at step 0.
  mutating func reset(_ key: RunKey)
  /// Draws by another plan of the same scenario from the next step on: k or p have changed.
  mutating func draw(by plan: Plan)
  /// One step without introductions.
  mutating func advance()
  mutating func immunize(_ people: some Sequence<Int>)
  mutating func immunizeRandomly(_ count: Int)
  /// Infects somebody from outside at the end of the step; false if they were not healthy.
  mutating func infect(_ person: Int) -> Bool
  /// Lets the people infected from outside begin, from the first of these on.
  mutating func admit(from first: Int)
  /// Notes the people introduced at step 0: those infected in the step from the first of these on.
  mutating func noteIntroduced(from first: Int)
  /// Writes the people infected by the step's sources to the map.
  mutating func noteOnMap()
  /// Fixes the origin of the shape: the people introduced at step 0.
  mutating func beginShape()
  mutating func takeShapeIfReached()
  /// The people infected in the step, from the first of these on. Mutating, because a borrowed kernel
  /// would be copied.
  mutating func people(from first: Int) -> [Int]
}

extension SpreadKernel: RunKernel {
  init(_ scenario: Scenario, _ plan: Plan) { self.init(scenario, plan, areSeveral: false) }

  var failure: String? { nil }
  var people: Int { grid.people }
  var center: Int { grid.center }

  mutating func reset(_ key: RunKey) { reset(key.word) }

  func isHealthy(person: Int) -> Bool {
    isHealthy(UInt32(truncatingIfNeeded: grid.cell(of: person)))
  }

  func state(of person: Int) -> PersonState {
    PersonState(
      health[UInt32(truncatingIfNeeded: grid.cell(of: person))], isTracked: course.isTracked)
  }

  func forEachState(_ body: (_ person: Int, _ state: PersonState) -> Void) {
    for first in stride(from: 0, to: grid.people, by: grid.columns) {
      // Cells of a row lie side by side: a division per row, not per person.
      let offset = grid.cell(of: first) - first
      for person in first..<min(first + grid.columns, grid.people) {
        body(
          person,
          PersonState(
            health[UInt32(truncatingIfNeeded: person + offset)], isTracked: course.isTracked))
      }
    }
  }
}

extension PersonState {
  /// What a health byte says.
  @inline(__always) init(_ bits: UInt8, isTracked: Bool) {
    self =
      if bits & PersonBits.healthy != 0 {
        .healthy
      } else if !isTracked || bits & PersonBits.acting != 0 {
        .infectious
      } else {
        bits & PersonBits.latent != 0 ? .latent : .immune
      }
  }
}
