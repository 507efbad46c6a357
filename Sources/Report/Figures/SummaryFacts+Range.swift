import PlainText
import SpreadModel
import Tables

extension SummaryFacts {
  /// Where a response is smallest and largest, such as "The mean of steps ranges from 5 steps (N 100) to 8
  /// steps (N 200)."; of one point its value.
  ///
  /// - Parameter scope: which runs, to follow the name of the response.
  static func range(
    of facts: [SummaryFacts], _ list: PointList, _ statistic: Statistic, scope: String
  ) -> String {
    let column = statistic.rawValue
    let known = facts.compactMap { fact in fact.number(column).map { (fact: fact, value: $0) } }
    guard let low = known.min(by: { $0.value < $1.value })?.fact,
      let high = known.max(by: { $0.value < $1.value })?.fact
    else { return "" }
    func value(_ fact: SummaryFacts) -> String {
      fact.digits(statistic).text(fact[column])
        + (fact.unit.isEmpty ? "" : " \(fact.unit)")
    }
    func end(_ fact: SummaryFacts) -> String {
      "\(value(fact)) (\(list.words(list.points[fact.point])))"
    }
    let start = "The \(column) of \(low["response"])\(scope)"
    return known.count == 1
      ? "\(start) is \(value(low))."
      : "\(start) ranges from \(end(low)) to \(end(high))."
  }
}
