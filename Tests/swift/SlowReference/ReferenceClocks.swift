internal import KeyedRandom

/// A contact clock, counted on step by step; docs/randomness.md, "Contact clocks".
struct ReferenceClock {
  /// V.
  let value: Double
  let fault: Fault?
  /// What was left of its product before the present stretch.
  private var product = 1.0
  /// p of the present stretch, and how many of its steps were counted.
  private var probability: Double?
  private var steps = 0
  /// In which of these it rings; nil where p = 0.
  private var ringingStep: Int?

  init(value: Double, fault: Fault?) { (self.value, self.fault) = (value, fault) }

  /// Counts a step in which its source acts with this chance; says whether the clock rings in it.
  mutating func counts(_ p: Double) -> Bool {
    if p != probability, probability == nil || fault != .firstChanceCounts {
      endStretch()
      (probability, steps, ringingStep) = (p, 0, p > 0 ? step(of: p) : nil)
    }
    steps += 1
    return steps - (fault == .ringsLate ? 1 : 0) == ringingStep
  }

  /// The next one of the pair, after this one rang in a step of this chance.
  func next(value: Double, _ p: Double) -> ReferenceClock {
    var next = ReferenceClock(value: value, fault: fault)
    if fault == .productGoesOn {
      var rung = self
      rung.endStretch()
      next.product = rung.product
    }
    if fault == .nextAtOnce { _ = next.counts(p) }
    return next
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
    guard let probability, probability > 0, fault != .productBeginsAnew else { return }
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
  private let word: UInt64
  private let source: Int
  private let layer: Int
  private let fault: Fault?

  private static let gamma: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// - Parameters:
  ///   - word: `run_j`.
  ///   - layer: from 0.
  init(_ word: UInt64, source: Int, neighbors: [Int], layer: Int = 0, fault: Fault? = nil) {
    self.init(word, source, layer, fault)
    pairs = neighbors.enumerated().map { index, target in
      let value = value(of: fault == .numberOfIndex ? index : target, number: 1)
      return Pair(target: target, clock: ReferenceClock(value: value, fault: fault))
    }
  }

  /// Where everybody meets everybody, among so many people.
  init(_ word: UInt64, source: Int, people: Int, layer: Int = 0, fault: Fault? = nil) {
    self.init(word, source, layer, fault)
    var others = (0..<people).filter { $0 != source }
    var stream = RandomStream(key: mix(key(of: source)))
    var sum = 0.0
    for i in 1..<max(1, people) {
      let x = stream.next()
      let y = stream.next()
      let e = -naturalLogarithm((Double(x >> 11) + 0.5) / 9_007_199_254_740_992)
      sum += e / Double(people - (fault == .gapsAlike ? 1 : i))
      if fault != .firstClocksInOrder {
        others.swapAt(i - 1, i - 1 + Int(y.multipliedFullWidth(by: UInt64(people - i)).high))
      }
      let clock = ReferenceClock(value: exponential(-sum), fault: fault)
      pairs.append(Pair(target: others[i - 1], clock: clock))
    }
  }

  private init(_ word: UInt64, _ source: Int, _ layer: Int, _ fault: Fault?) {
    (self.word, self.source, self.layer, self.fault) = (word, source, layer, fault)
  }

  private func key(of source: Int) -> UInt64 {
    mix(
      word &+ UInt64(source) &* Self.gamma &+ 0x1d8e_4e27_c47d_124f
        &+ ReferenceDraws.lane(ofLayer: fault == .layersAlike ? 0 : layer))
  }

  private func value(of target: Int, number: Int) -> Double {
    var (from, to) = (source, target)
    if fault == .directionsAlike, from > to { swap(&from, &to) }
    if fault == .targetsAlike { to = 0 }
    let word = mix(
      key(of: from) &+ UInt64(to) &* Self.gamma &+ UInt64(number - 1) &* 0xda94_2042_e4dd_58b5)
    return (Double(word >> 11) + 1) / 9_007_199_254_740_992
  }

  /// Counts a step in which the source acts; returns whose clocks ring in it.
  ///
  /// - Parameter chance: of a contact with somebody.
  mutating func counts(_ chance: (_ target: Int) -> Double) -> [Int] {
    var rung: [Int] = []
    for place in pairs.indices where fault != .ringsOnce || pairs[place].number == 1 {
      let target = pairs[place].target
      guard pairs[place].clock.counts(chance(target)) else { continue }
      rung.append(target)
      pairs[place].number += 1
      pairs[place].clock = pairs[place].clock.next(
        value: value(of: target, number: pairs[place].number), chance(target))
    }
    return rung
  }

  /// Their clocks do not ring any more.
  mutating func end(of targets: [Int]) { pairs.removeAll { targets.contains($0.target) } }
}
