import SpreadModel

/// Contacts of a list, each with a chance of its own.
///
/// Source: docs/randomness.md, "Contacts that differ".
struct PairCoins: ListCoins {
  let source: UInt32
  let list: LayerList
  let layer: RunLayer
  let pairs: PairFactors

  var closesPairs: Bool { layer.chance.keptShare < 1 }

  @inline(__always) func isOpen(_ index: Int) -> Bool {
    !closesPairs || pairs.key(source, list.people[index]) < layer.chance.keptShare
  }

  @inline(__always) func successes(_ word: UInt64, from first: Int, count: Int) -> UInt64 {
    var bits: UInt64 = 0
    for place in 0..<count {
      let index = first &+ place
      let threshold = threshold(index)
      if threshold > 0 && ContactCoins.succeeds(word, place: place, threshold: threshold)
        && isOpen(index)
      {
        bits |= 1 &<< UInt64(truncatingIfNeeded: place)
      }
    }
    return bits
  }

  @inline(__always) func success(_ word: UInt64, _ index: Int) -> UInt64 {
    ContactCoins.succeeds(word, place: index & 7, threshold: threshold(index)) ? 1 : 0
  }

  @inline(__always) private func threshold(_ index: Int) -> UInt64 {
    ContactCoins.threshold(
      layer.chance.chance(list.weight(index), pairs.factor(of: source, to: list.people[index])))
  }
}
