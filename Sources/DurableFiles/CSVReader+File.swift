package import PlainText

extension CSVReader {
  /// Reads a CSV file of any size, compressed or not.
  ///
  /// - Throws: `DurableFileError` where the file cannot be read, `Problem` where the header is none
  ///   or names two columns alike.
  package convenience init(
    _ path: String, _ origin: ReadableFile.Origin, _ dialect: CSVRecords.Dialect
  ) throws {
    try self.init(dialect, file: path, ReadableFile(path, origin).content())
  }
}
