import PlainText
import SpreadModel
import Tables

/// What `summary.csv` and `summary_given.csv` say, read once: of the responses that a report is about, numbers at every
/// point. Rows with all their columns are read again, of the points that are shown.
struct Summary: Sendable {
  enum Statistic: String {
    case mean, median

    var low: String { self == .mean ? "ci_low" : "median_ci_low" }
    var high: String { self == .mean ? "ci_high" : "median_ci_high" }
    fileprivate var columns: [String] { [rawValue, low, high] }
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

  /// The unit of each response as it stands in the table.
  private(set) var units: [(name: String, unit: String)] = []
  /// The responses of 0 or 1 over whose runs the summary is repeated, in the order of the study.
  private(set) var conditions: [String] = []
  /// By condition, none first, and by the response's place among `units`.
  private var values: [[Values]] = [[]]

  private static let counts = ["point", "n", "n_reached"]
  private static let numbers = Statistic.mean.columns + Statistic.median.columns

  /// Takes up a table.
  ///
  /// - Parameters:
  ///   - points: how many the study has.
  ///   - counted: responses of which runs are counted.
  ///   - statistics: of the responses whose numbers are kept, too.
  mutating func read(
    _ table: FolderTable, points: Int, counted: Set<String>, statistics: [String: Statistic]
  ) throws {
    let given = table.columns.contains("given") ? ["given"] : []
    let columns = Self.counts + Self.numbers + given + ["response", "unit"]
    let first = Self.counts.count
    let conditionPlace = first + Self.numbers.count
    func places(_ response: String) -> [Int]? {
      let statistic = statistics[response]
      guard statistic != nil || counted.contains(response) else { return nil }
      let numbers = statistic.map { $0 == .mean ? first..<first + 3 : first + 3..<first + 6 }
      return Array(0..<first) + (numbers.map(Array.init) ?? []) + given.map { _ in conditionPlace }
    }
    // The rows of a point are of the same responses, in the same order, as those of the point before.
    var known = units.map { (name: Array($0.name.utf8), places: places($0.name)) }
    var current = -1
    try table.forEachRow(columns, by: "response") { name in
      for _ in known.indices {
        current = current + 1 < known.count ? current + 1 : 0
        if known[current].name.elementsEqual(name) { return known[current].places }
      }
      current = known.count
      return Array(columns.indices)
    } _: { row in
      if current == known.count {
        let name = row["response"]
        units.append((name, row["unit"]))
        known.append((Array(name.utf8), places(name)))
      }
      guard let places = known[current].places else { return }
      guard let point = Int(row.cells[0]), (0..<points).contains(point) else {
        throw Failure.damaged(table.path, "\(row.cells[0]) is not the number of a point")
      }
      let condition = given.isEmpty ? 0 : place(of: row.cells[conditionPlace])
      func count(_ place: Int) -> Int32 {
        Int(row.cells[place]).map { Int32(clamping: max(0, $0)) } ?? 0
      }
      func number(_ place: Int) -> Double { finite(row.cells[place]) ?? .nan }
      let numbers = places.dropFirst(first).prefix(3)
      while values[condition].count <= current { values[condition].append(Values()) }
      values[condition][current].add(
        count(1), count(2), at: point, of: points,
        numbers.count < 3
          ? nil : (number(places[first]), number(places[first + 1]), number(places[first + 2])))
    }
  }

  private mutating func place(of condition: String) -> Int {
    if let place = conditions.firstIndex(of: condition) { return place + 1 }
    conditions.append(condition)
    values.append([])
    return conditions.count
  }

  /// Empty where the table has no such rows.
  subscript(response: String, given condition: String?) -> Values {
    guard let place = units.firstIndex(where: { $0.name == response }),
      let table = table(condition), values[table].indices.contains(place)
    else { return Values() }
    return values[table][place]
  }

  private func table(_ condition: String?) -> Int? {
    guard let condition else { return 0 }
    return conditions.firstIndex(of: condition).map { $0 + 1 }
  }

  /// How large the outbreaks of a point are; nil where that was not counted.
  func sizes(at point: Int) -> OutbreakSizes? {
    guard let tenth = self["step_to_10pct", given: nil][point],
      let half = self["step_to_50pct", given: nil][point]
    else { return nil }
    return OutbreakSizes(runs: tenth.runs, atLeastTenth: tenth.reached, atLeastHalf: half.reached)
  }

  /// The most runs of any response under the condition, by point; below 0 without a row.
  func runs(given condition: String) -> [Int32] {
    var most: [Int32] = []
    for values in table(condition).map({ values[$0] }) ?? [] where !values.runs.isEmpty {
      if most.isEmpty { most = values.runs }
      for (point, runs) in values.runs.enumerated() where runs > most[point] { most[point] = runs }
    }
    return most
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

extension OutbreakSizes {
  /// Whether most runs end between a tenth and half of the group.
  var areMostlyBetween: Bool { 2 * (atLeastTenth - atLeastHalf) > runs }
}

extension ReportedFolder {
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

  /// The same as sentences have it, by point: the mean, of times the median, with its interval; nil where there is none.
  func measures(of response: String, given condition: String? = nil) -> (PointFacts) -> Measured? {
    let (values, unit) = (values(of: response, given: condition), sentenceUnit(response))
    return { values.measured(at: $0.number, unit: unit) }
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
  func sentenceUnit(_ response: String) -> String {
    isShare(response) ? "%" : unit(of: response)
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
