internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// The state of one run and the passes that move it on: the fast form of the model.
///
/// Every person has a byte: the directions in which a healthy neighbor stands. Sources with
/// such neighbors are kept in lists, each with the key of its draws. Nothing is allocated per
/// step once the lists have grown. The slow twin in Tests/TestSupport gives the same results.
///
/// It cannot be copied: copies of its many fields, made silently around calls, once took half of a
/// small run. Raw pointers, because arrays in a class cost a factor of 8 to 12 (docs/performance.md).
struct SpreadKernel: ~Copyable {
  let grid: PaddedGrid
  let rule: SpreadRule
  let chances: DrawChances
  let template: NeighborTemplate
  let tables: OutcomeTables
  let draw: SourceDraw
  /// The same draw for the vector passes; nil where they are not to be used.
  let vectorDraw: spread_draw?
  let form: DrawForm
  /// Nobody is ever infected by a source: k = 0 or p = 0.
  let isInert: Bool

  /// By cell: directions with a healthy neighbor.
  let masks: UnsafeMutablePointer<UInt8>
  /// By cell: bit 4 is set while the cell's person is healthy. On a bounded grid this is the
  /// mask byte of the cell to the west, whose east bit says just that.
  let health: UnsafeMutablePointer<UInt8>
  /// Backs `health` on a torus, where the cell to the west may not have an east bit.
  private let torusHealth: UnsafeMutablePointer<UInt8>?

  /// The sources: cell, key of the next draw before `step * actionStride` is added, and with
  /// pool `all` the neighbors they have. In person order where the update is sequential.
  var cells: RawList<UInt32>
  var keys: RawList<UInt64>
  var around: RawList<UInt32>
  var sourceCount = 0
  /// Sequential updates: what the words of the sources say, where vectors read them.
  var readings: RawList<spread_reading>
  /// Cells hit in the step, repeated if hit by several sources.
  var hits: RawList<UInt32>
  /// Cells infected in the step, and how many.
  var fresh: RawList<UInt32>
  var freshCount = 0
  /// Rare form: who acts when.
  var wheel: ActionWheel
  let gaps: ActionGaps
  /// `chances.sizes`, row after row.
  let rareSizes: UnsafeMutablePointer<UInt64>
  /// Sequential updates: sorts the cells of a step.
  var sorter: CellSorter

  var runWord: UInt64 = 0
  var step = 0
  var infected = 0
  var shape: ShapeMeter
  /// By person: step of infection, -1 for never; only while a map is recorded.
  var map: UnsafeMutablePointer<Int32>?

  /// - Parameter maskBytes: room for more masks than the grid's own, for `LockstepKernel`.
  init(_ scenario: Scenario, portable: Bool, maskBytes: Int = 0) {
    rule = scenario.rule
    grid = PaddedGrid(scenario.grid, rule.neighborhood)
    chances = DrawChances(scenario)
    let cap = min(scenario.infectionFactor, 8)
    template = NeighborTemplate(grid)
    tables = OutcomeTables(grid, rule.draw, cap: cap)
    draw = SourceDraw(chances, tables, cap: cap)
    let reachesAll = cap >= (rule.neighborhood == .moore ? 8 : 4)
    form =
      switch rule.draw {
      case .atLeastOne, .uniform: .random
      case .exact: reachesAll ? .coinsOnly : .exact
      case .capped: reachesAll ? .coinsOnly : .capped
      case .scan: reachesAll ? .coinsOnly : .scan
      }
    isInert = cap == 0 || scenario.infectionProbability <= 0
    vectorDraw = portable ? nil : Self.vectorDraw(form, draw, chances, grid, rule)
    masks = .allocate(capacity: max(grid.byteCount, maskBytes))
    if grid.isTorus {
      let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: grid.byteCount)
      torusHealth = bytes
      health = bytes
    } else {
      torusHealth = nil
      health = masks - 1
    }
    cells = RawList(capacity: 64)
    keys = RawList(capacity: 64)
    around = RawList(capacity: 64)
    readings = RawList(capacity: 64)
    hits = RawList(capacity: 512)
    fresh = RawList(capacity: 64)
    rareSizes = .allocate(capacity: 72)
    for (place, size) in chances.sizes.joined().enumerated() { rareSizes[place] = size }
    gaps = ActionGaps(chance: chances.actionChance)
    wheel = ActionWheel(isUsed: chances.isRare)
    sorter = CellSorter(grid, isUsed: rule.update == .sequential && rule.pool == .healthy)
    shape = ShapeMeter(scenario)
  }

  deinit {
    template.deallocate()
    tables.deallocate()
    masks.deallocate()
    torusHealth?.deallocate()
    cells.deallocate()
    keys.deallocate()
    around.deallocate()
    readings.deallocate()
    hits.deallocate()
    fresh.deallocate()
    gaps.deallocate()
    rareSizes.deallocate()
    wheel.deallocate()
    sorter.deallocate()
  }

  /// Everybody healthy, at step 0.
  mutating func reset(_ word: UInt64) {
    template.fill(masks)
    torusHealth?.update(repeating: 0b1_0000, count: grid.byteCount)
    runWord = word
    step = 0
    infected = 0
    sourceCount = 0
    freshCount = 0
    if chances.isRare { wheel.removeAll() }
    shape.reset()
  }

  @inline(__always) func isHealthy(_ cell: UInt32) -> Bool {
    health[Int(truncatingIfNeeded: cell)] & 0b1_0000 != 0
  }

  /// One step without introductions: sources act, `fresh` holds the infected.
  @inline(__always) mutating func advance() {
    step &+= 1
    freshCount = 0
    if isInert { return }
    if chances.isRare {
      advanceRarely()
    } else if rule.update == .sequential && rule.pool == .healthy {
      advanceSequentially()
    } else {
      // With pool `all` a source's choice does not depend on the state: both updates agree.
      advanceSynchronously()
    }
    infected &+= freshCount
  }

  /// Infects somebody from outside at the end of the step; false if they were infected.
  mutating func infect(_ person: Int) -> Bool {
    let cell = UInt32(truncatingIfNeeded: grid.cell(of: person))
    guard isHealthy(cell) else { return false }
    fresh.reserve(freshCount + 1, keeping: freshCount)
    fresh.base[freshCount] = cell
    freshCount += 1
    infected += 1
    health[Int(cell)] &= ~0b1_0000
    removeFromNeighbors(cell)
    map?[person] = Int32(truncatingIfNeeded: step)
    return true
  }

  /// Makes the cells of `fresh` from `first` on sources, after their neighbors know of them,
  /// and drops sources without healthy neighbors.
  mutating func admitIntroduced(from first: Int) {
    if isInert || first == freshCount { return }
    if chances.isRare {
      scheduleFresh(from: first)
    } else {
      let sorted = rule.update == .sequential && rule.pool == .healthy
      admit(fresh.base + first, freshCount - first, sorted: sorted)
    }
  }

  /// The key of the draws of a person infected in this step, before the step's stride is added.
  @inline(__always) func key(at cell: UInt32) -> UInt64 {
    runWord &+ UInt64(truncatingIfNeeded: grid.person(at: cell)) &* RandomKeys.personStride
      &- UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
  }
}
