import SpreadModel

/// Contacts of one chance at each level, if they have no weights.
struct ContactClass: BitwiseCopyable {
  var layer: Int
  /// Of who infects, then of who is infected: see `PassLevels.factors`.
  var pair: Int
}

/// The levels of a pass: the different ones, in ascending order.
///
/// Of two levels the later one has no smaller chance of any contact. Whether a contact infects within the steps in which its
/// source acts is decided as in runs: where V is above `survival`. So the levels at which it does are all from one on.
struct PassLevels: ~Copyable {
  /// How many there are.
  let count: Int
  /// By scenario: its level.
  let levelOf: [Int]
  let layers: Int
  /// Of people; 1 where their contacts do not differ.
  let groups: Int
  private let memory: Memory
  /// By level, then layer.
  private let chances: RawBuffer<LayerChance>
  /// By level, if they differ, and `ContactClass.pair`: g. Behind those of a group of sources comes the largest of them.
  private let factors: RawBuffer<Double>
  private let factorStride: Int
  private let powers: SurvivalPowers

  /// - Parameter scenarios: one or more, of which `inOrder` knows the order.
  init(_ scenarios: [Scenario]) {
    var levelOf = [Int](repeating: 0, count: scenarios.count)
    var different: [Scenario] = []
    for index in Self.inOrder(scenarios) ?? [] {
      if different.last.map({ $0.multipliers != scenarios[index].multipliers }) ?? true {
        different.append(scenarios[index])
      }
      levelOf[index] = different.count - 1
    }
    let layers = different.map { ChangingValues($0).layers }
    self.init(different, levelOf) { layers[$0][$1] }
  }

  /// Levels of the infection probability, which ascend.
  init(_ scenario: Scenario, probabilities: [Double]) {
    let layers = ChangingValues(scenario).layers
    self.init([scenario], Array(probabilities.indices)) { level, number in
      var layer = layers[number]
      layer.probability = probabilities[level]
      return layer
    }
  }

  /// - Parameters:
  ///   - scenarios: of the levels, or one of them all.
  ///   - layerOf: by level and number.
  private init(
    _ scenarios: [Scenario], _ levelOf: [Int], _ layerOf: (Int, Int) -> ChangingValues.Layer
  ) {
    var memory = Memory()
    let exposures = scenarios[0].contacts.layers.map(\.exposure)
    self.levelOf = levelOf
    count = (levelOf.max() ?? -1) + 1
    layers = exposures.count
    chances = memory.buffer(count * layers)
    for level in 0..<count {
      for (layer, exposure) in exposures.enumerated() {
        chances[level * layers + layer] = LayerChance(layerOf(level, layer), exposure: exposure)
      }
    }
    let differ = scenarios.contains { $0.groups?.factorsDiffer == true }
    let rows = scenarios.map { differ ? $0.groups?.multiply ?? [] : [[1]] }
    let vary = rows.contains { $0 != rows[0] }
    let groups = rows[0].count
    self.groups = groups
    factorStride = vary ? groups * (groups + 1) : 0
    factors = memory.buffer(
      of: (vary ? rows[...] : rows[..<1]).joined().flatMap { $0 + [$0.max() ?? 0] })
    powers = SurvivalPowers(in: &memory)
    self.memory = memory
  }

  /// The scenarios by their numbers; nil if two of them have no order.
  static func inOrder(_ scenarios: [Scenario]) -> [Int]? {
    let numbers = scenarios.map(\.multipliers)
    let order = numbers.indices.sorted {
      numbers[$0].lexicographicallyPrecedes(numbers[$1], by: Self.precedes)
    }
    let isChain = zip(order, order.dropFirst()).allSatisfy { low, high in
      numbers[low] == numbers[high]
        || zip(numbers[low], numbers[high]).allSatisfy { zip($0, $1).allSatisfy { $0 <= $1 } }
    }
    return isChain ? order : nil
  }

  private static func precedes(_ one: [Double], _ other: [Double]) -> Bool {
    one.lexicographicallyPrecedes(other)
  }

  /// - Parameters:
  ///   - source: the group of who infects.
  ///   - target: that of who is infected; nil: the one with the largest chance.
  @inline(__always) func pair(_ source: Int, _ target: Int?) -> Int {
    source &* (groups &+ 1) &+ (target ?? groups)
  }

  /// The chance of a contact in a step.
  @inline(__always) func chance(
    _ level: Int, _ contact: ContactClass, weight: Float
  ) -> Double {
    chances[level &* layers &+ contact.layer]
      .chance(weight, factors[level &* factorStride &+ contact.pair])
  }

  /// Clocks with a larger V ring within so many steps.
  func survival(_ level: Int, _ contact: ContactClass, weight: Float = 1, _ steps: Int) -> Double {
    powers.set(chance(level, contact, weight: weight), within: steps)
    return powers.survival(steps)
  }

  /// The lowest level at which a clock rings within so many steps; `count` if it does at none.
  func lowest(
    _ value: Double, _ contact: ContactClass, weight: Float, _ steps: Int, from first: Int
  ) -> Int {
    var (low, high) = (first, count)
    while low < high {
      let middle = (low + high) / 2
      if value > survival(middle, contact, weight: weight, steps) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }
}

extension Scenario {
  /// The numbers by which the infection probability is multiplied, it among them.
  fileprivate var multipliers: [[Double]] {
    [[infectionProbability] + contacts.layers.map(\.multiply)] + (groups?.multiply ?? [])
  }
}

extension ContactLayer {
  /// u, where weights are durations.
  fileprivate var exposure: Double? {
    guard case .edges(let table) = contacts else { return nil }
    return table.exposure
  }
}
