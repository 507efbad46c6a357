internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// The contacts of a run that differ: layers, weights, places, groups, and pairs that may be closed.
///
/// Source: docs/randomness.md, "Contacts that differ".
struct RunLayers: ~Copyable {
  private var memory: Memory
  private let people: Int
  /// In the order of the study.
  let layers: RawBuffer<RunLayer>
  /// What they are made of.
  private let contacts: [Contacts]
  private var tables: [Table]
  private var placeNeighbors = PlaceNeighbors()
  let hasPlaces: Bool
  /// Whether pairs may be closed in a run.
  let mayClosePairs: Bool

  private(set) var pairs: PairFactors

  private enum Table {
    case none
    case lists(NeighborTable, word: UInt64?)
    case places(PlaceTable, word: UInt64?)

    var word: UInt64? {
      switch self {
      case .none: nil
      case .lists(_, let word), .places(_, let word): word
      }
    }
  }

  /// - Parameter groupOf: by person: the group; where people differ.
  init(_ scenario: Scenario, _ plan: Plan, _ groupOf: RawBuffer<UInt8>) {
    var memory = Memory()
    let isUsed = plan.meeting == .layers
    people = scenario.grid.people
    contacts = isUsed ? scenario.contacts.layers.map(\.contacts) : []
    tables = contacts.map { _ in .none }
    mayClosePairs = scenario.interventions.contains { $0.keepContacts != nil }
    var rank = 0
    var layers: [RunLayer] = []
    for (number, contacts) in contacts.enumerated() {
      let kind: RunLayer.Kind =
        switch contacts {
        case .everybody: .everybody
        case .places: .places
        case .grid, .edges, .drawn: .lists
        case .layers: preconditionFailure("no layer has layers")
        }
      layers.append(RunLayer(kind: kind, number: number, rank: rank, plan.layers[number]))
      if kind == .everybody { rank += 1 }
    }
    self.layers = memory.buffer(of: layers)
    hasPlaces = layers.contains { $0.kind == .places }
    pairs = PairFactors(scenario.groups, groupOf, in: &memory)
    self.memory = memory
  }

  /// Begins a run.
  ///
  /// - Throws: `WorkCancelled`.
  mutating func reset(
    _ key: RunKey, _ scenario: Scenario, _ plan: Plan, _ isCancelled: () -> Bool
  ) throws {
    pairs.runWord = key.word
    for number in 0..<layers.count {
      switch contacts[number] {
      case .everybody, .layers: break
      case .grid:
        if case .none = tables[number] {
          let table = try GridLists.table(
            scenario.grid, scenario.rule.neighborhood, isCancelled)
          use(table, nil, number)
        }
      case .edges(let table): if case .none = tables[number] { use(table, nil, number) }
      case .drawn:
        let word = ContactDrawer.word(contacts[number], people: people, key: key)
        guard word != tables[number].word else { continue }
        tables[number] = .none
        if let table = try ContactDrawer.table(
          contacts[number], people: people, key: key, vectors: plan.vectors,
          isCancelled: isCancelled)
        {
          use(table, word, number)
        }
      case .places(let places, let per):
        let word =
          places.areDrawn
          ? PlaceDrawer.word(places, per: per, people: people, key: key) : 0
        guard word != tables[number].word else { continue }
        tables[number] = .none
        let table = PlaceDrawer.table(places, per: per, people: people, key: key)
        tables[number] = .places(table, word: word)
        var layer = layers[number]
        layer.use(table)
        layers[number] = layer
      }
    }
    draw(by: plan)
  }

  private mutating func use(_ table: NeighborTable, _ word: UInt64?, _ number: Int) {
    tables[number] = .lists(table, word: word)
    var layer = layers[number]
    layer.use(table)
    layers[number] = layer
  }

  /// From the next step on chances are these.
  func draw(by plan: Plan) {
    for number in 0..<layers.count {
      var layer = layers[number]
      layer.draw(by: plan.layers[number])
      layers[number] = layer
    }
  }

  /// The number of layers in which everybody meets everybody.
  var everybodyCount: Int {
    (0..<layers.count).count { layers[$0].kind == .everybody }
  }

  var hasEverybody: Bool { everybodyCount > 0 }

  /// Everybody's contacts.
  var contactLists: ContactLists {
    ContactLists(
      layers: tables.map { table in
        switch table {
        case .none: .everybody
        case .lists(let table, _): .lists(table)
        case .places(let table, _): .places(table)
        }
      }, people: people)
  }

  // MARK: Pairs

  /// Whether all contacts of a layer have its chance, now.
  @inline(__always) func areAlike(_ layer: RunLayer) -> Bool {
    !pairs.differ && layer.lists?.hasWeights != true && layer.chance.keptShare >= 1
  }

  @inline(__always) func isOpen(_ one: UInt32, _ other: UInt32, _ layer: RunLayer) -> Bool {
    layer.chance.keptShare >= 1 || pairs.key(one, other) < layer.chance.keptShare
  }

  /// Somebody's neighbors, ordered, until the next call.
  ///
  /// - Parameter layer: of lists or places.
  @inline(__always) mutating func list(of person: UInt32, _ layer: RunLayer) -> LayerList {
    layer.list(of: person) ?? placeNeighbors.neighbors(of: person, in: layer)
  }

  /// Whether somebody has a neighbor for whom a condition is true; without everybody who meets everybody.
  @inline(__always) func hasNeighbor(
    _ person: UInt32, _ layer: RunLayer,
    where condition: (_ neighbor: UInt32, _ weight: Float) -> Bool
  ) -> Bool {
    if let list = layer.list(of: person) {
      return (0..<list.count).contains { condition(list.people[$0], list.weight($0)) }
    }
    guard let places = layer.places else { return false }
    return places.places(of: Int(person)).contains { place in
      places.members(of: Int(place)).contains { $0 != person && condition($0, 1) }
    }
  }
}

/// What pairs of people have whatever they meet by: groups, and keys.
struct PairFactors {
  /// Whether people differ by groups.
  let differ: Bool
  /// By person: the group; where people differ.
  private let groupOf: RawBuffer<UInt8>
  /// By group of who infects, then of who is infected: g.
  private let factors: RawBuffer<Double>
  private let count: Int
  /// By group of who infects; where people do not differ, of all of them.
  let largestFactors: RawBuffer<Double>
  /// The largest and the least g of all.
  let largestFactor: Double
  let leastFactor: Double
  var runWord: UInt64 = 0

  init(_ groups: Groups?, _ groupOf: RawBuffer<UInt8>, in memory: inout Memory) {
    let rows = groups?.multiply ?? [[1]]
    differ = groups != nil
    self.groupOf = groupOf
    count = rows.count
    factors = memory.buffer(of: rows.flatMap(\.self))
    largestFactors = memory.buffer(of: rows.map { $0.max() ?? 0 })
    largestFactor = rows.joined().max() ?? 0
    leastFactor = rows.joined().min() ?? 0
  }

  /// g.
  @inline(__always) func factor(of source: UInt32, to target: UInt32) -> Double {
    differ ? factors[Int(groupOf[source]) &* count &+ Int(groupOf[target])] : 1
  }

  /// Tells the vector passes of them.
  func describe(to chances: inout spread_chances) {
    guard differ else { return }
    chances.group_of = UnsafePointer(groupOf.pointer(room: groupOf.count))
    chances.factors = UnsafePointer(factors.pointer(room: factors.count))
    chances.groups = count
  }

  /// The place of somebody's group in `largestFactors`.
  @inline(__always) func group(of person: UInt32) -> Int { differ ? Int(groupOf[person]) : 0 }

  /// The largest g of a source.
  @inline(__always) func largestFactor(of source: UInt32) -> Double {
    largestFactors[group(of: source)]
  }

  /// A pair meets where the share of contacts that are kept is above this; the same both ways.
  @inline(__always) func key(_ one: UInt32, _ other: UInt32) -> Double {
    let start = mix(
      runWord &+ UInt64(min(one, other)) &* RandomKeys.personStride &+ RandomKeys.pairLane)
    let word = mix(start &+ UInt64(max(one, other)) &* RandomKeys.personStride)
    return Double(word &>> 11) * 0x1p-53
  }
}
