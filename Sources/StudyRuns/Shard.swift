/// One of N parts of a study's runs, for machines that work side by side.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// 1...count.
  package let index: Int
  package let count: Int

  /// The whole study.
  package static let whole = Shard(index: 1, count: 1)

  private init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// Reads "2/7"; nil unless 1 <= index <= count <= 1,000,000.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]),
      1 <= index, index <= count, count <= 1_000_000
    else { return nil }
    self.init(index: index, count: count)
  }

  package var description: String { "\(index)/\(count)" }
}

/// Deals the replicates of one point after the other to shards: every shard gets the same number
/// of each point, and what is left over goes to the shards with the least expected work so far.
///
/// The outcome depends on the points, their numbers of replicates and the number of shards alone,
/// so every shard computes the same deal.
struct ShardDealer {
  private var load: [Double]
  /// Shards from the least to the most loaded, equals by number.
  private var order: [Int]
  private var isFavored: [Bool]

  init(shards: Int) {
    load = [Double](repeating: 0, count: shards)
    order = Array(0..<shards)
    isFavored = [Bool](repeating: false, count: shards)
  }

  /// The replicates of the next point that belong to `shard`; contiguous.
  ///
  /// - Parameter work: expected work of one run, in any unit.
  /// - Complexity: O(shards), O(1) where nothing is left over.
  mutating func deal(replicates: Int, work: Double, to shard: Shard) -> Range<Int> {
    let (each, left) = replicates.quotientAndRemainder(dividingBy: load.count)
    let mine = shard.index - 1
    guard left > 0 else { return mine * each..<(mine + 1) * each }
    for index in order.prefix(left) {
      load[index] += work
      isFavored[index] = true
    }
    let before = mine * each + isFavored[..<mine].count { $0 }
    let range = before..<before + each + (isFavored[mine] ? 1 : 0)
    for index in order.prefix(left) { isFavored[index] = false }
    merge(at: left)
    return range
  }

  /// Puts `order` in order again after the same was added to its first `count` shards: those are
  /// in order among themselves, and so are the others.
  private mutating func merge(at count: Int) {
    var merged: [Int] = []
    merged.reserveCapacity(order.count)
    var (first, second) = (0, count)
    while first < count || second < order.count {
      let takesFirst =
        second == order.count
        || first < count
          && (load[order[first]], order[first]) < (load[order[second]], order[second])
      merged.append(order[takesFirst ? first : second])
      if takesFirst { first += 1 } else { second += 1 }
    }
    order = merged
  }
}
