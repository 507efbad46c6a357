import DurableFiles
import PlainText
import ResultTables
import SpreadModel
import StudyFiles

/// What a calibration is to explain: a CSV file with a row per step and columns of curves, or with a
/// row per response; with a column `replicate` where there are several runs.
struct ObservedData {
  /// In the order of columns and steps, or of rows.
  private(set) var items: [Calibration.Item] = []
  /// Whether numbers are written like 0,5.
  private let decimalComma: Bool

  private static let replicate = "replicate"
  private static let step = "step"
  private static let response = "response"
  private static let value = "value"

  /// - Parameter known: the responses that rows may be of.
  /// - Throws: `WordedError` with the line where something is missing, repeated or no number.
  init(_ path: String, _ known: [Response], decimalComma: Bool) throws {
    self.decimalComma = decimalComma
    let columns = try Self.columns(of: path)
    let others = columns.filter { $0 != Self.replicate }
    if let twice = columns.first(where: { name in columns.count { $0 == name } > 1 }) {
      throw Failure(.badTable, file: path, "\(path) has two columns named \(twice); rename one")
    }
    let hasReplicates = columns.contains(Self.replicate)
    switch (others.contains(Self.step), others.contains(Self.response)) {
    case (true, true):
      throw Failure(
        .badTable, file: path,
        "\(path) has both a column step and a column response; put curves and responses into "
          + "separate files, and calibrate with one of them")
    case (true, false):
      try readCurves(path, others.filter { $0 != Self.step }, hasReplicates: hasReplicates)
    case (false, true): try readResponses(path, others, known, hasReplicates: hasReplicates)
    case (false, false):
      throw Failure(
        .unknownColumn, file: path,
        "\(path) has no column \(Self.step) and no column \(Self.response); it has "
          + "\(columns.joined(separator: ", ")). Give \(Self.step) and columns of a curve (\(Self.seriesNames)), or "
          + "\(Self.response) and \(Self.value); \(Self.replicate) beside them where there are several runs"
      )
    }
  }

  private static let seriesNames = CurveSeries.allCases.map(\.rawValue).joined(separator: ", ")

  private static func columns(of path: String) throws -> [String] {
    try CSVReader(path, .named, .any).columns
  }

  // MARK: Curves

  private mutating func readCurves(
    _ path: String, _ names: [String], hasReplicates: Bool
  ) throws {
    var series: [CurveSeries] = []
    for name in names {
      guard let known = CurveSeries(rawValue: name) else {
        let near = NearestName.find(name, in: CurveSeries.allCases.map(\.rawValue))
        throw Failure(
          .unknownColumn, file: path,
          "\(path) has a column \(name), which is not a column of a curve"
            + (near.map { "; did you mean \"\($0)\"?" } ?? "; give \(Self.seriesNames)"))
      }
      series.append(known)
    }
    guard !series.isEmpty else {
      throw Failure(
        .unknownColumn, file: path,
        "\(path) has steps but no values; give a column of a curve: \(Self.seriesNames)")
    }
    let table = try NamedTable(
      path, names: hasReplicates ? [Self.replicate] : [], numbers: [Self.step] + names,
      decimalComma: decimalComma)
    let rows = try rows(of: table, hasReplicates: hasReplicates)
    let steps = try table.numbers(Self.step)
    var wholes: [Int] = []
    for row in 0..<table.rowCount {
      guard let step = steps[row], step >= 0, step <= 1e9, step == step.rounded() else {
        throw table.problem(
          row, Self.step, "is not a whole number of 0 or more; data are compared at whole steps")
      }
      wholes.append(Int(step))
    }
    let values = try names.map { name in try table.numbers(name) }
    let places = try places(rows, keys: wholes, table, Self.step)
    var sources: [(column: String, rows: [Int])] = []
    for (name, (series, numbers)) in zip(names, zip(series, values)) {
      for step in Set(wholes).sorted() {
        let rows = places[step] ?? []
        let observed = try rows.map { row in
          try value(numbers, row, table, name)
        }
        items.append(Calibration.Item(quantity: .curve(series, step: step), values: observed))
        sources.append((name, rows))
      }
    }
    try checkValues(table, sources)
  }

  // MARK: Responses

  private mutating func readResponses(
    _ path: String, _ names: [String], _ known: [Response], hasReplicates: Bool
  ) throws {
    if let other = names.first(where: { ![Self.response, Self.value].contains($0) }) {
      throw Failure(
        .unknownColumn, file: path,
        "\(path) has a column \(other); with \(Self.response), only \(Self.value) and \(Self.replicate) are allowed"
      )
    }
    let table = try NamedTable(
      path, names: [Self.response] + (hasReplicates ? [Self.replicate] : []), numbers: [Self.value],
      decimalComma: decimalComma)
    let rows = try rows(of: table, hasReplicates: hasReplicates)
    let texts = try table.names(Self.response)
    var responses: [Response] = []
    for row in 0..<table.rowCount {
      guard let response = known.first(where: { $0.name == texts[row] }) else {
        let near = NearestName.find(texts[row], in: known.map(\.name))
        throw table.problem(
          row, Self.response,
          "is \"\(texts[row])\", which is not a response"
            + (near.map { "; did you mean \"\($0)\"?" } ?? ""))
      }
      responses.append(response)
    }
    let numbers = try table.numbers(Self.value)
    let places = try places(rows, keys: responses.map(\.name), table, Self.response)
    var seen: Set<Response> = []
    var sources: [(column: String, rows: [Int])] = []
    for response in responses where seen.insert(response).inserted {
      let rows = places[response.name] ?? []
      let observed = try rows.map { row in
        try value(numbers, row, table, Self.value)
      }
      items.append(Calibration.Item(quantity: .response(response), values: observed))
      sources.append((Self.value, rows))
    }
    try checkValues(table, sources)
  }

  /// - Parameter sources: by item where its values stand.
  /// - Throws: for the first value that no run can have, of whatever study.
  private func checkValues(
    _ table: NamedTable, _ sources: [(column: String, rows: [Int])]
  ) throws {
    guard let fault = Calibration(data: items).fault else { return }
    let source = sources[fault.item]
    throw table.problem(source.rows[fault.replicate], source.column, CallerText(fault.words))
  }

  // MARK: Rows

  /// Which replicate each row is of, in order of appearance.
  private func rows(of table: NamedTable, hasReplicates: Bool) throws -> [Int] {
    guard table.rowCount > 0 else {
      throw Failure(
        .tooFewValues, file: table.path,
        "\(table.path) has no rows: there is nothing to compare runs with")
    }
    guard hasReplicates else { return [Int](repeating: 0, count: table.rowCount) }
    return try table.names(Self.replicate).places.map { Int($0) }
  }

  /// The rows of each step or response, by replicate.
  ///
  /// - Throws: where a replicate has one twice, or lacks one that another has.
  private func places<Key: Hashable & CustomStringConvertible>(
    _ replicates: [Int], keys: [Key], _ table: NamedTable, _ column: String
  ) throws -> [Key: [Int]] {
    let count = (replicates.max() ?? 0) + 1
    var places: [Key: [Int?]] = [:]
    for (row, (replicate, key)) in zip(replicates, keys).enumerated() {
      var known = places[key] ?? [Int?](repeating: nil, count: count)
      if let other = known[replicate] {
        throw table.problem(
          row, column,
          "is \(key) again, as in line \(table.line(ofRow: other)); "
            + (count == 1
              ? "for several runs, add a column replicate" : "a replicate has one row for it"))
      }
      known[replicate] = row
      places[key] = known
    }
    var whole: [Key: [Int]] = [:]
    for (row, key) in keys.enumerated() where whole[key] == nil {
      let known = places[key] ?? []
      let there = known.compactMap { $0 }
      guard there.count == count else {
        throw table.problem(
          row, column,
          "is \(key), which only \(there.count) of \(count) replicates have; every replicate needs the "
            + "same rows")
      }
      whole[key] = there
    }
    return whole
  }

  private func value(
    _ numbers: CSVColumns.Numbers, _ row: Int, _ table: NamedTable, _ column: String
  ) throws -> Double {
    guard let value = numbers[row] else {
      throw table.problem(
        row, column, "is empty; leave out the rows of what was not observed, for all columns")
    }
    guard value.isFinite, abs(value) <= 1e9 else {
      throw table.problem(row, column, "is larger than any run can give")
    }
    return value
  }
}
