internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// The first clocks on lists that may ring while their sources act, found by their words.
struct FoundClocks: ~Copyable {
  /// By place of a source: words from this one on are those of clocks that may ring.
  private(set) var leastWords = RawList<UInt64>()
  /// The upper 53 bits of the words that are found.
  private(set) var words = RawList<UInt64>()
  /// Whose they are: the target and, in the upper half, the source's place.
  private(set) var pairs = RawList<UInt64>()

  /// Room for `leastWords` of so many sources.
  mutating func begin(_ count: Int) { leastWords.reserve(count) }

  /// Finds those of sources.
  ///
  /// - Parameters:
  ///   - range: of `sources`; in the other lists the first one has place 0.
  ///   - addend: makes keys of clocks of `keys`.
  ///   - health: by person: only those of healthy people are meant; nil: all.
  /// - Returns: their number.
  mutating func find(
    _ sources: RawBuffer<UInt32>, _ range: Range<Int>, _ keys: RawBuffer<UInt64>, _ addend: UInt64,
    _ starts: UnsafeMutablePointer<UInt32>, _ neighbors: UnsafeMutablePointer<UInt32>,
    health: RawBuffer<UInt8>?, passes: VectorPasses?
  ) -> Int {
    // Vectors are written whole.
    var room = 16
    for index in range {
      let source = Int(sources[index])
      room &+= Int(starts[source &+ 1] &- starts[source])
    }
    words.reserve(room)
    pairs.reserve(room)
    if let passes {
      var lists = spread_clocks(
        starts: starts, neighbors: neighbors,
        health: health.map { UnsafePointer($0.pointer(room: 1)) },
        healthy: PersonBits.healthy, addend: addend, person_stride: RandomKeys.personStride)
      return passes.pointee.start_clocks(
        &lists, sources.pointer(from: range.lowerBound, room: range.count),
        keys.pointer(room: range.count), leastWords.view.pointer(room: range.count), range.count,
        words.view.pointer(room: 1), pairs.view.pointer(room: 1))
    }
    var count = 0
    for index in range {
      let place = index &- range.lowerBound
      let source = Int(sources[index])
      let key = mix(keys[place] &+ addend)
      for neighbor in Int(starts[source])..<Int(starts[source &+ 1]) {
        let target = neighbors[neighbor]
        let word = ContactClocks.word(key, target)
        guard word >= leastWords.view[place] else { continue }
        if let health, health[target] & PersonBits.healthy == 0 { continue }
        words.view[count] = word &>> 11
        pairs.view[count] = UInt64(place) &<< 32 | UInt64(target)
        count &+= 1
      }
    }
    return count
  }
}
