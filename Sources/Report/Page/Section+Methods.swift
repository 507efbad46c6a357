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
  private var model: SimulatedModel { SimulatedModel(folder: folder) }

  /// One sentence or two an entry.
  func text(_ comparisons: [ComparisonFacts]) -> [String] {
    [simulated, design, statistics, tests(comparisons), citation].filter { !$0.isEmpty }
  }

  private func manifest(_ key: String) -> String? { folder.manifest?[key]?.text }

  private var version: String { manifest("tool_version") ?? "" }

  private var simulated: String {
    let named = model.entries.filter { $0.0.hasPrefix("interventions ") }.map(\.0)
    // The table has all of them.
    let left = ["random numbers"] + (named.count > SimulatedModel.mostListed ? named : [])
    let entries = model.entries.filter { !left.contains($0.0) && $0.1 != "steps" }
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
    let varied = list.varied.map { "\($0.words) (\(levels($0)))" }
    let type = study?["design"]?["type"]?.text?.replacing("_", with: " ")
    let number = grouped(list.points.count)
    return
      (varied.isEmpty
      ? "We made \(runs) runs of one point"
      : "We varied \(varied.listed)\(type.map { ", in a design of the type \($0)" } ?? ""): \(number) points with \(runs) run\(high == 1 ? "" : "s") each, "
        + "\(grouped(folder.runCount)) runs in all")
      + ". " + precision + "\(model.randomNumbers).".capitalizedFirst
  }

  /// The levels of a parameter, or the distribution from which they are.
  private func levels(_ key: ModelKey) -> String {
    guard let range = model.asked(key) else { return folder.points.levelSummary(key) }
    let design = study?["design"]?["type"]?.text
    let isLog = study?["factors"]?[key.path]?["scale"]?.text == "log"
    // Its levels are those of a grid.
    return (design == "calibration" ? "prior " : "")
      + (design == "morris" ? "" : isLog ? "log-uniform " : "uniform ") + "from \(range)"
  }

  /// What decided how many runs a point has.
  private var precision: String {
    let replicates = study?["replicates"]
    let goals = (replicates?["until"]?.elements ?? []).map { goal in
      let share = goal["relative_half_width"]?.number.map { "\(percent($0.double)) of the mean" }
      let width = share ?? (goal["half_width"]?.text).map(shortNumber) ?? ""
      return "\(width) for \(folder.subject(of: goal["response"]?.text ?? ""))"
    }
    guard !goals.isEmpty else { return "" }
    let most = replicates?["max"]?.text.map { ", up to \(withGroups($0))," } ?? ""
    return "Runs were added at each point\(most) until the half-width of the interval was at most "
      + "\(goals.listed). "
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
      : "Means have \(folder.level) intervals \(means)"
        + (folder.shares.isDisjoint(with: folder.responses)
          ? "" : ", shares by Wilson\u{2019}s method")
        + (folder.responses.contains { folder.statistic(of: $0) == .median }
          ? ", medians by order statistics." : ".")
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
    case "threshold": parts.append(searched(design))
    case "select": parts.append(selected(design))
    default: break
    }
    if !folder.tables.all.filter({ $0.schema.name == "dose_responses" }).isEmpty {
      parts.append(
        "Dose-response curves were fitted by maximum likelihood, with profile likelihood intervals."
      )
    }
    let critical = (study?["responses"]?.members ?? []).compactMap {
      $0.value["critical_probability"]?["share"]?.number?.double
    }
    for share in critical {
      parts.append(
        "Of each replicate we found the critical infection probability, the least at which its random "
          + "numbers infect \(Measured(value: share, unit: "%").text) of the group or more.")
    }
    if let curves = study?["record"]?["final_size_curves"] {
      func number(_ key: String) -> String { (curves[key]?.text).map(shortNumber) ?? "" }
      parts.append(
        "Final sizes are those of the same random numbers at \(number("levels")) infection probabilities "
          + "from \(number("from")) to \(number("to")).")
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

  /// What a design looks at; that of runs that do or do not is their share.
  private func mean(of response: String) -> String {
    (folder.shares.contains(response) ? "" : "the mean of ") + folder.subject(of: response)
  }

  /// A value that a response is compared with; of shares in percent, as it was asked for.
  private func amount(_ value: Double, of response: String) -> String {
    Measured(value: value, unit: folder.isShare(response) ? "%" : "").text
  }

  private func searched(_ design: JSONValue?) -> String {
    let response = design?["response"]?.text ?? ""
    let target = design?["target"]?.number.map { amount($0.double, of: response) } ?? ""
    func number(_ key: String) -> String { (design?[key]?.text).map(shortNumber) ?? "" }
    let path = design?["factor"]?.text
    let factor = folder.points.parameters.first { $0.path == path }?.words ?? "level"
    return "We searched for the \(factor), from \(number("from")) to \(number("to")), at which "
      + "\(mean(of: response)) is \(target). Where a crossing was "
      + "found, runs were placed around it until the half-width of its interval was at most "
      + "\(number("half_width")), or no more runs were allowed."
  }

  private func selected(_ design: JSONValue?) -> String {
    let response = design?["response"]?.text ?? ""
    let indifference = design?["indifference"]?.number?.double ?? 0
    let bounds = folder.bounds.map { bound in
      "\(mean(of: bound.response)) is "
        + "\(bound.isAtMost ? "at most" : "at least") \(amount(bound.value, of: bound.response))"
    }
    return "We looked for the alternative where \(mean(of: response)) is "
      + (design?["best"]?.text ?? "best")
      + (bounds.isEmpty ? "" : ", among those where \(bounds.listed)")
      + ", by sequential elimination (Kim and Nelson) with confidence \(folder.levelOfSelection) and an "
      + "indifference of \(amount(indifference, of: response))."
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
        "Process overview", "a step",
        (["Sources act, and infections are applied, as the rule says"]
          + (folder.hasCourse ? ["people recover or lose immunity"] : [])
          + ["people are infected from outside"]).joined(separator: "; then ") + ".",
      ],
    ]
    rows += model.entries.map { [Self.element(of: $0.0), $0.0, $0.1] }
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
    case "time": "Entities, state variables, scales"
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
        return levels(column)
      }
      let given = key.path.split(separator: ".").reduce(study?["model"]) { $0?[String($1)] }
      let inner = Set(columns.map(\.path))
      if let given { return given.text ?? given.compact(key.path, varied: inner) }
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
        ["\(section).\(member.key)", "defined by the study", "", member.value.compact()]
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
  ///
  /// - Parameter varied: the paths with levels of their own.
  fileprivate func compact(_ path: String = "", varied: Set<String> = []) -> String {
    if varied.contains(path) { return "varied" }
    if let members {
      return members.filter { $0.key != "sha256" }.map {
        "\($0.key) \($0.value.compact("\(path).\($0.key)", varied: varied))"
      }.joined(separator: ", ")
    }
    if let elements {
      let all = elements.enumerated().map { $1.compact("\(path).\($0)", varied: varied) }
      return all.isEmpty ? "none" : all.joined(separator: "; ")
    }
    return bool.map { $0 ? "yes" : "no" } ?? text.map(shortNumber) ?? "none"
  }
}
