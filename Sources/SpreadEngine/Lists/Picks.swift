internal import KeyedRandom
import SpreadModel

/// Ordered choices without replacement: a partial shuffle of 0..<n that leaves everything in its place
/// afterwards, so that it costs what is picked, not n.
struct Picks: ~Copyable {
  /// 0, 1, 2, ... between two uses.
  private var places = RawList<UInt32>()
  private var known = 0
  /// What was exchanged with place 0, 1, ...
  private var exchanged = RawList<UInt32>()

  /// Calls `body` with `count` of 0..<total, in random order.
  ///
  /// - Precondition: `count <= total`.
  @inline(__always) mutating func forEach(
    _ count: Int, of total: Int, _ stream: inout RandomStream, _ body: (_ place: Int) -> Void
  ) {
    guard count > 0 else { return }
    if total > known { know(total) }
    exchanged.reserve(count)
    let places = places.view
    let exchanged = exchanged.view
    var pick = 0
    while pick < count {
      let other = pick &+ Int(truncatingIfNeeded: stream.below(UInt64(total &- pick)))
      let chosen = places[other]
      places[other] = places[pick]
      places[pick] = chosen
      exchanged[pick] = UInt32(truncatingIfNeeded: other)
      body(Int(chosen))
      pick &+= 1
    }
    while pick > 0 {
      pick &-= 1
      let other = exchanged[pick]
      let chosen = places[pick]
      places[pick] = places[other]
      places[other] = chosen
    }
  }

  @inline(never) private mutating func know(_ total: Int) {
    places.reserve(total, keeping: known)
    for place in known..<total { places.view[place] = UInt32(place) }
    known = total
  }
}
