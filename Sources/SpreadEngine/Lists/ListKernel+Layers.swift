internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// Sources whose contacts differ: a draw for each layer.
extension ListKernel {
  /// Every source draws in every layer; whom it infects is written to `hits`. Returns their number.
  mutating func drawLayers() -> Int {
    var count = 0
    if let passes, !notes.isOpen {
      for number in 0..<layers.layers.count {
        let layer = layers.layers[number]
        if layer.kind == .lists && contactsAll && layers.areAlike(layer) && !layer.chance.isNothing
        {
          count &+= drawAll(layer, by: passes, at: count)
        } else {
          for index in 0..<sources.count {
            count &+= hit(bySource: index, layer, at: count)
          }
        }
      }
      return count
    }
    for index in 0..<sources.count {
      for number in 0..<layers.layers.count {
        count &+= hit(bySource: index, layers.layers[number], at: count)
      }
      if notes.isOpen { notes.hitEnds.view[index] = UInt32(truncatingIfNeeded: count) }
    }
    return count
  }

  /// Sources act in person order on the live state, each in all layers.
  mutating func actSequentiallyInLayers() {
    for index in 0..<sources.count {
      for number in 0..<layers.layers.count {
        let new = hit(bySource: index, layers.layers[number], at: 0)
        infectAtOnce(new, bySource: index)
      }
    }
  }

  /// Whether every source contacts all its neighbors, or all the healthy ones.
  private var contactsAll: Bool { listDraw.isFixed && listDraw.cap >= people &- 1 }

  private func word(ofSource index: Int, _ layer: RunLayer) -> UInt64 {
    let stride = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
    return mix(sources.keys.view[index] &+ stride &+ layer.lane)
  }

  /// Writes the healthy people hit by a source in a layer to `hits` from `place` on; returns their number.
  private mutating func hit(bySource index: Int, _ layer: RunLayer, at place: Int) -> Int {
    if layer.chance.isNothing { return 0 }
    let source = sources.cells.view[index]
    let word = word(ofSource: index, layer)
    if layer.kind == .everybody { return hitAnybody(by: source, word, layer, at: place) }
    let list = layers.list(of: source, layer)
    hits.reserve(place &+ list.count &+ 1, keeping: place)
    let (health, hits, factor) = (health, hits.view, factor(of: source))
    if layers.areAlike(layer) {
      return listDraw.infect(
        list.people, list.count, word, factor: factor, by: layer.coins, health, hits, at: place)
    }
    return Self.hit(
      by: source, &listDraw, list, word, factor: factor, layer, layers, health, hits, at: place)
  }

  private static func hit(
    by source: UInt32, _ draw: inout ListDraw, _ list: LayerList, _ word: UInt64, factor: Double,
    _ layer: RunLayer, _ layers: borrowing RunLayers, _ health: RawBuffer<UInt8>,
    _ hits: RawBuffer<UInt32>, at place: Int
  ) -> Int {
    let pairs = layers.pairs
    return draw.infect(
      list.people, list.count, word, factor: factor,
      by: PairCoins(source: source, list: list, layer: layer, pairs: pairs), health, hits,
      at: place)
  }

  /// The same where everybody meets everybody.
  private mutating func hitAnybody(
    by source: UInt32, _ word: UInt64, _ layer: RunLayer, at place: Int
  ) -> Int {
    let largest = layer.chance.chance(1, layers.pairs.largestFactor(of: source))
    if largest <= 0 { return 0 }
    let candidates = healthyPeople?.count ?? people &- 1
    return Self.hit(
      by: source, &everybodyDraw, of: candidates, word, factor: factor(of: source), layer,
      largest: largest, layers.pairs, healthyPeople, health, &hits, at: place)
  }

  private static func hit(
    by source: UInt32, _ draw: inout EverybodyDraw, of candidates: Int, _ word: UInt64,
    factor: Double, _ layer: RunLayer, largest: Double, _ pairs: PairFactors,
    _ healthyPeople: HealthySet?, _ health: RawBuffer<UInt8>, _ hits: inout RawList<UInt32>,
    at place: Int
  ) -> Int {
    var end = place
    draw.forEachInfected(
      of: candidates, word, factor: factor, gaps: EverybodyDraw.gaps(largest),
      isThinned: pairs.differ
    ) { candidate in
      let person = Self.person(candidate, of: source, healthyPeople)
      if pairs.differ {
        let chance = layer.chance.chance(1, pairs.factor(of: source, to: person))
        let random = mix(
          word &+ UInt64(person) &* RandomKeys.personStride &+ RandomKeys.thinningLane)
        let fraction = Double(random &>> 11) * 0x1p-53
        if fraction * largest >= chance { return false }
      }
      hits.reserve(end &+ 1, keeping: end)
      hits.view[end] = person
      end &+= Int(truncatingIfNeeded: health[person] &>> 4 & 1)
      return true
    }
    return end &- place
  }

  /// All sources contact all their neighbors in a layer of lists: people who are not healthy are hit, too.
  private mutating func drawAll(_ layer: RunLayer, by passes: VectorPasses, at place: Int) -> Int {
    guard let contacts = layer.lists else { return 0 }
    let count = sources.count
    let cells = sources.cells.view
    var room = 8
    for index in 0..<count {
      room &+= contacts.count(cells[index])
    }
    hits.reserve(place &+ room, keeping: place)
    var lists = spread_lists(
      starts: contacts.starts, neighbors: contacts.people,
      coin_threshold: ContactCoins.threshold(layer.chance.chance(1, 1)),
      block_stride: RandomKeys.blockStride)
    return passes.pointee.draw_lists(
      &lists, cells.pointer(room: count), sources.keys.view.pointer(room: count), count,
      UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride &+ layer.lane,
      hits.view.pointer(from: place, room: room), nil)
  }

  // MARK: Whether anybody is left to be infected

  /// Whether somebody has no healthy neighbor in any layer, and will have none.
  func isAlone(_ person: UInt32) -> Bool {
    (0..<layers.layers.count).allSatisfy { number in
      let layer = layers.layers[number]
      return layer.kind != .everybody
        && !layers.hasNeighbor(person, layer) { neighbor, _ in isHealthy(neighbor) }
    }
  }

  /// Whether an infected person may infect somebody by the chances of the next step.
  func mayInfect(_ person: UInt32) -> Bool {
    (0..<layers.layers.count).contains { number in
      let layer = layers.layers[number]
      if layer.chance.isNothing { return false }
      func isPossible(_ neighbor: UInt32, _ weight: Float) -> Bool {
        isHealthy(neighbor)
          && layer.chance.chance(weight, layers.pairs.factor(of: person, to: neighbor)) > 0
          && layers.isOpen(person, neighbor, layer)
      }
      guard layer.kind == .everybody else {
        return layers.hasNeighbor(person, layer, where: isPossible)
      }
      if layers.pairs.leastFactor > 0 { return infected &+ course.immune < people }
      return (0..<UInt32(people)).contains { $0 != person && isPossible($0, 1) }
    }
  }
}
