import DurableFiles
package import PlainText
import ResultTables

/// A fault of released programs that was found later, and the studies whose tables it touches.
///
/// The list is `errata.json`, from which `.ci/make-errata` makes docs/errata.md. Runs are never touched in
/// silence: a fault of the model or the random numbers raises `modelVersion`, and stores of the old one are refused.
package struct Erratum: Hashable, Sendable {
  /// Public, such as `E1`; never used again.
  package let id: String
  /// The first and the last version with the fault.
  let versions: ClosedRange<Version>
  /// The study is touched where one of these holds: at each of its paths stands one of the values, or any
  /// value if none is listed. The study is `study.resolved.json`; what paths are: `values(at:)`.
  package let studies: [[String: [JSONValue.Content]]]
  /// What was wrong in which table.
  package let wrong: String
  /// What to do.
  package let advice: String

  /// All of them, in the order in which they were found.
  package static let all = list(PackageResources.errata_json)

  /// Those that touch the tables of a folder.
  ///
  /// None where its manifest or study cannot be read, which `FolderVerification` reports.
  package static func touching(_ folder: String) -> [Erratum] {
    guard let version = read(manifestName, in: folder)?[key: "tool_version"]?.string,
      let study = read("study.resolved.json", in: folder)
    else { return [] }
    return all.filter { $0.touches(study, of: version) }
  }

  /// - Precondition: the bytes have the form of `errata.json`, as docs/errata.md describes it.
  static func list(_ bytes: [UInt8]) -> [Erratum] {
    (try! JSONReader.read(bytes)).elements!.map(Erratum.init)
  }

  private init(_ entry: JSONValue) {
    func text(_ key: String) -> String { entry[key: key]!.string! }
    (id, wrong, advice) = (text("id"), text("wrong"), text("advice"))
    versions = Version(text("from"))!...Version(text("to"))!
    studies = entry[key: "studies"]!.elements!.map { study in
      Dictionary(
        uniqueKeysWithValues: study.members!.map { ($0.key, $0.value.elements!.map(\.content)) })
    }
  }

  package func touches(_ study: JSONValue, of version: String) -> Bool {
    guard let version = Version(version), versions.contains(version) else { return false }
    return studies.contains { conditions in
      conditions.allSatisfy { path, wanted in
        study.values(at: path.split(separator: ".")[...]).contains {
          wanted.isEmpty || wanted.contains($0.content)
        }
      }
    }
  }

  /// `verify` says it so.
  package func note(on folder: String) -> Note {
    Note(.erratum, file: folder, "\(id): \(wrong) \(advice) (docs/errata.md)")
  }

  private static func read(_ name: String, in folder: String) -> JSONValue? {
    guard let bytes = try? ReadableFile.bytes(of: "\(folder)/\(name)", .found) else { return nil }
    return try? JSONReader.read(bytes)
  }

  /// Three numbers, such as 0.1.0.
  struct Version: Hashable, Comparable {
    private let numbers: [Int]

    init?(_ text: String) {
      numbers = text.split(separator: ".").compactMap { Int($0) }
      guard numbers.count == 3 else { return nil }
    }

    static func < (one: Version, other: Version) -> Bool {
      one.numbers.lexicographicallyPrecedes(other.numbers)
    }
  }
}

extension JSONValue {
  /// All values at a path of keys: `*` is any member or element, `**` any number of levels.
  fileprivate func values(at path: ArraySlice<Substring>) -> [JSONValue] {
    guard let first = path.first else { return [self] }
    let rest = path.dropFirst()
    let children = members?.map(\.value) ?? elements ?? []
    return switch first {
    case "*": children.flatMap { $0.values(at: rest) }
    case "**": values(at: rest) + children.flatMap { $0.values(at: path) }
    default: self[key: String(first)]?.values(at: rest) ?? []
    }
  }
}
