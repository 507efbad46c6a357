internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// The state of one run and the passes that move it on: the fast form of the model.
///
/// Every person has a byte: the directions in which a healthy neighbor stands. Sources with
/// such neighbors are kept in lists, each with the key of its draws. Nothing is allocated per
/// step once the lists have grown. The reference in Tests/swift/SlowReference gives the same results.
///
/// It cannot be copied: copies of its many fields, made silently around calls, once took half of a
/// small run.
struct GridKernel: ~Copyable {
  private let place = FixedPlace()
  private var memory: Memory
  /// Of what a plan draws by.
  private var tableMemory: Memory
  private(set) var plan: Plan
  let passes: VectorPasses?
  private let rule: SpreadRule
  let grid: PaddedGrid
  let pool: SpreadRule.Pool
  let template: NeighborTemplate
  private(set) var tables: OutcomeTables
  private(set) var draw: SourceDraw
  /// The same draw for the vector passes.
  private(set) var vectorDraw: spread_draw

  /// By cell: directions with a healthy neighbor.
  let masks: RawBuffer<UInt8>
  /// By cell: bit 4 is set while the cell's person is healthy. On a bounded grid this is the
  /// mask byte of the cell to the west, whose east bit says just that.
  let health: RawBuffer<UInt8>
  /// Backs `health` on a torus, where the cell to the west may not have an east bit, and in runs that
  /// track people (`PersonBits`).
  private let ownHealth: RawBuffer<UInt8>?

  /// In person order where the update is sequential.
  var sources: SourceList
  /// Sequential updates: what the words of the sources say, where vectors read them.
  var readings: RawList<spread_reading>
  /// Cells hit in the step, repeated if hit by several sources.
  var hits: RawList<UInt32>
  /// Cells infected in the step, and how many.
  var newlyInfected: RawList<UInt32>
  var newlyInfectedCount = 0
  /// Sequential updates: sorts the cells of a step.
  var sorter: CellSorter
  /// What runs that track people know besides.
  var course: CourseState
  var notes = TransmissionRecorder()
  var clocks: GridClocks
  var vaccination: Vaccination
  let contactLists: ContactLists

  var runWord: UInt64 = 0
  var step = 0
  var infected = 0
  var shape: ShapeMeter
  /// By person: step of infection, -1 for never; only while a map is recorded.
  var map: UnsafeMutablePointer<Int32>?

  /// - Parameter areSeveral: whether there is room for several copies of the grid, for `LockstepKernel`.
  init(_ scenario: Scenario, _ plan: Plan, areSeveral: Bool) {
    let grid = PaddedGrid(scenario.grid, scenario.rule.neighborhood)
    var memory = Memory()
    var tableMemory = Memory()
    let copies =
      areSeveral ? RunCopies(cells: grid.byteCount, in: &memory) : RunCopies(in: &memory)
    let bytes = areSeveral ? copies.cells : grid.byteCount
    let masks: RawBuffer<UInt8> = memory.buffer(bytes)
    // Apart from the fields: at a question about these Swift 6.3 destroys others that are not there yet.
    let ownHealth: RawBuffer<UInt8>? =
      grid.isTorus || plan.tracksPeople ? memory.buffer(bytes) : nil
    health = ownHealth ?? masks.shifted(by: 1)
    self.ownHealth = ownHealth
    self.masks = masks
    self.grid = grid
    self.plan = plan
    passes = plan.vectors.passes
    rule = scenario.rule
    pool = rule.pool
    template = NeighborTemplate(grid, placeMask: copies.placeMask, in: &memory)
    tables = OutcomeTables(grid, rule.draw.plan, plan, in: &tableMemory)
    draw = SourceDraw(plan, tables)
    vectorDraw = spread_draw(draw, plan, grid, rule)
    readings = RawList()
    hits = RawList()
    newlyInfected = RawList()
    sorter = CellSorter(cells: grid.byteCount, isUsed: plan.ordersSources, in: &memory)
    course = CourseState(
      scenario, plan, cells: bytes, copies: copies, tally: PeopleTally(copies, in: &memory),
      rowLength: grid.stride, in: &memory)
    vaccination = Vaccination(scenario, in: &memory)
    contactLists = ContactLists(
      layers: vaccination.needsContacts
        ? [.lists(GridLists.table(scenario.grid, rule.neighborhood))] : [], people: grid.people)
    clocks = GridClocks(scenario, plan)
    sources = SourceList(
      keepsNeighbors: rule.pool == .all && plan.strategy != .clocks,
      keepsBegins: plan.strategy == .clocks, keepsEnds: course.sourcesEnd, passes: passes)
    shape = ShapeMeter(scenario, passes: passes)
    self.memory = memory
    self.tableMemory = tableMemory
  }

  /// Everybody healthy, at step 0.
  mutating func reset(_ word: UInt64) {
    template.fill(masks)
    ownHealth?.fill(PersonBits.healthy | PersonBits.neverInfected, count: grid.byteCount)
    runWord = word
    step = 0
    infected = 0
    sources.removeAll()
    newlyInfectedCount = 0
    course.copies.words[0] = word
    if course.isTracked { course.reset() }
    vaccination.reset()
    notes.reset()
    if plan.strategy == .clocks { clocks.reset(plan.infectionProbability) }
    shape.reset()
  }

  /// Draws by another plan of the same scenario from the next step on: k or p have changed.
  mutating func draw(by plan: Plan) {
    self.plan = plan
    if plan.strategy == .clocks { return clocks.change(to: plan.infectionProbability) }
    if plan.cap != tables.cap {
      tableMemory = Memory()
      tables = OutcomeTables(grid, rule.draw.plan, plan, in: &tableMemory)
    }
    draw = SourceDraw(plan, tables)
    vectorDraw = spread_draw(draw, plan, grid, rule)
  }

  @inline(__always) mutating func act() {
    switch plan.strategy {
    case .inert, .rings: break
    case .synchronous, .clocks:
      let hitCount = plan.strategy == .clocks ? drawByClocks() : drawAll()
      closeHits(hitCount)
      if notes.isOpen { noteHits() }
      infectHits(hitCount)
    case .sequential:
      actSequentially()
      if notes.isOpen { noteInfections() }
    }
  }

  /// Clears somebody who is not healthy any more in the masks of their neighbors.
  func removeFromNeighbors(_ cell: UInt32) {
    if clearsAllMasks {
      grid.removeFromAllInnerNeighbors(cell, masks)
    } else {
      grid.removeFromNeighbors(cell, masks)
    }
  }

  /// Whether health stands apart from the masks on a grid with edges.
  @inline(__always) var clearsAllMasks: Bool { course.isTracked && !grid.isTorus }

  /// Makes the cells of `newlyInfected` from `first` on sources, after their neighbors know of them: their
  /// first action is in the next step. Sources without a healthy neighbor are dropped. The one place where a person becomes a source.
  @inline(__always) mutating func becomeSources(from first: Int) {
    switch plan.strategy {
    case .inert, .rings: break
    case .synchronous, .clocks:
      sources.keepOpen(masks)
      let old = sources.count
      if sources.appendsVectors(newlyInfectedCount &- first) {
        sources.append(
          newlyInfected.view, first..<newlyInfectedCount, masks, course.peopleForVectors,
          past: past)
      } else {
        var people = newPeople
        sources.append(newlyInfected.view, first..<newlyInfectedCount, masks, &people)
      }
      startClocks(from: old)
    case .sequential:
      sources.keepOpen(masks)
      hits.reserve(newlyInfectedCount &- first &+ 1)
      var people = newPeople
      sources.merge(
        newlyInfected.view, first..<newlyInfectedCount, masks, hits.view, sorter, &people)
    }
  }

  /// Those infected in this step.
  @inline(__always) var newPeople: PeopleOfStep {
    PeopleOfStep(start: runWord &- past, grid: grid, template: template)
  }

  /// What is taken away from the words of those infected in this step, which makes them keys.
  @inline(__always) var past: UInt64 {
    UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
  }
}

/// The people infected in one step of a run.
struct PeopleOfStep: NewPeople {
  let start: UInt64
  let grid: PaddedGrid
  let template: NeighborTemplate

  @inline(__always) func key(of cell: UInt32) -> UInt64 {
    start &+ UInt64(truncatingIfNeeded: grid.person(at: cell)) &* RandomKeys.personStride
  }

  @inline(__always) func neighbors(of cell: UInt32) -> UInt8 { template.neighbors(at: cell) }
}
