internal import KeyedRandom
import SpreadModel

/// A clock that waits until it rings, or may ring, of a pair with a chance of its own.
struct PairClock: WaitingItem {
  /// Who may infect whom. Where everybody meets everybody `WaitingClock.anybody` is the next of the first clocks.
  var source: UInt32
  var target: UInt32
  /// The step before the first one that counts.
  var begin: UInt32
  /// Of the clock among those of the pair, from 1.
  var number: UInt32
  var layer: UInt32
  /// Where everybody meets everybody the rank of the first clock, else the bits of the contact's weight.
  var detail: UInt32

  @inline(__always) static var blockSize: Int { 16 }
}

/// What the chance of a pair follows from, beside that of its layer.
struct PairTerms: BitwiseCopyable {
  var layer: Int
  var weight: Float
  /// g.
  var factor: Double
  /// See `PairFactors.key`.
  var key: Double

  @inline(__always) func chance(_ layer: LayerChance) -> Double {
    layer.keptShare >= 1 || key < layer.keptShare ? layer.chance(weight, factor) : 0
  }
}

/// The clocks of contacts that differ. Each waits for the step in which it rings or, where chances may change, for the
/// first one in which it may, and is looked at then.
///
/// Source: docs/randomness.md, "Contact clocks", "Contacts that differ".
struct LayerClocks: ~Copyable {
  /// Whether chances may change in a run.
  let mayChange: Bool
  private let memory: Memory
  private var wheel: Wheel<PairClock>
  private var history: LayerHistory
  private let powers: RawBuffer<Double>
  /// By layer: no chances are larger in a run.
  private let largest: RawBuffer<LayerChance>
  /// By layer, of the largest chance of any contact.
  private let times: [RingTimes]

  private static let bits = 32
  /// More than the relative errors of a product in one step, and of a logarithm.
  private static let rounding = 0x1p-50
  private static let margin = 1e-9

  init(_ scenario: Scenario, _ plan: Plan, _ layers: borrowing RunLayers) {
    let isUsed = plan.meeting == .layers && plan.strategy == .rings
    var memory = Memory()
    mayChange = plan.mayChangeProbability
    wheel = Wheel(isUsed: isUsed)
    history = LayerHistory(layers: plan.layers.count)
    powers = memory.buffer(Self.bits)
    let largest: RawBuffer<LayerChance> = memory.buffer(plan.layers.count)
    self.largest = largest
    var times: [RingTimes] = []
    for (layer, contacts) in scenario.contacts.layers.enumerated() where isUsed {
      var (weight, exposure): (Float, Double?) = (1, nil)
      if case .edges(let table) = contacts.contacts {
        (weight, exposure) = (table.largestWeight, table.exposure)
      }
      largest[layer] = LayerChance(plan.largestLayers[layer], exposure: exposure)
      let chance = largest[layer].chance(weight, layers.pairs.largestFactor)
      times.append(RingTimes(probability: chance, in: &memory))
    }
    self.times = times
    self.memory = memory
  }

  mutating func reset(_ layers: borrowing RunLayers) {
    wheel.removeAll()
    history.removeAll()
    step = 0
    history.add(layers.layers, after: 0)
  }

  /// The last step that began.
  private(set) var step = 0

  /// From the next step on chances are these.
  mutating func change(to layers: borrowing RunLayers) { history.add(layers.layers, after: step) }

  // MARK: Numbers

  /// Words below this one are those of clocks that do not ring within so many steps in a layer.
  @inline(__always) func leastWord(within steps: Int, _ layer: Int) -> UInt64 {
    guard steps > 0 else { return .max }
    let word = times[layer].leastWord(within: steps)
    // From below: chances of pairs have roundings of their own.
    let margin = Self.margin + Self.rounding * Double(steps)
    return margin < 1 ? word - min(word, UInt64(min(0x1p63, Double(word) * margin))) : 0
  }

  /// In which step, from 1, a clock rings that has a chance in each of them; the largest number if not within so many.
  ///
  /// - Parameter product: what is left of its product.
  @inline(__always) private func ringingStep(
    _ value: Double, _ chance: Double, after product: Double = 1, within steps: Int
  ) -> Int {
    if chance <= 0 || steps < 1 { return .max }
    powers[0] = 1 - chance
    var top = 0
    while product * powers[top] >= value {
      if 1 << top >= steps || top == Self.bits - 1 { return .max }
      powers[top + 1] = powers[top] * powers[top]
      top += 1
    }
    var (left, passed) = (product, 0)
    for bit in (0..<top).reversed() where left * powers[bit] >= value {
      left *= powers[bit]
      passed += 1 << bit
    }
    return passed < steps ? passed + 1 : .max
  }

  /// What is left of a product after so many steps with a chance.
  private func left(_ product: Double, _ chance: Double, _ steps: Int) -> Double {
    guard chance > 0, steps > 0 else { return product }
    powers[0] = 1 - chance
    var top = 0
    while steps >> (top + 1) > 0 && top < Self.bits - 1 {
      powers[top + 1] = powers[top] * powers[top]
      top += 1
    }
    var product = product
    for bit in (0...top).reversed() where steps >> bit & 1 == 1 { product *= powers[bit] }
    return product
  }

  /// What was left of a clock's product before the present stretch of one chance, that chance, and how many steps of the
  /// stretch have counted by the present step.
  private func stretch(
    of pair: PairTerms, after begin: Int
  ) -> (product: Double, chance: Double, steps: Int) {
    var (product, chance, steps) = (1.0, -1.0, 0)
    var stretch = history.stretch(after: begin)
    while stretch < history.count, max(begin, history.start(stretch)) < step {
      let next = pair.chance(history.chance(stretch, pair.layer))
      let end = stretch + 1 < history.count ? min(step, history.start(stretch + 1)) : step
      let count = end - max(begin, history.start(stretch))
      if next == chance {
        steps += count
      } else {
        product = left(product, chance, steps)
        (chance, steps) = (next, count)
      }
      stretch += 1
    }
    return (product, max(0, chance), steps)
  }

  // MARK: Waiting

  /// Waits for the step in which a clock rings, or may ring, unless this comes after its source's last one.
  ///
  /// - Parameters:
  ///   - value: V.
  ///   - end: the source's last step, at most that of the run.
  mutating func wait(_ clock: PairClock, _ value: Double, _ pair: PairTerms, end: Int) {
    let begin = Int(clock.begin)
    guard mayChange else {
      let step = ringingStep(
        value, pair.chance(history.chance(0, pair.layer)), within: end - begin)
      if step < .max { wheel.add(clock, until: begin + step) }
      return
    }
    let from = max(begin, step)
    let chance = largest[pair.layer].chance(pair.weight, pair.factor)
    guard chance > 0, from < end else { return }
    let now = stretch(of: pair, after: begin)
    let product = left(now.product, now.chance, now.steps)
    // What is left of its hazard, from below, and more than one step takes of it.
    var hazard = Self.hazard(value) - Self.hazard(product)
    hazard = max(0, hazard * (1 - Self.margin) - Self.margin)
    let rate = chance < 1 ? Self.hazard(1 - chance) * (1 + Self.margin) + Self.rounding : .infinity
    let steps = hazard / rate
    if steps < Double(end - from) { wheel.add(clock, until: from + Int(steps) + 1) }
  }

  private static func hazard(_ survival: Double) -> Double {
    survival >= 0x1p-1000 ? -naturalLogarithm(survival) : 1e9
  }

  // MARK: Steps

  /// Begins a step.
  ///
  /// - Returns: how many of `due` ring in this step or, where chances may change, may ring.
  mutating func take(at step: Int) -> Int {
    self.step = step
    return wheel.take(at: step)
  }

  var due: RawBuffer<PairClock> { wheel.due.view }

  /// Whether a clock that was not known to have rung before has by now.
  func hasRung(_ clock: PairClock, _ value: Double, _ pair: PairTerms) -> Bool {
    let begin = Int(clock.begin)
    guard mayChange else {
      return ringingStep(
        value, pair.chance(history.chance(0, pair.layer)), within: step - begin) < .max
    }
    let now = stretch(of: pair, after: begin)
    return ringingStep(value, now.chance, after: now.product, within: now.steps) < .max
  }
}
