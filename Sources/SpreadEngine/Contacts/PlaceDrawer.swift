internal import KeyedRandom
package import SpreadModel

/// Who is in which place in a run.
///
/// Source: docs/randomness.md, "Contacts".
package enum PlaceDrawer {
  /// Numbers of the kinds of streams, behind those of random graphs.
  private static let (sizes, order): (UInt64, UInt64) = (5, 6)

  package static func table(
    _ places: Places, per drawing: Contacts.Drawing, people: Int, key: RunKey
  ) -> PlaceTable {
    if case .listed(let table) = places.sizes { return table }
    func stream(_ kind: UInt64) -> RandomStream {
      RandomStream(key: word(kind, places, per: drawing, people: people, key: key))
    }
    var order = (0..<UInt32(people)).map(\.self)
    if places.shuffles {
      var stream = stream(Self.order)
      for place in 0..<people {
        order.swapAt(place, place + Int(stream.below(UInt64(people - place))))
      }
    }
    var sizes = SizeStream(places.sizes, stream(Self.sizes))
    var placeOf = [UInt32](repeating: 0, count: people)
    var (place, left) = (0, sizes.next())
    for index in 0..<people {
      if left == 0 { (place, left) = (place + 1, sizes.next()) }
      placeOf[index] = UInt32(place)
      left -= 1
    }
    return PlaceTable(people: people, count: place + 1, persons: order, places: placeOf)
  }

  /// What the places of a run are drawn from: those with the same word are the same.
  static func word(
    _ places: Places, per drawing: Contacts.Drawing, people: Int, key: RunKey
  ) -> UInt64 {
    word(order, places, per: drawing, people: people, key: key)
  }

  private static func word(
    _ kind: UInt64, _ places: Places, per drawing: Contacts.Drawing, people: Int, key: RunKey
  ) -> UInt64 {
    let members: [UInt64] =
      switch places.sizes {
      case .equal(let size): [0, UInt64(size)]
      case .weights(let weights): [1] + weights.map(\.bitPattern)
      case .listed: [2]
      }
    let start = drawing == .study ? key.seed : key.word
    return mix(([RandomKeys.contacts, UInt64(people), kind] + members).reduce(start, fold))
  }

  /// The sizes of places, one after the other.
  private struct SizeStream {
    private let sizes: Places.Sizes
    private var stream: RandomStream
    /// Sums of weights.
    private var sums: [Double] = []

    init(_ sizes: Places.Sizes, _ stream: RandomStream) {
      (self.sizes, self.stream) = (sizes, stream)
      guard case .weights(let weights) = sizes else { return }
      var sum = 0.0
      for weight in weights {
        sum += weight
        sums.append(sum)
      }
    }

    mutating func next() -> Int {
      if case .equal(let size) = sizes { return size }
      let fraction = Double(stream.next() &>> 11) * 0x1p-53
      let total = sums[sums.count - 1]
      return (sums.firstIndex { fraction < $0 / total } ?? sums.count - 1) + 1
    }
  }
}
