internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// The state of one run in which people meet by lists, or all others, and the passes that move it on.
///
/// A person has a byte that says what they are, and another that says whether they may still be a source;
/// people have no cells here, their numbers stand for these. Buffers are kept between runs. The
/// reference in Tests/swift/SlowReference gives the same results.
struct ListKernel: ~Copyable, RunKernel {
  private let place = FixedPlace()
  /// Vector passes read some bytes behind that of a person.
  static let bytesBehind = 64
  /// From so many on their lists are larger than caches.
  private static let manyPeople = 1 << 17

  private var memory: Memory
  private(set) var plan: Plan
  let passes: VectorPasses?
  let scenario: Scenario
  let people: Int
  let center: Int

  /// The lists of the run; nil where everybody meets everybody.
  private(set) var table: NeighborTable?
  /// Those of `table`; read here, because asking the class would count references.
  private(set) var starts: UnsafeMutablePointer<UInt32>?
  private(set) var neighbors: UnsafeMutablePointer<UInt32>?
  /// The most neighbors anybody has, or a bound of it.
  private(set) var mostNeighbors = 0
  /// What the lists were drawn from.
  private var tableWord: UInt64?
  var listDraw: ListDraw
  var everybodyDraw: EverybodyDraw
  private var coins: ContactCoins
  /// Gaps of contacts where everybody meets everybody; nil where all succeed.
  private var gaps: GeometricGaps?
  /// Contacts that differ.
  var layers: RunLayers
  /// Where sources draw by Swift of the program's own.
  let own: OwnSources?

  let groups: GroupAssignment
  var vaccination: Vaccination
  /// By person: `PersonBits`.
  let health: RawBuffer<UInt8>
  /// By person: not 0 while they may be a source, now or later.
  let open: RawBuffer<UInt8>
  /// Where everybody meets everybody, and only the healthy are candidates.
  var healthyPeople: HealthySet?
  /// Where infections differ in how many people are contacted, by person: the factor of their mean.
  let factors: RawBuffer<Double>
  let gamma: GammaFactor?
  /// In person order where the update is sequential.
  var sources: SourceList
  let sorter: CellSorter
  /// Whether those infected by clocks are sorted into person order.
  let sortsInfected: Bool
  /// People hit in the step, repeated if hit by several sources.
  var hits = RawList<UInt32>()
  /// People infected in the step, and how many.
  var newlyInfected = RawList<UInt32>()
  var newlyInfectedCount = 0
  var course: CourseState
  var notes = TransmissionRecorder()
  var witness: SusceptibleContactScan
  /// Where contacts have clocks.
  var clocks: ContactClocks
  var firstClocks: FirstClocks
  /// Where a clock that rings is the last one of its pair, and it is known when: then no more is kept of it.
  let ringsOnce: Bool
  var rings: Wheel<SureRing>
  /// Where these contacts differ.
  var layerClocks: LayerClocks
  /// By person: the last step in which they act; where clocks are looked at again.
  let endsOf: RawBuffer<UInt32>
  let keepsEnds: Bool
  /// By person: the step before the first one in which they act; where clocks may be due that are of an infection
  /// before.
  let beginsOf: RawBuffer<UInt32>?
  /// Clocks that rang in the step by healthy people, and their sources where these are noted.
  var ringCount = 0
  var ringSources = RawList<UInt32>()
  /// Of infections that begin: in how many steps one of them acts at most, where contacts differ, and the first clocks that
  /// may ring.
  var longestSteps = 0
  var found = FoundClocks()

  private(set) var runWord: UInt64 = 0
  var step = 0
  var infected = 0
  var shape: ShapeMeter
  var map: UnsafeMutablePointer<Int32>?

  init(_ scenario: Scenario, _ plan: Plan) {
    var memory = Memory()
    self.plan = plan
    passes = plan.vectors.passes
    self.scenario = scenario
    people = scenario.grid.people
    center = scenario.grid.center
    listDraw = ListDraw(scenario.rule, plan)
    coins = ContactCoins(threshold: plan.coinThreshold)
    everybodyDraw = EverybodyDraw(scenario.rule, plan)
    gaps = EverybodyDraw.gaps(plan.infectionProbability)
    let groups = GroupAssignment(scenario, in: &memory)
    // Not asked once it is a field: Swift 6.3 would destroy others before all fields are there.
    let layers = RunLayers(scenario, plan, groups.groupOf)
    let everybodyCount = layers.everybodyCount
    own = OwnSources(scenario.rule, on: scenario.grid)
    let bytes = people + Self.bytesBehind
    health = memory.buffer(bytes)
    open = memory.buffer(bytes)
    let isAmongAll = plan.meeting == .everybody || everybodyCount > 0
    if isAmongAll && scenario.rule.pool == .healthy {
      healthyPeople = HealthySet(people: people, in: &memory)
    }
    gamma = scenario.course.infectiousnessDispersion.map { GammaFactor(shape: $0) }
    factors = memory.buffer(gamma == nil ? 0 : people)
    vaccination = Vaccination(scenario, in: &memory)
    let copies = RunCopies(in: &memory)
    course = CourseState(
      scenario, plan, cells: people, copies: copies,
      tally: PeopleTally(copies, groups, in: &memory), in: &memory)
    sources = SourceList(
      keepsNeighbors: false, keepsEnds: course.sourcesEnd, passes: passes)
    let isByClocks = plan.strategy == .rings
    // No field is asked: see above.
    let sortsInfected =
      isByClocks && plan.meeting != .everybody && scenario.grid.people >= Self.manyPeople
    self.sortsInfected = sortsInfected
    sorter = CellSorter(
      cells: people, isUsed: plan.ordersSources || sortsInfected, in: &memory)
    witness = SusceptibleContactScan(
      isUsed: (plan.meeting == .lists || plan.meeting == .layers) && !scenario.hasCourse,
      in: &memory)
    let ringsOnce = isByClocks && !plan.mayChangeProbability && !scenario.letsPeopleReturn
    self.ringsOnce = ringsOnce
    rings = Wheel(isUsed: ringsOnce)
    clocks = ContactClocks(scenario, plan)
    layerClocks = LayerClocks(scenario, plan, layers)
    firstClocks = FirstClocks(
      people: people,
      layers: !isByClocks ? 0 : plan.meeting == .layers ? everybodyCount : isAmongAll ? 1 : 0)
    let keepsEnds =
      isByClocks
      && (plan.mayChangeProbability || scenario.letsPeopleReturn || isAmongAll)
    self.keepsEnds = keepsEnds
    endsOf = memory.buffer(keepsEnds ? people : 0)
    beginsOf =
      isByClocks && plan.mayChangeProbability && scenario.letsPeopleReturn
      ? memory.buffer(people) : nil
    shape = ShapeMeter(scenario)
    self.layers = layers
    self.groups = groups
    self.memory = memory
  }

  mutating func reset(_ key: RunKey, isCancelled: () -> Bool) -> Bool {
    do { try findLists(key, isCancelled) } catch { return false }
    health.fill(PersonBits.healthy | PersonBits.neverInfected, count: people)
    open.fill(1, count: people)
    healthyPeople?.fill()
    runWord = key.word
    course.copies.words[0] = key.word
    groups.draw(key.word, by: passes)
    vaccination.reset()
    step = 0
    infected = 0
    newlyInfectedCount = 0
    sources.removeAll()
    course.reset()
    if plan.strategy == .rings { clocks.reset(plan.infectionProbability) }
    rings.removeAll()
    if plan.meeting == .layers { layerClocks.reset(layers) }
    notes.reset()
    witness.reset()
    own?.reset()
    shape.reset()
    return true
  }

  /// The lists of this run, drawn anew unless they are those of the run before.
  ///
  /// - Throws: `WorkCancelled`.
  private mutating func findLists(_ key: RunKey, _ isCancelled: () -> Bool) throws {
    if plan.meeting == .layers { return try layers.reset(key, scenario, plan, isCancelled) }
    guard plan.meeting == .lists else { return }
    if scenario.contacts == .grid {
      if table == nil {
        use(try GridLists.table(scenario.grid, scenario.rule.neighborhood, isCancelled))
      }
      return
    }
    let word = ContactDrawer.word(scenario.contacts, people: people, key: key)
    guard word != tableWord else { return }
    // Given back first: there is room for one of them.
    use(nil)
    tableWord = nil
    use(
      try ContactDrawer.table(
        scenario.contacts, people: people, key: key, vectors: plan.vectors,
        isCancelled: isCancelled))
    tableWord = word
  }

  private mutating func use(_ table: NeighborTable?) {
    self.table = table
    starts = table?.starts
    neighbors = table?.neighbors
    // Nobody is looked at where the cap is no bound.
    mostNeighbors = plan.cap >= people - 1 ? people - 1 : table?.mostNeighbors ?? 0
  }

  mutating func draw(by plan: Plan) {
    self.plan = plan
    if plan.meeting == .layers {
      layers.draw(by: plan)
      witness.lookAgain()
    }
    if plan.strategy == .rings {
      if plan.meeting == .layers { return layerClocks.change(to: layers) }
      return clocks.change(to: plan.infectionProbability)
    }
    listDraw = ListDraw(scenario.rule, plan)
    coins = ContactCoins(threshold: plan.coinThreshold)
    everybodyDraw = EverybodyDraw(scenario.rule, plan)
    gaps = EverybodyDraw.gaps(plan.infectionProbability)
  }

  var failure: String? { own?.failure }

  // MARK: One step

  mutating func act() {
    switch plan.strategy {
    case .inert, .clocks: break
    case .rings: if plan.meeting == .layers { actByLayerClocks() } else { actByClocks() }
    case .synchronous: actTogether()
    case .sequential:
      actSequentially()
      if notes.isOpen { noteInfections() }
    }
  }

  /// Sources act in person order on the live state.
  private mutating func actSequentially() {
    if let own { return actSequentially(own) }
    if plan.meeting == .layers { return actSequentiallyInLayers() }
    let stride = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
    for index in 0..<sources.count {
      let source = sources.cells.view[index]
      let new = hit(by: source, mix(sources.keys.view[index] &+ stride), at: 0)
      infectAtOnce(new, bySource: index)
    }
  }

  /// Infects the first people of `hits`, who are healthy.
  @inline(__always) mutating func infectAtOnce(_ new: Int, bySource index: Int) {
    newlyInfected.reserve(newlyInfectedCount &+ new, keeping: newlyInfectedCount)
    for place in 0..<new {
      let person = hits.view[place]
      health[person] &= ~PersonBits.healthy
      healthyPeople?.remove(person)
      newlyInfected.view[newlyInfectedCount &+ place] = person
    }
    newlyInfectedCount &+= new
    if notes.isOpen { notes.hitEnds.view[index] = UInt32(truncatingIfNeeded: newlyInfectedCount) }
  }

  /// Writes the healthy people hit by a source to `hits` from `place` on; returns their number.
  @inline(__always) mutating func hit(
    by source: UInt32, _ word: UInt64, at place: Int
  ) -> Int {
    guard let starts, let neighbors else { return hitAnybody(by: source, word, at: place) }
    let start = Int(starts[Int(source)])
    let degree = Int(starts[Int(source) &+ 1]) &- start
    hits.reserve(place &+ degree &+ 1, keeping: place)
    let list = neighbors + start
    return listDraw.infect(
      list, degree, word, factor: factor(of: source), by: coins, health, hits.view, at: place)
  }

  @inline(__always) func factor(of source: UInt32) -> Double {
    gamma == nil ? 1 : factors[source]
  }

  /// The same where everybody meets everybody.
  private mutating func hitAnybody(by source: UInt32, _ word: UInt64, at place: Int) -> Int {
    let candidates = healthyPeople?.count ?? people &- 1
    return Self.hit(
      by: source, &everybodyDraw, of: candidates, word, factor: factor(of: source), gaps,
      healthyPeople, health, &hits, at: place)
  }

  /// A function of its own, because fields of the kernel would be read again after every write to memory.
  private static func hit(
    by source: UInt32, _ draw: inout EverybodyDraw, of candidates: Int, _ word: UInt64,
    factor: Double, _ gaps: GeometricGaps?, _ healthyPeople: HealthySet?,
    _ health: RawBuffer<UInt8>,
    _ hits: inout RawList<UInt32>, at place: Int
  ) -> Int {
    var end = place
    draw.forEachInfected(of: candidates, word, factor: factor, gaps: gaps, isThinned: false) {
      candidate in
      let person = Self.person(candidate, of: source, healthyPeople)
      hits.reserve(end &+ 1, keeping: end)
      hits.view[end] = person
      end &+= Int(truncatingIfNeeded: health[person] &>> 4 & 1)
      return true
    }
    return end &- place
  }

  /// A candidate of a source who meets everybody, by number; of the healthy where these are known.
  @inline(__always) static func person(
    _ candidate: Int, of source: UInt32, _ healthyPeople: HealthySet?
  ) -> UInt32 {
    if let healthyPeople { return healthyPeople.person(candidate) }
    return UInt32(truncatingIfNeeded: candidate < Int(source) ? candidate : candidate &+ 1)
  }
}
