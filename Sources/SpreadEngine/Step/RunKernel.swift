import SpreadModel

/// The state of one run and the passes that move it on.
///
/// A kernel says how people meet and how sources act; how infections begin and end, and who infected whom, is
/// written here once for all kernels. People stand in cells. Where they meet by lists, their numbers stand for
/// cells.
protocol RunKernel: ~Copyable {
  init(_ scenario: Scenario, _ plan: Plan)

  var plan: Plan { get }
  var passes: VectorPasses? { get }
  /// Number of people.
  var people: Int { get }
  /// `Grid.center`.
  var center: Int { get }
  /// Who has neighbors in which cells; nil where numbers stand for cells.
  var layout: NeighborTemplate? { get }
  func cell(of person: Int) -> UInt32
  func person(at cell: UInt32) -> Int

  var runWord: UInt64 { get }
  var step: Int { get set }
  var infected: Int { get set }
  /// By cell: `PersonBits`.
  var health: RawBuffer<UInt8> { get }
  /// By cell: not 0 where an acting person may be a source.
  var openBytes: RawBuffer<UInt8> { get }
  /// In person order where the update is sequential.
  var sources: SourceList { get set }
  /// Sequential updates: sorts the cells of a step.
  var sorter: CellSorter { get }
  /// Of runs whose people are of groups: the index of somebody's group.
  func group(of person: Int) -> Int?
  var vaccination: Vaccination { get set }
  /// Who has which contacts; asked for where the order of vaccination does.
  var contactLists: ContactLists { get }
  /// Cells hit in the step, repeated if hit by several sources.
  var hits: RawList<UInt32> { get set }
  /// Cells of the people infected in the step, or introduced at its end, and how many.
  var newlyInfected: RawList<UInt32> { get set }
  var newlyInfectedCount: Int { get set }
  var course: CourseState { get set }
  var notes: TransmissionRecorder { get set }
  var shape: ShapeMeter { get set }
  /// By person: step of infection, -1 for never; only while a map is recorded.
  var map: UnsafeMutablePointer<Int32>? { get set }
  /// Where nobody recovers: whether some infected person has a healthy neighbor.
  var canSpread: Bool { get }
  /// Why the run cannot go on: see `RunResult.failure`.
  var failure: String? { get }
  /// What everybody is, in person order.
  func forEachState(_ body: (_ person: Int, _ state: PersonState) -> Void)

  /// Everybody healthy, at step 0.
  ///
  /// - Returns: false if contacts were not drawn to their end, because `isCancelled` returned true.
  mutating func reset(_ key: RunKey, isCancelled: () -> Bool) -> Bool
  /// Draws by another plan of the same scenario from the next step on: k or p have changed.
  mutating func draw(by plan: Plan)
  /// Sources act: `newlyInfected` holds the infected.
  mutating func act()
  /// The end of a step in which sources acted, and with which people come from outside, if some do.
  mutating func endStep(_ introductions: [PlannedIntroduction])
  /// Lets the people infected from outside begin, from the first of these on.
  mutating func admit(from first: Int)
  /// Somebody is not healthy any more.
  mutating func stopBeingHealthy(_ cell: UInt32)
  /// People are healthy again.
  mutating func becomeHealthy(_ cells: RawBuffer<UInt32>, _ range: Range<Int>)
  /// Writes down what else belongs to the infections of these people of `newlyInfected`.
  mutating func describeInfections(_ new: Range<Int>)
  /// The sources from this one on act for the first time in the next step: their clocks, if they have some, begin.
  mutating func startClocks(from first: Int)
  /// The clocks of these people of `newlyInfected` wait until they ring.
  ///
  /// - Parameters:
  ///   - keys: of sources, from place 0 on.
  ///   - spans: when they act, from place 0 on.
  mutating func startRings(_ new: Range<Int>, keys: RawBuffer<UInt64>, _ spans: ActingSpans)
  /// Somebody acts from the next step on.
  mutating func startActing(_ cell: UInt32)
  /// Closes sources without a healthy neighbor, where `openBytes` does not show them by itself.
  mutating func closeSources()
  mutating func takeShapeIfReached()
}

extension RunKernel where Self: ~Copyable {
  var layout: NeighborTemplate? { nil }
  var failure: String? { nil }
  func group(of person: Int) -> Int? { nil }

  func isHealthy(person: Int) -> Bool { isHealthy(cell(of: person)) }

  @inline(__always) func isHealthy(_ cell: UInt32) -> Bool {
    health[cell] & PersonBits.healthy != 0
  }

  func state(of person: Int) -> PersonState {
    PersonState(health[cell(of: person)], isTracked: course.isTracked)
  }

  func forEachState(_ body: (_ person: Int, _ state: PersonState) -> Void) {
    for person in 0..<people { body(person, state(of: person)) }
  }

  /// One step, with those of the introductions that are of it.
  @inline(__always) mutating func advance(_ introductions: [PlannedIntroduction]) {
    step &+= 1
    newlyInfectedCount = 0
    openNotes()
    act()
    if notes.isOpen { chooseInfectors() }
    endStep(introductions)
  }

  /// The people of `newlyInfected` from `first` on. Mutating, because a borrowed kernel would be copied.
  mutating func people(from first: Int) -> [Int] {
    var people: [Int] = []
    for index in first..<newlyInfectedCount { people.append(person(at: newlyInfected.view[index])) }
    return people
  }

  /// Writes the people infected in the step to the map; runs that track people do so as infections begin.
  @inline(__always) mutating func noteOnMap() {
    guard let map, !course.isTracked else { return }
    for index in 0..<newlyInfectedCount {
      map[person(at: newlyInfected.view[index])] = Int32(truncatingIfNeeded: step)
    }
  }

  /// Fixes the origin of the shape: the people introduced at step 0.
  mutating func beginShape() { shape.begin(people(from: 0)) }
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
