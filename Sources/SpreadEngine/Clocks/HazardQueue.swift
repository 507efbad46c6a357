internal import KeyedRandom
import SpreadModel

/// A clock whose source does not act yet, and a lower bound of -ln V.
struct LatentClock: WaitingItem {
  var clock: WaitingClock
  var hazard: Double

  @inline(__always) static var blockSize: Int { 16 }
}

/// Clocks under a p that may change. The steps of a run add up -ln(1 - p); a clock waits until the sum has grown by
/// -ln V since it began. So no change of p moves a clock that waits.
///
/// What is due may ring: who takes it looks (`survival`), and adds again what has not rung. Hazards are lower bounds,
/// so that nothing is due too late.
struct HazardQueue: ~Copyable {
  /// By slot: the sum in units of `slotWidth`, rounded down.
  private var wheel: Wheel<WaitingClock>
  private var latent: Wheel<LatentClock>
  private var history = ClockHistory()
  /// -ln(1 - p) of the present p, and the sum over all steps so far.
  private var stepHazard = 0.0
  private var sum = 0.0
  private var slot = 0
  private let slotWidth: Double
  /// No step adds more.
  private let largestHazard: Double
  private let memory: Memory
  private let largestPowers: SurvivalPowers
  /// By the leading digits of V's significand.
  private let logarithms: RawBuffer<Double>

  private static let digits: UInt64 = 10
  /// More than the relative errors of a sum and of a logarithm.
  private static let margin = 1e-9
  /// A step of p = 1 adds this: no clock's hazard is larger.
  private static let endless = 1_000.0
  /// So many slots are there for a step of the usual p; and at most so many for one of the largest, unless this is about 1.
  private static let slotsOfUsual = 4.0
  private static let slotsOfLargest = 1_024.0
  private static let largestWithSlots = 40.0

  init(isUsed: Bool, usual: Double, largest: Double) {
    // Swift 6.3 destroys fields that are asked for before all are there.
    var memory = Memory()
    let largestHazard = Self.hazard(ofStep: largest)
    let limited = min(Self.largestWithSlots, largestHazard)
    let usualHazard = usual > 0 ? Self.hazard(ofStep: usual) : limited
    let largestPowers = SurvivalPowers(in: &memory)
    largestPowers.set(largest)
    logarithms = memory.buffer(
      of: (0..<(isUsed ? 1 << Self.digits : 0)).map {
        naturalLogarithm((Double($0) + 1) / Double(1 << Self.digits) * 0.5 + 0.5)
      })
    self.largestHazard = largestHazard
    self.largestPowers = largestPowers
    slotWidth = max(
      usualHazard / Self.slotsOfUsual, limited / Self.slotsOfLargest, Double.leastNormalMagnitude)
    wheel = Wheel(isUsed: isUsed)
    latent = Wheel(isUsed: isUsed)
    self.memory = memory
  }

  private static func hazard(ofStep probability: Double) -> Double {
    probability < 1 ? min(endless, -naturalLogarithm(1 - probability)) : endless
  }

  mutating func reset(_ probability: Double) {
    wheel.removeAll()
    latent.removeAll()
    history.reset()
    history.change(to: probability)
    stepHazard = Self.hazard(ofStep: probability)
    (sum, slot) = (0, 0)
  }

  /// From the next step on p is this.
  mutating func change(to probability: Double) {
    history.change(to: probability)
    stepHazard = Self.hazard(ofStep: probability)
  }

  // MARK: Hazards

  /// A lower bound of -ln V.
  @inline(__always) func hazard(_ value: Double) -> Double {
    let digits = value.significandBitPattern &>> (52 &- Self.digits)
    let hazard =
      -0.6931471805599453 * Double(Int(value.exponent) &+ 1)
      - logarithms[Int(truncatingIfNeeded: digits)]
    return max(0, hazard)
  }

  /// Words below this one are those of clocks that cannot ring within so many steps.
  func leastWord(within steps: Int) -> UInt64 {
    RingTimes.leastWord(
      above: largestPowers.survival(min(steps, Int(Int32.max)))
        * max(0, 1 - Self.margin - 0x1p-50 * Double(steps)))
  }

  // MARK: Waiting

  /// A clock begins, or was due and has not rung.
  ///
  /// - Parameter end: the source's last step, at most that of the run.
  mutating func add(_ clock: WaitingClock, hazard: Double, end: Int) {
    let begin = Int(clock.begin)
    guard begin <= history.step else {
      if isWithin(hazard, steps: end &- begin) {
        latent.add(LatentClock(clock: clock, hazard: hazard), until: begin &+ 1)
      }
      return
    }
    var left = hazard
    if begin < history.step {
      let survival = history.left(after: begin)
      left = survival >= 0x1p-1000 ? left + naturalLogarithm(survival) : 0
    }
    if isWithin(left, steps: end &- history.step) { enqueue(clock, left) }
  }

  @inline(__always) private func isWithin(_ hazard: Double, steps: Int) -> Bool {
    steps > 0 && hazard <= largestHazard * Double(steps) * (1 + Self.margin) + Self.margin
  }

  @inline(__always) private mutating func enqueue(_ clock: WaitingClock, _ left: Double) {
    let due = (sum + max(0, left)) * (1 - Self.margin) - Self.margin
    wheel.add(clock, until: max(slot, due > 0 ? Int(due / slotWidth) : 0))
  }

  // MARK: Steps

  /// Begins a step.
  ///
  /// - Returns: how many of `due` may ring in it.
  mutating func take(at step: Int) -> Int {
    history.advance()
    let beginning = latent.take(at: step)
    for index in 0..<beginning {
      let item = latent.due.view[index]
      enqueue(item.clock, item.hazard)
    }
    sum += stepHazard
    var count = wheel.take(at: slot, after: 0)
    let last = Int(sum / slotWidth)
    while slot < last {
      slot += 1
      count = wheel.take(at: slot, after: count)
    }
    return count
  }

  var due: RawBuffer<WaitingClock> { wheel.due.view }

  /// Clocks that began after a step and have a larger V have rung by now.
  mutating func survival(after begin: Int) -> Double {
    history.survival(after: begin)
  }
}
