import DurableFiles
import Foundation
import PlainText

/// A CSV table whose first columns are whole numbers in ascending order, as those of a results
/// folder are. Rows are found by halving, so that one run of a table of gigabytes is read at once.
package struct SortedTable {
  package let columns: [String]
  private let bytes: Data
  /// Where the rows begin, behind the header.
  private let start: Int

  /// Nil if the file cannot be read, or is none.
  package init?(path: String) {
    let url = URL(fileURLWithPath: path)
    // A folder need not hold the table; the page says so where it is missed.
    guard (try? ReadableFile(path, .found)) != nil,
      let data = try? Data(contentsOf: url, options: .alwaysMapped),
      let end = data.firstIndex(of: newline),
      let header = try? CSVReader(Array(data[...end]), .own)
    else { return nil }
    bytes = data
    start = end + 1
    columns = header.columns
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
    let first = low
    while low < bytes.endIndex {
      let end = lineEnd(low)
      guard self.key(low..<end, count: key.count) == key else { break }
      low = min(end + 1, bytes.endIndex)
    }
    return fields(of: first..<low)
  }

  /// The fields of whole lines; none where they are no rows of this table.
  private func fields(of lines: Range<Int>) -> [[String]] {
    var rows: [[String]] = []
    do {
      let reader = try CSVReader(Array(bytes[..<start] + bytes[lines]), .own)
      var row: [String] = []
      while try reader.nextRow({ _, text in row.append(String(decoding: text, as: UTF8.self)) }) {
        rows.append(row)
        row = []
      }
    } catch {
      return []
    }
    return rows
  }

  private func lineStart(around index: Int, from low: Int) -> Int {
    bytes[low..<index].lastIndex(of: newline).map { $0 + 1 } ?? low
  }

  private func lineEnd(_ index: Int) -> Int {
    bytes[index...].firstIndex(of: newline) ?? bytes.endIndex
  }

  /// The whole numbers a line begins with: the first columns of these tables, never in quotes.
  private func key(_ line: Range<Int>, count: Int) -> [Int]? {
    let numbers = bytes[line].split(
      separator: UInt8(ascii: ","), maxSplits: count, omittingEmptySubsequences: false
    ).prefix(count).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    return numbers.count == count ? numbers : nil
  }
}

private let newline = UInt8(ascii: "\n")
