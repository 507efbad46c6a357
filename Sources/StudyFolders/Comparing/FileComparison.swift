import PlainText
import ResultTables
import Statistics
import StudyFiles

/// Groups of values from a CSV file of any origin, and their comparison.
struct FileComparison {
  private let question: ComparisonQuestion
  private let plan: ComparisonPlan
  private let file: NamedTable
  private let groups: [ComparedGroup]

  /// - Throws: `FolderError` for a file that does not hold what the options name, and for a
  ///   test that does not go with them.
  init(_ path: String, _ question: ComparisonQuestion, _ plan: ComparisonPlan) throws(FolderError) {
    self.question = question
    self.plan = plan
    if let test = plan.test, test.pairing == .always, question.pair == nil {
      throw .request(
        "--test \(test.rawValue) compares pairs; give the column that names them: --pair "
          + "COLUMN")
    }
    file = try NamedTable(
      path, names: [question.by] + [question.event, question.pair].compactMap(\.self),
      numbers: [question.response], decimalComma: question.decimalComma)
    groups = try Self.groups(question, file)
    if let test = plan.test, let problem = test.problem(hasReference: question.reference != nil) {
      throw .request("--test \(test.rawValue) \(problem)")
    }
    if let reference = question.reference, !groups.contains(where: { $0.label == reference }) {
      throw .request(
        "--reference \(reference): column \(question.by) has "
          + groups.map(\.label).joined(separator: ", "))
    }
    if question.pair != nil { try expectDistinctPairs() }
  }

  /// - Parameter correction: of all rows together.
  func rows(_ correction: Correction) throws(FolderError) -> ComparisonRows {
    let takesAll = plan.test?.design == .allLevels
    let pairs = comparedPairs(groups.map(\.label), reference: question.reference)
    var plan = plan
    plan.family = correction.family(of: takesAll ? 1 : pairs.count)
    let rows =
      takesAll
      ? [GroupComparison(all: groups, plan)]
      : GroupComparison.all(groups, pairs, plan)
    if question.pair != nil, let row = rows.first(where: { !$0.isPaired }) {
      throw .request(
        "\(row.test) takes groups as independent and would ignore --pair; leave out --pair"
          + (plan.test == nil
            ? ""
            : ", or give --test paired_t, wilcoxon, permutation, restricted_mean, stratified_log_rank or tost")
      )
    }
    return ComparisonRows(
      rows.map {
        NamedComparison(
          others: [], factor: question.by, response: question.response, comparison: $0)
      }, correction: correction, alpha: 1 - plan.level)
  }

  /// The groups in the order in which they appear, the key of each value being its pair or its row.
  private static func groups(
    _ question: ComparisonQuestion, _ file: NamedTable
  ) throws(FolderError) -> [ComparedGroup] {
    let names = try file.names(question.by)
    let values = try file.numbers(question.response)
    let happened = try question.event.map { (column) throws(FolderError) in
      try events(file, column: column)
    }
    let keys = try question.pair.map { (column) throws(FolderError) in try file.names(column) }
    var groups = names.distinct.map { ComparedGroup(label: $0, items: []) }
    for row in 0..<file.rowCount {
      let isReached = happened?[row] ?? true
      groups[Int(names.places[row])].items.append(
        ComparedGroup.Item(
          key: keys.map { Int($0.places[row]) } ?? row, value: isReached ? values[row] : nil,
          censoredAt: isReached || question.ignoreCensored ? nil : values[row]))
    }
    guard groups.count > 1 else {
      throw .request(
        "column \(question.by) of \(file.path) has "
          + (groups.first.map { "only the value \($0.label)" } ?? "no value")
          + "; comparing needs two or more")
    }
    return groups
  }

  private static func events(_ file: NamedTable, column: String) throws(FolderError) -> [Bool] {
    let cells = file.texts(column)
    do throws(EventColumn.Problem) {
      return try EventColumn((0..<file.rowCount).map { cells[$0] }).happened
    } catch { throw file.problem(error.row, column, error.message) }
  }

  /// - Throws: `FolderError` naming both rows where a pair has two values in one group: which
  ///   of them is meant, nobody can know.
  private func expectDistinctPairs() throws(FolderError) {
    guard let pair = question.pair else { return }
    let (names, keys) = (try file.names(question.by), try file.names(pair))
    var first: [SIMD2<UInt32>: Int] = [:]
    for row in 0..<file.rowCount {
      let place = SIMD2(names.places[row], keys.places[row])
      guard let before = first.updateValue(row, forKey: place) else { continue }
      throw file.problem(
        row, pair,
        "is \"\(keys[row])\" as in line \(file.line(ofRow: before)), both with \(question.by) "
          + "\(names[row]); a pair has one row of each group")
    }
  }
}
