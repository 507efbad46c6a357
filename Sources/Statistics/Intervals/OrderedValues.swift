/// Different values in ascending order, each with how often it came, that are kept outside memory.
package protocol StoredValues: Sendable {
  /// How many values there are, and how many different ones.
  var count: Int { get }
  var distinctCount: Int { get }
  /// - Parameter places: among the different values.
  func rows(_ places: Range<Int>) -> [CountedValues.Row]
}

/// Different values one after the other, each with how often it came: of a list in memory, or read
/// block by block, so that a walk takes no more memory than a block.
struct OrderedValues {
  private enum Source {
    case list([CountedValues.Row])
    /// Those at `places`, each times `factor`, from the last one if they are reversed.
    case stored(any StoredValues, places: Range<Int>, isReversed: Bool, factor: Double)
  }
  private let source: Source

  /// - Parameter rows: different values, in order.
  init(_ rows: [CountedValues.Row]) { source = .list(rows) }

  init(_ values: any StoredValues) {
    source = .stored(values, places: 0..<values.distinctCount, isReversed: false, factor: 1)
  }

  private init(_ source: Source) { self.source = source }

  private static let blockLength = 4096

  var distinctCount: Int {
    switch source {
    case .list(let rows): rows.count
    case .stored(_, let places, _, _): places.count
    }
  }

  var first: CountedValues.Row? {
    distinctCount == 0 ? nil : block(from: 0, most: 1).first
  }
  var last: CountedValues.Row? {
    distinctCount == 0 ? nil : block(from: distinctCount - 1, most: 1).first
  }

  /// The other way round.
  func reversed() -> OrderedValues {
    switch source {
    case .list(let rows): OrderedValues(rows.reversed())
    case .stored(let values, let places, let isReversed, let factor):
      OrderedValues(
        .stored(values, places: places, isReversed: !isReversed, factor: factor))
    }
  }

  /// Every value times `factor`, in the same order.
  func scaled(by factor: Double) -> OrderedValues {
    switch source {
    case .list(let rows):
      OrderedValues(
        rows.map { CountedValues.Row(value: $0.value * factor, count: $0.count) })
    case .stored(let values, let places, let isReversed, let before):
      OrderedValues(
        .stored(values, places: places, isReversed: isReversed, factor: before * factor))
    }
  }

  /// The first values, as long as `holds` is true of them, and from there on of none.
  func prefix(while holds: (Double) -> Bool) -> OrderedValues { slice(0..<count(while: holds)) }

  /// The values behind those.
  func drop(while holds: (Double) -> Bool) -> OrderedValues {
    slice(count(while: holds)..<distinctCount)
  }

  private func count(while holds: (Double) -> Bool) -> Int {
    var (low, high) = (0, distinctCount)
    while low < high {
      let middle = (low + high) / 2
      let isHeld = block(from: middle, most: 1).first.map { holds($0.value) } ?? false
      if isHeld { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func slice(_ part: Range<Int>) -> OrderedValues {
    switch source {
    case .list(let rows): return OrderedValues(Array(rows[part]))
    case .stored(let values, let places, let isReversed, let factor):
      precondition(!isReversed, "parts are taken before the order is turned round")
      let inner = places.lowerBound + part.lowerBound..<places.lowerBound + part.upperBound
      return OrderedValues(.stored(values, places: inner, isReversed: false, factor: factor))
    }
  }

  /// The rows from a place on: all of a list, at most `most` of what is read.
  fileprivate func block(from place: Int, most: Int = blockLength) -> [CountedValues.Row] {
    let end = min(place + most, distinctCount)
    switch source {
    case .list(let rows): return place == 0 && most > 1 ? rows : Array(rows[place..<end])
    case .stored(let values, let places, let isReversed, let factor):
      let rows = values.rows(
        isReversed
          ? places.upperBound - end..<places.upperBound - place
          : places.lowerBound + place..<places.lowerBound + end)
      let scaled = rows.map { CountedValues.Row(value: $0.value * factor, count: $0.count) }
      return isReversed ? scaled.reversed() : scaled
    }
  }

  /// A walk from the first value on.
  func walk() -> Walk { Walk(self) }

  struct Walk {
    private let values: OrderedValues
    private let count: Int
    private var block: [CountedValues.Row] = []
    /// In the block, and of its first row.
    private var (place, start) = (0, 0)
    /// Nil behind the last value.
    private(set) var current: CountedValues.Row?

    fileprivate init(_ values: OrderedValues) {
      self.values = values
      count = values.distinctCount
      block = count > 0 ? values.block(from: 0) : []
      current = block.first
    }

    @inline(__always)
    mutating func advance() {
      place += 1
      if place == block.count { readOn() }
      current = place < block.count ? block[place] : nil
    }

    private mutating func readOn() {
      start += block.count
      guard start < count else { return }
      block = values.block(from: start)
      place = 0
    }
  }
}

extension [OrderedValues] {
  /// Passes the different values of all lists by in ascending order: how often each list has it.
  func forEachValue(_ body: (_ value: Double, _ counts: [Int]) -> Void) {
    var walks = map { $0.walk() }
    var counts = [Int](repeating: 0, count: count)
    while true {
      var least: Double?
      for walk in walks.indices {
        if let value = walks[walk].current?.value, least.map({ value < $0 }) ?? true {
          least = value
        }
      }
      guard let least else { return }
      for list in walks.indices {
        if let row = walks[list].current, row.value == least {
          counts[list] = row.count
          walks[list].advance()
        } else {
          counts[list] = 0
        }
      }
      body(least, counts)
    }
  }
}
