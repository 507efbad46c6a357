import DurableFiles
package import PlainText

/// Reads a JSON file of a results folder, for looking up single values.
///
/// - Throws: `WordedError` if the file is there but cannot be read as JSON.
/// - Returns: nil if the file is not there.
package func sideFile(_ path: String) throws -> JSONValue? {
  guard entryExists(path) else { return nil }
  let bytes = try ReadableFile.bytes(of: path, .found)
  do throws(JSONSyntaxError) { return try JSONReader.read(bytes) } catch {
    throw Failure.damaged(path, "it is not valid JSON: \(error.message)")
  }
}

/// The manifest is away while tables are written: without it some may be older than others.
///
/// - Throws: `Failure` if it is not there.
package func expectFinishedTables(in folder: String) throws {
  guard entryExists("\(folder)/manifest.json") else {
    throw Failure(
      .unfinishedTables, file: folder,
      "the tables in \(folder) were not finished (manifest.json is missing), so some may be older "
        + "than others; write them again with 'spreadlab analyze \(folder)'")
  }
}

extension JSONValue {
  package subscript(key: String) -> JSONValue? { self[key: key] }

  /// A string, number or truth value as text.
  package var text: String? {
    switch content {
    case .string(let text): text
    case .number(let number): number.integer.map(String.init) ?? "\(number.double)"
    case .bool(let value): value ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
