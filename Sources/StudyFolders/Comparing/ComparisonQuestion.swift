import DurableFiles
package import PlainText
package import ResultTables
import SpreadModel
import Statistics
import StudyFiles

/// A comparison that is asked of a study's results, or of any CSV file, in the words of the asker.
package struct ComparisonQuestion: Sendable {
  /// A factor of the study, or the column whose values are the groups.
  package var by: String
  /// Nil: each of the study's main responses.
  package var response: String?
  /// Columns of a file: names of pairs, and whether the response, a time, was reached.
  package var pair: String?
  package var event: String?
  /// The group all others are compared with; nil: every pair.
  package var reference: String?
  package var margin: Double?
  /// Which values are better, for a margin on one side.
  package var better: String?
  package var test: String?
  /// Whether differences of a study are averaged over the combinations of its other factors.
  package var pooled = false
  package var estimate: String?
  /// nil: that of the study, or `holm`; likewise the level, 0.95.
  package var correction: String?
  package var confidence: Double?

  /// Whether numbers of a file are written like 0,5.
  package var decimalComma = false

  package init(by: String, response: String? = nil) {
    self.by = by
    self.response = response
  }

  package struct Answer: Sendable {
    package let rows: ComparisonRows
    /// By response; none where it has none, or is a column of a file.
    package let units: [String: String]
    /// The level of intervals.
    package let confidence: Double
    /// Whether there are all runs of the study that was asked.
    package let isComplete: Bool
    /// What the asker may not expect of the study's runs.
    package let notes: [Note]
  }

  /// Puts the question to a results folder or to a CSV file.
  ///
  /// - Throws: `WordedError` for what cannot be asked, or cannot be answered.
  package func answer(from source: String) throws -> Answer {
    let answer =
      try isFolder(source, decimalComma: decimalComma)
      ? try studyAnswer(source) : try fileAnswer(source)
    // Of all main responses one that cannot be tested has a row that says so.
    if response != nil, let refusal = answer.rows.refusals.first {
      throw Failure(
        .censoredValues,
        "\(refusal.message); give \(setting: refusal.remedy.setting, refusal.remedy.name)"
          + (correction == Correction.maxT.rawValue ? " without \(setting: "correction")" : "")
          + (pooled ? " without \(setting: "pooled")" : ""))
    }
    return answer
  }

  private func fileAnswer(_ path: String) throws -> Answer {
    // A mistyped folder is no file that lacks an option.
    if !entryExists(path) { _ = try ReadableFile(path, .named) }
    if pooled {
      throw Failure(
        .unfitOption, "\(setting: "pooled") is for a results folder, whose other factors are known")
    }
    let rule = try correction.map { name in
      try named(name, "correction", Correction.allCases)
    }
    let plan = try plan()
    guard let response else {
      throw Failure(
        .missingOption,
        "a file has no main response; give the column: \(setting: "response") COLUMN")
    }
    let file = try FileComparison(path, self, of: response, plan)
    return Answer(
      rows: try file.rows(rule ?? .holm), units: [:], confidence: plan.level, isComplete: true,
      notes: file.notes)
  }

  /// The request is put to the study as its file would, so that it is checked and answered by the
  /// same code.
  private func studyAnswer(_ folder: String) throws -> Answer {
    for (option, value) in [("pair", pair), ("event", event)] where value != nil {
      throw Failure(
        .unfitOption,
        "\(setting: option) is for a file; a study pairs its replicates where random numbers are common, "
          + "and knows which times were not reached. To choose the columns yourself, give "
          + "\(folder)/runs.csv")
    }
    let found = try FolderResults(folder)
    try found.expectWhole()
    if let response { try found.expectResponse(response, "response", besides: ["curve"]) }
    let study = try found.study(asking: request(of: found.study))
    var results = found.results
    results.study = study
    let rows = try comparisons(in: results)
    let units = study.analysis.comparisons.compactMap(\.response).map { ($0.name, $0.unit) }
    var notes =
      found.notes
      + study.notes.filter { [.sharedRandomNumbers, .nothingCompared].contains($0.code) }.map {
        Note($0.code, $0.message)
      }
    if rows.rows.isEmpty, rows.refusals.isEmpty,
      !notes.contains(where: { $0.code == .nothingCompared })
    {
      notes.append(
        Note(
          .nothingCompared, file: folder,
          "no two points of \(folder) differ in \(by) alone and have \(response ?? "a response")"))
    }
    return Answer(
      rows: rows, units: Dictionary(units) { first, _ in first },
      confidence: study.analysis.confidence, isComplete: found.isComplete, notes: notes)
  }

  private func request(of study: Study) -> [Override] {
    var changes = [
      Override(path: "analysis.comparisons", value: "[{}]", option: "\(setting: "by", by)")
    ]
    func ask(
      _ key: String, _ value: String?, _ setting: String,
      json: (String) -> String = { JSONText.quoted($0) }
    ) {
      guard let value else { return }
      changes.append(
        Override(path: key, value: json(value), option: "\(setting: setting, value)"))
    }
    let comparison = "analysis.comparisons[0]"
    ask("\(comparison).factor", by, "by")
    ask("\(comparison).response", response, "response")
    let factor = study.factors.first { [$0.parameter.path, $0.parameter.name].contains(by) }
    ask("\(comparison).reference", reference, "reference") { text in
      // As tables show it: a rule may be named like a number, and a length may be "geometric 4.0".
      if case .values(let levels)? = factor?.levels,
        let level = levels.first(where: { $0.description == text })
      {
        return level.json.compactText
      }
      return factor?.parameter.allowed.numbers == nil ? JSONText.quoted(text) : text
    }
    ask("\(comparison).margin", margin.map { "\($0)" }, "margin") { $0 }
    ask("\(comparison).better", better, "better")
    ask("\(comparison).test", test, "test")
    ask("\(comparison).estimate", estimate, "estimate")
    ask("\(comparison).pooled", pooled ? "true" : nil, "pooled") { $0 }
    ask("analysis.correction", correction, "correction")
    ask("analysis.family", CorrectionFamily.request.rawValue, "family")
    ask("analysis.confidence", confidence.map { "\($0)" }, "confidence") { $0 }
    return changes
  }

  private static let standardEstimate = ComparisonEffect.meanDifference

  private func plan() throws -> ComparisonPlan {
    let level = confidence ?? 0.95
    guard level > 0, level < 1 else {
      throw Failure(.badOption, "\(setting: "confidence", level): give a level such as 0.95")
    }
    if let margin, !(margin > 0) {
      throw Failure(.badOption, "\(setting: "margin", margin): give a number above 0")
    }
    let test = try test.map { name in
      try named(name, "test", ComparisonTest.allCases)
    }
    let better = try better.map { try named($0, "better", Better.allCases) }
    if let test, test.claim != .difference, margin == nil {
      throw Failure(.missingOption, "\(setting: "test", test.rawValue) needs \(setting: "margin")")
    }
    let effect = try estimate.map { name in
      try named(name, "estimate", ComparisonEffect.allCases)
    }
    let wanted = effect ?? Self.standardEstimate
    if let margin, let problem = wanted.problem(ofMargin: margin, most: nil) {
      throw Failure(.badOption, "\(setting: "margin", margin): \(problem)")
    }
    if better != nil && margin == nil {
      throw Failure(.missingOption, "\(setting: "better") needs \(setting: "margin")")
    }
    if let test, test.question == .all {
      let given = [
        "reference": reference != nil, "margin": margin != nil,
        "estimate": wanted != Self.standardEstimate,
      ]
      for option in ["reference", "margin", "estimate"] where given[option] == true {
        throw Failure(
          .unfitOption,
          "\(setting: "test", test.rawValue) \(ComparisonTest.allAtOnce) \(setting: option)")
      }
    }
    if let test, let problem = test.problem(isOneSided: better != nil) {
      throw Failure(.unfitOption, "\(setting: "test", test.rawValue) \(problem)")
    }
    return ComparisonPlan(
      test: test, effect: wanted, margin: margin.map { Margin($0, better: better) }, level: level,
      isPaired: pair != nil, key: 0)
  }
}

/// The case of that name.
///
/// - Throws: `WordedError` that lists the names and says which is nearest.
package func named<Case: RawRepresentable<String>>(
  _ text: String, _ setting: String, _ cases: [Case]
) throws -> Case {
  if let value = cases.first(where: { $0.rawValue == text }) { return value }
  throw unknown(text, setting, cases.map(\.rawValue))
}

/// That no case has the name; the names there are, and which is nearest, or what to use instead.
func unknown(_ text: String, _ setting: String, _ names: [String]) -> Failure {
  if let place = NotOffered.Place(valueOf: setting),
    let instead = NotOffered.advice(text, in: place)
  {
    return Failure(.notOffered, "\(setting: setting, text) is not offered; \(instead)")
  }
  let near = NearestName.find(text, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
  return Failure(
    .unknownValue, "\(setting: setting, text): give one of \(names.joined(separator: ", "))\(near)")
}
