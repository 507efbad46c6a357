import PlainText
import SpreadModel

/// Numbers that may be others in later steps, as they stand in study files: one number, or a series.
extension SteppedValue {
  /// - Parameter numbers: the values there may be.
  static func codec(of numbers: Codec<KeyValue>) -> Codec<SteppedValue> {
    let values = numbers.map({ $0.number }, { .some(KeyValue(plain: $0)) })
    return .either(
      values.map({ SteppedValue($0) }, \.constant),
      Codec<Series>.object(
        Series(),
        [
          Member(
            "steps", required: \.steps, .list(of: .whole(0...AllowedValues.mostPeople), atLeast: 1),
            unit: "steps", "Steps from which on the values count, ascending from 0."),
          Member(
            "values", required: \.values, .list(of: values, atLeast: 1), "A value for each of them."
          ),
          Member(
            "period", optional: \.period, .whole(1...AllowedValues.mostPeople), unit: "steps",
            "Number of steps after which it begins again, more than the last of the steps; never if missing."
          ),
        ],
        [
          Relation("steps", "values", "period") { series in
            problem(steps: series.steps, values: series.values.count, period: series.period)
              .map { Objection(.badRelation, at: $0.member, say: $0.text) }
          }
        ]
      ).map({ $0.series }, { Series($0) }))
  }

  /// As a file says it.
  private struct Series: Sendable {
    var steps: [Int] = []
    var values: [Double] = []
    var period: Int?

    init() {}

    init?(_ value: SteppedValue) {
      guard !value.isConstant else { return nil }
      (steps, values, period) = (value.steps, value.values, value.period)
    }

    /// `SteppedValue.problem` says what else may be wrong, also where numbers vary.
    var series: SteppedValue? {
      steps.isEmpty || steps.count != values.count
        ? nil : SteppedValue(steps: steps, values: values, period: period)
    }
  }

  /// Why these make no series, and the member to blame.
  static func problem(
    steps: [Int], values: Int, period: Int?
  ) -> (member: String, text: String)? {
    if steps.first != 0 { return ("steps", "a series begins with step 0; give it a value") }
    if zip(steps, steps.dropFirst()).contains(where: { $0 >= $1 }) {
      return ("steps", "steps of a series ascend; put them in order, each once")
    }
    if steps.count != values {
      return (
        "values", "there are \(steps.count) steps and \(values) values; give one for each step"
      )
    }
    if let period, let last = steps.last, period <= last {
      return (
        "period", "the series begins again before its step \(last); give a period above that"
      )
    }
    return nil
  }
}

extension KeyValue {
  /// Whole where it is; else the JSON of it would not be that of a whole number.
  fileprivate init(plain number: Double) {
    self = number == number.rounded() && abs(number) < 1e15 ? .whole(Int(number)) : .real(number)
  }
}
