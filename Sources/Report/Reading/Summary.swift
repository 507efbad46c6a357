import PlainText
import Tables

/// What `summary.csv` and `summary_given.csv` say, read once: of the responses that a report is about, numbers at every
/// point. Rows with all their columns are read again, of the points that are shown.
struct Summary: Sendable {
  enum Statistic: String {
    case mean, median

    var low: String { self == .mean ? "ci_low" : "median_ci_low" }
    var high: String { self == .mean ? "ci_high" : "median_ci_high" }
    var columns: [String] { [rawValue, low, high] }
  }

  /// Of one response, by number of point.
  struct Values: Sendable {
    fileprivate var runs: [Int32] = []
    fileprivate var reached: [Int32] = []
    fileprivate var numbers: [(value: Double, low: Double, high: Double)] = []

    /// The points that have a row.
    var points: [Int] { runs.indices.filter { runs[$0] >= 0 } }
    /// Runs, and those of them that reached what the response is the time of; nil without a row.
    subscript(point: Int) -> (runs: Int, reached: Int)? {
      guard runs.indices.contains(point), runs[point] >= 0 else { return nil }
      return (Int(runs[point]), Int(reached[point]))
    }

    /// Whether some run did not reach it.
    var isCensored: Bool { points.contains { runs[$0] != reached[$0] } }

    /// Over all points, or some.
    func count(at isMeant: (Int) -> Bool = { _ in true }) -> (runs: Int, reached: Int) {
      points.filter(isMeant).reduce(into: (0, 0)) { sum, point in
        sum.0 += Int(runs[point])
        sum.1 += Int(reached[point])
      }
    }

    /// The mean or median with its interval; nil where there is none.
    func measured(at point: Int, unit: String) -> Measured? {
      guard numbers.indices.contains(point), !numbers[point].value.isNaN else { return nil }
      func end(_ value: Double) -> Double? { value.isNaN ? nil : value }
      let (value, low, high) = numbers[point]
      return Measured(value: value, low: end(low), high: end(high), unit: unit)
    }
  }

  private struct Key: Hashable {
    let response: String
    let condition: String?
  }

  /// The unit of each response as it stands in the table.
  private(set) var units: [(name: String, unit: String)] = []
  /// The responses of 0 or 1 over whose runs the summary is repeated, in the order of the study.
  private(set) var conditions: [String] = []
  private var values: [Key: Values] = [:]

  private static let counts = ["point", "given", "n", "n_reached"]
  private static let numbers = Statistic.mean.columns + Statistic.median.columns

  /// Takes up a table.
  ///
  /// - Parameters:
  ///   - points: how many the study has.
  ///   - counted: responses of which runs are counted.
  ///   - statistics: of the responses whose numbers are kept, too.
  mutating func read(
    _ table: StoredTable, points: Int, counted: Set<String>, statistics: [String: Statistic]
  ) throws {
    let counts = Self.counts.filter { $0 != "given" || table.columns.contains($0) }
    let columns = counts + Self.numbers + ["response", "unit"]
    // The rows of a point are of the same responses, in the same order, as those of the point before.
    var known = units.map { Array($0.name.utf8) }
    var current = -1
    func columnsOf(_ response: String) -> Int {
      statistics[response] != nil
        ? counts.count + Self.numbers.count : counted.contains(response) ? counts.count : 0
    }
    var needed = units.map { columnsOf($0.name) }
    try table.forEachRow(columns, by: "response") { name in
      for step in known.indices {
        let place = (current + 1 + step) % known.count
        if known[place].count == name.count, name.elementsEqual(known[place]) {
          current = place
          return needed[place]
        }
      }
      current = known.count
      return columns.count
    } _: { row in
      if current == known.count {
        units.append((row["response"], row["unit"]))
        known.append(Array(row["response"].utf8))
        needed.append(columnsOf(row["response"]))
        guard needed[current] > 0 else { return }
      }
      guard let point = Int(row["point"]), (0..<points).contains(point) else {
        throw Failure.damaged(table.path, "\(row["point"]) is not the number of a point")
      }
      let response = units[current].name
      let condition = counts.contains("given") ? row["given"] : nil
      if let condition, !conditions.contains(condition) { conditions.append(condition) }
      func count(_ column: String) -> Int32 {
        row.whole(column).map { Int32(clamping: max(0, $0)) } ?? 0
      }
      let statistic = statistics[response]
      func number(_ column: String?) -> Double { column.flatMap(row.number) ?? .nan }
      let (runs, reached) = (count("n"), count("n_reached"))
      values[Key(response: response, condition: condition), default: Values()].add(
        runs, reached, at: point, of: points,
        statistic.map { (number($0.rawValue), number($0.low), number($0.high)) })
    }
  }

  /// Empty where the table has no such rows.
  subscript(response: String, given condition: String?) -> Values {
    values[Key(response: response, condition: condition)] ?? Values()
  }

  /// The most runs of any response, by point; nil without a row.
  func runs(at point: Int, given condition: String) -> Int? {
    values.compactMap { $0.key.condition == condition ? $0.value[point]?.runs : nil }.max()
  }
}

extension Summary.Values {
  fileprivate mutating func add(
    _ count: Int32, _ reached: Int32, at point: Int, of points: Int,
    _ numbers: (Double, Double, Double)?
  ) {
    if runs.isEmpty {
      runs = Array(repeating: -1, count: points)
      self.reached = Array(repeating: 0, count: points)
      if numbers != nil {
        self.numbers = Array(repeating: (.nan, .nan, .nan), count: points)
      }
    }
    guard runs[point] < 0 else { return }
    (runs[point], self.reached[point]) = (count, reached)
    if let numbers { self.numbers[point] = numbers }
  }
}

extension ResultsFolder {
  /// Such as "steps", also of what is a step; empty of shares and truth values.
  static func unit(_ cell: String) -> String {
    ["1": "", "0/1": "", "step": "steps"][cell] ?? cell
  }

  /// Numbers of one of the responses that the report is about, at every point.
  ///
  /// - Parameter condition: one of `conditions`; nil of all runs.
  func values(of response: String, given condition: String? = nil) -> Summary.Values {
    summary[response, given: condition]
  }

  /// Rows of the summary with all their columns, of some points.
  func rows(
    of response: String, at points: some Sequence<Int>, given condition: String? = nil
  ) throws -> [Int: CSVRow] {
    guard isKnown(response),
      let table = tables[condition == nil ? "summary" : "summary_given"]
    else { return [:] }
    var rows: [Int: CSVRow] = [:]
    let given = condition == nil ? [] : ["given"]
    try table.forEachRow(["response"] + given + Self.columnsShown, at: points) { row in
      if row["response"] == response, condition == nil || row["given"] == condition,
        let point = row.count("point"), rows[point] == nil
      {
        rows[point] = row
      }
    }
    return rows
  }

  private static let columnsShown =
    ["n", "n_reached"] + Summary.Statistic.mean.columns + Summary.Statistic.median.columns
    + ["q05", "q95"]

  /// The statistic that stands for a response: the median of times, as they may be censored, and the
  /// mean of everything else.
  func statistic(of response: String) -> Summary.Statistic { isTime(response) ? .median : .mean }

  /// The unit of a response in sentences, where shares stand in percent.
  private func sentenceUnit(_ response: String) -> String {
    isShare(response) ? "%" : unit(of: response)
  }

  /// A response at a point, as sentences have it: the mean, of times the median, with its interval.
  func measured(_ response: String, at point: Int, given condition: String? = nil) -> Measured? {
    values(of: response, given: condition).measured(at: point, unit: sentenceUnit(response))
  }

  /// The same from a row of `rows`.
  func measured(_ row: CSVRow?, statistic: Summary.Statistic? = nil) -> Measured? {
    guard let row else { return nil }
    let response = row["response"]
    let statistic = statistic ?? self.statistic(of: response)
    return row.number(statistic.rawValue).map {
      Measured(
        value: $0, low: row.number(statistic.low), high: row.number(statistic.high),
        unit: sentenceUnit(response))
    }
  }
}
