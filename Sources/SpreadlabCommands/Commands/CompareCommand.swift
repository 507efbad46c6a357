import ArgumentParser
import PlainText
import Report
import ResultTables
import Statistics
import StudyFiles
import StudyFolders
import Tables

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare groups of values, from a study or from any CSV file.",
    discussion: """
      EXAMPLES
        spreadlab compare results/quickstart --by rule
        spreadlab compare results/quickstart --by rule --response step_to_50pct
        spreadlab compare data.csv --by arm --response weight --reference control
        spreadlab compare data.csv --by arm --response days --event died
        spreadlab compare data.csv --by arm --response weight --pair id --margin 2

      For a results folder, --by names a factor and --response a response or curve (default: the \
      main responses). Each combination of the other factors is compared separately, and runs that \
      share random numbers are paired. For a CSV file, both name columns. The answer in words goes to \
      standard error.

      Columns of a file are separated by commas, semicolons or tabs. An empty cell, NA, NaN and null \
      are missing values. A file that needs too much memory is refused (exit code 7).

      --event takes 1 (reached) and 0 (censored), TRUE and FALSE, or 2 and 1 as R writes them. Of \
      the tests only \(names(ComparisonTest.allCases.filter { $0.data == .times })) take censored \
      times.

      TESTS
      \(list(ComparisonTest.allCases))

      EFFECTS
      \(list(ComparisonEffect.all))
      """)

  private static func names(_ methods: [some ComparisonMethod]) -> String {
    methods.map(\.rawValue).joined(separator: ", ")
  }

  private static func list(_ methods: [some ComparisonMethod]) -> String {
    methods.map { "  \($0.rawValue): \($0.words.meaning)" }.joined(separator: "\n")
  }

  @Argument(
    help: "Results folder, or a CSV file.", completion: .file(), transform: GivenPath.init)
  var source: GivenPath
  @Option(help: "Factor, or column whose values are the groups.") var by: String
  @Option(help: "Response, or column; default: main responses.")
  var response: String?
  @Option(help: "Column that identifies pairs (files only).")
  var pair: String?
  @Option(help: "Column: was the time reached? (files only)")
  var event: String?
  @Option(help: "Group to compare with; default: every pair.")
  var reference: String?
  @Option(
    help: """
      Also test whether the difference lies within ± this value (a ratio: within 1/value to value).
      """,
    transform: number)
  var margin: Double?
  @Option(
    help: """
      Which values are better, smaller or larger: the margin is then how much worse the first group \
      may be (non-inferiority).
      """)
  var better: String?
  @Option(help: "Test, one of those above; default: by the values.") var test: String?
  @Option(help: "Effect, one of those above.")
  var estimate: String?
  @Flag(
    help: "Average over the other factors (folders only).")
  var pooled = false
  @Option(
    help: """
      \(Correction.allCases.map(\.rawValue).joined(separator: ", ")) (the study's).
      """)
  var correction: String?
  @Option(help: "Confidence level; default: that of the study, or 0.95.", transform: number)
  var confidence: Double?
  @Flag(help: "Numbers look like 0,5 (files only).") var decimalComma = false
  @Flag(help: "Print JSON instead of CSV.") var json = false
  @Flag(help: "Print the types of columns in a second line.")
  var types = false

  func run() throws {
    var question = ComparisonQuestion(by: by, response: response)
    (question.pair, question.event, question.reference) = (pair, event, reference)
    question.better = better
    (question.margin, question.test, question.estimate) = (margin, test, estimate)
    (question.correction, question.confidence) = (correction, confidence)
    question.pooled = pooled
    question.decimalComma = decimalComma
    let answer = try question.answer(from: source.path)
    if !answer.isComplete {
      Console.note(
        Note(.unfinishedStudy, "the study is not finished; its finished runs are compared"))
    }
    for note in answer.notes + answer.rows.shortened + answer.rows.limits {
      Console.note(note)
    }
    let table = comparisonTable(answer.rows)
    if !json { writeWords(table, answer) }
    try Console.write(table, json: json, types: types)
  }

  /// The answer in words, before the rows.
  private func writeWords(_ table: PrintedTable, _ answer: ComparisonQuestion.Answer) {
    let rows = table.rows.map { CSVRow(columns: table.columns.map(\.name), cells: $0.map(\.text)) }
    let words = comparisonAnswer(
      rows, columns: table.columns, confidence: answer.confidence
    ) { answer.units[$0] ?? "" }
    for sentence in words.prefix(Self.mostSentences) { Console.error(sentence) }
    if words.count > Self.mostSentences {
      Console.error("The table has \(words.count - Self.mostSentences) further answers.")
    }
  }

  private static let mostSentences = 10
}
