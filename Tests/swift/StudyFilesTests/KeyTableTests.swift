import Foundation
import PlainText
import SpreadModel
import StudyFiles
import TestSupport
import Testing

@Suite("Every key of the model") struct KeyTableTests {
  /// Its row in docs/study-files.md.
  private func row(_ key: ModelKey) -> String {
    let defaultValue =
      switch key.defaultValue {
      case nil, .absent?: ""
      case .introductions?: "one at the center"
      case .name(let name)?: "`\(name)`"
      case let value?: "\(value.json.compactText)"
      }
    let values = key.allowed.words.replacing("\"", with: "`")
    return "| `model.\(key.name)` | \(defaultValue) | \(values) | \(key.unit) | "
      + "\(key.mayVary ? "yes" : "") | \(key.meaning) |"
  }

  @Test("has its row in the study-file reference, in order, and there is no other")
  func documented() throws {
    let page = Repository.root.appending(path: "docs/study-files.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").map(
      String.init)
    let rows = ModelKey.all.map(row)
    #expect(lines.filter { $0.hasPrefix("| `model.") } == rows, "\(rows.joined(separator: "\n"))")
  }

  @Test("is named once, and its default value is one it may have")
  func defaults() throws {
    #expect(Set(ModelKey.all.map(\.name)).count == ModelKey.all.count)
    for key in ModelKey.all {
      guard let defaultValue = key.defaultValue, defaultValue != .absent else { continue }
      let names = key.name.split(separator: ".").map(String.init)
      let inner = "\"\(names[names.count - 1])\": \(defaultValue.json.compactText)"
      let member = names.count == 1 ? inner : "\"\(names[0])\": { \(inner) }"
      let text = """
        { "spreadlab": 1, "study": "s", "seed": 1,
          "model": { \(key == .groupSize ? "" : "\"group_size\": 9, ")\(member) } }
        """
      let study = try Study.parse(bytes: Array(text.utf8), file: "s.json")
      #expect(study.constants[key] == defaultValue)
    }
  }

  @Test("that may vary has a value at every point, the one its scenario has")
  func values() throws {
    let study = try Study.parse(
      bytes: Array(
        #"{ "spreadlab": 1, "study": "s", "seed": 1, "model": { "group_size": 9 } }"#.utf8),
      file: "s.json")
    let point = try #require(try study.points().first)
    for key in ModelKey.factors {
      let expected: KeyValue? =
        key == .groupSize ? .whole(9) : key == .columns ? .whole(3) : key.defaultValue
      #expect(point.level(of: key) == expected, "\(key.name)")
    }
  }
}
