/// A run that is stored, to read responses that are not: from curves, from other responses, from the
/// point.
package struct StoredRun {
  package let stopReason: StopReason
  /// Nil where none was recorded, or read.
  package let curves: RunCurves?
  package let grid: Grid
  /// Of the point; nil where a value is no number.
  package let level: (ModelKey) -> Double?
  /// Of the stored responses, by index; nil is an empty cell.
  package let value: (Int) -> Double?

  package init(
    _ stopReason: StopReason, curves: RunCurves?, on grid: Grid,
    level: @escaping (ModelKey) -> Double?, value: @escaping (Int) -> Double?
  ) {
    self.stopReason = stopReason
    self.curves = curves
    self.grid = grid
    self.level = level
    self.value = value
  }
}

/// How a response is read of runs that are stored.
package struct ResponseReader: Sendable {
  /// Its index among the stored responses; nil where it is not stored.
  package let place: Int?
  /// Whether its value is missing without the curves.
  package let needsCurves: Bool
  /// Its value; nil is an empty cell.
  package let value: @Sendable (StoredRun) -> Double?

  private init(
    _ place: Int?, needsCurves: Bool, value: @escaping @Sendable (StoredRun) -> Double?
  ) {
    (self.place, self.needsCurves, self.value) = (place, needsCurves, value)
  }

  /// - Parameter stored: the responses of the runs, in their order.
  package init(_ response: Response, stored: ResponseList) {
    if let place = stored.place(of: response) {
      self.init(place, needsCurves: false) { $0.value(place) }
      return
    }
    guard let own = response.own else {
      // The runs are older than it.
      self.init(nil, needsCurves: false) { _ in nil }
      return
    }
    guard own.measure.isDerived else {
      self.init(nil, needsCurves: true) { run in
        run.curves.flatMap { response.value(of: $0, on: run.grid) }
      }
      return
    }
    let inner = own.measure.inner.map { ResponseReader($0, stored: stored) }
    let steps = stored.place(of: .steps)
    self.init(nil, needsCurves: inner?.needsCurves ?? false) { run in
      own.measure.derived(
        from: inner?.value(run), stopReason: run.stopReason,
        steps: steps.flatMap { run.value($0) }, level: run.level)
    }
  }
}

extension OwnResponse.Measure {
  /// The value of what is derived; nil where it is not known.
  ///
  /// - Parameters:
  ///   - value: of the response that it follows from.
  ///   - steps: made.
  func derived(
    from value: Double?, stopReason: StopReason, steps: Double?, level: (ModelKey) -> Double?
  ) -> Double? {
    switch self {
    case .within(let bound, let inner):
      let known =
        inner.kind == .time
        ? inner.lastKnown(endedBy: stopReason, steps: steps, maxSteps: .max) : nil
      return bound.holds(value, known: known).map { $0 ? 1 : 0 }
    case .multiplied(let number, _): return value.map { decimalProduct(number, $0) }
    case .levelOf(let key): return level(key)
    // What is measured follows from no other.
    default: return nil
    }
  }
}

/// The double nearest to the product of two decimals: 0.07 times 7 is 0.49, not its neighbor, so that bounds can be met.
private func decimalProduct(_ number: Double, _ value: Double) -> Double {
  guard let (a, power) = wholeQuotient(number), let (b, other) = wholeQuotient(value),
    abs(a * b) < 0x1p53, power * other <= 1e22
  else { return number * value + 0 }
  // Both are exact, so that the quotient is rounded once.
  return a * b / (power * other) + 0
}

/// A decimal as a whole number over a power of ten; nil of other numbers.
private func wholeQuotient(_ number: Double) -> (digits: Double, power: Double)? {
  var power = 1.0
  while power <= 1e15 {
    let digits = (number * power).rounded()
    if digits / power == number, abs(digits) < 0x1p53 { return (digits, power) }
    power *= 10
  }
  return nil
}
