import SpreadModel
import Tables

extension Summary.Values {
  /// The mean or median with its interval; nil where there is none.
  func measured(at point: Int, unit: String) -> Measured? {
    func end(_ value: Double) -> Double? { value.isNaN ? nil : value }
    return numbers(at: point).map {
      Measured(value: $0.value, low: end($0.low), high: end($0.high), unit: unit)
    }
  }
}

extension Summary {
  /// How large the outbreaks of a point are; nil where that was not counted.
  func sizes(at point: Int) -> OutbreakSizes? {
    guard let tenth = self["step_to_10pct", given: nil][point],
      let half = self["step_to_50pct", given: nil][point]
    else { return nil }
    return OutbreakSizes(runs: tenth.runs, atLeastTenth: tenth.reached, atLeastHalf: half.reached)
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
