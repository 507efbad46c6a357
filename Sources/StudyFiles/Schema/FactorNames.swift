import PlainText
import SpreadModel

/// What a study calls its factors and their levels: `as` and `labels`, or the shortest part of a path.
struct FactorNames {
  /// The keys that vary, as the study calls them.
  let keys: [ModelKey]
  private let byPath: [String: ModelKey]

  /// - Parameter factors: that part of the file, before anything in it is checked.
  init(_ factors: JSONValue?, varying: [ModelKey]) {
    let given = Dictionary((factors?.members ?? []).map { ($0.key, $0.value) }) { first, _ in first
    }
    let own = varying.map { given[$0.path]?[key: "as"]?.string }
    let titles = ModelKey.titles(of: varying, besides: own.compactMap(\.self))
    keys = zip(varying, own).map { key, name in
      key.called(
        name, title: name ?? titles[key.path] ?? key.path,
        labels: Self.labels(given[key.path], of: key))
    }
    byPath = Dictionary(keys.map { ($0.path, $0) }) { first, _ in first }
  }

  /// A key as the study calls it.
  subscript(key: ModelKey) -> ModelKey { byPath[key.path] ?? key }

  /// By the cells of levels; none where they do not fit the levels.
  private static func labels(_ factor: JSONValue?, of key: ModelKey) -> [String: String] {
    guard let labels = factor?[key: "labels"]?.elements,
      let values = factor?[key: "values"]?.elements,
      labels.count == values.count
    else { return [:] }
    return Dictionary(
      zip(values, labels).compactMap { value, label in
        guard let level = Node(root: value).level(key.allowed), let text = label.string else {
          return nil
        }
        return (key.cell(level), text)
      }
    ) { first, _ in first }
  }
}

extension Factor {
  /// What a study calls its factors is free.
  static let relationsOfNames: [Relation<StudyFile>] = [
    .ofFile { file, read in
      let named = file.factors.map(\.parameter).filter { $0.name != $0.path }
      guard !named.isEmpty else { return [] }
      var taken = Dictionary(takenNames(read.keys)) { _, last in last }
      return named.compactMap { key in
        taken.updateValue(
          "the name of the factor \(JSONText.quoted(key.path))", forKey: key.name
        ).map { what in
          Objection(
            .conflict, at: "factors", key.path, "as",
            say: "\(JSONText.quoted(key.name)) is \(what); give the factor another name")
        }
      }
    }
  ]

  private static func takenNames(_ keys: StudyFileKeys) -> [(String, String)] {
    TableColumnNames.all.map { ($0, "a column of the tables") }
      + keys.brokenResponses.map { ($0, "a response") }
      + keys.responses.map { ($0.name, "a response") }
      + keys.series.map { ($0.rawValue, "a column of curves.csv") }
      + ModelKey.all.flatMap { $0.path.split(separator: ".") }.map {
        (String($0), "a key of the model")
      }
  }
}
