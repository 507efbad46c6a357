import DurableFiles

/// The file of one table: a header, then rows. It appears whole, under its name, at `commit`.
///
/// `@unchecked Sendable`: whoever has the turn among the points (`PointOrder`) writes it.
final class TableFile: @unchecked Sendable {
  let schema: TableSchema
  private let file: DurableFile

  /// - Parameter compressed: writes `<name>.csv.gz` instead of `<name>.csv`.
  init(
    _ schema: TableSchema, in folder: DurableFolder, compressed: Bool = false
  ) throws(DurableFileError) {
    self.schema = schema
    let ending = compressed ? "csv.gz" : "csv"
    file = try folder.file("\(schema.name).\(ending)", gzip: compressed)
    file.text.write(text: schema.columns.map(\.name).joined(separator: ",") + "\n")
  }

  /// Writes rows straight to the file.
  var rows: TableWriter { TableWriter(schema, to: file.text) }

  func append(_ bytes: UnsafeBufferPointer<UInt8>) { file.text.write(bytes) }

  /// Throws the first error so far.
  func check() throws(DurableFileError) { try file.check() }

  func commit() throws(DurableFileError) -> WrittenTable {
    WrittenTable(schema: schema, file: try file.commit())
  }
}
