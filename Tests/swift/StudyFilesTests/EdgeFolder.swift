import Foundation
import SpreadModel
import StudyFiles

/// A folder with files of edges, beside which a study is read; it goes with the object.
final class EdgeFolder {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    path =
      FileManager.default.temporaryDirectory.appending(path: "edges-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(Data(text.utf8), to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ data: Data, to name: String) throws {
    try data.write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  /// A study of so many people whose contacts are those of a file.
  func text(
    _ file: String = "net.csv", people: Int = 10, members: String = "", model: String = "",
    body: String = ""
  ) -> String {
    Texts.study(
      """
      "contacts": { "net": { "kind": "edges", "file": "\(file)"\(members.isEmpty ? "" : ", ")\(members) } }
      """ + (body.isEmpty ? "" : ", " + body),
      model: "\"group_size\": \(people), \"contacts\": \"net\""
        + (model.isEmpty ? "" : ", " + model))
  }

  func parse(_ text: String, isStored: Bool = false) throws(StudyFileError) -> Study {
    try Study.parse(bytes: Array(text.utf8), file: "\(path)/study.json", isStored: isStored)
  }

  func mistakes(_ text: String) -> [Diagnostic] {
    do throws(StudyFileError) {
      _ = try parse(text)
      return []
    } catch { return error.diagnostics }
  }
}

extension Study {
  /// The neighbors of everybody at the only point, whose contacts are those of a file.
  func neighbors() throws -> [[Int]] {
    guard case .edges(let table) = try points()[0].scenario.contacts else { return [] }
    return (0..<table.people).map { table.neighbors(of: $0).map { Int($0) } }
  }

  /// The labels of people in their order; nil where they are numbers.
  var peopleLabels: [String]? {
    labels.map { labels in (0..<labels.count).map { labels[$0] } }
  }
}
