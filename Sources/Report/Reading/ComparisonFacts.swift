import PlainText
import SpreadModel
import Statistics
import Tables

/// A row of `comparisons.csv`.
struct ComparisonFacts: TableRow {
  static let columns = [
    "factor", "level_a", "level_b", "response", "n_a", "n_b", "paired", "effect", "estimate",
    "ci_low", "ci_high", "test", "p", "p_adjusted", "correction", "margin", "verdict",
  ]
  let row: CSVRow
  /// What the fixed parameters are, such as "N 100, p 0.5"; empty if none varies.
  let place: String
  /// Whether it is averaged over the combinations of the other factors.
  let isPooled: Bool
  /// The factor and its levels in pictures and sentences.
  let factor, levelA, levelB: String
  /// The first level with what it is of, if it is a number.
  let firstLevel: String
  /// The fixed parameters.
  let others: [ModelKey]
  /// Of the response, such as "steps"; empty where it has none.
  private let unit: String
  /// What the response is called, such as "peak_new", or in words behind "the".
  let subject: String
  /// Whether it is a share, whose differences sentences give in percentage points.
  private let isShare: Bool
  /// Whether it is a time, for which medians stand elsewhere, so that sentences say what their difference is of.
  private let isTime: Bool
  var test: ComparisonTest? { ComparisonTest.all.first { $0.rawValue == self["test"] } }
  /// What the test is called; a name that is not known stays as it is.
  var testWords: String { test?.words.name ?? self["test"] }
  var effect: ComparisonEffect? { ComparisonEffect(rawValue: self["effect"]) }
  var adjustment: Adjustment? { Adjustment.all.first { $0.name == self["correction"] } }
  /// What is estimated, in words; a name that is not known stays as it is.
  var effectWords: String { effect?.words.name ?? self["effect"].replacing("_", with: " ") }
  var noDifference: Double { effect?.noDifference ?? 0 }
  /// How far the estimate is from no difference, on its side; 0 if nothing is known of it.
  var distance: Double {
    guard let estimate = number("estimate") else {
      // A ratio to 0.
      return effect?.scale == .ratio && number("ci_low") != nil ? -distance(0) : 0
    }
    return distance(estimate)
  }
  private func distance(_ estimate: Double) -> Double { effect?.distance(estimate) ?? estimate }
  private var ends: [Double?] { [number("ci_low"), number("ci_high")] }
  var isBounded: Bool { !ends.contains(nil) }
  var hasNegativeEnd: Bool { (ends + [number("estimate")]).contains { $0 ?? 0 < 0 } }
  /// Half-width of the region of equivalence, in the unit of the response.
  var margin: Double? { number("margin") }

  /// What stands between the levels.
  var sign: String {
    switch effect?.scale {
    case .ratio: "/"
    case .share: "<"
    case .difference, nil: "\u{2212}"
    }
  }
  var pair: String { "\(levelA) \(sign) \(levelB)" }

  /// - Returns: nil if the study compares nothing.
  static func read(_ folder: ReportedFolder) throws -> [ComparisonFacts]? {
    guard let table = folder.tables["comparisons"] else { return nil }
    var rows: [ComparisonFacts] = []
    let parameters = table.schema.columns.parameters
    let varied = parameters.filter { folder.points.varied.contains($0) }
    // Tables that were made by earlier programs have none, and only those of whole curves a step.
    let message = table.columns.filter { ["step", "status", "message"].contains($0) }
    // What follows from the response is asked once: there may be 100,000 rows.
    typealias OfResponse =
      (varied: [ModelKey], unit: String, subject: String, isShare: Bool, isTime: Bool)
    var known: [String: OfResponse] = [:]
    func facts(of response: String) -> OfResponse {
      // Critical probabilities stand at the first point of each combination alone.
      let isCritical = folder.criticalProbabilities.contains(response)
      return (
        isCritical ? varied.filter { $0 != .infectionProbability } : varied,
        folder.unit(of: response), folder.subject(of: response), folder.isShare(response),
        folder.isTime(response)
      )
    }
    try table.forEachRow(columns + message + varied.map(\.name)) { row in
      let response = row["response"]
      guard folder.shows(response) else { return }
      let facts = known[response] ?? facts(of: response)
      known[response] = facts
      rows.append(
        ComparisonFacts(
          row, parameters, facts.varied, unit: facts.unit, subject: facts.subject,
          isShare: facts.isShare, isTime: facts.isTime))
    }
    return rows.isEmpty ? nil : rows
  }

  /// - Parameters:
  ///   - parameters: those of the table.
  ///   - varied: parameters that are not the same in all rows.
  ///   - unit: of the response.
  ///   - subject: what the response is called; nil: its name.
  init(
    _ row: CSVRow, _ parameters: [ModelKey], _ varied: [ModelKey], unit: String,
    subject: String? = nil, isShare: Bool = false, isTime: Bool = false
  ) {
    let factorKey = parameters.first { $0.name == row["factor"] }
    factor = factorKey?.words ?? row["factor"]
    levelA = factorKey?.level(row["level_a"]) ?? row["level_a"]
    levelB = factorKey?.level(row["level_b"]) ?? row["level_b"]
    firstLevel = factorKey?.plainWords(row["level_a"]) ?? row["level_a"]
    let (fixed, left) = (
      varied.filter { !row[$0.name].isEmpty }, varied.filter { row[$0.name].isEmpty }
    )
    let isOfCurves = row["test"] == ComparisonTest.curvePermutation.rawValue
    (self.row, self.isShare, self.isTime) = (row, isShare, isTime)
    self.unit = isOfCurves ? "people" : ReportedFolder.unit(unit)
    self.subject = subject ?? row["response"]
    others = fixed
    place = fixed.map { $0.words(row[$0.name]) }.joined(separator: ", ")
    // Columns that follow from the size of the group change with it.
    isPooled = left.contains { key in
      key.name != row["factor"] && !(key == .columns && factorKey == .groupSize)
    }
  }

  /// Whether whole curves are compared, of which the estimate is of one step alone.
  var isOfCurves: Bool { test == .curvePermutation }
  /// Such as "at step 24"; empty of other comparisons, and where the table does not say it.
  private var step: String {
    row.columns.contains("step") && !self["step"].isEmpty ? "at step \(self["step"])" : ""
  }

  /// Whether all levels are compared at once.
  var isOfSeveral: Bool { test?.question == .all }

  /// What is compared, and which of both is lower, such as "virus_app reaches half of the group sooner
  /// than exact", or without it, "virus_app and exact differ in peak_new". One curve may be lower at one step and
  /// higher at another.
  func phrase(_ isLower: Bool?) -> String {
    let (a, b) = (firstLevel, levelB)
    guard let isLower else { return "\(a) and \(b) differ in \(subject)" }
    if isOfCurves {
      let place = step.isEmpty ? "" : "\(step), "
      return "\(a) and \(b) differ in \(subject), most clearly \(place)where \(a) is "
        + (isLower ? "lower" : "higher")
    }
    let time: String? =
      switch self["response"] {
      case "step_to_10pct": "a tenth of the group"
      case "step_to_50pct": "half of the group"
      case "step_to_90pct": "nine tenths of the group"
      case "step_to_all": "everybody"
      default: nil
      }
    return time.map { "\(a) reaches \($0) \(isLower ? "sooner" : "later") than \(b)" }
      ?? "\(subject) is \(isLower ? "smaller" : "larger") for \(a) than for \(b)"
  }

  /// Whether some pairs are equal and count as half.
  var hasEqualPairs: Bool { row.columns.contains("status") && self["status"] == "equal_pairs" }

  /// Such as "virus_app was faster in 93 of 100 pairs"; nil of other effects.
  private var countedPairs: String? {
    guard effect?.scale == .share, let share = number("estimate"), let pairs = number("n_a") else {
      return nil
    }
    let count = (2 * share * pairs).rounded() / 2
    let word = self["response"].hasPrefix("step_to_") ? "faster" : "smaller"
    return "\(firstLevel) was \(word) in \(shortNumber(count)) of \(shortNumber(pairs)) pairs"
      + (hasEqualPairs ? ", equal ones counting half" : "")
  }

  /// Why there is no test; empty where that is not known.
  private var reason: String { row.columns.contains("message") ? self["message"] : "" }

  /// How P is corrected.
  var correctionWords: String { adjustment?.words ?? self["correction"] }

  /// The factor and the response that are compared.
  var request: [String] { row.texts(["factor", "response"]) }

  /// Whether it says that a difference is small, or not on the worse side.
  var isWithinMargin: Bool { ["equivalent", "non_inferior"].contains(self["verdict"]) }
  /// Whether it says that there is a difference, or that there is none that matters.
  var isDecided: Bool { isWithinMargin || self["verdict"] == "different" }
  /// What the row's own test claims.
  private var claim: ComparisonTest.Claim { test?.claim ?? .difference }

  /// Test, P and correction, such as "paired t test, P < 0.001, Holm-corrected"; empty without a test, and
  /// where the verdict is that of another test.
  private var judgment: String {
    guard let p = number("p_adjusted"), !isWithinMargin || claim != .difference else { return "" }
    return "\(testWords), P \(probabilityText(p)), \(correctionWords)"
  }

  /// Of both sides.
  var shownMargin: String {
    effect?.scale == .ratio
      ? "a ratio of \(shown("margin"))" : "\u{00B1}\(marginWords)"
  }

  /// With its unit; of shares in percentage points.
  private var marginWords: String {
    margin.map { Measured(value: $0, unit: measuredUnit).text } ?? shown("margin")
  }

  /// Whether no run of one level differs from that of the other, so that there is no doubt to measure.
  var isEqual: Bool {
    measured.map {
      [$0.low, $0.high].allSatisfy { $0 == noDifference } && $0.value == noDifference
    }
      ?? false
  }

  /// That all runs are equal, such as "exact and capped are equal in the length of a run, in all 40 pairs".
  private var equality: String {
    let runs = self["paired"] == "1" ? "pairs" : "runs of each"
    return "\(firstLevel) and \(levelB) are equal in \(subject), in all \(shown("n_a")) \(runs)"
  }

  var equivalence: String {
    "\(firstLevel) and \(levelB) are equivalent in \(subject)"
      + (margin == nil ? "" : " within \(shownMargin)")
  }

  var nonInferiority: String {
    "\(firstLevel) is not inferior to \(levelB) in \(subject)"
      + (margin == nil ? "" : ", with a margin of \(marginWords)")
  }

  /// What was not shown, or not tested.
  private func undecided(_ who: String) -> String {
    guard number("p") != nil else {
      return "whether \(who) differ in \(subject) was not tested"
        + (reason.isEmpty ? "" : ": \(reason)")
    }
    return claimed.map { "that \($0) was not shown" }
      ?? "whether \(who) differ in \(subject)"
      + (margin == nil ? "" : ", or agree within \(shownMargin),") + " remains open"
  }

  /// What the row's own test claims with its margin; nil of a test of a difference.
  var claimed: String? {
    switch claim {
    case .difference: nil
    case .equivalence: equivalence
    case .nonInferiority: nonInferiority
    }
  }

  /// The estimate with its interval; differences of shares in percentage points.
  var measured: Measured? { measured("estimate", unit: measuredUnit) }
  /// How many times as large numbers are on axes and in sentences as in the table.
  var scale: Int { measuredUnit == Measured.points ? 100 : 1 }
  var measuredUnit: String {
    guard effect?.unit == .response else { return "" }
    return isShare && effect?.scale == .difference ? Measured.points : unit
  }

  /// Such as "a mean difference of ", where that is not what the reader takes for granted.
  var kind: String { isTime ? "a \(effectWords) of " : "" }

  /// That of several rows: "mean differences of ".
  var kinds: String {
    kind.isEmpty ? "" : "\(effectWords.replacing("difference", with: "differences")) of "
  }

  /// Where it is, before a sentence: "At group size 100: "; empty where there is one place.
  private var opening: String {
    let place = others.map { $0.plainWords(row[$0.name]) }.joined(separator: ", ")
    let parts = [
      isPooled ? "averaged over the other factors" : "", place.isEmpty ? "" : "at \(place)",
    ].filter { !$0.isEmpty }
    return parts.isEmpty ? "" : parts.joined(separator: ", ").capitalizedFirst + ": "
  }

  /// Such as "At group size 100: the peak is smaller for early than for none, by 90 people (95 % interval 80 to 100)."
  func plain(level: String) -> String {
    // Of values below 0 a ratio above 1 is that of the smaller ones.
    guard self["verdict"] == "different", effect?.scale != .share, effect != .ratioOfMeans,
      let measured
    else {
      return sentence(level: level)
    }
    let size =
      effect?.scale == .difference
      ? "by \(kind)\(measured.magnitude.words(level))" : "\(effectWords) \(measured.words(level))"
    return (opening + "\(phrase(distance < 0)), \(size).").withCapital(unlessAt: levelA)
  }

  /// Such as "At group size 100: exact and virus_app differ in step_to_50pct (mean difference -1.2 steps, 95 %
  /// interval -1.4 to -1; paired t test, P < 0.001, Holm-corrected)."
  func sentence(level: String) -> String {
    if isEqual { return opening + equality + "." }
    var size: [String] = []
    if let countedPairs {
      size.append(countedPairs)
    } else if let measured {
      size.append("\(effectWords) \(measured.text)" + (step.isEmpty ? "" : " \(step)"))
    }
    // Of a ratio to 0 the interval is known alone.
    let range = (measured ?? measured("ci_low") ?? measured("ci_high"))?.range(
      besides: noDifference)
    if let range { size.append("\(level) interval \(range)") }
    let numbers = [size.joined(separator: ", "), judgment].filter { !$0.isEmpty }
      .joined(separator: "; ")
    let who =
      isOfSeveral
      ? "the levels of \(factor)" : "\(firstLevel) and \(levelB)"
    let words: String =
      switch self["verdict"] {
      case "different": "\(who) differ in \(subject)"
      case "equivalent": equivalence
      case "non_inferior": nonInferiority
      default: undecided(who)
      }
    // The name of a level stays as it is.
    let name = !isOfSeveral && (self["verdict"] == "different" || isWithinMargin) ? levelA : ""
    let sentence = opening + words + (numbers.isEmpty ? "." : " (\(numbers)).")
    return name.isEmpty ? sentence.capitalizedFirst : sentence.withCapital(unlessAt: name)
  }
}
