extension Range<Int> {
  /// What is left without `others`, which are in order and do not overlap.
  func subtracting(_ others: [Range<Int>]) -> [Range<Int>] {
    var rest: [Range<Int>] = []
    var next = lowerBound
    for other in others where other.overlaps(self) {
      if other.lowerBound > next { rest.append(next..<other.lowerBound) }
      next = Swift.max(next, other.upperBound)
    }
    if next < upperBound { rest.append(next..<upperBound) }
    return rest
  }
}

extension Sequence<Range<Int>> {
  /// What is in one of these at least: sorted, as few ranges as possible.
  package var union: [Range<Int>] {
    let ascending = filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
    return ascending.reduce(into: []) { union, range in
      if let last = union.last, range.lowerBound <= last.upperBound {
        union[union.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        union.append(range)
      }
    }
  }
}
