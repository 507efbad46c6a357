import DurableFiles
import PlainText

/// Writes rows of one CSV table, field by field: RFC 4180 with LF, no quoting needed because labels
/// are checked and everything else is a number (docs/file-formats.md).
///
/// A missing value is an empty field.
final class TableWriter {
  private let text: TextBuffer
  private let columns: Int
  private var fields = 0

  init(_ schema: TableSchema, to text: TextBuffer) {
    self.text = text
    columns = schema.columns.count
  }

  func write(_ value: Int) {
    separate()
    text.write(integer: value)
  }

  func write(_ value: Bool) { write(value ? 1 : 0) }

  func write(_ value: Double) {
    separate()
    text.write(real: value)
  }

  func write(_ value: Double?) {
    if let value, value.isFinite { write(value) } else { writeEmpty() }
  }

  func write(_ value: Int?) {
    if let value { write(value) } else { writeEmpty() }
  }

  func write(_ value: String) {
    separate()
    text.write(text: value)
  }

  func write(_ value: String?) {
    if let value { write(value) } else { writeEmpty() }
  }

  /// Fields written beforehand, such as the parameters that repeat in every row of a point.
  func write(_ prepared: PreparedFields) {
    separate()
    text.write(bytes: prepared.bytes)
    fields += prepared.count - 1
  }

  func writeEmpty() { separate() }

  /// - Precondition: every column got its field.
  func endRow() {
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
struct PreparedFields {
  let bytes: [UInt8]
  let count: Int

  init(_ fields: [String]) {
    bytes = Array(fields.joined(separator: ",").utf8)
    count = fields.count
  }
}

private let comma = UInt8(ascii: ",")
private let newline = UInt8(ascii: "\n")
