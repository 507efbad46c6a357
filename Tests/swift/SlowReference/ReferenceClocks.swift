internal import KeyedRandom

/// A contact clock, counted on step by step; docs/randomness.md, "Contact clocks".
struct ReferenceClock {
  /// V.
  let value: Double
  /// What was left of its product before the present stretch.
  private var product = 1.0
  /// p of the present stretch, and how many of its steps were counted.
  private var probability: Double?
  private var steps = 0
  /// In which of these it rings; nil where p = 0.
  private var ringingStep: Int?

  init(value: Double) { self.value = value }

  /// Counts a step in which its source acts with this chance; says whether the clock rings in it.
  mutating func counts(_ p: Double) -> Bool {
    if p != probability {
      endStretch()
      (probability, steps, ringingStep) = (p, 0, p > 0 ? step(of: p) : nil)
    }
    steps += 1
    return steps == ringingStep
  }

  private static func powers(_ p: Double) -> [Double] {
    var powers = [1 - p]
    while powers.count < 32 { powers.append(powers[powers.count - 1] * powers[powers.count - 1]) }
    return powers
  }

  private func step(of p: Double) -> Int {
    let powers = Self.powers(p)
    var (x, t) = (product, 0)
    for j in (0..<32).reversed() where x * powers[j] >= value {
      x *= powers[j]
      t += 1 << j
    }
    return t + 1
  }

  private mutating func endStretch() {
    guard let probability, probability > 0 else { return }
    let powers = Self.powers(probability)
    for j in (0..<32).reversed() where steps & (1 << j) != 0 { product *= powers[j] }
  }
}

/// The clocks of one infection of somebody: of all pairs with their neighbors.
struct ReferenceClocks {
  struct Pair {
    let target: Int
    var number = 1
    var clock: ReferenceClock
  }

  private(set) var pairs: [Pair] = []
  private let key: UInt64

  private static let gamma: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// - Parameters:
  ///   - word: `run_j`.
  ///   - layer: from 0.
  init(_ word: UInt64, source: Int, neighbors: [Int], layer: Int = 0) {
    self.init(word, source, layer)
    pairs = neighbors.map { Pair(target: $0, clock: clock(of: $0, number: 1)) }
  }

  /// Where everybody meets everybody, among so many people.
  init(_ word: UInt64, source: Int, people: Int, layer: Int = 0) {
    self.init(word, source, layer)
    var others = (0..<people).filter { $0 != source }
    var stream = RandomStream(key: mix(key))
    var sum = 0.0
    for i in 1..<max(1, people) {
      let x = stream.next()
      let y = stream.next()
      let e = -naturalLogarithm((Double(x >> 11) + 0.5) / 9_007_199_254_740_992)
      sum += e / Double(people - i)
      others.swapAt(i - 1, i - 1 + Int(y.multipliedFullWidth(by: UInt64(people - i)).high))
      pairs.append(
        Pair(target: others[i - 1], clock: ReferenceClock(value: exponential(-sum))))
    }
  }

  private init(_ word: UInt64, _ source: Int, _ layer: Int) {
    key = mix(
      word &+ UInt64(source) &* Self.gamma &+ 0x1d8e_4e27_c47d_124f
        &+ ReferenceDraws.lane(ofLayer: layer))
  }

  private func clock(of target: Int, number: Int) -> ReferenceClock {
    let word = mix(
      key &+ UInt64(target) &* Self.gamma &+ UInt64(number - 1) &* 0xda94_2042_e4dd_58b5)
    return ReferenceClock(value: (Double(word >> 11) + 1) / 9_007_199_254_740_992)
  }

  /// Counts a step in which the source acts; returns whose clocks ring in it.
  ///
  /// - Parameter chance: of a contact with somebody.
  mutating func counts(_ chance: (_ target: Int) -> Double) -> [Int] {
    var rung: [Int] = []
    for place in pairs.indices where pairs[place].clock.counts(chance(pairs[place].target)) {
      rung.append(pairs[place].target)
      pairs[place].number += 1
      pairs[place].clock = clock(of: pairs[place].target, number: pairs[place].number)
    }
    return rung
  }
}
