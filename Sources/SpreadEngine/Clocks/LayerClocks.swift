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
  /// w.
  var weight: Float
  /// V.
  var value: Double

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

/// The clocks of a layer whose chances may change: they wait until the hazard of its largest chance has added up.
private final class ChangingLayer {
  var wheel: HazardWheel<PairClock>
  /// Of all contacts.
  let weight: Float
  let factor: Double
  /// As large as it may be in a run.
  let largest: LayerChance

  init(_ now: LayerChance, _ largest: LayerChance, weight: Float, factor: Double) {
    (self.largest, self.weight, self.factor) = (largest, weight, factor)
    wheel = HazardWheel(
      isUsed: true, usual: now.chance(weight, factor), largest: largest.chance(weight, factor))
  }

  /// The largest chance of a contact.
  func chance(_ layer: LayerChance) -> Double {
    layer.keptShare > 0 ? layer.chance(weight, factor) : 0
  }

  /// In no step is a pair's hazard a larger share than this of that of the largest chance: hazards grow faster than chances. Where
  /// that one is cut off at 1, no pair's chance is larger than this.
  func share(of pair: PairTerms) -> Double {
    let most = min(1, largest.uncut(weight, factor))
    return most > 0 ? min(1, largest.uncut(pair.weight, pair.factor) / most) : 0
  }
}

/// The clocks of contacts that differ. Each waits for the step in which it rings or, where chances may change, until so
/// much hazard has added up that it may have rung (`HazardWheel`).
///
/// Source: docs/randomness.md, "Contact clocks", "Contacts that differ".
struct LayerClocks: ~Copyable {
  /// Whether chances may change in a run.
  let mayChange: Bool
  private let memory: Memory
  /// Where they do not.
  private var wheel: Wheel<PairClock>
  /// By layer, where they may.
  private let changing: [ChangingLayer]
  private var history: LayerHistory
  /// Scratch.
  private let powers: SurvivalPowers
  /// By layer, then group of who infects: of the largest chance of any contact in a run.
  private let times: [RingTimes]
  private let groups: Int
  /// By layer: whether this is the chance of all its contacts.
  private let areAlike: [Bool]

  init(_ scenario: Scenario, _ plan: Plan, _ layers: borrowing RunLayers) {
    let isUsed = plan.meeting == .layers && plan.strategy == .rings
    var memory = Memory()
    let mayChange = plan.mayChangeProbability
    var times: [RingTimes] = []
    var changing: [ChangingLayer] = []
    var areAlike: [Bool] = []
    for (number, contacts) in scenario.contacts.layers.enumerated() where isUsed {
      var (weight, exposure): (Float, Double?) = (1, nil)
      var isWeighted = false
      if case .edges(let table) = contacts.contacts {
        (weight, exposure) = (table.largestWeight, table.exposure)
        isWeighted = table.hasWeights
      }
      let isAlike = !mayChange && !isWeighted && !layers.pairs.differ
      areAlike.append(isAlike)
      let largest = LayerChance(plan.largestLayers[number], exposure: exposure)
      for group in 0..<layers.pairs.largestFactors.count {
        let chance = largest.chance(weight, layers.pairs.largestFactors[group])
        times.append(RingTimes(probability: chance, isLargest: !isAlike, in: &memory))
      }
      guard mayChange else { continue }
      changing.append(
        ChangingLayer(
          LayerChance(plan.layers[number], exposure: exposure), largest, weight: weight,
          factor: layers.pairs.largestFactor))
    }
    self.mayChange = mayChange
    self.times = times
    groups = layers.pairs.largestFactors.count
    self.areAlike = areAlike
    self.changing = changing
    wheel = Wheel(isUsed: isUsed && !mayChange)
    history = LayerHistory(layers: plan.layers.count)
    powers = SurvivalPowers(in: &memory)
    self.memory = memory
  }

  mutating func reset(_ layers: borrowing RunLayers) {
    wheel.removeAll()
    history.removeAll()
    step = 0
    history.add(layers.layers, after: 0)
    for (number, layer) in changing.enumerated() {
      layer.wheel.reset(layer.chance(layers.layers[number].chance))
    }
  }

  /// The last step that began.
  private(set) var step = 0

  /// From the next step on chances are these.
  mutating func change(to layers: borrowing RunLayers) {
    history.add(layers.layers, after: step)
    for (number, layer) in changing.enumerated() {
      layer.wheel.change(to: layer.chance(layers.layers[number].chance))
    }
  }

  // MARK: Numbers

  /// Words below this one are those of clocks that do not ring within so many steps in a layer, whoever of a group infects.
  @inline(__always) func leastWord(within steps: Int, _ layer: Int, group: Int) -> UInt64 {
    steps > 0 ? times[layer &* groups &+ group].leastWord(within: steps) : .max
  }

  /// Of a layer whose contacts all have the same chance, which is above 0 and does not change: the times of all its clocks.
  func timesOfAll(_ layer: Int) -> RingTimes? {
    areAlike[layer] && !times[layer].isSilent ? times[layer] : nil
  }

  /// In which step, from 1, a clock rings where no chances change; a larger number than this one if not within so many.
  @inline(__always) private func ringingStep(
    _ value: Double, _ pair: PairTerms, within steps: Int
  ) -> Int {
    areAlike[pair.layer]
      ? times[pair.layer].step(value)
      : ringingStep(value, pair.chance(history.chance(0, pair.layer)), within: steps)
  }

  /// In which step, from 1, a clock rings that has a chance in each of them; the largest number if not within so many.
  ///
  /// - Parameter product: what is left of its product.
  @inline(__always) private func ringingStep(
    _ value: Double, _ chance: Double, after product: Double = 1, within steps: Int
  ) -> Int {
    if chance <= 0 || steps < 1 { return .max }
    powers.set(chance, within: steps)
    return powers.step(value, after: product, within: steps)
  }

  /// What is left of a product after so many steps with a chance.
  private func left(_ product: Double, _ chance: Double, _ steps: Int) -> Double {
    guard chance > 0, steps > 0 else { return product }
    powers.set(chance, within: steps)
    return powers.product(steps, after: product)
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

  /// Waits for the step in which a clock rings, where no chances change.
  @inline(__always) mutating func wait(_ clock: PairClock, until step: Int) {
    wheel.add(clock, until: step)
  }

  /// Waits for the step in which a clock rings, or may ring, unless this comes after its source's last one.
  ///
  /// - Parameter end: the source's last step, at most that of the run.
  mutating func wait(_ clock: PairClock, _ pair: PairTerms, end: Int) {
    let begin = Int(clock.begin)
    guard mayChange else {
      let step = ringingStep(clock.value, pair, within: end - begin)
      if step <= end - begin { wheel.add(clock, until: begin + step) }
      return
    }
    let layer = changing[pair.layer]
    let share = layer.share(of: pair)
    guard share > 0 else { return }
    var hazard = Hazard.of(left: clock.value)
    if begin < step {
      let now = stretch(of: pair, after: begin)
      hazard -= Hazard.of(left: left(now.product, now.chance, now.steps))
    }
    hazard = max(0, hazard * (1 - Hazard.margin) - Hazard.margin)
    layer.wheel.add(clock, hazard: hazard / (share * (1 + Hazard.margin)), after: begin, end: end)
  }

  // MARK: Steps

  /// Begins a step.
  mutating func begin(step: Int) { self.step = step }

  /// How many times `take` has something else.
  var queues: Int { mayChange ? changing.count : 1 }

  /// - Returns: how many of `due` ring in the step that began or, where chances may change, may ring.
  mutating func take(_ queue: Int) -> Int {
    mayChange ? changing[queue].wheel.take(at: step) : wheel.take(at: step)
  }

  func due(_ queue: Int) -> RawBuffer<PairClock> {
    mayChange ? changing[queue].wheel.due : wheel.due.view
  }

  /// Whether a clock that was not known to have rung before has by now.
  func hasRung(_ clock: PairClock, _ pair: PairTerms) -> Bool {
    hasRung(clock.value, after: Int(clock.begin), pair)
  }

  func hasRung(_ value: Double, after begin: Int, _ pair: PairTerms) -> Bool {
    guard mayChange else {
      return ringingStep(value, pair, within: step - begin) <= step - begin
    }
    let now = stretch(of: pair, after: begin)
    return ringingStep(value, now.chance, after: now.product, within: now.steps) < .max
  }
}
