package import DurableFiles
import PlainText

/// The file of one table: a header, then rows. It appears whole, under its name, at `commit`
/// or with the swap it was given.
///
/// `@unchecked Sendable`: whoever has the turn among the parts of a study writes it.
package final class TableFile: @unchecked Sendable {
  package let schema: TableSchema
  private let file: DurableFile

  /// - Parameter name: of the file; one that ends in `.gz` is compressed.
  package init(
    _ name: String, _ schema: TableSchema, in folder: DurableFolder
  ) throws(DurableFileError) {
    self.schema = schema
    file = try folder.file(name, gzip: name.hasSuffix(".gz"))
    file.text.write(text: schema.columns.map(\.name).joined(separator: ",") + "\n")
  }

  package func append(_ bytes: UnsafeBufferPointer<UInt8>) { file.text.write(bytes) }

  /// Throws the first error so far.
  package func check() throws(DurableFileError) { try file.check() }

  package func commit(with swap: FileSwap? = nil) throws(DurableFileError) -> WrittenTable {
    WrittenTable(schema: schema, file: try file.commit(with: swap))
  }
}
