import DurableFiles
import Foundation

/// A CSV table whose first columns are whole numbers in ascending order, as those of a results
/// folder are. Rows are found by halving, so that one run of a table of gigabytes is read at once.
package struct SortedTable {
  package let columns: [String]
  private let bytes: Data
  private let start: Int

  /// Nil if the file cannot be read, or is none.
  package init?(path: String) {
    let url = URL(fileURLWithPath: path)
    // A folder need not hold the table; the page says so where it is missed.
    guard (try? ReadableFile(path, .found)) != nil,
      let data = try? Data(contentsOf: url, options: .alwaysMapped),
      let end = data.firstIndex(of: newline)
    else { return nil }
    bytes = data
    start = end + 1
    columns = Self.fields(data[..<end])
  }

  /// The rows whose first columns have these values.
  package func rows(startingWith key: [Int]) -> [[String]] {
    var low = start
    var high = bytes.endIndex
    while low < high {
      let line = lineStart(around: low + (high - low) / 2, from: low)
      let end = lineEnd(line)
      if let found = self.key(line..<end, count: key.count), found.lexicographicallyPrecedes(key) {
        low = min(end + 1, bytes.endIndex)
      } else {
        high = line
      }
    }
    var rows: [[String]] = []
    while low < bytes.endIndex {
      let end = lineEnd(low)
      guard self.key(low..<end, count: key.count) == key else { break }
      rows.append(Self.fields(bytes[low..<end]))
      low = end + 1
    }
    return rows
  }

  private func lineStart(around index: Int, from low: Int) -> Int {
    bytes[low..<index].lastIndex(of: newline).map { $0 + 1 } ?? low
  }

  private func lineEnd(_ index: Int) -> Int {
    bytes[index...].firstIndex(of: newline) ?? bytes.endIndex
  }

  private func key(_ line: Range<Int>, count: Int) -> [Int]? {
    let numbers = Self.fields(bytes[line]).prefix(count).compactMap { Int($0) }
    return numbers.count == count ? numbers : nil
  }

  /// Fields of these tables hold no quotes: numbers and labels only (docs/results.md).
  private static func fields(_ line: Data) -> [String] {
    line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

private let newline = UInt8(ascii: "\n")
