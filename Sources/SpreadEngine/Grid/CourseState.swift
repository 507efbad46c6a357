internal import KeyedRandom
import SpreadModel

/// Bits of a cell's health byte where a run tracks people: more than who is healthy, which is bit 4
/// in every run.
enum PersonBits {
  static let healthy: UInt8 = 0b1_0000
  /// Not infected so far.
  static let untouched: UInt8 = 0b10_0000
  /// Infected, and past the latent steps.
  static let acting: UInt8 = 0b1
  /// Introduced at step 0, and infected ever since.
  static let introduced: UInt8 = 0b10
  /// Infected with latent steps, which are over once the person acts.
  static let latent: UInt8 = 0b100
  /// What is over with an infection.
  static let infected = acting | introduced | latent
}

/// What is kept of every step: people newly infected, ever infected, immune, latent.
typealias CourseRow = SIMD4<UInt32>

/// What a run that tracks people knows of them besides masks and health: who recovers, acts and
/// loses immunity when, and how many there are.
struct CourseState {
  let isTracked: Bool
  /// Whether people may be infected again.
  let peopleReturn: Bool
  /// Whether all who act are sources, also without a healthy neighbor: where infections are short and
  /// people return, dropping them and opening them again costs more than their draws.
  let keepsClosed: Bool
  /// Mean number of steps beyond which it does not.
  private static let shortInfection = 16.0
  let latentSteps: Int
  /// After how many steps the recovered are healthy again; nil for never.
  let immuneSteps: Int?
  /// Whether people may act for different numbers of steps.
  let drawsLengths: Bool
  /// D; nil for no end.
  private let infectiousSteps: Int?
  /// c of infections from now on.
  private var recovery: Double
  /// The law of geometric lengths, where c is above 0 and below 1.
  private var lengths: ActionGaps?
  private let lastStep: Int

  var latentPeople = StepQueue()
  /// The infected by when they recover: where all act equally long, and elsewhere.
  var infectedQueue = StepQueue()
  var infectedWheel: StepWheel
  /// The immune by when they are healthy again.
  var immunePeople = StepQueue()
  /// Cells that become sources at the end of the step.
  private(set) var opened: RawList<UInt32>
  private(set) var openedCount = 0
  /// By cell, where people return: infections so far, and the step before the first one in which the
  /// person acts in the last of them.
  let infectionsOf: RawBuffer<UInt32>
  let restedUntil: RawBuffer<UInt32>

  /// People newly infected in the step, ever infected, immune, latent.
  var newInfections = 0
  var everInfected = 0
  var immune = 0
  var latent = 0
  /// By sources.
  var infections = 0
  /// People introduced at step 0.
  var introduced = 0

  init(_ scenario: Scenario, _ plan: Plan, cells: Int) {
    let course = scenario.course
    isTracked = plan.tracksPeople
    peopleReturn = scenario.letsPeopleReturn
    latentSteps = course.latentSteps
    immuneSteps = course.immuneSteps.steps
    infectiousSteps = course.infectiousSteps.steps
    recovery = course.recoveryProbability
    let most = course.infectiousSteps.steps.map(Double.init) ?? .infinity
    keepsClosed = peopleReturn && min(most, 1 / recovery) <= Self.shortInfection
    lengths = Self.lengths(recovery)
    lastStep = scenario.maxSteps
    drawsLengths =
      lengths != nil || scenario.changes.contains { $0.effects[.recoveryProbability] != nil }
    infectedWheel = StepWheel(isUsed: drawsLengths)
    opened = RawList(capacity: 64)
    infectionsOf = RawBuffer(count: peopleReturn ? cells : 0)
    restedUntil = RawBuffer(count: peopleReturn ? cells : 0)
  }

  func deallocate() {
    lengths?.deallocate()
    latentPeople.deallocate()
    infectedQueue.deallocate()
    infectedWheel.deallocate()
    immunePeople.deallocate()
    opened.deallocate()
    infectionsOf.deallocate()
    restedUntil.deallocate()
  }

  mutating func reset() {
    latentPeople.removeAll()
    infectedQueue.removeAll()
    infectedWheel.removeAll()
    immunePeople.removeAll()
    infectionsOf.fill(0, count: infectionsOf.count)
    openedCount = 0
    (newInfections, everInfected, immune, latent) = (0, 0, 0, 0)
    (infections, introduced) = (0, 0)
  }

  /// In how many steps somebody acts: A by the inverse law, from the person's word before the first
  /// action; nil for no end.
  ///
  /// Source: docs/randomness.md, "The course".
  @inline(__always) func actingSteps(_ word: @autoclosure () -> UInt64) -> Int? {
    guard let lengths else { return recovery >= 1 ? 1 : infectiousSteps }
    let drawn = Int(truncatingIfNeeded: lengths.gap(word()))
    return infectiousSteps.map { min($0, drawn) } ?? drawn
  }

  /// In how many steps everybody acts; nil where that differs or has no end.
  var fixedLength: Int? { drawsLengths ? nil : recovery >= 1 ? 1 : infectiousSteps }

  private static func lengths(_ recovery: Double) -> ActionGaps? {
    recovery > 0 && recovery < 1 ? ActionGaps(chance: recovery) : nil
  }

  /// Infections from now on have another c.
  mutating func recover(with probability: Double) {
    guard probability != recovery else { return }
    lengths?.deallocate()
    recovery = probability
    lengths = Self.lengths(probability)
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
