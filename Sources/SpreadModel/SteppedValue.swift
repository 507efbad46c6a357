/// A number that may be another one in later steps: a season.
package struct SteppedValue: Hashable, Sendable {
  /// From which steps on each value counts: ascending, the first one is 0, once a study was checked.
  package let steps: [Int]
  package let values: [Double]
  /// After so many steps, more than the last of `steps`, it begins again; nil: never.
  package let period: Int?

  package init(steps: [Int], values: [Double], period: Int? = nil) {
    precondition(!steps.isEmpty && steps.count == values.count)
    self.steps = steps
    self.values = values
    self.period = period
  }

  package init(_ value: Double) { self.init(steps: [0], values: [value]) }

  package var isConstant: Bool { values.count == 1 }

  /// The number, if it is always the same.
  package var constant: Double? { isConstant ? values[0] : nil }

  /// The value of a step.
  package func value(at step: Int) -> Double {
    guard !isConstant else { return values[0] }
    let step = period.map { step % $0 } ?? step
    var (low, high) = (0, steps.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if steps[middle] <= step { low = middle } else { high = middle }
    }
    return values[low]
  }

  /// Whether the value may be another one after a step.
  package func changes(after step: Int) -> Bool {
    !isConstant && (period != nil || steps[steps.count - 1] > step)
  }
}

extension SteppedValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  package init(floatLiteral value: Double) { self.init(value) }
  package init(integerLiteral value: Int) { self.init(Double(value)) }
}
