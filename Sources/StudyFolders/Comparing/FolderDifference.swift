import DurableFiles
package import PlainText
package import ResultTables
package import StudyFiles
import Tables

/// How two results folders, a and b, differ: in their studies, their runs, the bytes of their tables.
package struct FolderDifference: Sendable {
  package let settings: [Study.Difference]
  package let runs: StudyDifferences
  /// The files of tables, but for those of times.
  package private(set) var tables: [(name: String, state: TableState)] = []
  package private(set) var notes: [Note] = []

  package enum TableState: String, CaseIterable, Sendable {
    case equal, different
    case onlyInA = "only_a"
    case onlyInB = "only_b"
  }

  /// What differs, in words; empty if nothing does.
  package var summary: [String] {
    let different = tables.count { $0.state == .different }
    return (settings.isEmpty ? [] : [plural(settings.count, "setting")])
      + (runs.haveSameRuns ? [] : ["the runs"])
      + (different == 0 ? [] : ["the bytes of \(plural(different, "table"))"])
  }

  /// Reads both folders, also while a study is run there. Without tables the runs alone are compared.
  ///
  /// - Throws: `WordedError` for a folder that holds no study's results, or a part of them.
  package init(_ a: String, _ b: String) throws {
    let found = try [a, b].map { try FolderResults($0) }
    for folder in found { try folder.expectWhole() }
    settings = found[0].study.differences(from: found[1].study)
    runs = try StudyDifferences(found[0].results, found[1].results)
    for found in found {
      notes += found.notes
      guard !found.isComplete else { continue }
      notes.append(
        Note(
          .unfinishedStudy, file: found.folder,
          "the study in \(found.folder) is not finished; its finished runs are compared"))
    }
    if runs.unreached > 0 {
      notes.append(
        Note(
          .ignoredCensoring,
          "\(plural(runs.unreached, "value")) of times were not reached: n_a and n_b count the others, "
            + "whose means are compared; reached_... and extinct say how many got there"))
    }
    for name in reproducibleTableNames {
      let paths = [a, b].map { "\($0)/\(name)" }
      let digests = try paths.map {
        entryExists($0) ? try ReadableFile.digest(of: $0, .found) : nil
      }
      switch (digests[0], digests[1]) {
      case (let a?, let b?): tables.append((name, a == b ? .equal : .different))
      case (_?, nil): tables.append((name, .onlyInA))
      case (nil, _?): tables.append((name, .onlyInB))
      case (nil, nil): break
      }
    }
  }

  package var json: [(String, JSONText)] {
    let numbers = runs.lonePoints.map { JSONText.array($0.map { .int($0.number) }) }
    let names = runs.loneResponses.map { JSONText.array($0.map(JSONText.string)) }
    return [
      ("equal", .bool(summary.isEmpty)), ("same_runs", .bool(runs.haveSameRuns)),
      (
        "settings",
        .array(
          settings.map {
            .object([
              ("path", .string($0.path)), ("a", $0.value ?? .null), ("b", $0.other ?? .null),
            ])
          })
      ),
      ("common_points", .int(runs.commonPoints)),
      ("points_only_a", numbers[0]), ("points_only_b", numbers[1]),
      ("responses_only_a", names[0]), ("responses_only_b", names[1]),
      ("tables", .object(tables.map { ($0.name, .string($0.state.rawValue)) })),
      ("rows", runs.table.json),
    ]
  }

  /// All but the rows of points and responses, for people.
  package var lines: [String] {
    func list(_ words: String, _ items: [String]) -> [String] {
      items.isEmpty ? [] : ["\(words): \(inShort(items))"]
    }
    return settings.map {
      "\($0.path): a \($0.value?.compactText ?? "nothing"), b \($0.other?.compactText ?? "nothing")"
    }
      + zip(["a", "b"], runs.lonePoints).flatMap { side, points in
        list("points only in \(side)", points.map { "\($0.number) (\($0.label))" })
      }
      + zip(["a", "b"], runs.loneResponses).flatMap { list("responses only in \($0)", $1) }
      + TableState.allCases.flatMap { state in
        list("tables, \(state.rawValue)", tables.filter { $0.state == state }.map(\.name))
      }
  }
}
