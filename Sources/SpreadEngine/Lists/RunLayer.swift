import SpreadModel

/// Lists of people one behind the other: those of a `NeighborTable`, or who is in each place.
struct PeopleLists: BitwiseCopyable {
  /// List i has the people `people[starts[i]]..<people[starts[i + 1]]`. Sixteen more behind them all may be read.
  let starts: UnsafeMutablePointer<UInt32>
  let people: UnsafeMutablePointer<UInt32>
  /// Whether the weights of each list stand behind its people, as in a `NeighborTable`; else all are 1.
  var hasWeights = false

  @inline(__always) func count(_ list: UInt32) -> Int {
    Int(starts[Int(list) &+ 1] &- starts[Int(list)])
  }

  @inline(__always) func list(_ number: UInt32) -> LayerList {
    let start = Int(starts[Int(number)])
    let count = count(number)
    let list = people + (hasWeights ? 2 &* start : start)
    return LayerList(
      people: list,
      weights: hasWeights
        ? UnsafeMutableRawPointer(list + count).assumingMemoryBound(to: Float.self) : nil,
      count: count)
  }
}

/// A layer of a run's contacts, as the kernel reads it: views of lists that `RunLayers` owns.
struct RunLayer: BitwiseCopyable {
  enum Kind: BitwiseCopyable {
    case lists, places, everybody
  }

  let kind: Kind
  /// Added for the words of actions and clocks.
  let lane: UInt64
  /// Among the layers in which everybody meets everybody.
  let rank: Int

  /// Of places: who is in each of them.
  private(set) var lists: PeopleLists?
  private(set) var exposure: Double?
  private(set) var places: PlaceLists?
  /// Whether everybody is in one place, so that it is known where their list of places begins.
  private(set) var isOnePlaceEach = false

  /// As chances hold in the next step.
  var chance: LayerChance
  /// Of contacts whose chance is that of the layer.
  var coins: ContactCoins

  init(kind: Kind, number: Int, rank: Int, _ values: ChangingValues.Layer) {
    self.kind = kind
    lane = UInt64(number) &* RandomKeys.layerStride
    self.rank = rank
    chance = LayerChance(values, exposure: nil)
    coins = ContactCoins(threshold: 0)
  }

  mutating func use(_ table: NeighborTable) {
    lists = PeopleLists(starts: table.starts, people: table.neighbors, hasWeights: table.hasWeights)
    exposure = table.exposure
  }

  mutating func use(_ table: PlaceTable) {
    let places = table.lists
    self.places = places
    isOnePlaceEach = table.entries == table.people && !places.areSeveral
    lists = PeopleLists(starts: places.memberStarts, people: places.members)
  }

  /// Somebody's places, which are `places`.
  @inline(__always) func list(of person: UInt32, in places: PlaceLists) -> LayerList {
    isOnePlaceEach
      ? LayerList(people: places.places + Int(person), weights: nil, count: 1)
      : PeopleLists(starts: places.starts, people: places.places).list(person)
  }

  /// Somebody's neighbors, ordered; nil where there are no lists.
  @inline(__always) func list(of person: UInt32) -> LayerList? {
    guard kind == .lists, let lists else { return nil }
    return lists.list(person)
  }

  mutating func draw(by values: ChangingValues.Layer) {
    chance = LayerChance(values, exposure: exposure)
    coins = ContactCoins(threshold: ContactCoins.threshold(chance.chance(1, 1)))
  }
}

/// The neighbors of somebody in a layer, ordered.
struct LayerList {
  let people: UnsafeMutablePointer<UInt32>
  /// Nil where all weights are 1.
  let weights: UnsafeMutablePointer<Float>?
  let count: Int

  @inline(__always) func weight(_ index: Int) -> Float { weights.map { $0[index] } ?? 1 }
}

/// Lists of neighbors of people who share places, made when they are asked for.
struct PlaceNeighbors: ~Copyable {
  private var list = RawList<UInt32>()

  /// Until the next call.
  ///
  /// - Parameter layer: of places.
  mutating func neighbors(of person: UInt32, in layer: RunLayer) -> LayerList {
    guard let places = layer.places else { preconditionFailure("the layer has no places") }
    let room = places.contacts(of: Int(person))
    list.reserve(room)
    let people = list.view.pointer(room: room)
    return LayerList(
      people: people, weights: nil,
      count: places.writeNeighbors(of: Int(person), to: people))
  }
}
