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

/// The clocks of pairs that may ring while their source acts. Each waits for the step in which it rings.
///
/// Where p may change, clocks wait for the first step in which they might ring, and are looked at then.
/// Source: docs/randomness.md, "Contact clocks".
struct ContactClocks: ~Copyable {
  /// Whether p may change in a run.
  let mayChange: Bool
  private let memory: Memory
  private var wheel: Wheel<WaitingClock>

  /// Where p stays as it is.
  private let times: RingTimes

  // Where p may change.
  /// Clocks that cannot ring at this p are forgotten.
  private let largest: Double
  private let largestPowers: SurvivalPowers
  /// No p is larger: clocks wait for the first step in which they may ring at it.
  private var highest: Double
  /// -ln(1 - `highest`), from above.
  private var rate = 0.0
  private let firstHighest: Double
  private var history = ClockHistory()

  init(_ scenario: Scenario, _ plan: Plan) {
    var memory = Memory()
    mayChange = plan.mayChangeProbability
    wheel = Wheel(isUsed: plan.strategy == .rings)
    times = RingTimes(probability: scenario.infectionProbability, in: &memory)
    largest = plan.largestProbability
    let largestPowers = SurvivalPowers(in: &memory)
    largestPowers.set(plan.largestProbability)
    self.largestPowers = largestPowers
    firstHighest = scenario.largestInfectionProbability
    highest = scenario.largestInfectionProbability
    self.memory = memory
  }

  mutating func reset(_ probability: Double) {
    wheel.removeAll()
    guard mayChange else { return }
    history.reset()
    history.change(to: probability)
    highest = firstHighest
    setRate()
  }

  private mutating func setRate() {
    // No step takes more of a clock's hazard, roundings included.
    rate = highest < 1 ? Self.hazard(1 - highest) * (1 + Self.margin) + Self.rounding : .infinity
  }

  /// From the next step on p is this.
  mutating func change(to probability: Double) {
    guard mayChange else { return }
    history.change(to: probability)
    guard probability > highest else { return }
    // Whoever waits may ring earlier than was thought.
    highest = probability
    setRate()
    wheel.moveAll(until: history.step + 1)
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
    guard steps > 0 else { return .max }
    return mayChange ? roundedWord(within: steps) : times.leastWord(within: steps)
  }

  /// From below: `wait` is exact.
  private func roundedWord(within steps: Int) -> UInt64 {
    RingTimes.leastWord(
      above: largestPowers.survival(min(steps, Int(Int32.max)))
        * max(0, 1 - Self.margin - Self.rounding * Double(steps)))
  }

  /// More than the relative errors of a product in one step, and of a logarithm.
  private static let rounding = 0x1p-50
  private static let margin = 1e-9

  // MARK: Waiting

  /// Waits for the step in which the clock rings, or may ring, unless this comes after its source's last one.
  ///
  /// - Parameter end: the source's last step, at most that of the run.
  @inline(__always) mutating func wait(_ clock: WaitingClock, _ value: Double, end: Int) {
    if mayChange { return waitForLook(clock, hazard: Self.hazard(value), end: end) }
    wait(clock, steps: times.step(value), end: end)
  }

  /// The same of the clock with V = exp(-`hazard`).
  mutating func wait(_ clock: WaitingClock, hazard: Double, end: Int) {
    if mayChange { return waitForLook(clock, hazard: hazard, end: end) }
    wait(clock, steps: times.step(hazard: hazard), end: end)
  }

  @inline(__always) private mutating func wait(_ clock: WaitingClock, steps: Int, end: Int) {
    let begin = Int(clock.begin)
    if steps <= end &- begin { wheel.add(clock, until: begin &+ steps) }
  }

  private mutating func waitForLook(_ clock: WaitingClock, hazard: Double, end: Int) {
    let from = max(Int(clock.begin), history.step)
    let left = history.left(after: Int(clock.begin))
    // What is left of it, from below.
    var hazard = hazard - Self.hazard(left)
    hazard = max(0, hazard * (1 - Self.margin) - Self.margin)
    let steps = hazard / rate
    var due = steps < Double(end - from) ? from + Int(steps) + 1 : Int.max
    if due > end && highest < largest && from < end { due = end }
    if due <= end { wheel.add(clock, until: due) }
  }

  private static func hazard(_ survival: Double) -> Double {
    survival >= 0x1p-1000 ? -naturalLogarithm(survival) : 1e9
  }

  // MARK: Steps

  /// Begins a step.
  ///
  /// - Returns: how many of `due` ring in this step or, where p may change, may ring.
  mutating func take(at step: Int) -> Int {
    if mayChange { history.advance() }
    return wheel.take(at: step)
  }

  var due: RawBuffer<WaitingClock> { wheel.due.view }

  /// Whether a clock that was due has rung by this step.
  @inline(__always) func hasRung(_ clock: WaitingClock, _ value: Double, at step: Int) -> Bool {
    mayChange
      ? value > history.survival(after: Int(clock.begin))
      : times.step(value) <= step &- Int(clock.begin)
  }

  /// The same of the clock with V = exp(-`hazard`).
  func hasRung(_ clock: WaitingClock, hazard: Double, at step: Int) -> Bool {
    mayChange
      ? hasRung(clock, exponential(-hazard), at: step)
      : times.step(hazard: hazard) <= step &- Int(clock.begin)
  }
}
