import SpreadModel

/// When the clocks of sources on a grid have rung, by the number of steps since they began.
///
/// Where nobody is infected twice, who has once been met by a clock that rang is not healthy any more, so that it does
/// not matter when it rang. Where people return, the clocks of healthy neighbors are followed ring by ring; p stays
/// the same then. Source: docs/randomness.md, "Contact clocks".
struct GridClocks: ~Copyable {
  private let mayChange: Bool
  private let memory: Memory
  /// Of p as long as it does not change.
  private let powers: SurvivalPowers
  /// Of the same p, where people return.
  let times: RingTimes?
  /// p = 1: all clocks ring at once.
  let ringsAtOnce: Bool
  private var history = ClockHistory()
  /// By number of steps: upper 53 bits of words from which on clocks have rung, and their upper byte, at
  /// most 255, eight times.
  private(set) var least = RawList<UInt64>()
  private(set) var bytes = RawList<UInt64>()
  /// How many of these are known.
  private var known = 1

  init(_ scenario: Scenario, _ plan: Plan) {
    var memory = Memory()
    mayChange = plan.mayChangeProbability
    ringsAtOnce = !plan.mayChangeProbability && scenario.infectionProbability >= 1
    let powers = SurvivalPowers(in: &memory)
    powers.set(scenario.infectionProbability)
    self.powers = powers
    times =
      plan.strategy == .clocks && scenario.letsPeopleReturn
      ? RingTimes(probability: scenario.infectionProbability, in: &memory) : nil
    self.memory = memory
  }

  mutating func reset(_ probability: Double) {
    guard mayChange else { return }
    history.reset()
    history.change(to: probability)
  }

  /// From the next step on p is this.
  mutating func change(to probability: Double) {
    if mayChange { history.change(to: probability) }
  }

  /// Begins a step for clocks that began after step `oldest` or later.
  mutating func advance(to step: Int, oldest: Int) {
    least.reserve(step &+ 1, keeping: known)
    bytes.reserve(step &+ 1, keeping: known)
    if mayChange {
      history.advance()
      known = 1
      while known <= step &- oldest { add(history.survival(after: step &- known)) }
    } else {
      // Vector passes read up to the step itself.
      while known <= step { add(powers.survival(known)) }
    }
  }

  private mutating func add(_ survival: Double) {
    let word = survival <= 1 ? UInt64(survival * 0x1p53) : 1 << 53
    least.view[known] = word
    bytes.view[known] = min(255, word &>> 45) &* 0x0101_0101_0101_0101
    known &+= 1
  }
}
