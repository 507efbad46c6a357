import DurableFiles
package import PlainText
package import ResultTables
package import StudyFiles

/// How two results folders differ: in their studies, in their runs, in the bytes of their tables.
package struct FolderDifference: Sendable {
  /// Names of the tables that both folders have, and of those that one has.
  package struct Tables: Sendable {
    package fileprivate(set) var equal: [String] = []
    package fileprivate(set) var different: [String] = []
    package fileprivate(set) var onlyInA: [String] = []
    package fileprivate(set) var onlyInB: [String] = []
  }

  package let settings: [Study.Difference]
  package let runs: StudyDifferences
  package private(set) var tables = Tables()
  package private(set) var notes: [Note] = []

  package var isEqual: Bool {
    settings.isEmpty && runs.haveSameRuns && tables.different.isEmpty
  }

  /// Reads both folders, also while one is run; without tables the finished runs alone are compared.
  ///
  /// - Throws: `WordedError` for a folder that holds no study's results, or a part of them.
  package init(_ a: String, _ b: String) throws {
    let stored = try [a, b].map { try StoredStudy(folder: $0) }
    for study in stored { try study.expectWhole() }
    settings = stored[0].study.differences(from: stored[1].study)
    let results = try stored.map { try $0.results() }
    for (folder, results) in zip([a, b], results) where !results.isComplete {
      notes.append(
        Note(
          .unfinishedStudy, file: folder,
          "the study in \(folder) is not finished; its finished runs are compared"))
    }
    runs = try StudyDifferences(results[0].results, results[1].results)
    if runs.unreached > 0 {
      notes.append(
        Note(
          .ignoredCensoring,
          "\(plural(runs.unreached, "time")) not reached: only the others are compared (n_a, n_b); "
            + "reached_... and extinct compare how many got there"))
    }
    for name in reproducibleTableNames {
      switch (entryExists("\(a)/\(name)"), entryExists("\(b)/\(name)")) {
      case (true, true):
        let digests = try [a, b].map { try fileDigest("\($0)/\(name)") }
        if digests[0] == digests[1] {
          tables.equal.append(name)
        } else {
          tables.different.append(name)
        }
      case (true, false): tables.onlyInA.append(name)
      case (false, true): tables.onlyInB.append(name)
      case (false, false): break
      }
    }
  }

  package var json: [(String, JSONText)] {
    func names(_ list: [String]) -> JSONText { .array(list.map(JSONText.string)) }
    return [
      ("equal", .bool(isEqual)),
      (
        "settings",
        .array(
          settings.map {
            .object([
              ("path", .string($0.path)), ("a", $0.value ?? .null), ("b", $0.other ?? .null),
            ])
          })
      ),
      (
        "points",
        .object([
          ("common", .int(runs.commonPoints)), ("same_runs", .bool(runs.haveSameRuns)),
          ("only_a", .array(runs.onlyInA.map(\.json))),
          ("only_b", .array(runs.onlyInB.map(\.json))),
        ])
      ),
      (
        "responses",
        .object([
          ("only_a", names(runs.responsesOnlyInA)), ("only_b", names(runs.responsesOnlyInB)),
        ])
      ),
      (
        "tables",
        .object([
          ("equal", names(tables.equal)), ("different", names(tables.different)),
          ("only_a", names(tables.onlyInA)), ("only_b", names(tables.onlyInB)),
        ])
      ),
      ("rows", runs.table.json),
    ]
  }

  /// All but the table of runs, in lines.
  package var lines: [String] {
    func list(_ words: String, _ items: [String]) -> [String] {
      items.isEmpty ? [] : ["\(words): \(inShort(items))"]
    }
    return settings.map {
      "\($0.path): \($0.value?.compactText ?? "absent") in a, \($0.other?.compactText ?? "absent") in b"
    } + list("only in a", runs.onlyInA.map(\.label)) + list("only in b", runs.onlyInB.map(\.label))
      + list("responses only in a", runs.responsesOnlyInA)
      + list("responses only in b", runs.responsesOnlyInB)
      + list("equal bytes", tables.equal) + list("different bytes", tables.different)
      + list("tables only in a", tables.onlyInA) + list("tables only in b", tables.onlyInB)
  }
}
