import PlainText
import SpreadModel
import Statistics
import Tables

/// What a study found: a few sentences in its own words, and the figures that show it, the first beside them.
struct Answer {
  private(set) var sentences: [String]
  /// Names of the figures that stand open, the first beside the sentences; those of them that a study has.
  let figures: [String]

  /// Figures that stand open.
  static let mostFigures = 5
  private static let mostSentences = 3
  /// A sentence says how many runs meet its condition where there are fewer.
  private static let fewestRuns = 10

  /// - Parameter hasUsual: whether figures of single points are about what the study asks.
  private init(_ sentences: [String], _ figures: [String], hasUsual: Bool = true) {
    self.sentences = Array(sentences.prefix(Self.mostSentences))
    let usual = [
      "infected", "observed", "groups", "course", "final_sizes", "curves", "times", "comparisons_1",
    ]
    self.figures = (figures + (hasUsual ? usual : [])).withoutRepetitions
  }

  /// What was found, and what of it is less precise than the study asks.
  static func of(_ folder: ReportedFolder) throws -> Answer {
    var answer = try found(folder)
    if !answer.sentences.isEmpty, let imprecision = try imprecision(folder) {
      answer.sentences.append(imprecision)
    }
    return answer
  }

  /// By what the study asks: a calibration, a search, a selection, a curve or indices; else by what varies.
  private static func found(_ folder: ReportedFolder) throws -> Answer {
    let level = folder.level
    if let posterior = try posterior(folder) {
      return Answer(
        posterior.sentences(level: level), ["posterior", "posterior_predictive", "posterior_pairs"])
    }
    let crossings = try crossings(folder)
    if !crossings.isEmpty {
      return Answer(
        crossings.flatMap { $0.sentences(level: level) },
        ["crossings", "threshold", "dose_response", "response"],
        hasUsual: folder.tables["thresholds"] == nil)
    }
    if let best = try best(folder) {
      return Answer(
        best.sentences(level: folder.levelOfSelection, ofMeans: level),
        ["tradeoff", "selection", "response"])
    }
    let influences = try SensitivityBars.sentences(folder)
    if !influences.isEmpty { return Answer(influences, ["sensitivity"], hasUsual: false) }
    let critical = critical(folder)
    if folder.points.distinct.count == 1 {
      return Answer(Array(try point(folder).sentences(level: level).prefix(2)) + critical, [])
    }
    // What is compared over the axis is on it.
    let axis = LevelAxis(folder.points)?.factor
    let rows = try ComparisonFacts.read(folder) ?? []
    let isOfCritical = folder.responses.first.map(folder.criticalProbabilities.contains) ?? false
    let judged = ComparisonAnswer.plain(
      rows.filter {
        axis?.isNumeric != true || $0["factor"] != axis?.name || $0.isWithinMargin
      }, level: level, scope: folder.scopeOfAll)
    let averted = try AvertedFacts.answers(folder)
    let compared = averted + judged.map(\.words)
    // A forest of more rows stays folded.
    let forest = rows.count <= 12 ? ["comparisons_1"] : []
    let ofPasses = ["critical_probability", "final_size_curves"]
    guard let (dependence, index) = dependence(folder) else {
      let never = folder.responses.compactMap(folder.neverReached)
      return Answer(
        never.isEmpty ? Array(compared.prefix(2)) + critical : never,
        (isOfCritical ? ofPasses : []) + ["response"] + forest)
    }
    let isFirst =
      averted.isEmpty
      && (isOfCritical || folder.points.varied.count < 3 && dependence.isOrdered || judged.isEmpty)
    // Where no outbreak is large, means of small ones are not what it is about.
    let none = folder.hasCourse ? folder.neverReached("step_to_10pct") : nil
    let words = [none].compactMap(\.self) + dependence.sentences(level: level)
    let all = isFirst ? words + compared : Array(compared.prefix(2)) + words.prefix(1)
    var answer = Answer(
      critical.isEmpty ? all : Array(all.prefix(2)) + critical,
      (isOfCritical ? ofPasses : []) + [index == 0 ? "response" : "response_\(index + 1)"]
        + forest)
    let answered = judged.filter { answer.sentences.contains($0.words) }.map(\.request)
    answer.sentences += others(
      rows, besides: answered + [[axis?.name ?? "", folder.responses[index]]])
    return answer
  }

  /// What is compared elsewhere on the page alone; none where the answer has all.
  private static func others(
    _ rows: [ComparisonFacts], besides answered: [[String]]
  ) -> [String] {
    let hasFactors = Set(rows.map(\.factor)).count > 1
    let names = rows.filter { !answered.contains($0.request) }.map {
      $0.subject + (hasFactors ? " (\($0.factor))" : "")
    }.withoutRepetitions
    guard !names.isEmpty else { return [] }
    let rest = names.count - mostSentences
    let words = names.prefix(mostSentences) + (rest > 0 ? ["\(grouped(rest)) more"] : [])
    return ["The study also compares \(words.listed); see Comparisons."]
  }

  /// At how many points runs ended before the precision that the study asks for; nil where it is reached, or not asked.
  private static func imprecision(_ folder: ReportedFolder) throws -> String? {
    guard let replicates = folder.study?["replicates"], replicates["until"] != nil,
      let table = folder.tables["points"], table.columns.contains("converged")
    else { return nil }
    var counts = (all: 0, missed: 0)
    try table.forEachRow(["converged"]) { row in
      counts.all += 1
      if row["converged"] == "0" { counts.missed += 1 }
    }
    guard counts.missed > 0 else { return nil }
    let most =
      replicates["max"]?.number.flatMap { Int(exactly: $0.double) }
      .map { " within \(grouped($0)) runs" } ?? ""
    return "The precision that the study asks for was not reached\(most) at "
      + "\(grouped(counts.missed)) of \(grouped(counts.all)) points."
  }

  // MARK: - Facts

  private static func posterior(_ folder: ReportedFolder) throws -> PosteriorAnswer? {
    guard let facts = try PosteriorFacts.read(folder) else { return nil }
    let rows =
      try folder.tables["posterior_predictive"]?.rows([
        "observed_low", "observed_high", "q05", "q95", "prior_low", "prior_high",
      ]) ?? []
    func outside(_ low: String, _ high: String) -> Int {
      rows.count { PredictiveFan.isObserved($0, outside: low, high) }
    }
    let known = rows.count { $0.number("q05") != nil }
    return PosteriorAnswer(
      parameters: facts.parameters.map { parameter in
        PosteriorAnswer.Parameter(
          name: parameter.key.words,
          median: parameter.measured("median"))
      }, outside: known == 0 ? nil : (outside("q05", "q95"), known),
      uncovered: outside("prior_low", "prior_high"))
  }

  /// Of searches, and of dose-response curves at the mean nearest to one half among those that some curve reaches.
  private static func crossings(_ folder: ReportedFolder) throws -> [CrossingAnswer] {
    let searches = try ThresholdFacts.read(folder).filter { folder.shows($0["response"]) }
    let found = searches.map { search in
      (
        key: [search["response"], search["target"], search.factor.words],
        crossing: CrossingAnswer.Crossing(
          place: place(search.points, search.factor, folder),
          level: search.measured("estimate"), reason: search["message"])
      )
    }
    let fitted = try DoseCurveFacts.read(folder).filter { folder.shows($0.response) }
    let hasLinks = Set(fitted.map(\.link)).count > 1
    let targets = fitted.grouped { [$0.response, $0.factor.words] }.map { key, members in
      let reached = members.flatMap(\.dosesFound)
      let levels = (reached.isEmpty ? members.flatMap(\.doses) : reached).compactMap(\.level)
      return (key, levels.min { abs($0 - 0.5) < abs($1 - 0.5) })
    }
    let curves = fitted.compactMap {
      curve -> (key: [String], crossing: CrossingAnswer.Crossing)? in
      let key = [curve.response, curve.factor.words]
      let place = [
        place(curve.points, curve.factor, folder), hasLinks ? "the \(curve.link) curve" : "",
      ].filter { !$0.isEmpty }.joined(separator: ", ")
      guard let target = targets.first(where: { $0.0 == key })?.1,
        let row = curve.doses.first(where: { $0.level == target })
      else { return nil }
      let isFound = curve.dosesTried.contains { $0.level == target }
      return (
        [curve.response, "\(target)", curve.factor.words],
        CrossingAnswer.Crossing(
          place: place,
          level: isFound
            ? row.estimate.map { Measured(value: $0, low: row.low, high: row.high) } : nil,
          reason: isFound ? row.remark : curve.absence(of: row))
      )
    }
    return (found.isEmpty ? curves : found).grouped { $0.key }.map { key, members in
      CrossingAnswer(
        subject: folder.subject(of: key[0]) + folder.scopeOfAll(key[0]),
        target: Measured(
          value: Double(key[1]) ?? .nan,
          unit: folder.sentenceUnit(key[0])),
        factor: key[2], crossings: members.map(\.crossing))
    }
  }

  /// What the points of a curve have in common, apart from its factor.
  private static func place(
    _ points: [PointFacts], _ factor: ModelKey, _ folder: ReportedFolder
  ) -> String {
    points.first.map { folder.points.plainWords($0, without: factor.withFollowing) } ?? ""
  }

  private static func best(_ folder: ReportedFolder) throws -> BestAnswer? {
    guard let selection = try SelectionFacts.read(folder) else { return nil }
    func name(_ row: CSVRow) -> String {
      row.count("point").flatMap { folder.points[$0] }.map { folder.points.plainWords($0) } ?? ""
    }
    let unit = folder.sentenceUnit(selection.response)
    let ofDifferences = unit == "%" ? Measured.points : unit
    let candidates = selection.rows.filter {
      ["best", "tied", "survivor"].contains($0["status"])
    }
    let first = candidates.first
    let next = selection.next.flatMap { row in
      row.measured("difference", unit: ofDifferences).map { (name: name(row), difference: $0) }
    }
    return BestAnswer(
      verdict: selection.verdict,
      subject: folder.subject(of: selection.response) + folder.scopeOfAll(selection.response),
      names: candidates.map(name), alternatives: selection.rows.count,
      mean: first?.number("mean").map { Measured(value: $0, unit: unit) }, next: next,
      indifference: Measured(value: selection.indifference, unit: ofDifferences),
      constraints: try first.map { try selection.kept(at: $0, folder) } ?? [],
      closeCalls: try selection.closeCalls(folder).map(name),
      runs: selection.runs, mostRuns: selection.mostRuns, reason: selection.reason)
  }

  private static func point(_ folder: ReportedFolder) throws -> PointAnswer {
    let point = folder.points.distinct[0].number
    func value(_ response: String, _ condition: String? = nil) throws -> Measured? {
      try folder.measured(folder.rows(of: response, at: [point], given: condition)[point])
    }
    let condition = folder.condition
    let tenth = folder.values(of: "step_to_10pct")[point]
    let share = try value("reached_10pct")
    let large =
      folder.hasCourse
      ? tenth.flatMap { count in share.map { (runs: count.reached, of: count.runs, share: $0) } }
      : nil
    return PointAnswer(
      large: large,
      scope: condition.map {
        folder.hasCourse && Response(rawValue: $0)?.percent != nil
          ? "in a large outbreak " : "in \(folder.runs(with: $0)) "
      },
      finalShare: try value("final_share", condition),
      peak: try value("peak_infected", condition),
      peakTime: try value("peak_infected_step", condition),
      half: folder.hasCourse ? nil : try value("step_to_50pct"))
  }

  /// Of the first response that is not the same at all points, and which of the responses that is; nil without a
  /// point that has a value.
  private static func dependence(_ folder: ReportedFolder) -> (DependenceAnswer, Int)? {
    var first: (DependenceAnswer, Int)?
    for (index, response) in folder.responses.enumerated() {
      guard let answer = dependence(of: response, folder) else { continue }
      if answer.varies { return (answer, index) }
      first = first ?? (answer, index)
    }
    return first
  }

  /// Of each critical probability that is not what the study asks about, which has its own place.
  private static func critical(_ folder: ReportedFolder) -> [String] {
    let own = folder.points.distinct.count == 1 ? [] : folder.responses
    return folder.criticalProbabilities.filter { folder.shows($0) && !own.contains($0) }
      .compactMap {
        dependence(of: $0, folder)?.sentences(level: folder.level).first ?? folder.neverReached($0)
      }
  }

  private static func dependence(
    of response: String, _ folder: ReportedFolder
  ) -> DependenceAnswer? {
    let isCritical = folder.criticalProbabilities.contains(response)
    let condition = folder.condition(for: response)
    let values = folder.values(of: response, given: condition)
    let measured = folder.measures(of: response, given: condition)
    // A critical probability stands at the first point of each combination of the other factors alone.
    let list =
      isCritical
      ? PointList(
        folder.points.distinct.filter { values[$0.number] != nil },
        parameters: folder.points.parameters.filter { $0 != .infectionProbability })
      : folder.points
    let absent = folder.absent(of: response, given: condition)
    let axis = LevelAxis(list)
    guard folder.isKnown(response), axis != nil || isCritical else { return nil }
    // Everybody knows how many runs a study asks for, but not how many of them meet a condition.
    func few(_ point: PointFacts) -> Int? {
      guard condition != nil, let runs = values[point.number]?.runs, runs < fewestRuns else {
        return nil
      }
      return runs
    }
    func name(_ point: PointFacts) -> String { axis?.name(of: point) ?? "" }
    let key = axis.map { list.key(without: $0.factor) }
    let lines = list.distinct.grouped { key?($0) }.map { _, points in
      DependenceAnswer.Line(
        name: list.plainWords(points[0], without: axis.map { [$0.factor] } ?? []),
        levels: (axis?.sorted(points) ?? points).compactMap { point in
          measured(point).map {
            DependenceAnswer.Level(name: name(point), mean: $0, few: few(point))
          }
        },
        absent: (axis?.sorted(points.filter { absent.points.contains($0.number) }) ?? []).map(name))
    }
    guard lines.contains(where: { !$0.levels.isEmpty }) else { return nil }
    return DependenceAnswer(
      subject: folder.subject(of: response, folder.statistic(of: response))
        + (condition == nil ? "" : folder.scope(condition)),
      factor: axis?.factor.words ?? "", isOrdered: axis?.factor.isNumeric ?? false, lines: lines,
      absence: absent.why)
  }
}
