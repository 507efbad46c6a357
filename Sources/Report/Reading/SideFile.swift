import DurableFiles
import PlainText

/// Reads a JSON file of a results folder, for looking up single values.
///
/// - Throws: `ReportError` if the file is there but cannot be read as JSON.
/// - Returns: nil if the file is not there.
func sideFile(_ path: String) throws(ReportError) -> JSONValue? {
  guard entryExists(path) else { return nil }
  let bytes: [UInt8]
  do throws(DurableFileError) { bytes = try ReadableFile.bytes(of: path, .found) } catch {
    throw .file(error)
  }
  do throws(JSONSyntaxError) { return try JSONReader.read(bytes) } catch {
    throw .damaged(file: path, problem: "it is not valid JSON: \(error.message)")
  }
}

/// The manifest is away while tables are written: without it some may be older than others.
///
/// - Throws: `ReportError.unfinishedTables` if it is not there.
package func expectFinishedTables(in folder: String) throws(ReportError) {
  guard entryExists("\(folder)/manifest.json") else { throw .unfinishedTables(folder: folder) }
}

extension JSONValue {
  subscript(key: String) -> JSONValue? { self[key: key] }

  /// A string, number or truth value as text.
  var text: String? {
    switch content {
    case .string(let text): text
    case .number(let number): number.integer.map(String.init) ?? "\(number.double)"
    case .bool(let value): value ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
