import DurableFiles
package import PlainText

/// Some columns of a CSV file, read in one pass: memory grows with the rows of these columns alone.
package struct CSVColumns: Sendable {
  /// Texts, each kept once.
  package struct Names: Sendable {
    /// By row: the place in `distinct`.
    package fileprivate(set) var places: [UInt32] = []
    /// In the order in which they appear.
    package fileprivate(set) var distinct: [String] = []
    fileprivate var known: [String: UInt32] = [:]

    package subscript(row: Int) -> String { distinct[Int(places[row])] }

    fileprivate mutating func add(_ text: String) {
      if let last = places.last, distinct[Int(last)] == text { return places.append(last) }
      let place = known[text] ?? UInt32(distinct.count)
      if place == distinct.count {
        known[text] = place
        distinct.append(text)
      }
      places.append(place)
    }
  }

  /// Numbers, read by `NumberCell`.
  package struct Numbers: Sendable {
    private let cell: NumberCell
    /// By row; NaN where a value is missing.
    fileprivate var values: [Double] = []
    /// The first cell that is no number.
    package fileprivate(set) var fault: (row: Int, text: String)?
    /// The first whole number that is not itself any more as a `Double`.
    package fileprivate(set) var rounded: (row: Int, text: String)?

    package var count: Int { values.count }
    package subscript(row: Int) -> Double? { values[row].isNaN ? nil : values[row] }

    fileprivate init(decimalComma: Bool) { cell = NumberCell(decimalComma: decimalComma) }

    fileprivate mutating func add(_ text: String) {
      switch cell.read(text) {
      case .value(let value): return values.append(value)
      case .rounded(let value):
        if rounded == nil { rounded = (values.count, text) }
        return values.append(value)
      case .fault: if fault == nil { fault = (values.count, text) }
      case .missing: break
      }
      values.append(.nan)
    }
  }

  package private(set) var names: [String: Names] = [:]
  package private(set) var numbers: [String: Numbers] = [:]
  package private(set) var rowCount = 0
  /// Rows whose line is not the one after that of the row before.
  private var jumps: [(row: Int, line: Int)] = []

  /// - Parameters:
  ///   - names, numbers: the columns wanted, which the file has; a column may be wanted as both.
  ///   - decimalComma: whether numbers are written like 0,5.
  /// - Throws: as `CSVReader.nextRow`.
  package init(
    _ reader: CSVReader, names: [String], numbers: [String], decimalComma: Bool
  ) throws {
    var nameColumns = WantedColumns<Names>(names, in: reader, Names())
    var numberColumns = WantedColumns<Numbers>(
      numbers, in: reader, Numbers(decimalComma: decimalComma))
    var next = 2
    while try reader.nextRow({ column, text in
      let (name, number) = (nameColumns.place[column], numberColumns.place[column])
      guard name != nil || number != nil else { return }
      let text = String(decoding: text, as: UTF8.self)
      if let name { nameColumns.values[name].add(text) }
      if let number { numberColumns.values[number].add(text) }
    }) {
      if reader.rowLine != next { jumps.append((rowCount, reader.rowLine)) }
      next = reader.rowLine + 1
      rowCount += 1
    }
    self.names = Dictionary(zip(names, nameColumns.values)) { first, _ in first }
    self.numbers = Dictionary(zip(numbers, numberColumns.values)) { first, _ in first }
  }

  /// The line of the file in which a row begins, from 1.
  package func line(ofRow row: Int) -> Int {
    let (first, line) = jumps.last { $0.row <= row } ?? (0, 2)
    return line + row - first
  }
}

/// Columns wanted for one purpose, found by their places in the file.
private struct WantedColumns<Values> {
  /// By column of the file: the place in `values`.
  let place: [Int?]
  var values: [Values]

  init(_ wanted: [String], in reader: CSVReader, _ empty: Values) {
    place = reader.columns.map { $0.isEmpty ? nil : wanted.firstIndex(of: $0) }
    values = wanted.map { _ in empty }
  }
}
