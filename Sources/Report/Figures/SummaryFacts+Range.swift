import PlainText
import SpreadModel
import Tables

extension SummaryFacts {
  /// Where a response is smallest and largest, such as "The mean of steps ranges from 5 steps (N 100) to 8
  /// steps (N 200)."; of one point its value.
  static func range(
    of facts: [SummaryFacts], _ list: PointList, _ statistic: Statistic
  ) -> Words {
    let column = statistic.rawValue
    let known = facts.compactMap { fact in fact.number(column).map { (fact: fact, value: $0) } }
    guard let low = known.min(by: { $0.value < $1.value })?.fact,
      let high = known.max(by: { $0.value < $1.value })?.fact
    else { return "" }
    let all = Source("summary").with(low.row, ["response"])
    func value(_ fact: SummaryFacts) -> Words {
      all.with(fact.row, ["point"]).cell(
        column, fact[column], shown: fact.digits(statistic).text(fact[column]))
        + Words(name: fact.unit.isEmpty ? "" : " \(fact.unit)")
    }
    func end(_ end: Source.Derivation, _ word: Words, _ fact: SummaryFacts) -> Words {
      all.extreme(
        end, of: column, by: "point", at: fact["point"],
        "\(word) \(value(fact)) (\(list.words(list.points[fact.point])))")
    }
    let start: Words = "The \(name: column) of \(name: low["response"])"
    return known.count == 1
      ? "\(start) is \(value(low))."
      : "\(start) ranges \(end(.argmin, "from", low)) \(end(.argmax, "to", high))."
  }
}
