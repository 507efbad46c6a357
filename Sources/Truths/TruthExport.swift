package import DurableFiles
internal import Foundation
internal import PlainText
internal import SpreadModel
internal import StudyFiles

/// Truths as files that any simulator can read: a folder for each, and a README that says what is in them.
package enum TruthExport {
  /// The version of the format, which `truth.json` names.
  static let version = 1

  /// Beside the folders of truths.
  package static let fileNames = [readmeName, "runs.jsonl"]
  private static let readmeName = "README.md"
  private static let title = "# Truths: results that a simulator must reproduce"

  /// Whether a folder has the README of an export.
  package static func isWritten(in folder: String) -> Bool {
    let bytes = try? ReadableFile.bytes(of: "\(folder)/\(readmeName)", .found)
    return bytes?.starts(with: title.utf8) ?? false
  }

  /// Writes them into a folder, made where missing; files of the same names are replaced.
  ///
  /// - Throws: `DurableFileError`.
  package static func write(_ truths: [Truth], to path: String) throws(DurableFileError) {
    let folder = try DurableFolder(path)
    try write(readme(truths), readmeName, in: folder)
    try write(KnownRuns.text, "runs.jsonl", in: folder)
    for truth in truths {
      let own = try folder.folder(truth.id)
      try write(truth.json.text, "truth.json", in: own)
      try write(String(decoding: truth.study.resolvedJSON, as: UTF8.self), "study.json", in: own)
      if let edges = truth.edges { try write(edges.text, edges.name, in: own) }
    }
  }

  private static func write(
    _ text: String, _ name: String, in folder: DurableFolder
  ) throws(DurableFileError) {
    let file = try folder.file(name)
    file.text.write(text: text)
    _ = try file.commit()
  }
}

extension Truth {
  /// `truth.json`.
  var json: JSONText {
    .object([
      ("truth", .int(TruthExport.version)), ("id", .string(id)), ("tier", .string(tier.rawValue)),
      ("scenario", .string(scenario)), ("source", .string(source)),
      ("study", .string("study.json")),
      ("runs", .int(runs)), ("observation", observation.json), ("expected", expected.json),
    ])
  }
}

extension Observation {
  var json: JSONText {
    let members: [(String, JSONText)] =
      switch self {
      case .curves(let states, let steps, let anybody):
        [
          ("states", .array(states.map { .string($0.rawValue) })),
          ("steps", .array(steps.map(JSONText.int))), ("anybody", .bool(anybody)),
        ]
      case .infectionSteps(let groups, let statistic):
        [
          ("statistic", .string(statistic.rawValue)),
          (
            "groups",
            .array(
              groups.map { group in
                .object([
                  ("people", .array(group.people.map(JSONText.int))),
                  ("step", group.step.map(JSONText.int) ?? .null),
                ])
              })
          ),
        ]
      case .stepOfShare(let shares): [("shares", .array(shares.map(JSONText.real)))]
      case .outbreak(let share): [("share", .real(share))]
      case .criticalProbability(let shares): [("shares", .array(shares.map(JSONText.real)))]
      case .finalSize, .lastStep, .infectionsByIntroduced, .drift: []
      }
    return .object([("kind", .string(kind.rawValue))] + members)
  }
}

extension Expected {
  var json: JSONText {
    func list(_ values: [Double]) -> JSONText { .array(values.map(JSONText.real)) }
    let (kind, members): (String, [(String, JSONText)]) =
      switch self {
      case .always(let values): ("always", [("values", list(values))])
      case .distribution(let chances): ("distribution", [("probabilities", list(chances))])
      case .means(let values, let tolerance, let runs):
        (
          "means",
          [
            ("values", list(values)), ("tolerance", .real(tolerance)),
            ("reference_runs", runs.map(JSONText.int) ?? .null),
          ]
        )
      case .differs(let values): ("differs", [("values", list(values))])
      case .function(let function, let value, let tolerance):
        (
          "function",
          [
            ("weights", list(function.weights)), ("over", function.over.map(list) ?? .null),
            ("ratio", function.ratio.map(JSONText.real) ?? .null), ("value", .real(value)),
            ("tolerance", .real(tolerance)),
          ]
        )
      }
    return .object([("kind", .string(kind))] + members)
  }
}

extension TruthExport {
  static func readme(_ truths: [Truth]) -> String {
    let kinds = Observation.Kind.allCases.map { "| `\($0.rawValue)` | \($0.meaning) |\n" }.joined()
    return """
      \(title)

      Each folder is one published or exactly known result. `runs.jsonl` holds runs that a program with the same random numbers makes
      again: an object per line with the study, the replicate, the number of infected people by step (`curve`), and the step of each
      person's first infection, -1 for never (`infection_steps`).

      | file | contents |
      | --- | --- |
      | `study.json` | what is simulated: a study of spreadlab, which `spreadlab run study.json` accepts |
      | `truth.json` | what is observed of each run, and what is expected |
      | `edges.csv` | the contacts, where the study reads them from a file |

      ## truth.json

      | key | meaning |
      | --- | --- |
      | `truth` | version of this format: \(version) |
      | `id`, `tier` | the name; what it costs: quick (seconds), full (minutes), deep |
      | `scenario`, `source` | the scenario in words; where the expected value comes from |
      | `study` | the file of the study |
      | `runs` | how many runs of each point of the study the expectation needs |
      | `observation` | one of the kinds below |
      | `expected` | one of the forms below |

      ## Kinds of observations

      Each gives one or several numbers per run. People are numbered row by row, from 0. Step 0 is the start. A run that lacks what
      is observed contradicts the truth.

      | `kind` | numbers |
      | --- | --- |
      \(kinds)
      ## Forms of expectations

      | `kind` | meaning |
      | --- | --- |
      | `always` | the numbers are `values` in every run of every point |
      | `distribution` | the only number is 0, 1, ... with these `probabilities` |
      | `means` | the numbers have the means `values`, up to `tolerance` (half a unit of the last digit); with `reference_runs`, they are the means of so many runs of another program, with an error of their own |
      | `differs` | at least one of the numbers has another mean than that in `values` |
      | `function` | a function of the means m of all points, one after the other, is `value`, up to `tolerance`. It is s = sum of `weights` m; with `over`, s divided by the sum of `over` m; with `ratio`, the logarithm of that quotient divided by the logarithm of `ratio` |

      An estimate passes within the tolerance, or as far from the value as chance leads at the level of the test, whichever is more.
      A tolerance covers what finite groups and chance do; with `runs` runs it is more than chance.

      ## The truths

      \(table(truths).joined(separator: "\n"))

      """
  }

  /// Rows of a Markdown table, one for each entry; of more than eight values the least and the greatest.
  static func table(_ truths: [Truth]) -> [String] {
    var entries: [String] = []
    for truth in truths where !entries.contains(truth.entry) { entries.append(truth.entry) }
    let head = "entry | tier | truths | observed | people | p | most steps | runs | expected from"
    let rows = entries.map { entry in
      let some = truths.filter { $0.entry == entry }
      let arms = some.flatMap(\.arms)
      return [
        entry, different(some.map(\.tier.rawValue), ", "), "\(some.count)",
        different(some.map { "`\($0.observation.kind.rawValue)`" }, ", "),
        list(arms.map { Double($0.grid.people) }), list(arms.map(\.infectionProbability)),
        list(arms.map { Double($0.maxSteps) }), list(some.map { Double($0.runs) }),
        different(some.map(\.source), "; "),
      ].joined(separator: " | ")
    }
    let line = Array(repeating: "---", count: head.split(separator: "|").count)
    return ([head, line.joined(separator: " | ")] + rows).map { "| \($0) |" }
  }

  private static func different(_ texts: [String], _ separator: String) -> String {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }.joined(separator: separator)
  }

  private static func list(_ values: [Double]) -> String {
    let format = FloatingPointFormatStyle<Double>.number.locale(Locale(identifier: "en_US"))
      .precision(.significantDigits(1...6))
    let texts = Set(values).sorted().map(format.format)
    return texts.count > 8
      ? "\(texts[0]) to \(texts[texts.count - 1])" : texts.joined(separator: ", ")
  }
}
