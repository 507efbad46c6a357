internal import KeyedRandom

/// What the random numbers of one run are a function of.
///
/// Source: docs/randomness.md, "Words".
package struct RunKey: Hashable, Sendable {
  /// The study's seed.
  package var seed: UInt64
  /// The point's identity where every point has numbers of its own; nil where replicate r of
  /// all points shares them (common random numbers).
  package var point: UInt64?
  /// 0 or more.
  package var replicate: Int

  package init(seed: UInt64, point: UInt64?, replicate: Int) {
    self.seed = seed
    self.point = point
    self.replicate = replicate
  }

  /// The word from which every random number of the run is derived.
  package var word: UInt64 {
    let shared = fold(seed, point == nil ? 0 : 1)
    return mix(fold(fold(shared, point ?? 0), UInt64(truncatingIfNeeded: replicate)))
  }
}
