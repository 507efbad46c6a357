internal import KeyedRandom
import SpreadModel

/// A clock that waits until it rings, or may ring.
struct WaitingClock: WaitingItem {
  /// Who may infect whom. Where everybody meets everybody `anybody` is the next of the first clocks.
  var source: UInt32
  var target: UInt32
  /// The step before the first one that counts.
  var begin: UInt32
  /// Of the clock among those of the pair, from 1.
  var number: UInt32

  static let anybody = UInt32.max

  @inline(__always) static var blockSize: Int { 16 }
}

/// A clock that rings in the step for which it waits.
struct SureRing: WaitingItem {
  var source: UInt32
  var target: UInt32

  @inline(__always) static var blockSize: Int { 32 }
}

/// The clocks of pairs that may ring while their source acts. Each waits for the step in which it rings or, where p may
/// change, until so much hazard has added up that it may have rung (`HazardQueue`).
///
/// Source: docs/randomness.md, "Contact clocks".
struct ContactClocks: ~Copyable {
  /// Whether p may change in a run.
  let mayChange: Bool
  private let memory: Memory
  private var wheel: Wheel<WaitingClock>
  /// Of p or, where it may change, of the largest one.
  let times: RingTimes
  /// Where it may change.
  private var queue: HazardQueue

  init(_ scenario: Scenario, _ plan: Plan) {
    var memory = Memory()
    let mayChange = plan.mayChangeProbability
    let isUsed = plan.strategy == .rings
    self.mayChange = mayChange
    wheel = Wheel(isUsed: isUsed && !mayChange)
    // Of p = 1 there is hardly anything to look up.
    times = RingTimes(
      probability: !isUsed
        ? 1 : mayChange ? plan.largestProbability : scenario.infectionProbability,
      isLargest: mayChange, in: &memory)
    queue = HazardQueue(
      isUsed: isUsed && mayChange, usual: scenario.infectionProbability,
      largest: plan.largestProbability)
    self.memory = memory
  }

  mutating func reset(_ probability: Double) {
    if mayChange { queue.reset(probability) } else { wheel.removeAll() }
  }

  /// From the next step on p is this.
  mutating func change(to probability: Double) {
    if mayChange { queue.change(to: probability) }
  }

  // MARK: Numbers

  /// The word of which a clock's number is made.
  @inline(__always) static func word(_ key: UInt64, _ target: UInt32, number: UInt32 = 1) -> UInt64
  {
    mix(
      key &+ UInt64(target) &* RandomKeys.personStride
        &+ UInt64(number &- 1) &* RandomKeys.actionStride)
  }

  /// V.
  @inline(__always) static func value(_ word: UInt64) -> Double {
    Double(word &>> 11 &+ 1) * 0x1p-53
  }

  /// Words from this one on are those of clocks that may ring within so many steps.
  @inline(__always) func leastWord(within steps: Int) -> UInt64 {
    steps > 0 ? times.leastWord(within: steps) : .max
  }

  // MARK: Waiting

  /// Waits for the step in which the clock rings, or may ring, unless this comes after its source's last one.
  ///
  /// - Parameter end: the source's last step, at most that of the run.
  @inline(__always) mutating func wait(_ clock: WaitingClock, _ value: Double, end: Int) {
    if mayChange { return queue.add(clock, hazard: queue.hazard(value), end: end) }
    wait(clock, steps: times.step(value), end: end)
  }

  /// The same of the clock with V = exp(-`hazard`).
  mutating func wait(_ clock: WaitingClock, hazard: Double, end: Int) {
    if mayChange { return queue.add(clock, hazard: hazard, end: end) }
    wait(clock, steps: times.step(hazard: hazard), end: end)
  }

  @inline(__always) private mutating func wait(_ clock: WaitingClock, steps: Int, end: Int) {
    let begin = Int(clock.begin)
    if steps <= end &- begin { wheel.add(clock, until: begin &+ steps) }
  }

  // MARK: Steps

  /// Begins a step.
  ///
  /// - Returns: how many of `due` ring in this step or, where p may change, may ring.
  mutating func take(at step: Int) -> Int {
    mayChange ? queue.take(at: step) : wheel.take(at: step)
  }

  var due: RawBuffer<WaitingClock> { mayChange ? queue.due : wheel.due.view }

  /// Whether a clock that was due has rung by this step.
  @inline(__always) mutating func hasRung(_ clock: WaitingClock, _ value: Double, at step: Int)
    -> Bool
  {
    mayChange
      ? value > queue.survival(after: Int(clock.begin))
      : times.step(value) <= step &- Int(clock.begin)
  }

  /// The same of the clock with V = exp(-`hazard`).
  mutating func hasRung(_ clock: WaitingClock, hazard: Double, at step: Int) -> Bool {
    mayChange
      ? hasRung(clock, exponential(-hazard), at: step)
      : times.step(hazard: hazard) <= step &- Int(clock.begin)
  }
}
