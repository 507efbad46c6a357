import DurableFiles
import PlainText
import Tables
import WorkStealing

/// Writers of the rows of tables in their turn: until it has come, rows are kept in memory, or their
/// maker waits where they are too many.
///
/// Not `Sendable`: one owner.
final class TableWriters {
  private let turn: Turn
  private let tables: [(file: TableFile, text: TextBuffer, rows: TableWriter)]
  /// Bytes of each table.
  private static let mostKept = 1 << 20

  init(_ files: [TableFile], _ turn: Turn = Turn()) {
    self.turn = turn
    tables = files.map { file in
      var kept: [UInt8] = []
      let text = TextBuffer(capacity: 1 << 14) { piece in
        if !turn.hasCome, kept.count + piece.count <= Self.mostKept {
          kept += piece
          return
        }
        turn.wait()
        kept.withUnsafeBufferPointer { file.append($0) }
        kept = []
        file.append(piece)
      }
      return (file, text, TableWriter(file.schema, to: text))
    }
  }

  /// - Precondition: the study asks for the table.
  subscript(schema: TableSchema) -> TableWriter {
    guard let table = tables.first(where: { $0.file.schema.name == schema.name }) else {
      preconditionFailure("the study has no table \(schema.name)")
    }
    return table.rows
  }

  /// Waits for the turn and adds all rows so far to their tables.
  func flush() throws(DurableFileError) {
    turn.wait()
    for table in tables {
      table.text.flush()
      try table.file.check()
    }
  }
}
