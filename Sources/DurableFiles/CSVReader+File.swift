package import PlainText

extension CSVReader {
  /// Reads a CSV file of any size.
  ///
  /// - Throws: `DurableFileError` where the file cannot be read, `Problem` where the header is none
  ///   or names two columns alike.
  package convenience init(
    _ path: String, _ origin: ReadableFile.Origin, _ dialect: Dialect
  ) throws {
    let file = try ReadableFile(path, origin)
    try self.init(dialect, file: path) { try file.read(into: $0) }
  }
}
