/// The lists of a `PlaceTable`, for kernels: asking the object would count references.
package struct PlaceLists: BitwiseCopyable {
  /// Person i is in the places `places[starts[i]]..<places[starts[i + 1]]`.
  package let starts: UnsafeMutablePointer<UInt32>
  package let places: UnsafeMutablePointer<UInt32>
  /// Place j has the people `members[memberStarts[j]]..<members[memberStarts[j + 1]]`, ordered by number.
  package let memberStarts: UnsafeMutablePointer<UInt32>
  package let members: UnsafeMutablePointer<UInt32>
  /// Whether somebody is in several places.
  package let areSeveral: Bool

  /// Whether two people are together in a place before this one, by the order of the first one's places.
  @inlinable @inline(__always)
  package func areTogether(_ one: Int, _ other: Int, before place: UInt32) -> Bool {
    places(of: one).prefix { $0 != place }.contains { places(of: other).contains($0) }
  }

  func deallocate() {
    starts.deallocate()
    places.deallocate()
    memberStarts.deallocate()
    members.deallocate()
  }

  @inlinable @inline(__always)
  package func members(of place: Int) -> UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(
      start: members + Int(memberStarts[place]),
      count: Int(memberStarts[place + 1] - memberStarts[place]))
  }

  @inlinable @inline(__always)
  package func places(of person: Int) -> UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(
      start: places + Int(starts[person]), count: Int(starts[person + 1] - starts[person]))
  }

  /// People that somebody meets, counted as often as they share a place.
  package func contacts(of person: Int) -> Int {
    places(of: person).reduce(0) { $0 + members(of: Int($1)).count - 1 }
  }

  /// Writes who shares a place with somebody, each once, ordered by number.
  ///
  /// - Parameter list: with room for `contacts(of:)`.
  /// - Returns: their number.
  package func writeNeighbors(of person: Int, to list: UnsafeMutablePointer<UInt32>) -> Int {
    let shared = places(of: person)
    var count = 0
    for place in shared {
      for member in members(of: Int(place)) where member != person {
        list[count] = member
        count += 1
      }
    }
    guard shared.count > 1 else { return count }
    NeighborTable.sort(UnsafeMutableBufferPointer(start: list, count: count))
    var kept = 0
    for index in 0..<count where index == 0 || list[index] != list[index - 1] {
      list[kept] = list[index]
      kept += 1
    }
    return kept
  }
}
