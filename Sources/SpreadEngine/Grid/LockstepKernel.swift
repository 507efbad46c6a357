internal import KeyedRandom
import SpreadModel

/// Runs of a small group side by side, all at the same step.
///
/// A step of a small group is a handful of sources: its passes end before they are under way.
/// Here every run has a copy of the grid in one array of masks, and the sources of all runs share
/// the kernel's lists, so that one pass serves them all. Keys belong to a run and a person, so
/// the results are those of the runs made one by one.
struct LockstepKernel: ~Copyable {
  /// Most runs at a time.
  static let most = 32
  /// More people than this fill the lists well enough on their own (docs/performance.md).
  private static let mostPeople = 1_000

  private let maxSteps: Int
  private var kernel: SpreadKernel
  /// Cell i of copy c is `c << shift + i` in the lists and masks of the kernel.
  private let shift: UInt32
  private let start: Start
  /// By cell of one copy: what its person adds to the key of a run and to the sums for the shape,
  /// and the neighbors they have.
  private let personKeys: UnsafeMutablePointer<UInt64>
  private let terms: UnsafeMutablePointer<ShapeMeter.Sums>
  private let neighbors: UnsafeMutablePointer<UInt32>

  /// By copy: the run's word, its infected people, the sums for its shape, the shape.
  private let words: UnsafeMutablePointer<UInt64>
  private let counts: UnsafeMutablePointer<UInt32>
  private let sums: UnsafeMutablePointer<ShapeMeter.Sums>
  private var shapes: [Shape?]
  /// `counts` after every step, a row of `most` each.
  private var curves: RawList<UInt32>

  /// The state after the introductions, the same in every copy.
  private struct Start {
    var masks: [UInt8]
    var sources: [UInt32]
    var infected: Int
    var sums: ShapeMeter.Sums
  }

  /// Whether the runs of a scenario can be made and are better made side by side: a small group
  /// that starts from the same people in every run, and stops when all are infected.
  static func serves(_ scenario: Scenario, _ chances: DrawChances) -> Bool {
    scenario.grid.people <= mostPeople && scenario.grid.boundary == .bounded
      && scenario.grid.leastPeople(ofShare: scenario.stopShare) == scenario.grid.people
      && (scenario.rule.update == .synchronous || scenario.rule.pool == .all)
      && !chances.isRare
      && scenario.infectionFactor > 0 && scenario.infectionProbability > 0
      && scenario.introductions.allSatisfy { $0.step == 0 && $0.isFixed }
      && !scenario.introductions.isEmpty
  }

  /// - Precondition: `serves` says yes to the scenario.
  init(_ scenario: Scenario, portable: Bool) {
    maxSteps = scenario.maxSteps
    let cells = PaddedGrid(scenario.grid, scenario.rule.neighborhood).byteCount
    let shift = UInt32(Int.bitWidth - (cells - 1).leadingZeroBitCount)
    self.shift = shift
    kernel = SpreadKernel(scenario, portable: portable, maskBytes: Self.most << Int(shift))
    kernel.reset(0)
    kernel.introduce(scenario.introductions)

    let grid = kernel.grid
    let introduced = kernel.people(from: 0)
    kernel.shape.begin(introduced)
    personKeys = .allocate(capacity: cells)
    terms = .allocate(capacity: cells)
    neighbors = .allocate(capacity: cells)
    for person in 0..<grid.people {
      let cell = grid.cell(of: person)
      personKeys[cell] = UInt64(person) &* RandomKeys.personStride
      terms[cell] = kernel.shape.terms(row: person / grid.columns, column: person % grid.columns)
      neighbors[cell] = UInt32(kernel.template.neighbors(at: UInt32(cell)))
    }
    start = Start(
      masks: Array(UnsafeBufferPointer(start: kernel.masks, count: cells)),
      sources: Array(UnsafeBufferPointer(start: kernel.cells.base, count: kernel.sourceCount)),
      infected: introduced.count,
      sums: introduced.reduce(ShapeMeter.Sums(repeating: 0)) { [terms] in
        $0 &+ terms[grid.cell(of: $1)]
      })
    words = .allocate(capacity: Self.most)
    counts = .allocate(capacity: Self.most)
    counts.initialize(repeating: 0, count: Self.most)
    sums = .allocate(capacity: Self.most)
    shapes = Array(repeating: nil, count: Self.most)
    curves = RawList(capacity: 64 * Self.most)
  }

  deinit {
    personKeys.deallocate()
    terms.deallocate()
    neighbors.deallocate()
    words.deallocate()
    counts.deallocate()
    sums.deallocate()
    curves.deallocate()
  }

  /// The runs with these keys, at most `most` of them, in their order.
  mutating func run(_ keys: ArraySlice<RunKey>) -> [RunResult] {
    begin(keys)
    let copies = keys.count
    var missing = copies * (kernel.grid.people - start.infected)
    keepCounts()
    var openShapes = takeShapes(copies)
    while missing > 0 && kernel.step < maxSteps {
      kernel.step &+= 1
      kernel.infectHits(kernel.drawAll())
      kernel.keepOpen()
      missing &-= kernel.freshCount
      admitFresh(addTerms: openShapes)
      keepCounts()
      if openShapes { openShapes = takeShapes(copies) }
    }
    return (0..<copies).map { result(ofCopy: $0) }
  }

  private mutating func begin(_ keys: ArraySlice<RunKey>) {
    kernel.step = 0
    let sources = start.sources.count
    kernel.cells.reserve(keys.count * sources + 16, keeping: 0)
    kernel.keys.reserve(keys.count * sources + 16, keeping: 0)
    kernel.around.reserve(keys.count * sources + 16, keeping: 0)
    var count = 0
    for (copy, key) in keys.enumerated() {
      let first = copy << Int(shift)
      start.masks.withUnsafeBufferPointer {
        (kernel.masks + first).update(from: $0.baseAddress!, count: $0.count)
      }
      words[copy] = key.word
      counts[copy] = UInt32(start.infected)
      sums[copy] = start.sums
      shapes[copy] = nil
      for cell in start.sources {
        kernel.cells.base[count] = UInt32(first) + cell
        kernel.keys.base[count] = words[copy] &+ personKeys[Int(cell)]
        kernel.around.base[count] = neighbors[Int(cell)]
        count += 1
      }
    }
    kernel.sourceCount = count
  }

  /// Counts the newly infected for their runs and makes them sources.
  @inline(never) private mutating func admitFresh(addTerms: Bool) {
    let fresh = kernel.fresh.base
    let count = kernel.freshCount
    kernel.cells.reserve(kernel.sourceCount &+ count &+ 16, keeping: kernel.sourceCount)
    kernel.keys.reserve(kernel.sourceCount &+ count &+ 16, keeping: kernel.sourceCount)
    let takesAll = kernel.rule.pool == .all
    if takesAll {
      kernel.around.reserve(kernel.sourceCount &+ count &+ 16, keeping: kernel.sourceCount)
    }
    let cells = kernel.cells.base
    let keys = kernel.keys.base
    let around = kernel.around.base
    let masks = kernel.masks
    let personKeys = personKeys
    let terms = terms
    let neighbors = neighbors
    let counts = counts
    let words = words
    let sums = sums
    let shift = shift
    let inCopy = (1 as UInt32) &<< shift &- 1
    let past = UInt64(truncatingIfNeeded: kernel.step) &* RandomKeys.actionStride
    var kept = kernel.sourceCount
    var index = 0
    while index < count {
      let cell = fresh[index]
      let copy = Int(truncatingIfNeeded: cell &>> shift)
      let place = Int(truncatingIfNeeded: cell & inCopy)
      counts[copy] &+= 1
      if addTerms { sums[copy] &+= terms[place] }
      cells[kept] = cell
      keys[kept] = words[copy] &+ personKeys[place] &- past
      if takesAll { around[kept] = neighbors[place] }
      kept &+= masks[Int(truncatingIfNeeded: cell)] != 0 ? 1 : 0
      index &+= 1
    }
    kernel.sourceCount = kept
  }

  private mutating func keepCounts() {
    let row = kernel.step * Self.most
    curves.reserve(row + Self.most, keeping: row)
    (curves.base + row).update(from: counts, count: Self.most)
  }

  /// Takes the shapes of the runs that have enough infected people since this step; false if no
  /// run still has to get there.
  private mutating func takeShapes(_ copies: Int) -> Bool {
    var isOpen = false
    for copy in 0..<copies where shapes[copy] == nil {
      let infected = Int(counts[copy])
      if infected >= kernel.shape.needed {
        shapes[copy] = kernel.shape.shape(sums[copy], infected: infected)
      } else {
        isOpen = true
      }
    }
    return isOpen
  }

  private func result(ofCopy copy: Int) -> RunResult {
    let people = kernel.grid.people
    let column = curves.base + copy
    var steps = 0
    while column[steps * Self.most] < people && steps < kernel.step { steps += 1 }
    let curve = [UInt32](unsafeUninitializedCapacity: steps + 1) { buffer, count in
      for step in 0...steps { buffer[step] = column[step * Self.most] }
      count = steps + 1
    }
    return RunResult(
      stopReason: curve[steps] == people ? .allInfected : .maxSteps, curve: curve,
      shape: shapes[copy], infectionSteps: nil)
  }
}

extension Introduction {
  /// The same people in every run.
  fileprivate var isFixed: Bool {
    switch place {
    case .center: true
    case .people(let people): !people.isEmpty
    case .random, .randomShare: false
    }
  }
}
