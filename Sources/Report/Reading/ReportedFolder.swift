import PlainText
import SpreadModel
import Tables

/// The tables and side files of a results folder, as far as a report needs them.
struct ReportedFolder {
  /// Whether its points are draws of a calibration.
  let isCalibration: Bool
  let study: JSONValue?
  let manifest: JSONValue?
  let tables: FolderTables
  let runs: FolderTable
  /// Level of the study's intervals.
  let confidence: Double
  let points: PointList
  /// Whether people recover at some point.
  let hasCourse: Bool
  /// The units of all responses of `summary.csv`.
  private let units: [String: String]
  /// The responses of 0 or 1.
  let shares: Set<String>
  let summary: Summary
  /// The response that is 1 in the runs that pictures draw, the first of `conditions` that some run meets; nil
  /// where they draw all runs.
  let condition: String?
  /// The points of which no run meets it.
  let absent: Set<Int>
  /// All others.
  let pointsOfCondition: PointList
  /// The responses that somebody chose, each once.
  private let chosen: [String]
  /// The most panels of a picture, where somebody said how many.
  let panels: Int?
  /// What leads from the page to the tables; empty where they are in one folder.
  var pathFromPage = ""

  /// - Throws: `WordedError` if a needed table is missing or broken, or there is no such choice.
  init(path: String, options: ReportOptions) throws {
    if let panels = options.panels, !ReportOptions.panelRange.contains(panels) {
      throw Failure(
        .badOption,
        "\(setting: "panels", panels): give a number from \(ReportOptions.panelRange.lowerBound) to "
          + "\(ReportOptions.panelRange.upperBound)")
    }
    panels = options.panels
    tables = try FolderTables(in: path)
    isCalibration = tables["posterior"] != nil
    try expectFinishedTables(in: path)
    runs = try tables.needed("runs")
    study = try sideFile("\(path)/study.resolved.json")
    manifest = try sideFile("\(path)/manifest.json")
    confidence = study?["analysis"]?["confidence"]?.number?.double ?? 0.95
    guard confidence > 0, confidence < 1 else {
      throw Failure.damaged("\(path)/study.resolved.json", "its confidence is not between 0 and 1")
    }
    points = try Self.readPoints(tables.needed("points"))
    hasCourse = runs.columns.contains("extinct")
    chosen = (options.responses ?? []).withoutRepetitions
    let drawn = Set(MainResponses.list(recovers: hasCourse).map(\.response.name))
      .union(Self.asked(by: study)).union(chosen)
      .union(Self.criticalProbabilities(of: study)).union(["reproduction_number"])
      .union([Self.targeted(by: study)].compactMap(\.self)).union(Self.given(by: study))
    var summary = Summary()
    if !isCalibration {
      let statistics = Dictionary(
        uniqueKeysWithValues: drawn.map { [runs] in
          ($0, Self.isTime($0, in: runs) ? Summary.Statistic.median : .mean)
        })
      let count = points.points.count
      let all = try tables.needed("summary")
      if let given = tables["summary_given"] {
        try summary.read(given, points: count, counted: Self.counted, statistics: statistics)
      }
      let found = summary.conditions.first { [runs, summary] condition in
        runs.columns.contains(condition) && summary.runs(given: condition).contains { $0 > 0 }
      }
      let isAsked = !Self.given(by: study).isEmpty
      // Of other responses the runs with the condition are drawn, if the study asks for it.
      let always = Self.criticalProbabilities(of: study) + ["reproduction_number"]
      let ofAll = statistics.filter { response, _ in
        !isAsked || found.map { Self.follows(response, from: $0) } ?? true
          || always.contains(response)
      }
      try summary.read(
        all, points: count, counted: Self.counted.union(statistics.keys), statistics: ofAll)
      // A condition that nobody asked for must not hide points whose outbreaks are neither small nor large.
      let isHiding =
        !isAsked
        && (0..<count).contains { [summary] in summary.sizes(at: $0)?.areMostlyBetween == true }
      condition = isHiding ? nil : found
      let ofCondition = condition.map { [summary] in summary.runs(given: $0) } ?? []
      absent = Set(ofCondition.indices.filter { ofCondition[$0] == 0 })
    } else {
      (condition, absent) = (nil, [])
    }
    pointsOfCondition =
      absent.isEmpty
      ? points
      : PointList(
        points.points.filter { [absent] in !absent.contains($0.number) },
        parameters: points.parameters)
    self.summary = summary
    let units = summary.units
    let isDay = Self.isDay(study)
    self.units = Dictionary(
      uniqueKeysWithValues: units.map { [study] in
        // The level of a factor has no unit that a sentence needs.
        let isLevel = study?["responses"]?[$0.name]?["level_of"] != nil
        let unit = Self.unit($0.unit)
        return ($0.name, isLevel ? "" : isDay ? unit.replacing("step", with: "day") : unit)
      })
    shares = Set(units.filter { $0.unit == "0/1" }.map(\.name))
    for name in chosen where self.units[name] == nil {
      throw Failure(
        .unknownValue,
        isCalibration
          ? "\(setting: "responses"): \(path) holds a calibration, whose report is about its "
            + "parameters; leave it out"
          : "\(setting: "responses"): \(path) has no response \"\(withoutControls(name))\"; "
            + "choose from \(units.map(\.name).joined(separator: ", "))")
    }
  }

  /// Whether somebody chose the responses.
  var isChosen: Bool { !chosen.isEmpty }

  /// The response the study is about: the first one that it compares, searches or analyzes, else that of
  /// its precision target, else the first main response of its kind.
  /// Of a choice of responses, its first.
  var mainResponse: String {
    chosen.first ?? askedResponses.first(where: isKnown)
      ?? Self.targeted(by: study) ?? mainResponses[0]
  }

  /// The responses that are reported and drawn: those that were chosen, else those the study is about.
  var responses: [String] {
    if isChosen { return chosen }
    let isNamed = Self.targeted(by: study) != nil || askedResponses.contains(where: isKnown)
    return isNamed ? [mainResponse] : mainResponses
  }

  /// Those of the kind of study: all where people recover, else the first that most runs have.
  private var mainResponses: [String] {
    let names = MainResponses.list(recovers: hasCourse).map(\.response.name)
    let known = names.filter(isKnown)
    // Of a calibration nothing is summarized.
    if known.isEmpty { return names }
    // How often something of the study's own happens comes before what runs with it are like.
    let own = Self.given(by: study).filter { Response(rawValue: $0) == nil && isKnown($0) }
    return own
      + (hasCourse ? known : [known.first { !isTime($0) || isMostlyReached($0) } ?? known[0]])
  }

  /// The conditions of the study's own choice.
  private static func given(by study: JSONValue?) -> [String] {
    study?["analysis"]?["given"]?.elements?.compactMap(\.text) ?? []
  }

  /// The times whose distributions are shown: those of the choice; without one the main response if it
  /// is a time, else the largest share that most runs reached.
  var times: [String] { isChosen ? chosen.filter(isStep) : mainTime.map { [$0] } ?? [] }

  /// Those the study asks about, in the order of the page; also whole curves and drifts.
  private var askedResponses: [String] { Self.asked(by: study) }

  /// That of its precision target.
  private static func targeted(by study: JSONValue?) -> String? {
    study?["replicates"]?["until"]?.elements?.first?["response"]?.text
  }

  private static func asked(by study: JSONValue?) -> [String] {
    let analysis = study?["analysis"]
    func all(_ key: String) -> [JSONValue?] {
      analysis?[key]?.elements?.map { $0["response"] } ?? []
    }
    let others = analysis?["sensitivity"]?["responses"]?.elements ?? []
    let names: [JSONValue?] =
      all("comparisons") + all("dose_responses") + [study?["design"]?["response"]] + others
    return names.compactMap { $0?.text }
  }

  /// What the steps are on axes: days, where a step lasts as long.
  var timeUnit: GnuplotScript {
    Self.isDay(study) ? "day" : "step"
  }

  private static func isDay(_ study: JSONValue?) -> Bool {
    study?["model"]?["period"]?.number?.double == 86_400
  }

  /// Such as "95 %".
  var level: String { percent(confidence) }

  /// How many panels a picture has at most, if its kind has `usual`.
  func most(_ usual: Int) -> Int { panels ?? usual }

  /// Whether a picture or sentence of a response belongs to the page. Whole curves and drifts, which
  /// are compared but are no responses of a run, always do.
  func shows(_ response: String) -> Bool {
    !isChosen || chosen.contains(response) || !isKnown(response)
  }

  /// Whether runs have a response of that name.
  func isKnown(_ response: String) -> Bool { units[response] != nil }

  /// The unit of a response, such as "steps"; empty of shares and truth values.
  func unit(of response: String) -> String { units[response] ?? "" }

  private static func readPoints(_ table: FolderTable) throws -> PointList {
    let path = table.path
    let keys = table.schema.columns.parameters
    // Where the study calls it otherwise, so does the table.
    let people = keys.first { $0 == .groupSize }?.name ?? ModelKey.groupSize.name
    var count = 0
    let cells = try PointCells(keys.map(\.path)) { add in
      try table.forEachRow(["point", "replicates", people] + keys.map(\.name)) { row in
        guard Int(row["point"]) == count else {
          throw Failure.damaged(path, "its points are not numbered 0, 1, 2, ...")
        }
        guard let replicates = row.count("replicates"), let size = row.count(people) else {
          throw Failure.damaged(
            path, "replicates and \(people) of point \(count) are not whole numbers")
        }
        count += 1
        add(Array(row.cells.dropFirst(3)), (size, replicates))
      }
    }
    return PointList((0..<count).map { PointFacts(number: $0, cells) }, parameters: keys)
  }

  var name: String { study?["study"]?.text ?? manifest?["study"]?.text ?? "study" }
  var isPartial: Bool { manifest?["complete"]?.bool == false }
  var runCount: Int { points.points.reduce(0) { $0 + $1.replicates } }

  /// Of which runs are counted, whatever is asked.
  private static let counted: Set = [
    "step_to_10pct", "step_to_50pct", "step_to_all", "step_to_extinct",
  ]

  /// Whether people recover at a point, at once or once an intervention lets them.
  func recovers(_ point: PointFacts) -> Bool {
    if ![ModelKey.endlessCell, ""].contains(point[.infectiousSteps])
      || finite(point[.recoveryProbability]) ?? 0 > 0
    {
      return true
    }
    let named = point[.interventions]
    let name = named.isEmpty ? study?["model"]?["interventions"]?.text ?? "" : named
    return study?["interventions"]?[name]?.elements?.contains {
      $0["set"]?["recovery_probability"]?.number?.double ?? 0 > 0
    } ?? false
  }

  /// Whether everybody may be infected in a run: nobody is immune from the start at some point, and
  /// runs do not end before.
  var mayInfectAll: Bool {
    let model = study?["model"]
    return model?["immune_people"]?.elements?.isEmpty ?? true
      && points.points.contains { finite($0[.immuneShare]) ?? 0 <= 0 }
      && model?["stop"]?["share"]?.number?.double ?? 1 >= 1
  }

  /// Whether a response is a time, which a run may not have reached.
  func isTime(_ response: String) -> Bool { Self.isTime(response, in: runs) }

  private static func isTime(_ response: String, in runs: FolderTable) -> Bool {
    runs.schema.columns.contains { $0.name == response && $0.response == .time }
  }

  /// Responses of the study that are critical probabilities.
  var criticalProbabilities: [String] { Self.criticalProbabilities(of: study) }

  private static func criticalProbabilities(of study: JSONValue?) -> [String] {
    (study?["responses"]?.members ?? []).filter {
      $0.value["critical_probability"] != nil
    }.map(\.key)
  }

  /// Whether a response is a time in steps, as all are but critical probabilities.
  func isStep(_ response: String) -> Bool {
    isTime(response)
      && runs.schema.columns.contains { $0.name == response && $0.unit == "steps" }
  }

  private var mainTime: String? {
    (askedResponses + MainResponses.list(recovers: hasCourse).map(\.response.name)).first {
      isStep($0) && isMostlyReached($0)
    }
  }

  private func isMostlyReached(_ time: String) -> Bool {
    let count = values(of: time).count()
    return 2 * count.reached > count.runs
  }
}
