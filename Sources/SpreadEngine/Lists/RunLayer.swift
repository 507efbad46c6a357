import SpreadModel

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

  // Of lists: those of `NeighborTable`.
  var starts: UnsafeMutablePointer<UInt32>?
  var neighbors: UnsafeMutablePointer<UInt32>?
  var weights: UnsafeMutablePointer<Float>?
  var exposure: Double?
  /// Of places.
  var places: PlaceLists?

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
    starts = table.starts
    neighbors = table.neighbors
    weights = table.weights
    exposure = table.exposure
  }

  /// Somebody's neighbors, ordered; nil where there are no lists.
  @inline(__always) func list(of person: UInt32) -> LayerList? {
    guard kind == .lists, let starts, let neighbors else { return nil }
    let start = Int(starts[Int(person)])
    return LayerList(
      people: neighbors + start, weights: weights.map { $0 + start },
      count: Int(starts[Int(person) &+ 1]) &- start)
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

  /// The weight of a neighbor's contact, of several the first one's.
  func weight(of person: UInt32) -> Float {
    guard let weights else { return 1 }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if people[middle] < person { low = middle + 1 } else { high = middle }
    }
    return weights[low]
  }
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
