import DurableFiles
import Foundation

/// JSON of a side file, for looking up single values by path.
enum JSONTree: Decodable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // A container cannot be asked for its kind: each is tried, and the last one throws.
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONTree].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONTree].self))
    }
  }

  /// - Throws: `ReportError` if the file is there but cannot be read as JSON.
  /// - Returns: nil if the file is not there.
  static func read(_ path: String) throws(ReportError) -> JSONTree? {
    guard entryExists(path) else { return nil }
    let bytes: [UInt8]
    do throws(DurableFileError) { bytes = try ReadableFile.bytes(of: path, .found) } catch {
      throw .file(error)
    }
    do {
      return try JSONDecoder().decode(JSONTree.self, from: Data(bytes))
    } catch {
      throw .damaged(file: path, problem: "it is not valid JSON")
    }
  }

  subscript(key: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  var elements: [JSONTree] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  var number: Double? {
    guard case .number(let value) = self else { return nil }
    return value
  }

  var text: String? {
    switch self {
    case .string(let text): text
    case .number(let value): Int(exactly: value).map(String.init) ?? "\(value)"
    case .bool(let value): value ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
