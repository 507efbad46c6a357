internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// In which step a clock rings while p stays the same, looked up.
struct RingTimes {
  private static let mostEntries = 1024
  private static let guideBits = 10
  private static let guideSize = 1 << guideBits
  /// V is no smaller, but where everybody meets everybody.
  private static let smallest = 0x1p-53

  private let powers: SurvivalPowers
  /// p = 0: no clock rings.
  let isSilent: Bool
  /// Whether p is only the largest one of several steps or contacts.
  private let isLargest: Bool
  /// 1 / -ln(1 - p).
  private let stepsPerHazard: Double
  /// By number of steps: clocks of a larger V have rung within them; the first `entries` count.
  private let survivals: RawBuffer<Double>
  private let entries: Int
  /// The same of words, from below where p is only the largest one: other products have roundings of their own.
  private let leastWords: RawBuffer<UInt64>
  /// By V in units of 1 / `guideSize`, rounded down: steps that pass without a ring for all such V.
  private let guide: RawBuffer<UInt16>
  /// By the upper bits of a word: the step in which all their clocks ring; 0 where they ring in several.
  private let sureSteps: RawBuffer<UInt16>

  init(probability: Double, isLargest: Bool = false, in memory: inout Memory) {
    self.isLargest = isLargest
    isSilent = probability <= 0
    stepsPerHazard = probability < 1 ? -1 / naturalLogarithm(1 - probability) : 0
    powers = SurvivalPowers(in: &memory)
    powers.set(probability)
    let survivals: RawBuffer<Double> = memory.buffer(Self.mostEntries)
    self.survivals = survivals
    survivals[0] = 1
    var entries = 1
    while entries < Self.mostEntries && survivals[entries - 1] >= Self.smallest {
      survivals[entries] = powers.survival(entries)
      entries += 1
    }
    self.entries = entries
    leastWords = memory.buffer(
      of: (0..<entries).map {
        let word = Self.leastWord(above: survivals[$0])
        return isLargest ? Self.lowered(word, $0) : word
      })
    guide = memory.buffer(Self.guideSize)
    sureSteps = memory.buffer(Self.guideSize)
    var steps = 0
    for place in (0..<Self.guideSize).reversed() {
      let largest = Double(place + 1) / Double(Self.guideSize)
      while steps + 1 < entries && survivals[steps + 1] >= largest { steps += 1 }
      guide[place] = UInt16(steps)
      let isSure =
        steps + 1 < entries && survivals[steps + 1] <= Double(place) / Double(Self.guideSize)
      sureSteps[place] = isSure ? UInt16(steps + 1) : 0
    }
  }

  var forVectors: spread_ring_times {
    spread_ring_times(
      powers: powers.pointer, survivals: survivals.pointer(room: entries), entries: entries,
      guide: guide.pointer(room: Self.guideSize), guide_size: Self.guideSize)
  }

  /// In which step, from 1, a clock of this number rings; the largest number for never.
  @inline(__always) func step(_ value: Double) -> Int {
    if isSilent { return .max }
    let place = min(Self.guideSize &- 1, Int(value * Double(Self.guideSize)))
    var step = Int(guide[place]) &+ 1
    while step < entries {
      if value > survivals[step] { return step }
      step &+= 1
    }
    return powers.step(value)
  }

  /// The same of a word's upper 53 bits.
  @inline(__always) func step(upper bits: UInt64) -> Int {
    let sure = Int(sureSteps[bits &>> UInt64(53 - Self.guideBits)])
    return sure > 0 ? sure : step(Double(bits &+ 1) * 0x1p-53)
  }

  /// The same of the clock with V = exp(-`hazard`), which is asked for where rounding might decide.
  @inline(__always) func step(hazard: Double) -> Int {
    if isSilent { return .max }
    let steps = hazard * stepsPerHazard
    // By how much products of powers may be off, in steps.
    let unsure = Self.rounding * ((steps + 64) * stepsPerHazard + steps)
    let whole = steps.rounded(.down)
    guard steps - whole > unsure, steps - whole < 1 - unsure, steps < 1e15 else {
      return step(exponential(-hazard))
    }
    return Int(whole) &+ 1
  }

  /// More than the relative error of a product.
  private static let rounding = 0x1p-50

  /// Words from this one on, up to their last eleven bits, are those of clocks that ring within so many steps.
  @inline(__always) func leastWord(within steps: Int) -> UInt64 {
    steps < entries ? leastWords[steps] : Self.lateWord(within: steps, powers, isLargest)
  }

  // Not of an instance: all of it would be written to memory for each call.
  @inline(never) private static func lateWord(
    within steps: Int, _ powers: SurvivalPowers, _ isLargest: Bool
  ) -> UInt64 {
    let word = leastWord(above: powers.survival(min(steps, Int(Int32.max))))
    return isLargest ? lowered(word, steps) : word
  }

  private static func lowered(_ word: UInt64, _ steps: Int) -> UInt64 {
    let margin = Hazard.margin + Self.rounding * Double(steps)
    return margin < 1 ? word - min(word, UInt64(min(0x1p63, Double(word) * margin))) : 0
  }

  static func leastWord(above survival: Double) -> UInt64 {
    survival < 1 ? UInt64(survival * 0x1p53) &<< 11 : .max
  }
}
