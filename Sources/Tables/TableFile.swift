package import DurableFiles
import PlainText

/// The file of one table: a header, then rows. It appears whole, under its name, at `commit`
/// or with the swap it was given.
///
/// `@unchecked Sendable`: whoever has the turn among the parts of a study writes it.
package final class TableFile: @unchecked Sendable {
  package let schema: TableSchema
  private let file: DurableFile

  /// - Parameters:
  ///   - name: of the file; one that ends in `.gz` is compressed.
  ///   - part: what is there of it already, as `DurableFolder.file`.
  package init(
    _ name: String, _ schema: TableSchema, in folder: DurableFolder, after part: WrittenFile? = nil
  ) throws(DurableFileError) {
    self.schema = schema
    file = try folder.file(name, gzip: name.hasSuffix(".gz"), after: part)
    guard part == nil else { return }
    file.text.write(text: schema.columns.map(\.name).joined(separator: ",") + "\n")
  }

  package func append(_ bytes: UnsafeBufferPointer<UInt8>) { file.text.write(bytes) }

  /// Throws the first error so far.
  package func check() throws(DurableFileError) { try file.check() }

  /// As `DurableFile.part`.
  package func part() throws(DurableFileError) -> WrittenFile? { try file.part() }

  package func commit(with swap: FileSwap? = nil) throws(DurableFileError) -> WrittenTable {
    WrittenTable(schema: schema, file: try file.commit(with: swap))
  }
}
