import PlainText
import ResultTables
import Statistics
import StudyFiles
import WorkStealing

/// Groups of values from a CSV file of any origin, and their comparison.
struct FileComparison {
  private let question: ComparisonQuestion
  private var plan: ComparisonPlan
  private let path: String
  private let groups: FileGroups
  private let events: EventColumn

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
    var groups = FileGroups()
    var events = EventColumn()
    let names = [question.by] + [question.event, question.pair].compactMap(\.self)
    let columns = names.count + 1
    var rowCount = 0
    try NamedRows(path, decimalComma: question.decimalComma).forEachRow(
      names: names, numbers: [question.response]
    ) { row in
      rowCount += 1
      let label = try row.name(0)
      var code: EventColumn.Code?
      if let event = question.event {
        do throws(EventColumn.Problem) { code = try events.code(of: row.names[1]) } catch {
          throw row.problem(event, CallerText(error.message))
        }
      }
      let pair = question.pair == nil ? nil : try row.name(names.count - 1)
      if Self.bytes(rows: rowCount, columns: columns) > Self.mostBytes {
        // All rows are counted, for the arithmetic.
        groups = FileGroups()
      } else {
        groups.add(label, row.numbers[0], code: code, pair: pair, line: row.line)
      }
    }
    try Self.expectMemory(path, rows: rowCount, columns: columns)
    (self.groups, self.events) = (groups, events)
    self.plan.isOfShares = question.event == nil && groups.areShares
    try expectGroups()
    try expectShares("test", plan.test)
    try expectShares("estimate", plan.effect)
  }

  private func expectShares(_ option: String, _ method: (any ComparisonMethod)?) throws {
    guard let method, method.data == .flags, let other = groups.otherThanShares else { return }
    throw Failure(
      .unfitOption, file: path,
      "\(setting: option, method.rawValue) compares 0 and 1; column \(question.response) of "
        + "\(path) has other values, such as \(shortNumber(other))")
  }

  /// What the columns may take: tests and names of pairs take up to nine times as much on top
  /// (`Tests/system/Reliability/run.py --deep memory`).
  private static let mostBytes = (AllowedMemory.bytes() / 10).rounded(.down)

  private static func bytes(rows: Int, columns: Int) -> Double { Double(8 * rows * columns) }

  private static func expectMemory(_ path: String, rows: Int, columns: Int) throws {
    let needed = bytes(rows: rows, columns: columns)
    guard needed > mostBytes else { return }
    throw Failure(
      .overLimits, file: path,
      """
      \(path) is too large: \(readable(Double(rows))) rows x \(columns) columns x 8 bytes = \
      \(readable(needed)) bytes of memory, over the limit of \(readable(mostBytes)) bytes; name fewer columns, \
      or compare a part of the rows
      """)
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

  func rows(_ correction: Correction) throws -> ComparisonRows {
    let pairs = comparedPairs(groups.labels, reference: question.reference)
    let compared: [GroupComparison]
    do {
      compared = try groups.comparisons(pairs, plan, reached: events.reached)
    } catch let repeated as FileGroups.RepeatedPair {
      throw problem(repeated)
    }
    if question.pair != nil, let row = compared.first(where: { !$0.isPaired }) {
      let others = ComparisonTest.allCases.filter { $0.pairing != .never }.map(\.rawValue)
      let advice: CallerText =
        plan.test == nil
        ? "" : ", or give for \(setting: "test") one of \(others.joined(separator: ", "))"
      throw Failure(
        .unfitOption,
        "\(row.test.rawValue) takes groups as independent and would ignore \(setting: "pair"); leave it out"
          + advice)
    }
    return ComparisonRows(
      [
        compared.map {
          NamedComparison(
            others: [], factor: question.by, response: question.response, comparison: $0)
        }
      ], correction, .request, alpha: 1 - plan.level)
  }

  /// Both rows where a pair has two values in one group: which of them is meant, nobody can know.
  private func problem(_ repeated: FileGroups.RepeatedPair) -> Failure {
    Failure(
      .duplicateValue, file: path,
      "\(path): line \(repeated.line): column \(question.pair ?? "") names the same pair as line "
        + "\(repeated.before), both with \(question.by) \(repeated.label); a pair has one row of "
        + "each group")
  }
}
