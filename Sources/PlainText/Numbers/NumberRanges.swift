/// Rising whole numbers for people, such as "0...4, 7, 9...12"; of many pieces the first.
package func numberRanges(_ numbers: [Int], most: Int = 6) -> String {
  var ranges: [ClosedRange<Int>] = []
  for number in numbers {
    if let last = ranges.last, number == last.upperBound + 1 {
      ranges[ranges.count - 1] = last.lowerBound...number
    } else {
      ranges.append(number...number)
    }
  }
  let pieces = ranges.prefix(most).map { range in
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)...\(range.upperBound)"
  }
  return pieces.joined(separator: ", ") + (ranges.count > most ? ", ..." : "")
}
