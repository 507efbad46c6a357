internal import KeyedRandom
import SpreadModel

/// Clocks under a p that may change, which is the same for all.
struct HazardQueue: ~Copyable {
  private var wheel: HazardWheel<WaitingClock>
  private var history = ClockHistory()
  private let memory: Memory
  /// By the leading digits of V's significand.
  private let logarithms: RawBuffer<Double>

  private static let digits: UInt64 = 10

  init(isUsed: Bool, usual: Double, largest: Double) {
    var memory = Memory()
    logarithms = memory.buffer(
      of: (0..<(isUsed ? 1 << Self.digits : 0)).map {
        naturalLogarithm((Double($0) + 1) / Double(1 << Self.digits) * 0.5 + 0.5)
      })
    wheel = HazardWheel(isUsed: isUsed, usual: usual, largest: largest)
    self.memory = memory
  }

  mutating func reset(_ probability: Double) {
    wheel.reset(probability)
    history.reset()
    history.change(to: probability)
  }

  /// From the next step on p is this.
  mutating func change(to probability: Double) {
    history.change(to: probability)
    wheel.change(to: probability)
  }

  /// A lower bound of -ln V.
  @inline(__always) func hazard(_ value: Double) -> Double {
    let digits = value.significandBitPattern &>> (52 &- Self.digits)
    let hazard =
      -0.6931471805599453 * Double(Int(value.exponent) &+ 1)
      - logarithms[Int(truncatingIfNeeded: digits)]
    return max(0, hazard)
  }

  /// A clock begins, or was due and has not rung.
  ///
  /// - Parameter end: the source's last step, at most that of the run.
  mutating func add(_ clock: WaitingClock, hazard: Double, end: Int) {
    let begin = Int(clock.begin)
    let before = begin < history.step ? Hazard.of(left: history.left(after: begin)) : 0
    wheel.add(clock, hazard: hazard - before, after: begin, end: end)
  }

  /// Begins a step.
  ///
  /// - Returns: how many of `due` may ring in it.
  mutating func take(at step: Int) -> Int {
    history.advance()
    return wheel.take(at: step)
  }

  var due: RawBuffer<WaitingClock> { wheel.due }

  /// Clocks that began after a step and have a larger V have rung by now.
  mutating func survival(after begin: Int) -> Double {
    history.survival(after: begin)
  }
}
