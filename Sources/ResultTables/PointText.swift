import DurableFiles
import PlainText
import Tables

/// The rows of one point in several tables, made while those of points before it are still being
/// made: kept in memory until it is the point's turn, or until they are too many to be kept.
///
/// Not `Sendable`: one owner.
final class PointText {
  private let point: Int
  private let order: PointOrder
  private var parts: [(table: TableFile, text: TextBuffer)] = []

  init(of point: Int, in order: PointOrder) {
    self.point = point
    self.order = order
  }

  /// A writer of the point's rows in a table.
  func rows(of table: TableFile) -> TableWriter {
    let early = EarlyText()
    let text = TextBuffer(capacity: 1 << 16) { [point, order] piece in
      if !order.hasTurn(point) {
        if early.keep(piece) { return }
        order.waitForTurn(of: point)
      }
      early.move(to: table)
      table.append(piece)
    }
    parts.append((table, text))
    return TableWriter(table.schema, to: text)
  }

  /// Waits for the point's turn and adds all rows to their tables.
  func finish() throws(DurableFileError) {
    order.waitForTurn(of: point)
    for (table, text) in parts {
      text.flush()
      try table.check()
    }
  }
}

/// Text that is there before its turn.
private final class EarlyText {
  private var bytes: [UInt8] = []
  private static let most = 1 << 20

  /// Returns false if that would be too much.
  func keep(_ piece: UnsafeBufferPointer<UInt8>) -> Bool {
    if bytes.count + piece.count > Self.most { return false }
    bytes += piece
    return true
  }

  func move(to table: TableFile) {
    if bytes.isEmpty { return }
    bytes.withUnsafeBufferPointer { table.append($0) }
    bytes = []
  }
}
