internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// The first clocks on lists that may ring while their sources act, found by their words.
struct FoundClocks: ~Copyable {
  /// So many entries of lists of places and more are gone through together.
  static let mostTogether = 1 << 14

  /// By place of a source: words from this one on are those of clocks that may ring.
  private(set) var leastWords = RawList<UInt64>()
  /// The upper 53 bits of the words that are found.
  private(set) var words = RawList<UInt64>()
  /// Whose they are: the target and, in the upper half, the source's place.
  private(set) var pairs = RawList<UInt64>()
  /// Their weights, where lists have some.
  private(set) var weights = RawList<Float>()
  /// The steps in which they ring, of those that ring for sure.
  private(set) var due = RawList<UInt32>()
  // Of sources in places, by row: a place, who is in it, and the key of that source.
  private var places = RawList<UInt32>()
  private var owners = RawList<UInt32>()
  private var keys = RawList<UInt64>()
  private var rows = 0

  /// Room for `leastWords` of so many sources.
  mutating func begin(_ count: Int) { leastWords.reserve(count) }

  /// Finds those of sources.
  ///
  /// - Parameters:
  ///   - rows: the lists of the sources, by place.
  ///   - addend: makes keys of clocks of `keys`.
  ///   - health: by person: only those of healthy people are meant; nil: all.
  /// - Returns: their number.
  mutating func find(
    _ rows: RawBuffer<UInt32>, _ count: Int, _ keys: RawBuffer<UInt64>, _ addend: UInt64,
    _ lists: PeopleLists, health: RawBuffer<UInt8>?, passes: VectorPasses?
  ) -> Int {
    // Vectors are written whole.
    var room = 16
    for place in 0..<count { room &+= lists.count(rows[place]) }
    words.reserve(room)
    pairs.reserve(room)
    if lists.hasWeights { weights.reserve(room) }
    if let passes {
      var clocks = spread_clocks(
        starts: lists.starts, neighbors: lists.people, has_weights: lists.hasWeights ? 1 : 0,
        health: health.map { UnsafePointer($0.pointer(room: 1)) },
        healthy: PersonBits.healthy, addend: addend, person_stride: RandomKeys.personStride)
      var found = forVectors(hasWeights: lists.hasWeights)
      return passes.pointee.start_clocks(
        &clocks, rows.pointer(room: count), keys.pointer(room: count),
        leastWords.view.pointer(room: count), count, &found)
    }
    var found = 0
    for place in 0..<count {
      let key = mix(keys[place] &+ addend)
      let list = lists.list(rows[place])
      for index in 0..<list.count {
        let target = list.people[index]
        let word = ContactClocks.word(key, target)
        guard word >= leastWords.view[place] else { continue }
        if let health, health[target] & PersonBits.healthy == 0 { continue }
        words.view[found] = word &>> 11
        pairs.view[found] = UInt64(place) &<< 32 | UInt64(target)
        if lists.hasWeights { weights.view[found] = list.weight(index) }
        found &+= 1
      }
    }
    return found
  }

  /// A source is in a place: a row for `findInPlaces`.
  mutating func add(_ place: UInt32, of source: Int, key: UInt64, least: UInt64) {
    places.reserve(rows &+ 1, keeping: rows)
    owners.reserve(rows &+ 1, keeping: rows)
    keys.reserve(rows &+ 1, keeping: rows)
    leastWords.reserve(rows &+ 1, keeping: rows)
    places.view[rows] = place
    owners.view[rows] = UInt32(truncatingIfNeeded: source)
    keys.view[rows] = key
    leastWords.view[rows] = least
    rows &+= 1
  }

  /// Finds those of the rows, and forgets these. People who share several places are found once.
  ///
  /// - Parameters:
  ///   - sources: by place in lists, as of `add`.
  ///   - shared: the places, whose members are `lists`.
  /// - Returns: their number.
  mutating func findInPlaces(
    _ sources: RawBuffer<UInt32>, _ shared: PlaceLists, _ addend: UInt64, _ lists: PeopleLists,
    health: RawBuffer<UInt8>?, passes: VectorPasses?
  ) -> Int {
    let count = find(
      places.view, rows, keys.view, addend, lists, health: health, passes: passes)
    rows = 0
    let (words, pairs, places, owners) = (words.view, pairs.view, places.view, owners.view)
    var kept = 0
    for index in 0..<count {
      let (row, target) = (pairs[index] &>> 32, UInt32(truncatingIfNeeded: pairs[index]))
      let source = sources[owners[row]]
      words[kept] = words[index]
      pairs[kept] = UInt64(owners[row]) &<< 32 | UInt64(target)
      let isNew =
        target != source
        && !(shared.areSeveral
          && shared.areTogether(Int(source), Int(target), before: places[row]))
      kept &+= isNew ? 1 : 0
    }
    return kept
  }

  private func forVectors(hasWeights: Bool) -> spread_found {
    spread_found(
      words: words.view.pointer(room: 1), pairs: pairs.view.pointer(room: 1),
      weights: hasWeights ? weights.view.pointer(room: 1) : nil, due: due.view.pointer(room: 1))
  }

  /// Finds when the first `count` ring, all of which do while their sources act.
  mutating func ring(_ count: Int, _ spans: ActingSpans, _ times: RingTimes) {
    due.reserve(count)
    let (words, pairs, due) = (words.view, pairs.view, due.view)
    for index in 0..<count {
      let step = times.step(upper: words[index])
      due[index] = spans.begins[Int(pairs[index] &>> 32)] &+ UInt32(truncatingIfNeeded: step)
    }
  }

  /// Keeps the first `count` that ring while their sources act, each by its own chance, which stays the same. Returns
  /// their number.
  mutating func keepRinging(
    _ count: Int, _ chances: spread_chances, hasWeights: Bool, by passes: VectorPasses
  ) -> Int {
    due.reserve(words.view.count)
    var chances = chances
    var found = forVectors(hasWeights: hasWeights)
    return passes.pointee.keep_ringing(&chances, count, &found)
  }
}
