import ArgumentParser
import PlainText
import ResultTables
import RunStore
import SpreadModel
import Statistics
import StudyFiles

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare groups of values: of a study, or of any CSV file.",
    discussion: """
      EXAMPLES
        spreadlab compare results/quickstart --by rule --response step_to_50pct
        spreadlab compare data.csv --by treatment --response weight --reference control
        spreadlab compare data.csv --by arm --response days --event died
        spreadlab compare data.csv --by method --response error --pair case --margin 0.5

      Of a study, --by is a factor and --response a response, curve or drift; the rows are those of
      comparisons.csv for the same request: every combination of the other factors by itself, and
      replicates paired where random numbers are common. Prints the columns of comparisons.csv.

      --event takes 1 (reached) and 0 (censored), TRUE and FALSE, or 2 and 1 as R writes them. Of
      the tests only log_rank takes censored times.
      """)

  @Argument(
    help: "Results folder, or a CSV file.", completion: .file(), transform: GivenPath.init)
  var source: GivenPath
  @Option(help: "Factor of the study, or column whose values are the groups.") var by: String
  @Option(help: "Response of the study, or column to compare.") var response: String
  @Option(help: "Column that names pairs (of a file); groups are compared within them.")
  var pair: String?
  @Option(help: "Column that says whether the response, a time, was reached (of a file).")
  var event: String?
  @Option(help: "Group all others are compared with; default: every pair.") var reference: String?
  @Option(help: "Differences within this count as none; asks for a test of equivalence.")
  var margin: Double?
  @Option(help: "Test: \(ComparisonTest.allCases.map(\.rawValue).joined(separator: ", ")).")
  var test: String?
  @Flag(help: "Leave out times that were not reached, for tests that cannot take them.")
  var ignoreCensored = false
  @Option(
    help: "Effect: \(EffectEstimate.allCases.map(\.rawValue).joined(separator: ", ")).")
  var estimate = EffectEstimate.meanDifference.rawValue
  @Option(
    help: "Correction: holm, benjamini_hochberg or none; default: that of the study, or holm.")
  var correction: String?
  @Option(help: "Confidence level; default: that of the study, or 0.95.") var confidence: Double?
  @Flag(help: "Print JSON instead of CSV.") var json = false

  func run() throws {
    let rows = isFolder(source.path) ? try studyRows() : try fileRows()
    if let refusal = rows.refusals.first {
      throw CommandFailure(
        .usage,
        "error: \(refusal); give --test log_rank, or --ignore-censored to compare only the values "
          + "that were reached")
    }
    if ignoreCensored {
      Console.error(
        "note: censoring was ignored on request: n_a and n_b count the values that were reached")
    }
    try Console.write(comparisonTable(rows, asJSON: json))
  }

  private func fileRows() throws -> ComparisonRows {
    let correction =
      try correction.map { try named($0, "--correction", ComparisonCorrection.allCases) } ?? .holm
    let plan = try plan()
    return try FileComparison(self, plan).rows(correction.rule)
  }

  /// The request is put to the study as its file would, so that it is checked and answered by the
  /// same code.
  private func studyRows() throws -> ComparisonRows {
    for (option, value) in [("--pair", pair), ("--event", event)] where value != nil {
      throw CommandFailure(
        .usage,
        "error: \(option) is for a file: of a study, replicates are pairs where random numbers are "
          + "common, and times it did not reach are known. For other columns give "
          + "\(source)/runs.csv")
    }
    let stored = try StoredStudy(folder: source.path)
    try stored.expectWhole()
    let study = try stored.study(asking: request)
    let judged = try stored.judged()
    if !judged.isComplete {
      Console.error("note: the study is not finished; the runs there are compared")
    }
    for note in study.notes where note.subject == .pairing {
      Console.error("note: \(note.message)")
    }
    let results = StudyResults(
      study: study, studyFile: try stored.studyFile(), points: judged.points, store: stored.store)
    do {
      return try comparisons(in: results, ignoringCensoring: ignoreCensored)
    } catch let error as RunStoreError {
      throw failure(of: error)
    }
  }

  private var request: [Override] {
    var changes = [Override(path: "analysis.comparisons", value: "[{}]")]
    func ask(_ key: String, _ value: String?, _ option: String, isName: Bool = true) {
      guard let value else { return }
      changes.append(
        Override(
          path: key, value: isName ? JSONText.quoted(value) : value, option: "\(option) \(value)"))
    }
    let comparison = "analysis.comparisons[0]"
    ask("\(comparison).factor", by, "--by")
    ask("\(comparison).response", response, "--response")
    // A rule may be named like a number.
    let hasNames = by == ModelKey.rule.name || by == ModelKey.boundary.name
    ask("\(comparison).reference", reference, "--reference", isName: hasNames)
    ask("\(comparison).margin", margin.map { "\($0)" }, "--margin", isName: false)
    ask("\(comparison).test", test, "--test")
    ask("\(comparison).estimate", estimate, "--estimate")
    ask("analysis.correction", correction, "--correction")
    ask("analysis.confidence", confidence.map { "\($0)" }, "--confidence", isName: false)
    return changes
  }

  private func plan() throws -> ComparisonPlan {
    let level = confidence ?? 0.95
    guard level > 0, level < 1 else {
      throw CommandFailure(.usage, "error: --confidence \(level): give a level such as 0.95")
    }
    if let margin, !(margin > 0) {
      throw CommandFailure(.usage, "error: --margin \(margin): give a number above 0")
    }
    let test = try test.map { try named($0, "--test", ComparisonTest.allCases) }
    if let test, test.claim == .equivalence, margin == nil {
      throw CommandFailure(.usage, "error: --test \(test.rawValue) needs --margin")
    }
    return ComparisonPlan(
      test: test, effect: try named(estimate, "--estimate", EffectEstimate.allCases),
      margin: margin, level: level, isPaired: pair != nil, family: 1, key: 0)
  }
}

/// The case of that name; a failure that names the nearest one otherwise.
func named<Case: RawRepresentable<String>>(_ text: String, _ option: String, _ cases: [Case]) throws
  -> Case
{
  if let value = Case(rawValue: text) { return value }
  let names = cases.map(\.rawValue)
  let near = NearestName.find(text, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
  throw CommandFailure(
    .usage, "error: \(option) \(text): give one of \(names.joined(separator: ", "))\(near)")
}
