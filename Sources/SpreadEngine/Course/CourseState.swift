internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// Bits of a cell's health byte where a run tracks people: more than who is healthy, which is bit 4
/// in every run.
enum PersonBits {
  static let healthy: UInt8 = 0b1_0000
  /// Not infected so far.
  static let neverInfected: UInt8 = 0b10_0000
  /// Infected, and past the latent steps.
  static let acting: UInt8 = 0b1
  /// Introduced at step 0, and infected ever since.
  static let introduced: UInt8 = 0b10
  /// Infected with latent steps, which are over once the person acts.
  static let latent: UInt8 = 0b100
  /// Hit in the present step by somebody introduced at step 0; while infectors are chosen.
  static let contested: UInt8 = 0b1000
  /// What is over with an infection.
  static let infected = acting | introduced | latent
}

/// What is kept of every step: people newly infected, ever infected, immune, latent.
typealias CourseRow = SIMD4<UInt32>

/// What a run that tracks people knows of them besides masks and health: who recovers, acts and
/// loses immunity when, and how many there are.
struct CourseState: ~Copyable {
  let isTracked: Bool
  /// Whether people may be infected again.
  let peopleReturn: Bool
  /// Those of the plan that the run began with: lists are kept by them.
  let keepsBlockedSources: Bool
  let actsAtOnce: Bool
  /// Whether the list of sources says when their infections end: all who act are in it.
  let sourcesEnd: Bool
  /// Whether those taken out of it are healthy at once. Fields, because Swift 6.3 copies all of a course
  /// that is asked for what it computes.
  let recoversToSusceptible: Bool
  /// Whether people who return may become sources otherwise than right when they are infected: then
  /// `stepBeforeOnset` is kept.
  let keepsStepBeforeOnset: Bool
  /// Whether somebody may be latent.
  let hasLatency: Bool
  /// Of everybody; 0 where they are drawn.
  let latentSteps: Int
  private let latentLengths: LengthDistribution?
  /// After how many steps the recovered are healthy again; nil for never, and where these are drawn.
  let immuneSteps: Int?
  let immuneLengths: LengthDistribution?
  /// Whether infections may end after different numbers of steps.
  let drawsLengths: Bool
  /// D; nil for no end, and where it is drawn.
  private let infectiousSteps: Int?
  private let infectiousLengths: LengthDistribution?
  /// Whether the vector passes can draw all lengths.
  private(set) var vectorsKnowLengths = true
  /// Of L, D and W.
  private let lengthMemory: Memory
  /// c of infections from now on.
  private var recovery: Double
  /// The lengths of infections as far as c decides them, where it is above 0 and below 1.
  private(set) var recoveries: LengthDistribution?
  private var recoveryMemory = Memory()
  private let lastStep: Int
  /// What stands for the end of infections that last longer than the run.
  private let lastEnd: UInt32
  /// Whether nobody asks what people are before the end of the run.
  var isUnseen = false
  private let mayOnlyCount: Bool
  /// Whether it is only counted who acts and recovers when: contact clocks do not ask, and nobody returns.
  private(set) var onlyCounts = false
  private var onsets = ScheduledChanges(lastStep: 0)
  private var endings = ScheduledChanges(lastStep: 0)
  /// In the last one of these steps people act who were introduced at step 0.
  private(set) var lastStepOfIntroduced = 0
  var observed = ObservedLog([], lastStep: 0)

  var latentPeople = Wheel<UInt32>(isUsed: false)
  /// The infected by when they recover, unless the list of sources says that.
  var infectedPeople = Wheel<UInt32>(isUsed: false)
  /// Those taken out of the list of sources at the end of a step, where that says when they recover.
  private(set) var ended = RawList<UInt32>()
  var endedCount = 0
  var onsetScratch = OnsetScratch()
  /// What vector passes need to know of people.
  private let people: RawBuffer<spread_people>
  let copies: RunCopies
  var tally: PeopleTally
  /// The immune by when they are healthy again.
  var immunePeople = Wheel<UInt32>(isUsed: false)
  /// Cells that become sources at the end of the step.
  private(set) var opened = RawList<UInt32>()
  private(set) var openedCount = 0
  /// By cell, where people return: infections so far, unless the person never was infected, and the step before
  /// the first one in which they act in the last of them.
  let infectionsOf: RawBuffer<UInt32>
  let stepBeforeOnset: RawBuffer<UInt32>

  /// People newly infected in the step, ever infected, immune, latent.
  var newInfections = 0
  var everInfected = 0
  var immune = 0
  var latent = 0
  /// By sources.
  var infections = 0
  /// People introduced at step 0.
  var introduced = 0

  /// - Parameters:
  ///   - cells: of all copies.
  ///   - rowLength: cells of a row; 0 where people's numbers stand for cells.
  init(
    _ scenario: Scenario, _ plan: Plan, cells: Int, copies: RunCopies, tally: PeopleTally,
    rowLength: Int = 0,
    in memory: inout Memory
  ) {
    self.copies = copies
    self.tally = tally
    let course = scenario.course
    isTracked = plan.tracksPeople
    peopleReturn = scenario.letsPeopleReturn
    var lengthMemory = Memory()
    hasLatency = course.hasLatency
    latentSteps = course.latentSteps.steps ?? 0
    latentLengths = LengthDistribution(course.latentSteps, least: 0, in: &lengthMemory)
    immuneSteps = course.immuneSteps.steps
    immuneLengths = LengthDistribution(course.immuneSteps, least: 0, in: &lengthMemory)
    infectiousLengths = LengthDistribution(course.infectiousSteps, least: 1, in: &lengthMemory)
    self.lengthMemory = lengthMemory
    infectiousSteps = course.infectiousSteps.steps
    recovery = course.recoveryProbability
    keepsBlockedSources = plan.keepsBlockedSources
    actsAtOnce = plan.actsAtOnce
    sourcesEnd = plan.keepsBlockedSources && plan.actsAtOnce
    recoversToSusceptible = sourcesEnd && immuneSteps == 0
    keepsStepBeforeOnset = peopleReturn && !sourcesEnd
    lastStep = scenario.maxSteps
    let lastEnd = UInt32(min(scenario.maxSteps, Int(UInt32.max) - 1) + 1)
    self.lastEnd = lastEnd
    mayOnlyCount = plan.strategy == .rings && !scenario.letsPeopleReturn
    drawsLengths =
      recovery > 0 && recovery < 1 || course.latentSteps.isDrawn || course.infectiousSteps.isDrawn
      || scenario.interventions.contains { $0.effects[.recoveryProbability] != nil }
    self.people = memory.buffer(1)
    infectionsOf = memory.buffer(peopleReturn ? cells : 0)
    stepBeforeOnset = memory.buffer(keepsStepBeforeOnset ? cells : 0)
    var people = spread_people()
    people.runs = UnsafePointer(copies.words.pointer(room: 1))
    people.shift = copies.shift
    people.place_mask = copies.placeMask
    people.row_length = UInt32(truncatingIfNeeded: rowLength)
    people.person_stride = RandomKeys.personStride
    people.again_stride = RandomKeys.againStride
    people.latent_steps = UInt64(course.latentSteps.steps ?? 0)
    people.last_end = UInt64(lastEnd)
    self.people[0] = people
    // Once all fields are there: before that Swift 6.3 would, at a question about some, destroy others.
    latentPeople = Wheel(isUsed: hasLatency)
    infectedPeople = Wheel(isUsed: isTracked)
    immunePeople = Wheel(isUsed: peopleReturn)
    observed = ObservedLog(scenario.observed, lastStep: lastStep)
    onsets = ScheduledChanges(lastStep: lastStep)
    endings = ScheduledChanges(lastStep: lastStep)
    latentLengths?.describe(to: &self.people[0].latency, lane: RandomKeys.latentLane)
    infectiousLengths?.describe(
      to: &self.people[0].infectiousness, lane: RandomKeys.infectiousLane)
    vectorsKnowLengths =
      latentLengths?.isKnownToVectors ?? true && infectiousLengths?.isKnownToVectors ?? true
    drawRecoveries()
  }

  @inline(__always) var peopleForVectors: UnsafePointer<spread_people> {
    UnsafePointer(people.pointer(room: 1))
  }

  /// Tells the vector passes of lengths that may change.
  private mutating func showLengths() {
    people[0].most = undrawnLength.map(UInt64.init(_:)) ?? Self.endless
    people[0].recovery = spread_lengths()
    recoveries?.describe(to: &people[0].recovery, lane: RandomKeys.lengthLane)
  }

  /// More steps than there are.
  private static let endless: UInt64 = 1 << 40

  mutating func reset() {
    latentPeople.removeAll()
    infectedPeople.removeAll()
    immunePeople.removeAll()
    observed.reset()
    onlyCounts = mayOnlyCount && isUnseen
    let parts = tally.isKept ? tally.counts.count : 1
    onsets.reset(columns: parts)
    endings.reset(columns: parts)
    lastStepOfIntroduced = 0
    openedCount = 0
    (newInfections, everInfected, immune, latent) = (0, 0, 0, 0)
    (infections, introduced) = (0, 0)
  }

  /// In how many steps somebody acts: A by inversion, from the word of the infection; nil for no
  /// end.
  ///
  /// Source: docs/randomness.md, "The course".
  @inline(__always) func actingSteps(_ word: UInt64) -> Int? {
    var steps = undrawnLength
    if let recoveries {
      let drawn = recoveries.length(mix(word &+ RandomKeys.lengthLane))
      steps = steps.map { min($0, drawn) } ?? drawn
    }
    if let infectiousLengths {
      let drawn = infectiousLengths.length(mix(word &+ RandomKeys.infectiousLane))
      steps = steps.map { min($0, drawn) } ?? drawn
    }
    return steps
  }

  /// The step before the first one in which somebody acts who is infected in this one.
  @inline(__always) func stepBeforeActing(_ word: UInt64, infectedAt step: Int) -> Int {
    guard let latentLengths else { return step &+ latentSteps }
    return step &+ latentLengths.length(mix(word &+ RandomKeys.latentLane))
  }

  var drawsLatency: Bool { latentLengths != nil }

  /// In how many steps everybody acts, as long as no lengths are drawn; nil for no end.
  var undrawnLength: Int? { recovery >= 1 ? 1 : infectiousSteps }

  /// In how many steps everybody acts; nil where that differs or has no end.
  var fixedLength: Int? { drawsLengths ? nil : undrawnLength }

  /// With which step the infection of somebody ends who acts for so many steps from the one after `after`
  /// on; one behind the run for those that do not end in it.
  @inline(__always) func end(after: Int, _ length: Int?) -> UInt32 {
    length.map { min(lastEnd, UInt32(clamping: after &+ $0)) } ?? lastEnd
  }

  /// Room for the ends of infections whose lengths are drawn; nil where they need no draw.
  mutating func endsToDraw(_ count: Int) -> RawBuffer<UInt32>? {
    drawsLengths ? onsetScratch.ends(room: count) : nil
  }

  /// The people of these cells, infected in a step, recover at the end of another one.
  ///
  /// - Parameter ends: from place 0 on, where lengths are drawn.
  mutating func waitForRecovery(
    _ cells: RawBuffer<UInt32>, _ new: Range<Int>, _ ends: RawBuffer<UInt32>?, at step: Int
  ) {
    if onlyCounts {
      guard ends != nil || fixedLength != nil else {
        lastStepOfIntroduced = .max
        return
      }
      let end = step &+ latentSteps &+ (fixedLength ?? 0)
      Self.schedule(&endings, cells, new, tally, ends, end, now: step)
      guard step == 0 else { return }
      for index in 0..<new.count {
        lastStepOfIntroduced = max(lastStepOfIntroduced, ends.map { Int($0[index]) } ?? end)
      }
    } else if let ends {
      infectedPeople.add(cells, new, until: ends, last: lastStep)
    } else if let length = fixedLength {
      let end = step &+ latentSteps &+ length
      if isWithinRun(end) { infectedPeople.add(cells, new, until: end) }
    }
  }

  /// The people of these cells, infected in a step, act after another one.
  ///
  /// - Parameter begins: from place 0 on, where latent steps are drawn.
  mutating func waitForOnset(
    _ cells: RawBuffer<UInt32>, _ new: Range<Int>, _ begins: RawBuffer<UInt32>?, at step: Int
  ) {
    latent &+= new.count
    if onlyCounts {
      Self.schedule(&onsets, cells, new, tally, begins, step &+ latentSteps, now: step)
    } else if let begins {
      latentPeople.add(cells, new, until: begins, last: .max)
    } else {
      latentPeople.add(cells, new, until: step &+ latentSteps)
    }
  }

  /// Counts people in steps of their own or, where these are nil, all in the same one.
  private static func schedule(
    _ changes: inout ScheduledChanges, _ cells: RawBuffer<UInt32>, _ new: Range<Int>,
    _ tally: PeopleTally, _ steps: RawBuffer<UInt32>?, _ step: Int, now: Int
  ) {
    if changes.columns > 1 {
      changes.add(1, to: new.count, now: now) { index in
        let part = tally.part(of: cells[new.lowerBound &+ index])
        return (steps.map { Int($0[index]) } ?? step, part)
      }
    } else if let steps {
      changes.add(1, to: new.count, now: now) { (Int(steps[$0]), 0) }
    } else {
      changes.add(Int32(truncatingIfNeeded: new.count), to: 1, now: now) { _ in (step, 0) }
    }
  }

  /// Those who act from the next step on, and those whose infections end with a step, where they are only counted.
  mutating func takeOnsets(at step: Int) -> Int {
    onsets.take(at: step, tally, [0, 0, 0, .max, 0, 0, 0, 0])
  }

  mutating func takeEndings(at step: Int) -> Int {
    endings.take(at: step, tally, [0, 0, 1, 0, .max, 0, 0, 0])
  }

  /// Room for so many people taken out of the list of sources.
  mutating func ended(room count: Int) -> RawBuffer<UInt32> {
    ended.reserve(count)
    return ended.view
  }

  private mutating func drawRecoveries() {
    recoveryMemory = Memory()
    recoveries =
      recovery > 0 && recovery < 1
      ? LengthDistribution(chance: recovery, in: &recoveryMemory) : nil
    showLengths()
  }

  /// Infections from now on have another c.
  mutating func recover(with probability: Double) {
    guard probability != recovery else { return }
    recovery = probability
    drawRecoveries()
  }

  /// Whether anything of a step is still part of a run.
  @inline(__always) func isWithinRun(_ step: Int) -> Bool { step <= lastStep }

  @inline(__always) mutating func open(_ cell: UInt32) {
    opened.reserve(openedCount &+ 1, keeping: openedCount)
    opened.view[openedCount] = cell
    openedCount &+= 1
  }

  var row: CourseRow {
    CourseRow(
      UInt32(truncatingIfNeeded: newInfections), UInt32(truncatingIfNeeded: everInfected),
      UInt32(truncatingIfNeeded: immune), UInt32(truncatingIfNeeded: latent))
  }

  mutating func closeList() { openedCount = 0 }
}
