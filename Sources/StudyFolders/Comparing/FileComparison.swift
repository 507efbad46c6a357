import PlainText
import ResultTables
import Statistics
import StudyFiles
import WorkStealing

/// Groups of values from a CSV file of any origin, and their comparison.
struct FileComparison {
  private let question: ComparisonQuestion
  private let response: String
  private var plan: ComparisonPlan
  private let path: String
  private let groups: FileGroups
  private let events: EventColumn
  /// What was not used of the file.
  private let notesOnRows: [Note]

  /// Reads the file.
  ///
  /// - Throws: `WordedError` for a file that does not hold what the options name, and for a
  ///   test that does not go with them.
  init(
    _ path: String, _ question: ComparisonQuestion, of response: String, _ plan: ComparisonPlan
  ) throws {
    (self.path, self.question, self.response, self.plan) = (path, question, response, plan)
    if let test = plan.test, test.pairing == .always, question.pair == nil {
      throw Failure(
        .missingOption,
        "\(setting: "test", test.rawValue) compares pairs; give the column that names them: \(setting: "pair") "
          + "COLUMN")
    }
    if plan.effect.needsPairs, question.pair == nil {
      throw Failure(
        .missingOption,
        "\(setting: "estimate", plan.effect.rawValue) is of pairs; give the column that names them: "
          + "\(setting: "pair") COLUMN")
    }
    var groups = FileGroups()
    var events = EventColumn()
    let named = [question.by] + [question.event, question.pair].compactMap(\.self)
    let columns = named.count + 1
    let file = try NamedRows(path, decimalComma: question.decimalComma)
    let ends =
      question.event == nil
      ? nil : try ObservationEnds(of: path, columns: file.columns, response: response)
    if let event = question.event, ends != nil {
      try ObservationEnds.expect(event: event, of: response, columns: file.columns)
    }
    // By what the event says: rows without a time.
    var timeless: [EventColumn.Code: RowsLeftOut] = [:]
    try file.forEachRow(
      names: named + (ends == nil ? [] : [ObservationEnds.reason]),
      numbers: [response] + (ends?.hasSteps == true ? [ObservationEnds.steps] : [])
    ) { row in
      guard let label = row.names[0] else { return false }
      let pair = question.pair == nil ? nil : row.names[named.count - 1]
      if question.pair != nil, pair == nil { return false }
      var value = row.numbers[0]
      var code: EventColumn.Code?
      if let event = question.event {
        // Such as a run that failed.
        if value == nil, row.names[1] == nil { return false }
        do throws(EventColumn.Problem) { code = try events.code(of: row.names[1] ?? "") } catch {
          throw row.problem(event, CallerText(error.message))
        }
        if code == .zero, value == nil, let ends {
          value = ends.end(
            reason: row.names[named.count] ?? "", steps: row.numbers.dropFirst().first ?? nil)
        }
        if let code, value == nil { timeless[code, default: RowsLeftOut()].add(row.line) }
      }
      if Self.bytes(rows: file.rowCount, columns: columns) > Self.mostBytes {
        // All rows are counted, for the arithmetic.
        groups = FileGroups()
      } else {
        groups.add(label, value, code: code, pair: pair, line: row.line)
        try Self.expectFew(groups.count, of: question, plan, at: row)
      }
      return value != nil
    }
    try Self.expectMemory(path, rows: file.rowCount, columns: columns)
    timeless[events.reached] = nil
    if let event = question.event, let (_, rows) = timeless.first {
      throw Self.failure(rows, event, response, isRun: ends != nil, file)
    }
    var notes = file.notes(
      needing: [question.by, question.pair, response].compactMap(\.self),
      advice: question.event == nil
        ? (response, "; of times that were not reached, name the column of events that says so")
        : nil)
    if let alike = LookAlikes.first(of: groups.labels) {
      notes.append(Self.note(on: alike, path, "groups"))
    }
    (self.groups, self.events, notesOnRows) = (groups, events, notes)
    self.plan.isOfShares = question.event == nil && groups.areShares
    try expectGroups(of: file)
    try expectFewRandomNumbers()
    try expectShares("test", plan.test)
    try expectShares("estimate", plan.effect)
    if self.plan.isOfShares, let margin = plan.margin?.size,
      let problem = plan.effect.problem(ofMargin: margin, most: 1)
    {
      throw Failure(.badOption, file: path, "\(setting: "margin", margin): \(problem)")
    }
    if self.plan.isOfShares, plan.effect == .hodgesLehmann {
      throw Failure(
        .unfitOption, file: path,
        "\(setting: "estimate", plan.effect.rawValue): column \(response) of \(path) is of 0 and 1; "
          + "\(HodgesLehmann.ofShares)")
    }
  }

  private static func note(
    on alike: (String, String), _ path: String, _ what: String
  ) -> Note {
    Note(
      .similarGroups, file: path,
      "the \(what) \(JSONText.quoted(alike.0)) and \(JSONText.quoted(alike.1)) of \(path) differ by blanks "
        + "or invisible characters alone; if they are one, write them alike")
  }

  private func expectShares(_ option: String, _ method: (any ComparisonMethod)?) throws {
    guard let method, method.data == .flags, let other = groups.otherThanShares else { return }
    throw Failure(
      .unfitOption, file: path,
      "\(setting: option, method.rawValue) compares 0 and 1; column \(response) of "
        + "\(path) has other values, such as \(shortNumber(other))")
  }

  /// Rows of times that were not reached, and without one: whoever leaves them out compares the fast ones.
  private static func failure(
    _ rows: RowsLeftOut, _ event: String, _ response: String, isRun: Bool, _ file: NamedRows
  ) -> Failure {
    file.problem(
      line: rows.first, response,
      "is empty, and \(event) says that the time was not reached (so in \(rows.count) of \(file.rowCount) "
        + "rows); "
        + (isRun
          ? "the study says when observation ended: leave the table in its folder, beside "
            + "study.resolved.json"
          : "give the time at which observation ended"))
  }

  /// Comparisons of one command: those of 316 groups with each other.
  private static let mostComparisons = 50_000

  private static func expectFew(
    _ groups: Int, of question: ComparisonQuestion, _ plan: ComparisonPlan, at row: NamedRows.Row
  ) throws {
    let comparisons = question.reference == nil ? groups * (groups - 1) / 2 : groups - 1
    guard comparisons > mostComparisons, plan.testOfAll == nil else { return }
    throw Failure(
      .overLimits, file: row.file.path,
      "\(row.file.path): line \(row.line): column \(question.by) has \(readable(Double(groups))) groups up to here: "
        + "\(readable(Double(comparisons))) comparisons"
        + (question.reference == nil
          ? " (\(groups) x \(groups - 1) / 2), over the limit of \(readable(Double(mostComparisons))); give "
            + "\(setting: "reference", "GROUP"), or compare fewer groups"
          : ", over the limit of \(readable(Double(mostComparisons))); compare fewer groups"))
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

  /// That permutations end within minutes.
  private func expectFewRandomNumbers() throws {
    guard let test = plan.test else { return }
    let sizes = groups.sizes
    let reference = question.reference.flatMap { groups.labels.firstIndex(of: $0) }
    var (comparisons, drawn) = (0, 0.0)
    for (a, size) in sizes.enumerated() {
      for (b, other) in sizes.enumerated() where reference.map({ $0 == b && a != b }) ?? (a < b) {
        comparisons += 1
        drawn += test.randomNumbers(size, other)
      }
    }
    guard drawn > Self.mostRandomNumbers else { return }
    throw Failure(
      .overLimits, file: path,
      "\(readable(Double(comparisons))) comparisons by \(test.rawValue) x "
        + "\(readable((drawn / Double(comparisons)).rounded())) random numbers = \(readable(drawn)), over the limit "
        + "of \(readable(Self.mostRandomNumbers)); give \(setting: "reference", "GROUP"), compare fewer groups, or "
        + "ask for another test")
  }

  /// Of one command: five minutes or so.
  private static let mostRandomNumbers = 5e10

  private func expectGroups(of file: NamedRows) throws {
    let labels = groups.labels
    let leftOut = file.leftOutWords(needing: [question.by])
    guard labels.count > 1 else {
      throw Failure(
        .tooFewValues, file: path,
        "column \(question.by) of \(path) has "
          + (labels.first.map { "only the value \($0)" } ?? "no value")
          + "; comparing needs two or more" + leftOut)
    }
    if let reference = question.reference, !labels.contains(reference) {
      throw Failure(
        .unknownValue,
        "\(setting: "reference", reference): column \(question.by) has "
          + "\(labels.joined(separator: ", "))" + leftOut)
    }
  }

  /// What was not used, apart from rows of groups that are not compared.
  var notes: [Note] {
    guard let pair = question.pair else { return notesOnRows }
    let (rows, count, alike) = groups.withoutPartner(pairs)
    guard rows.count > 0 else { return notesOnRows }
    let lacked = "no partner in another group by \(pair)"
    let left = Note(
      .rowsLeftOut, file: path,
      rows.words(of: count, in: path, one: "has \(lacked)", several: "have \(lacked)"))
    return notesOnRows + [left] + (alike.map { [Self.note(on: $0, path, "pairs")] } ?? [])
  }

  /// None for a test of all groups.
  private var pairs: [(a: Int, b: Int)] {
    plan.testOfAll == nil ? comparedPairs(groups.labels, reference: question.reference) : []
  }

  func rows(_ correction: Correction) throws -> ComparisonRows {
    var plan = plan
    if correction == .maxT {
      try expectMeans(correction)
      plan.test = plan.test ?? .ofMeans(isPaired: plan.isPaired)
      plan.key = groups.key
    }
    let compared: [GroupComparison]
    do {
      compared = try groups.comparisons(pairs, plan, correction, reached: events.reached)
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
            others: [], factor: question.by, response: response, comparison: $0)
        }
      ], correction, .request, alpha: 1 - plan.level)
  }

  private func expectMeans(_ correction: Correction) throws {
    let name = correction.rawValue
    if let problem = correction.problem(
      plan.test, plan.effect, isPooled: false,
      others: plan.isOfShares ? "shares of 0 and 1" : question.event == nil ? nil : "times")
    {
      throw Failure(.unfitOption, file: path, "\(setting: "correction", name): \(problem)")
    }
    if let (label, count) = groups.smallest, count < MaxTDistribution.fewestValues {
      throw Failure(
        .tooFewValues, file: path,
        "\(setting: "correction", name) needs \(MaxTDistribution.fewestValues) values of each group, and "
          + "\(label) has \(count)")
    }
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
