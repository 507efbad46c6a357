internal import KeyedRandom
import SpreadModel

/// Runs of a small group side by side, all at the same step.
///
/// A step of a small group is a handful of sources: its passes end before they are under way.
/// Here every run has a copy of the grid in one array of masks, and the sources of all runs share
/// the kernel's lists, so that one pass serves them all. Keys belong to a run and a person, so
/// the results are those of the runs made one by one.
struct LockstepKernel: ~Copyable {
  private let place = FixedPlace()
  /// Most runs at a time.
  static let most = RunCopies.most

  private var memory: Memory
  let maxSteps: Int
  var kernel: GridKernel
  /// Cell i of copy c is `c << shift + i` in the lists and masks of the kernel.
  let shift: UInt32
  let start: Start
  /// People immune from the start.
  let startImmune: Int
  /// By cell of one copy: what its person adds to the key of a run and to the sums for the shape,
  /// and the neighbors they have.
  private let personKeys: RawBuffer<UInt64>
  private let terms: RawBuffer<ShapeMeter.Sums>
  private let neighbors: RawBuffer<UInt8>

  /// By copy: the run's word, its infected people, the sums for its shape, the shape.
  let words: RawBuffer<UInt64>
  private let counts: RawBuffer<UInt32>
  private let sums: RawBuffer<ShapeMeter.Sums>
  var shapes: [Shape?]
  /// `counts` after every step, a row of `most` each.
  private var curves: RawList<UInt32>
  /// The same of `RunCopies.counts`, where people are tracked.
  var courseRows: RawList<SIMD8<UInt32>>

  /// The state after the introductions, the same in every copy.
  struct Start {
    var masks: RawBuffer<UInt8>
    /// Health bytes, where people are tracked.
    var health: RawBuffer<UInt8>?
    /// The people introduced who are sources; where people are tracked all of them, who are so only once
    /// their infections have begun.
    var sources: RawBuffer<UInt32>
    var infected: Int
    var sums: ShapeMeter.Sums
  }

  /// - Precondition: the plan says that runs are made side by side.
  init(_ scenario: Scenario, _ plan: Plan) {
    precondition(plan.isSideBySide)
    var memory = Memory()
    maxSteps = scenario.maxSteps
    let cells = PaddedGrid(scenario.grid, scenario.rule.neighborhood).byteCount
    kernel = GridKernel(scenario, plan, areSeveral: true)
    shift = kernel.course.copies.shift
    kernel.reset(0)
    kernel.immunize(scenario.immunePeople)
    kernel.introduce(scenario.introductions.map { PlannedIntroduction($0) })

    let grid = kernel.grid
    let introduced = kernel.people(from: 0)
    kernel.shape.begin(introduced)
    personKeys = memory.buffer(cells)
    terms = memory.buffer(cells)
    neighbors = memory.buffer(cells)
    for person in 0..<grid.people {
      let cell = grid.cell(of: person)
      personKeys[cell] = UInt64(person) &* RandomKeys.personStride
      terms[cell] = kernel.shape.terms(row: person / grid.columns, column: person % grid.columns)
      neighbors[cell] = kernel.template.neighbors(at: UInt32(cell))
    }
    var sources = memory.copy(kernel.sources.count, of: kernel.sources.cells.view)
    if plan.tracksPeople {
      kernel.reset(0)
      kernel.immunize(scenario.immunePeople)
      for person in introduced { _ = kernel.infect(person) }
      sources = memory.copy(introduced.count, of: kernel.newlyInfected.view)
    }
    startImmune = kernel.course.immune
    start = Start(
      masks: memory.copy(cells, of: kernel.masks),
      health: plan.tracksPeople ? memory.copy(cells, of: kernel.health) : nil, sources: sources,
      infected: introduced.count,
      sums: introduced.reduce(ShapeMeter.Sums(repeating: 0)) { [terms] in
        $0 &+ terms[grid.cell(of: $1)]
      })
    words = kernel.course.copies.words
    counts = memory.buffer(Self.most)
    counts.fill(0, count: Self.most)
    sums = memory.buffer(Self.most)
    shapes = Array(repeating: nil, count: Self.most)
    curves = RawList()
    courseRows = RawList()
    self.memory = memory
  }

  /// Steps between two looks at whether to go on: a look costs as much as a small step.
  static let looks = 64

  /// Adds the runs with these keys, at most `most` of them, in their order.
  ///
  /// - Returns: false if `isCancelled` said so before the end; then none is added.
  mutating func run(
    _ keys: ArraySlice<RunKey>, isCancelled: () -> Bool, to results: inout [RunResult]
  ) -> Bool {
    if kernel.course.isTracked {
      return runCourses(keys, isCancelled: isCancelled, to: &results)
    }
    begin(keys)
    let copies = keys.count
    var missing = copies * (kernel.grid.people - start.infected)
    keepCounts()
    var openShapes = kernel.shape.isDefined && takeShapes(copies)
    while missing > 0 && kernel.step < maxSteps {
      if kernel.step % Self.looks == 0, isCancelled() { return false }
      kernel.step &+= 1
      kernel.infectHits(kernel.plan.strategy == .clocks ? kernel.drawByClocks() : kernel.drawAll())
      kernel.sources.keepOpen(kernel.masks)
      missing &-= kernel.newlyInfectedCount
      admitNewlyInfected(addTerms: openShapes)
      keepCounts()
      if openShapes { openShapes = takeShapes(copies) }
    }
    for copy in 0..<copies { results.append(result(ofCopy: copy)) }
    return true
  }

  private mutating func begin(_ keys: ArraySlice<RunKey>) {
    kernel.step = 0
    kernel.sources.removeAll()
    if kernel.plan.strategy == .clocks { kernel.clocks.reset(kernel.plan.infectionProbability) }
    kernel.newlyInfected.reserve(keys.count * start.sources.count)
    let newlyInfected = kernel.newlyInfected.view
    var count = 0
    for (copy, key) in keys.enumerated() {
      let first = copy << Int(shift)
      kernel.masks.copy(start.masks.count, of: start.masks, to: first)
      words[copy] = key.word
      counts[copy] = UInt32(start.infected)
      sums[copy] = start.sums
      shapes[copy] = nil
      for index in 0..<start.sources.count {
        newlyInfected[count] = UInt32(first) + start.sources[index]
        count += 1
      }
    }
    kernel.newlyInfectedCount = count
    becomeSources(noting: false, addTerms: false)
  }

  /// Counts the newly infected for their runs and makes them sources.
  @inline(never) private mutating func admitNewlyInfected(addTerms: Bool) {
    becomeSources(noting: true, addTerms: addTerms)
  }

  /// Makes the cells of `newlyInfected` sources of their runs.
  @inline(__always) private mutating func becomeSources(noting: Bool, addTerms: Bool) {
    let old = kernel.sources.count
    defer { kernel.startClocks(from: old) }
    let byVectors = kernel.sources.appendsVectors(kernel.newlyInfectedCount)
    var people = PeopleOfCopies(
      shift: shift, words: words, personKeys: personKeys, neighborsOf: neighbors, counts: counts,
      sums: sums, terms: terms, noting: noting, addTerms: addTerms,
      past: UInt64(truncatingIfNeeded: kernel.step) &* RandomKeys.actionStride)
    guard byVectors else {
      kernel.sources.append(
        kernel.newlyInfected.view, 0..<kernel.newlyInfectedCount, kernel.masks, &people)
      return
    }
    if noting {
      let newlyInfected = kernel.newlyInfected.view
      for index in 0..<kernel.newlyInfectedCount { people.note(newlyInfected[index]) }
    }
    kernel.sources.append(
      kernel.newlyInfected.view, 0..<kernel.newlyInfectedCount, kernel.masks,
      kernel.course.peopleForVectors,
      past: people.past)
  }

  private mutating func keepCounts() {
    let row = kernel.step * Self.most
    curves.reserve(row + Self.most, keeping: row)
    curves.view.copy(Self.most, of: counts, to: row)
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
    let counts = curves.view
    var steps = 0
    while counts[steps * Self.most + copy] < people && steps < kernel.step { steps += 1 }
    let curve = [UInt32](unsafeUninitializedCapacity: steps + 1) { buffer, count in
      for step in 0...steps { buffer[step] = counts[step * Self.most + copy] }
      count = steps + 1
    }
    return RunResult(
      stopReason: curve[steps] == people ? .allInfected : .maxSteps, curve: curve,
      shape: shapes[copy], infectionSteps: nil)
  }
}

/// The people infected in one step of all copies; their runs note them when they are asked for.
private struct PeopleOfCopies: NewPeople {
  let shift: UInt32
  let words: RawBuffer<UInt64>
  let personKeys: RawBuffer<UInt64>
  let neighborsOf: RawBuffer<UInt8>
  let counts: RawBuffer<UInt32>
  let sums: RawBuffer<ShapeMeter.Sums>
  let terms: RawBuffer<ShapeMeter.Sums>
  /// Whether people are counted, and added to the sums of their run.
  let noting: Bool
  let addTerms: Bool
  let past: UInt64

  @inline(__always) private func place(_ cell: UInt32) -> Int {
    Int(truncatingIfNeeded: cell & ((1 as UInt32) &<< shift &- 1))
  }

  /// Counts somebody for their run.
  @inline(__always) func note(_ cell: UInt32) {
    note(Int(truncatingIfNeeded: cell &>> shift), place(cell))
  }

  @inline(__always) private func note(_ copy: Int, _ place: Int) {
    counts[copy] &+= 1
    if addTerms { sums[copy] &+= terms[place] }
  }

  @inline(__always) func key(of cell: UInt32) -> UInt64 {
    let copy = Int(truncatingIfNeeded: cell &>> shift)
    let place = place(cell)
    if noting { note(copy, place) }
    return words[copy] &+ personKeys[place] &- past
  }

  @inline(__always) func neighbors(of cell: UInt32) -> UInt8 { neighborsOf[place(cell)] }
}
