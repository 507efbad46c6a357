package import PlainText

extension CSVReader {
  /// Reads a CSV file of any size, compressed where its name ends in `.gz`.
  ///
  /// - Throws: `DurableFileError` where the file cannot be read, `Problem` where the header is none
  ///   or names two columns alike.
  package convenience init(
    _ path: String, _ origin: ReadableFile.Origin, _ dialect: Dialect
  ) throws {
    let file = try ReadableFile(path, origin)
    guard path.hasSuffix(".gz") else {
      try self.init(dialect, file: path) { try file.read(into: $0) }
      return
    }
    let content = try GzipReader(file)
    try self.init(dialect, file: path) { try content.read(into: $0) }
  }
}
