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
      count <= 1_000_000, (1...max(count, 1)).contains(index)
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

  init(shards: Int) { load = [Double](repeating: 0, count: shards) }

  /// The replicates of the next point that belong to `shard`; contiguous.
  ///
  /// - Parameter work: expected work of one run, in any unit.
  mutating func deal(replicates: Int, work: Double, to shard: Shard) -> Range<Int> {
    let shards = load.count
    guard shards > 1 else { return 0..<replicates }
    let (each, left) = replicates.quotientAndRemainder(dividingBy: shards)
    let lightest = load.indices.sorted { (load[$0], $0) < (load[$1], $1) }.prefix(left)
    for index in lightest { load[index] += work }
    let favored = Set(lightest)
    let mine = shard.index - 1
    let before = (0..<mine).reduce(0) { $0 + each + (favored.contains($1) ? 1 : 0) }
    return before..<before + each + (favored.contains(mine) ? 1 : 0)
  }
}
