import ArgumentParser
import ResultTables
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

      Of a study, replicates are paired where random numbers are common, and every combination of
      the other factors is compared by itself. Prints the columns of comparisons.csv.
      """)

  @Argument(help: "Results folder, or a CSV file.", completion: .file()) var source: String
  @Option(help: "Column whose values are the groups.") var by: String
  @Option(help: "Column to compare.") var response: String
  @Option(help: "Column that names pairs; groups are compared within them.") var pair: String?
  @Option(help: "Column with 1 where the response is a time that was reached, 0 if censored there.")
  var event: String?
  @Option(help: "Group all others are compared with; default: every pair.") var reference: String?
  @Option(help: "Differences within this count as none; asks for a test of equivalence.")
  var margin: Double?
  @Option(help: "Test: \(ComparisonTest.allCases.map(\.rawValue).joined(separator: ", ")).")
  var test: String?
  @Option(
    help: "Effect: \(EffectEstimate.allCases.map(\.rawValue).joined(separator: ", ")).")
  var estimate = EffectEstimate.meanDifference.rawValue
  @Option(help: "Correction: holm, benjamini_hochberg or none.")
  var correction = ComparisonCorrection.holm.rawValue
  @Option(help: "Confidence level.") var confidence = 0.95
  @Flag(help: "Print JSON instead of CSV.") var json = false

  func run() throws {
    let plan = try plan()
    let rule = try named(correction, "--correction", ComparisonCorrection.allCases).rule
    let rows = try ComparisonSource(self).comparisons(plan)
    try Console.write(
      comparisonTable(rows, correction: rule, alpha: 1 - confidence, asJSON: json))
  }

  private func plan() throws -> ComparisonPlan {
    guard confidence > 0, confidence < 1 else {
      throw CommandFailure(.usage, "error: --confidence \(confidence): give a level such as 0.95")
    }
    if let margin, !(margin > 0) {
      throw CommandFailure(.usage, "error: --margin \(margin): give a number above 0")
    }
    let test = try test.map { try named($0, "--test", ComparisonTest.allCases) }
    if test == .tost, margin == nil {
      throw CommandFailure(.usage, "error: --test tost needs --margin")
    }
    return ComparisonPlan(
      test: test, effect: try named(estimate, "--estimate", EffectEstimate.allCases),
      margin: margin, level: confidence, isPaired: pair != nil, key: 0)
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
