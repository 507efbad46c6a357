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
    let reader = Codec.values(key.allowed).reader(.bare(.infectionFactor))
    return Dictionary(
      zip(values, labels).compactMap { value, label in
        guard let level = reader.again(Node(root: value)), let text = label.string else {
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
      var taken = takenNames(read.keys)
      return named.compactMap { key in
        taken.take(key.name, as: "the name of the factor \(JSONText.quoted(key.path))").map {
          what in
          Objection(
            .conflict, at: "factors", key.path, "as",
            say: "\(JSONText.quoted(key.name)) is \(what); give the factor another name")
        }
      }
    }
  ]

  private static func takenNames(_ keys: StudyFileKeys) -> TakenNames {
    TakenNames([
      ("a column of the tables", Array(TableColumnNames.all)),
      ("a response", keys.brokenResponses + keys.responses.map(\.name)),
      ("a column of curves.csv", keys.series.map(\.rawValue)),
      (
        "a key of the model",
        ModelKey.all.flatMap { $0.path.split(separator: ".").map(String.init) }
      ),
    ])
  }
}

/// Names of columns and requests, and what they mean; case is ignored, as databases do in names of columns.
struct TakenNames {
  private var meanings: [String: String] = [:]

  init(_ all: [(meaning: String, names: [String])]) {
    for (meaning, names) in all {
      for name in names { meanings[name.lowercased()] = meaning }
    }
  }

  /// What a name means already, nil if nothing; from now on it means this.
  mutating func take(_ name: String, as meaning: String) -> String? {
    meanings.updateValue(meaning, forKey: name.lowercased())
  }
}
