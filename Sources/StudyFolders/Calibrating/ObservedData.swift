import PlainText
import SpreadModel
import StudyFiles

/// What a calibration is to explain: a CSV file with a row per step and columns of curves, or with a
/// row per response; with a column `replicate` where there are several runs.
struct ObservedData {
  /// In the order of columns and steps, or of rows.
  private(set) var items: [Calibration.Item] = []
  private let file: NamedRows
  private let series: [CurveSeries]

  private static let replicate = "replicate"
  private static let step = "step"
  private static let response = "response"
  private static let value = "value"

  /// - Parameters:
  ///   - known: the responses that rows may be of.
  ///   - series: the columns of curves that there are.
  ///   - decimalComma: whether numbers are written like 0,5.
  /// - Throws: `WordedError` with the line where something is missing, repeated or no number.
  init(_ path: String, _ known: [Response], _ series: [CurveSeries], decimalComma: Bool) throws {
    self.series = series
    file = try NamedRows(path, decimalComma: decimalComma)
    let columns = file.columns
    let others = columns.filter { $0 != Self.replicate }
    if let twice = columns.first(where: { name in columns.count { $0 == name } > 1 }) {
      throw Failure(.badTable, file: path, "\(path) has two columns named \(twice); rename one")
    }
    switch (others.contains(Self.step), others.contains(Self.response)) {
    case (true, true):
      throw Failure(
        .badTable, file: path,
        "\(path) has both a column step and a column response; put curves and responses into "
          + "separate files, and calibrate with one of them")
    case (true, false): try readCurves(others.filter { $0 != Self.step })
    case (false, true): try readResponses(others, known)
    case (false, false):
      throw Failure(
        .unknownColumn, file: path,
        "\(path) has no column \(Self.step) and no column \(Self.response); it has "
          + "\(columns.joined(separator: ", ")). Give \(Self.step) and columns of a curve (\(seriesNames)), or "
          + "\(Self.response) and \(Self.value); \(Self.replicate) beside them where there are several runs"
      )
    }
  }

  /// How its numbers were read, and which rows were not.
  var notes: [Note] { file.notes(needing: []) }

  private var seriesNames: String { series.map(\.rawValue).joined(separator: ", ") }

  private mutating func readCurves(_ names: [String]) throws {
    let path = file.path
    var found: [CurveSeries] = []
    for name in names {
      guard let known = series.first(where: { $0.rawValue == name }) else {
        let near = NearestName.find(
          name, in: series.map(\.rawValue).filter { !names.contains($0) })
        throw Failure(
          .unknownColumn, file: path,
          "\(path) has a column \(name), which is not a column of a curve"
            + (near.map { "; did you mean \"\($0)\"?" } ?? "; give \(seriesNames)"))
      }
      found.append(known)
    }
    guard !found.isEmpty else {
      throw Failure(
        .unknownColumn, file: path,
        "\(path) has steps but no values; give a column of a curve: \(seriesNames)")
    }
    let observed = try observations(names: [], numbers: [Self.step] + names, of: Self.step) { row in
      guard let step = row.numbers[0], step >= 0, step <= 1e9, step == step.rounded() else {
        throw row.problem(
          Self.step, "is not a whole number of 0 or more; data are compared at whole steps")
      }
      return (Int(step), try names.indices.map { try value(row, $0 + 1, names[$0]) })
    }
    let steps = observed.sorted { $0.key < $1.key }
    var sources: [Source] = []
    for (place, name) in names.enumerated() {
      for step in steps {
        items.append(
          Calibration.Item(
            quantity: .curve(found[place], step: step.key),
            values: step.rows.map { $0.values[place] }))
        sources.append((name, step.rows.map(\.line)))
      }
    }
    try checkValues(sources)
  }

  private mutating func readResponses(_ names: [String], _ known: [Response]) throws {
    if let other = names.first(where: { ![Self.response, Self.value].contains($0) }) {
      throw Failure(
        .unknownColumn, file: file.path,
        "\(file.path) has a column \(other); with \(Self.response), only \(Self.value) and \(Self.replicate) are allowed"
      )
    }
    let observed = try observations(
      names: [Self.response], numbers: [Self.value], of: Self.response
    ) { row in
      let name = try row.name(0)
      guard known.contains(where: { $0.name == name }) else {
        let near = NearestName.find(name, in: known.map(\.name))
        throw row.problem(
          Self.response,
          "is \"\(name)\", which is not a response"
            + (near.map { "; did you mean \"\($0)\"?" } ?? ""))
      }
      return (name, [try value(row, 0, Self.value)])
    }
    var sources: [Source] = []
    for (name, rows) in observed {
      guard let response = known.first(where: { $0.name == name }) else { continue }
      items.append(
        Calibration.Item(quantity: .response(response), values: rows.map { $0.values[0] }))
      sources.append((Self.value, rows.map(\.line)))
    }
    try checkValues(sources)
  }

  /// By item: where its values stand.
  private typealias Source = (column: String, lines: [Int])

  /// - Throws: for the first value that no run can have, of whatever study.
  private func checkValues(_ sources: [Source]) throws {
    guard let fault = Calibration(data: items).fault else { return }
    let (column, lines) = sources[fault.item]
    throw file.problem(line: lines[fault.replicate], column, CallerText(fault.words))
  }

  /// A row of the file.
  private struct Observation {
    let replicate, line: Int
    let values: [Double]
  }

  /// The rows of each step or response, by replicate; in the order in which they appear.
  ///
  /// - Parameters:
  ///   - column: the one of steps or responses.
  ///   - read: the step or response of a row, and its values.
  /// - Throws: where a replicate has one twice, or lacks one that another has.
  private func observations<Key: Hashable & CustomStringConvertible>(
    names: [String], numbers: [String], of column: String,
    _ read: (NamedRows.Row) throws -> (key: Key, values: [Double])
  ) throws -> [(key: Key, rows: [Observation])] {
    let hasReplicates = file.columns.contains(Self.replicate)
    var replicates: [[UInt8]: Int] = [:]
    var alike = LookAlikes()
    var rows: [(key: Key, row: Observation)] = []
    try file.forEachRow(
      names: names + (hasReplicates ? [Self.replicate] : []), numbers: numbers
    ) { row in
      let name = hasReplicates ? try row.name(names.count) : ""
      let bytes = Array(name.utf8)
      if replicates[bytes] == nil, let other = alike.add(name) {
        throw row.problem(
          Self.replicate,
          "is \(JSONText.quoted(name)), which looks like \(JSONText.quoted(other)) above; write them "
            + "alike if they are one replicate, else give one of them another name")
      }
      let replicate = replicates[bytes] ?? replicates.count
      replicates[bytes] = replicate
      let (key, values) = try read(row)
      rows.append((key, Observation(replicate: replicate, line: row.line, values: values)))
      return true
    }
    guard !rows.isEmpty else {
      throw Failure(
        .tooFewValues, file: file.path,
        "\(file.path) has no rows: there is nothing to compare runs with")
    }
    let count = replicates.count
    var known: [Key: [Int: Observation]] = [:]
    for (key, row) in rows {
      if let other = known[key, default: [:]].updateValue(row, forKey: row.replicate) {
        throw file.problem(
          line: row.line, column,
          "is \(key) again, as in line \(other.line); "
            + (count == 1
              ? "for several runs, add a column replicate" : "a replicate has one row for it"))
      }
    }
    var whole: [(key: Key, rows: [Observation])] = []
    for (key, row) in rows {
      guard let there = known.removeValue(forKey: key) else { continue }
      guard there.count == count else {
        throw file.problem(
          line: row.line, column,
          "is \(key), which only \(there.count) of \(count) replicates have; every replicate needs the "
            + "same rows")
      }
      whole.append((key, there.values.sorted { $0.replicate < $1.replicate }))
    }
    return whole
  }

  private func value(_ row: NamedRows.Row, _ place: Int, _ column: String) throws -> Double {
    guard let value = row.numbers[place] else {
      throw row.problem(
        column, "is empty; leave out the rows of what was not observed, for all columns")
    }
    guard value.isFinite, abs(value) <= 1e9 else {
      throw row.problem(column, "is larger than any run can give")
    }
    return value
  }
}
