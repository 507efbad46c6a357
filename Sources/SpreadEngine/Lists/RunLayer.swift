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

  // Of lists: those of `NeighborTable`. Of places: those of `PlaceTable`, whose `starts` lead to `places`.
  var starts: UnsafeMutablePointer<UInt32>?
  var neighbors: UnsafeMutablePointer<UInt32>?
  var weights: UnsafeMutablePointer<Float>?
  var exposure: Double?
  var places: UnsafeMutablePointer<UInt32>?
  var memberStarts: UnsafeMutablePointer<UInt32>?
  var members: UnsafeMutablePointer<UInt32>?

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

  mutating func use(_ table: PlaceTable) {
    starts = table.starts
    places = table.places
    memberStarts = table.memberStarts
    members = table.members
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
struct PlaceLists: ~Copyable {
  private var list = RawList<UInt32>()

  /// - Parameter layer: of places.
  mutating func neighbors(of person: UInt32, in layer: RunLayer) -> LayerList {
    guard let starts = layer.starts, let places = layer.places,
      let memberStarts = layer.memberStarts, let members = layer.members
    else { preconditionFailure("the layer has no places") }
    let first = Int(starts[Int(person)])
    let last = Int(starts[Int(person) &+ 1])
    var count = 0
    for entry in first..<last {
      let place = Int(places[entry])
      let start = Int(memberStarts[place])
      let end = Int(memberStarts[place &+ 1])
      list.reserve(count &+ end &- start, keeping: count)
      let list = list.view
      for member in start..<end {
        list[count] = members[member]
        count &+= members[member] != person ? 1 : 0
      }
    }
    let people = list.view.pointer(room: list.view.count)
    if last &- first > 1 {
      // Whoever shares two places with them is met once.
      NeighborTable.sort(UnsafeMutableBufferPointer(start: people, count: count))
      var kept = 0
      for index in 0..<count where index == 0 || people[index] != people[index - 1] {
        people[kept] = people[index]
        kept += 1
      }
      count = kept
    }
    return LayerList(people: people, weights: nil, count: count)
  }
}
