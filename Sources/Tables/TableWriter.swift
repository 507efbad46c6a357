import DurableFiles
package import PlainText

/// Writes rows of one CSV table, field by field: RFC 4180 with LF. Only messages may need quotes:
/// labels are checked, and everything else is a number (docs/file-formats.md).
///
/// A missing value is an empty field.
package final class TableWriter {
  private let text: TextBuffer
  private let columns: Int
  private var fields = 0

  package init(_ schema: TableSchema, to text: TextBuffer) {
    self.text = text
    columns = schema.columns.count
  }

  package func write(_ value: Int) {
    separate()
    text.write(integer: value)
  }

  package func write(_ value: Double) {
    separate()
    text.write(real: value)
  }

  package func write(_ value: Double?) {
    if let value, value.isFinite { write(value) } else { writeEmpty() }
  }

  package func write(_ value: Int?) {
    if let value { write(value) } else { writeEmpty() }
  }

  package func write(_ value: String) {
    separate()
    text.write(text: value)
  }

  /// Neighboring numbers behind another field; one that is not finite is missing.
  ///
  /// - Parameter areReal: by number; the others are whole.
  package func write(_ numbers: UnsafeBufferPointer<Double>, areReal: [Bool]) {
    precondition(fields > 0, "a field stands before the numbers")
    text.write(cells: numbers, areReal: areReal)
    fields += numbers.count
  }

  /// Fields written beforehand, such as the parameters that repeat in every row of a point.
  package func write(_ prepared: PreparedFields) {
    separate()
    text.write(bytes: prepared.bytes)
    fields += prepared.count - 1
  }

  package func writeEmpty() { separate() }

  /// - Precondition: every column got its field.
  package func endRow() {
    precondition(fields == columns, "a row has as many fields as the header")
    text.write(byte: newline)
    fields = 0
  }

  private func separate() {
    if fields > 0 { text.write(byte: comma) }
    fields += 1
  }
}

/// Neighboring fields of a row, as text with the commas between them.
package struct PreparedFields {
  package let bytes: [UInt8]
  package let count: Int

  package init(_ cells: [Cell]) {
    bytes = Array(cells.map(\.csv).joined(separator: ",").utf8)
    count = cells.count
  }
}

private let comma = UInt8(ascii: ",")
private let newline = UInt8(ascii: "\n")
