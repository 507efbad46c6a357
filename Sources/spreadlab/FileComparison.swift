import PlainText
import ResultTables
import Statistics
import StudyFiles

/// Groups of values from a CSV file of any origin, and their comparison.
struct FileComparison {
  private let command: CompareCommand
  private let plan: ComparisonPlan
  private let file: TableFile
  private let groups: [ComparedGroup]

  /// - Throws: `CommandFailure` for a file that does not hold what the options name, and for a
  ///   test that does not go with them.
  init(_ command: CompareCommand, _ plan: ComparisonPlan) throws {
    self.command = command
    self.plan = plan
    if let test = plan.test, test.pairing == .always, command.pair == nil {
      throw CommandFailure(
        .usage,
        "error: --test \(test.rawValue) compares pairs; give the column that names them: --pair "
          + "COLUMN")
    }
    file = try TableFile(
      command.source.path, names: [command.by] + [command.event, command.pair].compactMap(\.self),
      numbers: [command.response])
    groups = try Self.groups(command, file)
    if let reference = command.reference, !groups.contains(where: { $0.label == reference }) {
      throw CommandFailure(
        .usage,
        "error: --reference \(reference): column \(command.by) has "
          + groups.map(\.label).joined(separator: ", "))
    }
    if command.pair != nil { try expectDistinctPairs() }
  }

  /// - Parameter correction: of all rows together.
  func rows(_ correction: Correction) throws -> ComparisonRows {
    let takesAll = plan.test?.design == .allLevels
    let pairs = comparedPairs(groups.map(\.label), reference: command.reference)
    var plan = plan
    plan.family = correction.family(of: takesAll ? 1 : pairs.count)
    let rows =
      takesAll
      ? [GroupComparison(all: groups, plan)]
      : pairs.map { GroupComparison(groups[$0.a], groups[$0.b], plan) }
    if command.pair != nil, let row = rows.first(where: { !$0.isPaired }) {
      throw CommandFailure(
        .usage,
        "error: \(row.test) takes groups as independent and would ignore --pair; leave out --pair"
          + (plan.test == nil ? "" : ", or give --test paired_t, wilcoxon, permutation or tost"))
    }
    return ComparisonRows(
      rows.map {
        NamedComparison(
          others: [], factor: command.by, response: command.response, comparison: $0)
      }, correction: correction, alpha: 1 - plan.level)
  }

  /// The groups in the order in which they appear, the key of each value being its pair or its row.
  private static func groups(
    _ command: CompareCommand, _ file: TableFile
  ) throws -> [ComparedGroup] {
    let names = try file.names(command.by)
    let values = try file.numbers(command.response)
    let happened = try command.event.map { try events(file, column: $0) }
    let keys = try command.pair.map { try file.names($0) }
    var groups = names.distinct.map { ComparedGroup(label: $0, items: []) }
    for row in 0..<file.rowCount {
      let isReached = happened?[row] ?? true
      groups[Int(names.places[row])].items.append(
        ComparedGroup.Item(
          key: keys.map { Int($0.places[row]) } ?? row, value: isReached ? values[row] : nil,
          censoredAt: isReached || command.ignoreCensored ? nil : values[row]))
    }
    guard groups.count > 1 else {
      throw CommandFailure(
        .usage,
        "error: column \(command.by) of \(file.path) has "
          + (groups.first.map { "only the value \($0.label)" } ?? "no value")
          + "; comparing needs two or more")
    }
    return groups
  }

  private static func events(_ file: TableFile, column: String) throws -> [Bool] {
    let cells = file.texts(column)
    do throws(EventColumn.Problem) {
      return try EventColumn((0..<file.rowCount).map { cells[$0] }).happened
    } catch { throw file.problem(error.row, column, error.message) }
  }

  /// - Throws: `CommandFailure` naming both rows where a pair has two values in one group: which
  ///   of them is meant, nobody can know.
  private func expectDistinctPairs() throws {
    guard let pair = command.pair else { return }
    let (names, keys) = (try file.names(command.by), try file.names(pair))
    var first: [SIMD2<UInt32>: Int] = [:]
    for row in 0..<file.rowCount {
      let place = SIMD2(names.places[row], keys.places[row])
      guard let before = first.updateValue(row, forKey: place) else { continue }
      throw file.problem(
        row, pair,
        "is \"\(keys[row])\" as in line \(file.line(ofRow: before)), both with \(command.by) "
          + "\(names[row]); a pair has one row of each group")
    }
  }
}
