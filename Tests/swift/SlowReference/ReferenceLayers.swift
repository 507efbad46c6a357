internal import KeyedRandom
internal import SpreadModel

/// Contacts that differ, from the definitions alone (docs/model.md; docs/randomness.md, "Contacts that differ").
struct ReferenceLayers {
  struct Layer {
    /// By person, in neighbor order.
    var lists: [[Int]]
    /// By person and neighbor; 1 of all others.
    var weights: [[Int: Double]] = []
    var exposure: Double?
    let multiply: Double
    let isOfEverybody: Bool
  }

  let layers: [Layer]
  /// By person; nil where people do not differ.
  let groupOf: [Int]?
  private let factors: [[Double]]
  private let run: UInt64
  private let fault: Fault?
  /// As they hold in a step, by layer: p not cut off, and the share of pairs that meet.
  var probabilities: [Double]
  var keptShares: [Double]
  /// The present one.
  var step = 0

  /// Nil where all contacts are alike.
  init?(_ scenario: Scenario, _ key: RunKey, fault: Fault?) {
    let isWeighted: Bool =
      if case .edges(let table) = scenario.contacts { table.hasWeights } else { false }
    let areApart: Bool =
      switch scenario.contacts {
      case .layers, .places: true
      default: false
      }
    let closes = scenario.interventions.contains { $0.keepContacts != nil }
    guard isWeighted || areApart || closes || scenario.groups != nil else { return nil }
    layers = scenario.contacts.layers.map { layer in
      var one = scenario
      one.contacts = layer.contacts
      let contacts = ReferenceContacts(scenario: one, fault: fault)
      var made = Layer(
        lists: contacts.lists(key) ?? contacts.onGrid(),
        multiply: fault == .multiplyIgnored ? 1 : layer.multiply,
        isOfEverybody: layer.contacts == .everybody)
      if case .edges(let table) = layer.contacts, table.hasWeights,
        fault != .weightsIgnored
      {
        made.exposure = table.exposure
        made.weights = (0..<table.people).map { person in
          var own: [Int: Double] = [:]
          for (place, neighbor) in table.neighbors(of: person).enumerated() {
            own[Int(neighbor)] = table.weights(of: person).map { Double($0[place]) }
          }
          return own
        }
      }
      return made
    }
    factors = scenario.groups?.multiply ?? []
    groupOf = scenario.groups == nil ? nil : ReferenceGroups.groupOf(scenario, run: key.word, fault)
    run = key.word
    self.fault = fault
    probabilities = layers.map { _ in scenario.infectionProbability }
    keptShares = layers.map { _ in 1 }
  }

  /// Of somebody, in all layers.
  func contacts(of person: Int) -> [Int] {
    (fault == .firstLayerCounts ? layers.prefix(1) : layers[...]).flatMap { $0.lists[person] }
  }

  /// The chance of a contact in a layer; 0 where the pair is closed.
  func chance(_ layer: Int, from source: Int, to target: Int) -> Double {
    guard fault == .closedClocksRun || isOpen(layer, source, target) else { return 0 }
    let weight = layers[layer].weights.isEmpty ? 1 : layers[layer].weights[source][target] ?? 1
    let (from, to) = fault == .groupsTransposed ? (target, source) : (source, target)
    let g = groupOf.map { factors[$0[from]][$0[to]] } ?? 1
    return chance(layer, weight, g)
  }

  private func chance(_ layer: Int, _ weight: Double, _ g: Double) -> Double {
    let g = fault == .factorsIgnored ? 1 : g
    if weight == 0 || g == 0 { return 0 }
    if fault == .cutOffBeforeGroups, g != 1 { return min(1, chance(layer, weight, 1) * g) }
    let p = probabilities[layer]
    guard let exposure = layers[layer].exposure else {
      let alone = p * layers[layer].multiply * g
      if fault == .weightOfHazard, alone < 1 {
        return 1 - exponential(weight * logarithm(oneMinus: alone))
      }
      return min(1, p * layers[layer].multiply * weight * g)
    }
    let infected = p >= 1 ? 1 : 1 - exponential(weight / exposure * logarithm(oneMinus: p))
    return min(1, infected * layers[layer].multiply * g)
  }

  /// The largest chance of a contact of somebody among everybody.
  func largestChance(_ layer: Int, from source: Int) -> Double {
    chance(layer, 1, groupOf.map { factors[$0[source]].max() ?? 0 } ?? 1)
  }

  func isOpen(_ layer: Int, _ one: Int, _ other: Int) -> Bool {
    if keptShares[layer] >= 1 { return true }
    let gamma: UInt64 = 0x9e37_79b9_7f4a_7c15
    let anew = fault == .pairsClosedAnew ? UInt64(step) : 0
    let start = mix(run &+ anew &+ UInt64(min(one, other)) &* gamma &+ 0x2127_599b_f432_5c37)
    let word = mix(start &+ UInt64(max(one, other)) &* gamma)
    return Double(word >> 11) / 9_007_199_254_740_992 < keptShares[layer]
  }
}

extension ReferenceDraws {
  static func lane(ofLayer layer: Int) -> UInt64 { UInt64(layer) &* 0xc2b2_ae3d_27d4_eb4f }

  /// Whom a source infects in a layer among candidates, who come with their places in its list.
  func infected(
    in layers: ReferenceLayers, _ layer: Int, by source: Int, among candidates: [Candidate],
    _ word: UInt64, factor: Double
  ) -> [Int] {
    func chance(_ candidate: Candidate) -> Double {
      layers.chance(layer, from: source, to: candidate.person)
    }
    guard layers.layers[layer].isOfEverybody else {
      return infected(ofList: candidates, word, factor: factor, chance: chance)
    }
    let largest = layers.largestChance(layer, from: source)
    if largest <= 0 { return [] }
    return infected(ofEverybody: candidates, word, factor: factor, largest: largest) { candidate in
      if layers.groupOf == nil { return true }
      let random = mix(
        word &+ UInt64(candidate.person) &* 0x9e37_79b9_7f4a_7c15 &+ 0x8800_57f7_fff4_5e83)
      return Double(random >> 11) / 9_007_199_254_740_992 * largest < chance(candidate)
    }
  }
}
