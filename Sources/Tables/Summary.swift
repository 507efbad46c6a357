import PlainText

/// What `summary.csv` and `summary_given.csv` say, read once: of the responses that a report is about, numbers at every
/// point. Rows with all their columns are read again, of the points that are shown.
package struct Summary: Sendable {
  package enum Statistic: String {
    case mean, median

    package var low: String { self == .mean ? "ci_low" : "median_ci_low" }
    package var high: String { self == .mean ? "ci_high" : "median_ci_high" }
    package var columns: [String] { [rawValue, low, high] }
  }

  /// Of one response, by number of point.
  package struct Values: Sendable {
    fileprivate var runs: [Int32] = []
    fileprivate var reached: [Int32] = []
    fileprivate var numbers: [(value: Double, low: Double, high: Double)] = []

    /// The points that have a row.
    package var points: [Int] { runs.indices.filter { runs[$0] >= 0 } }
    /// Runs, and those of them that reached what the response is the time of; nil without a row.
    package subscript(point: Int) -> (runs: Int, reached: Int)? {
      guard runs.indices.contains(point), runs[point] >= 0 else { return nil }
      return (Int(runs[point]), Int(reached[point]))
    }

    /// Over all points, or some.
    package func count(at isMeant: (Int) -> Bool = { _ in true }) -> (runs: Int, reached: Int) {
      points.filter(isMeant).reduce(into: (0, 0)) { sum, point in
        sum.0 += Int(runs[point])
        sum.1 += Int(reached[point])
      }
    }

    /// The mean or median and the ends of its interval, "not a number" where there is none; nil without a value.
    package func numbers(at point: Int) -> (value: Double, low: Double, high: Double)? {
      guard numbers.indices.contains(point), !numbers[point].value.isNaN else { return nil }
      return numbers[point]
    }
  }

  /// The unit of each response as it stands in the table.
  package private(set) var units: [(name: String, unit: String)] = []
  /// The responses of 0 or 1 over whose runs the summary is repeated, in the order of the study.
  package private(set) var conditions: [String] = []
  /// By condition, none first, and by the response's place among `units`.
  private var values: [[Values]] = [[]]

  package init() {}

  private static let counts = ["point", "n", "n_reached"]
  private static let numbers = Statistic.mean.columns + Statistic.median.columns

  /// Takes up a table.
  ///
  /// - Parameters:
  ///   - points: how many the study has.
  ///   - counted: responses of which runs are counted.
  ///   - statistics: of the responses whose numbers are kept, too.
  package mutating func read(
    _ table: FolderTable, points: Int, counted: Set<String>, statistics: [String: Statistic]
  ) throws {
    let given = table.columns.contains("given") ? ["given"] : []
    let columns = Self.counts + Self.numbers + given + ["response", "unit"]
    let (first, conditionPlace) = (Self.counts.count, Self.counts.count + Self.numbers.count)
    /// What is read of a response: the columns of the row, none of one that nobody needs, and where its numbers begin.
    struct Known {
      let name: [UInt8]
      let columns: [Int]?
      let numbers: Int?
    }
    func known(_ response: String) -> Known {
      let numbers = statistics[response].map { $0 == .mean ? first : first + 3 }
      let counts = Array(0..<first) + given.map { _ in conditionPlace }
      return Known(
        name: Array(response.utf8),
        columns: numbers.map { counts + Array($0..<$0 + 3) }
          ?? (counted.contains(response) ? counts : nil),
        numbers: numbers)
    }
    // The rows of a point are of the same responses, in the same order, as those of the point before.
    var found = units.map { known($0.name) }
    var current = -1
    try table.forEachRow(columns, by: "response") { name in
      for _ in found.indices {
        current = current + 1 < found.count ? current + 1 : 0
        if found[current].name.elementsEqual(name) { return found[current].columns }
      }
      current = found.count
      return Array(columns.indices)
    } _: { row in
      if current == found.count {
        let name = row["response"]
        units.append((name, row["unit"]))
        found.append(known(name))
      }
      guard found[current].columns != nil else { return }
      guard let point = Int(row.cells[0]), (0..<points).contains(point) else {
        throw Failure.damaged(table.path, "\(row.cells[0]) is not the number of a point")
      }
      let condition = given.isEmpty ? 0 : place(of: row.cells[conditionPlace])
      func count(_ place: Int) -> Int32 {
        Int(row.cells[place]).map { Int32(clamping: max(0, $0)) } ?? 0
      }
      func number(_ place: Int) -> Double { finite(row.cells[place]) ?? .nan }
      while values[condition].count <= current { values[condition].append(Values()) }
      values[condition][current].add(
        count(1), count(2), at: point, of: points,
        found[current].numbers.map { (number($0), number($0 + 1), number($0 + 2)) })
    }
  }

  private mutating func place(of condition: String) -> Int {
    if let place = conditions.firstIndex(of: condition) { return place + 1 }
    conditions.append(condition)
    values.append([])
    return conditions.count
  }

  /// Empty where the table has no such rows.
  package subscript(response: String, given condition: String?) -> Values {
    guard let place = units.firstIndex(where: { $0.name == response }),
      let table = table(condition), values[table].indices.contains(place)
    else { return Values() }
    return values[table][place]
  }

  private func table(_ condition: String?) -> Int? {
    guard let condition else { return 0 }
    return conditions.firstIndex(of: condition).map { $0 + 1 }
  }

  /// The most runs of any response under the condition, by point; below 0 without a row.
  package func runs(given condition: String) -> [Int32] {
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
