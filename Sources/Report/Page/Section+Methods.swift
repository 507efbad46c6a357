import PlainText
import SpreadModel
import Statistics
import Tables

extension Section {
  /// A text for the paper, and the model as a table, each copied by one click.
  static let methods = Section("methods", "Methods, for a paper") { folder, _ in
    let methods = Methods(folder: folder)
    let comparisons = try ComparisonFacts.read(folder) ?? []
    let rest = folder.question.rest
    return """
      \(rest.isEmpty ? "" : "<p>\(rest)</p>" as HTML)
      \(CopyButton.html("methods_text", "Copy the text"))
      <pre class="copy" id="methods_text" tabindex="0">\(methods.text(comparisons).joined(separator: "\n"))</pre>
      <h3>The model, as the ODD protocol orders it</h3>
      \(CopyButton.html("odd_table", "Copy the table"))
      <div id="odd_table">
      \(methods.odd.html(caption: "overview, design concepts, details", isFolded: true))
      </div>
      <h3>Parameters</h3>
      \(methods.parameters.html(caption: "every parameter of the model", isFolded: true))
      """
  }
}

/// What was done, in the words of a methods section.
struct Methods {
  let folder: ReportedFolder
  private var study: JSONValue? { folder.study }

  /// One sentence or two an entry.
  func text(_ comparisons: [ComparisonFacts]) -> [String] {
    [simulated, design, statistics, tests(comparisons), citation].filter { !$0.isEmpty }
  }

  private func manifest(_ key: String) -> String? { folder.manifest?[key]?.text }

  private var version: String { manifest("tool_version") ?? "" }

  private var simulated: String {
    let model = SimulatedModel(folder: folder)
    let named = model.entries.filter { $0.0.hasPrefix("interventions ") }.map(\.0)
    // The table has all of them.
    let left = ["random numbers"] + (named.count > SimulatedModel.mostListed ? named : [])
    let entries = model.entries.filter { !left.contains($0.0) }
    return "We simulated the spread of an infection with spreadlab \(version). "
      + entries.map { "\($0.0.capitalizedFirst): \($0.1)".trimmedPeriod + "." }.joined(
        separator: " ")
      + (left.count > 1 ? " The \(grouped(named.count)) interventions are those of the table." : "")
  }

  private var design: String {
    let list = folder.points
    let counts = list.points.map(\.replicates)
    let (low, high) = (counts.min() ?? 0, counts.max() ?? 0)
    let runs = low == high ? grouped(high) : "\(grouped(low)) to \(grouped(high))"
    let varied = list.varied.map { "\($0.words) (\(list.levelSummary($0)))" }
    let type = study?["design"]?["type"]?.text?.replacing("_", with: " ")
    // A single point shares them with none, and no two runs of a search share them.
    let numbers: String =
      if list.points.count == 1 {
        ""
      } else if study?["random_numbers"]?.text == "common",
        study?["design"]?["type"]?.text != "threshold"
      {
        "Replicate r used the same random numbers at every point (common random numbers); "
      } else {
        "Every point had random numbers of its own; "
      }
    let number = grouped(list.points.count)
    return
      (varied.isEmpty
      ? "We made \(runs) runs of one point"
      : "We varied \(varied.listed)\(type.map { ", in a design of the type \($0)" } ?? ""): \(number) points with \(runs) run\(high == 1 ? "" : "s") each, "
        + "\(grouped(folder.runCount)) runs in all")
      + ". " + "\(numbers)the seed was \(manifest("seed") ?? "not recorded").".capitalizedFirst
  }

  private var statistics: String {
    let analysis = study?["analysis"]
    let means: String =
      switch analysis?["mean_interval"]?.text {
      case "bootstrap_bca": "by the BCa bootstrap"
      default: "by Student\u{2019}s t"
      }
    var text =
      folder.isCalibration
      ? "Parameters were estimated by approximate Bayesian computation; we give posterior medians with "
        + "\(folder.level) intervals."
      : "Means have \(folder.level) intervals \(means), shares by Wilson\u{2019}s method, medians by order statistics."
    if let condition = folder.condition {
      text += " Where it says so, results are of the \(folder.runs(with: condition)) alone."
    }
    return text
  }

  private func tests(_ rows: [ComparisonFacts]) -> String {
    var parts: [String] = []
    if !rows.isEmpty {
      let names = rows.map(\.testWords).filter { !$0.isEmpty }.withoutRepetitions
      let corrections = rows.map(\.correctionWords).filter { !$0.isEmpty }.withoutRepetitions
      parts.append(
        "Levels were compared by \(names.listed) (\(grouped(rows.count)) comparison\(rows.count == 1 ? "" : "s"); "
          + "P values \(corrections.listed))."
      )
    }
    let design = study?["design"]
    switch design?["type"]?.text {
    case "threshold":
      parts.append(
        "Runs were placed where the mean crosses the target, until the half-width of the interval was "
          + "\(design?["half_width"]?.text.map(shortNumber) ?? "small enough").")
    case "select":
      parts.append(
        "The best alternative was selected by sequential elimination (Kim and Nelson) with confidence "
          + "\(folder.levelOfSelection) and an indifference of \(shortNumber(design?["indifference"]?.text ?? "0"))."
      )
    default: break
    }
    if !folder.tables.all.filter({ $0.schema.name == "dose_responses" }).isEmpty {
      parts.append(
        "Dose-response curves were fitted by maximum likelihood, with profile likelihood intervals."
      )
    }
    if let method = study?["analysis"]?["sensitivity"]?["method"]?.text {
      let words = [
        "sobol": "Sobol\u{2019} indices", "anova": "shares of variance",
        "morris": "elementary effects (Morris)",
        "prcc": "partial rank correlations",
      ]
      parts.append("Sensitivity is given as \(words[method] ?? method).")
    }
    return parts.joined(separator: " ")
  }

  private var citation: String {
    let commit = manifest("tool_commit").map { ", commit \($0.prefix(12))" } ?? ""
    let digest =
      manifest("study_digest").map { "; the study file has the SHA-256 digest \($0)" } ?? ""
    return
      "Cite as: spreadlab contributors. spreadlab: parameter studies of infections that spread in groups, "
      + "version \(version)\(commit) (results version \(manifest("results_version") ?? "?"))\(digest)."
  }

  // MARK: - The model as tables

  /// The elements of the protocol (Grimm and others 2020, doi:10.18564/jasss.4259), and what stands for each.
  var odd: PageTable {
    let states =
      folder.hasCourse
      ? "healthy, latent, infectious, or immune (recovered or vaccinated)"
      : "healthy, infected (at first latent, where there are latent steps), or immune from the start"
    let files = ["contacts", "groups", "orders"].flatMap { section in
      (study?[section]?.members ?? []).compactMap { member in
        member.value["file"]?.text.map { "\(section) \(member.key): \($0)" }
      }
    }
    var rows: [[String]] = [
      ["Purpose", "question", folder.question.lead],
      ["Entities, state variables, scales", "people", "each \(states)"],
      [
        "Entities, state variables, scales", "time",
        "steps\(folder.timeUnit.code == "day" ? " of one day" : "")",
      ],
      [
        "Process overview", "a step",
        (["Sources act, and infections are applied, as the rule says"]
          + (folder.hasCourse ? ["people recover or lose immunity"] : [])
          + ["people are infected from outside"]).joined(separator: "; then ") + ".",
      ],
    ]
    rows += SimulatedModel(folder: folder).entries.map { [Self.element(of: $0.0), $0.0, $0.1] }
    rows.append([
      "Observation", "responses",
      folder.responses.map { "\(folder.subject(of: $0)) (\($0))" }.joined(separator: "; "),
    ])
    rows.append(["Input data", "files", files.isEmpty ? "none" : files.joined(separator: "; ")])
    return PageTable(columns: ["element", "of", "here"], rows: rows)
  }

  /// Where words on the model belong.
  private static func element(of name: String) -> String {
    switch name {
    case "infected from outside", "immune": "Initialization"
    case "random numbers": "Stochasticity"
    case "a run ends": "Process overview"
    case _ where name.hasPrefix("group"): "Entities, state variables, scales"
    case _ where name.hasPrefix("observed"): "Observation"
    default: "Submodels"
    }
  }

  /// Every key of the model from its descriptor, with the levels that occur.
  var parameters: PageTable {
    let list = folder.points
    let columns = list.parameters
    func value(_ key: ModelKey) -> String {
      // Runs of final values alone have no last step.
      if key == .maxSteps, study?["record"]?["responses"]?.text == "final" { return "none" }
      if let column = columns.first(where: { $0.path == key.path }) {
        return list.levelSummary(column)
      }
      let given = key.path.split(separator: ".").reduce(study?["model"]) { $0?[String($1)] }
      if let given { return given.text ?? given.compact }
      let standard = key.defaultValue.map { shortNumber("\($0)") } ?? ""
      return (standard.isEmpty || standard == "\u{2013}" ? "none" : standard) + " (default)"
    }
    let known = ModelKey.all.map {
      [$0.path, $0.meaning, $0.unit == "1" ? "" : $0.unit, value($0)]
    }
    let paths = Set(ModelKey.all.map(\.path))
    let within = columns.filter { !paths.contains($0.path) }.map {
      [$0.path, "a number of the study\u{2019}s own definitions", "", value($0)]
    }
    // All else that a study defines is among the words on the model.
    let defined = ["orders", "responses"].flatMap { section in
      (study?[section]?.members ?? []).map { member in
        ["\(section).\(member.key)", "defined by the study", "", member.value.compact]
      }
    }
    return PageTable(columns: ["key", "meaning", "unit", "value"], rows: known + within + defined)
  }
}

extension String {
  fileprivate var trimmedPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension JSONValue {
  /// A value of the study in one line, such as "kind ring, neighbors 10".
  fileprivate var compact: String {
    if let members {
      return members.filter { $0.key != "sha256" }.map { "\($0.key) \($0.value.compact)" }
        .joined(separator: ", ")
    }
    if let elements {
      return elements.isEmpty ? "none" : elements.map(\.compact).joined(separator: "; ")
    }
    return bool.map { $0 ? "yes" : "no" } ?? text.map(shortNumber) ?? "none"
  }
}
