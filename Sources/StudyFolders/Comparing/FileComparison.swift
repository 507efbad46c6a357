import DurableFiles
import Glibc
import PlainText
import ResultTables
import Statistics
import StudyFiles

/// Groups of values from a CSV file of any origin and size, and their comparison.
struct FileComparison {
  private let question: ComparisonQuestion
  private let plan: ComparisonPlan
  private let path: String
  private var groups: StreamedGroups
  private let events: EventColumn
  /// What the asker should know of the comparison, in words; behind `rows`.
  private(set) var notes: [Note] = []

  /// Reads the file.
  ///
  /// - Throws: `WordedError` for a file that does not hold what the options name, and for a
  ///   test that does not go with them.
  init(_ path: String, _ question: ComparisonQuestion, _ plan: ComparisonPlan) throws {
    (self.path, self.question, self.plan) = (path, question, plan)
    if let test = plan.test, test.pairing == .always, question.pair == nil {
      throw Failure(
        .missingOption,
        "\(setting: "test", test.rawValue) compares pairs; give the column that names them: \(setting: "pair") "
          + "COLUMN")
    }
    if let test = plan.test, let problem = test.problem(hasReference: question.reference != nil) {
      throw Failure(.unfitOption, "\(setting: "test", test.rawValue) \(problem)")
    }
    var groups = StreamedGroups(
      plan, hasEvents: question.event != nil, temporaryFolder: Self.temporaryFolder)
    var events = EventColumn()
    let rows = try NamedRows(
      path, names: [question.by] + [question.event, question.pair].compactMap(\.self),
      numbers: [question.response], decimalComma: question.decimalComma)
    try rows.forEachRow { row in
      let label = try row.name(0)
      var code = EventColumn.Code.one
      if let event = question.event {
        do throws(EventColumn.Problem) { code = try events.code(of: row.names[1]) } catch {
          throw row.problem(event, CallerText(error.message))
        }
      }
      let pair =
        question.pair == nil ? nil : try row.name(question.event == nil ? 1 : 2)
      groups.add(label, row.numbers[0], code: code, pair: pair, line: row.line)
    }
    (self.groups, self.events) = (groups, events)
    try expectGroups()
  }

  private func expectGroups() throws {
    let labels = groups.labels
    guard labels.count > 1 else {
      throw Failure(
        .tooFewValues, file: path,
        "column \(question.by) of \(path) has "
          + (labels.first.map { "only the value \($0)" } ?? "no value")
          + "; comparing needs two or more")
    }
    if let reference = question.reference, !labels.contains(reference) {
      throw Failure(
        .unknownValue,
        "\(setting: "reference", reference): column \(question.by) has "
          + "\(labels.joined(separator: ", "))")
    }
  }

  /// - Parameter correction: of all rows together.
  mutating func rows(_ correction: Correction) throws -> ComparisonRows {
    let pairs = comparedPairs(groups.labels, reference: question.reference)
    let compared: (rows: [GroupComparison], notes: [Note])
    do {
      compared = try groups.comparisons(
        pairs,
        family: correction.family(of: plan.test?.design == .allLevels ? 1 : pairs.count),
        reached: events.reached, ignoringCensoring: question.ignoreCensored)
    } catch let repeated as StreamedGroups.RepeatedPair {
      throw problem(repeated)
    }
    if question.pair != nil, let row = compared.rows.first(where: { !$0.isPaired }) {
      throw Failure(
        .unfitOption,
        "\(row.test) takes groups as independent and would ignore \(setting: "pair"); leave it out"
          + (plan.test == nil
            ? ""
            : ", or give \(setting: "test", "paired_t"), wilcoxon, permutation, restricted_mean, stratified_log_rank or tost")
      )
    }
    notes = compared.notes
    return ComparisonRows(
      compared.rows.map {
        NamedComparison(
          others: [], factor: question.by, response: question.response, comparison: $0)
      }, correction: correction, alpha: 1 - plan.level)
  }

  /// Both rows where a pair has two values in one group: which of them is meant, nobody can know.
  private func problem(_ repeated: StreamedGroups.RepeatedPair) -> Failure {
    Failure(
      .duplicateValue, file: path,
      "\(path): line \(repeated.line): column \(question.pair ?? "") names the same pair as line "
        + "\(repeated.before), both with \(question.by) \(repeated.label); a pair has one row of "
        + "each group")
  }

  /// Where values go that are too many for memory.
  private static var temporaryFolder: String {
    getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }
}
