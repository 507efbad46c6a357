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
    case .multiplied(let number, _): return value.map { number * $0 + 0 }
    case .levelOf(let key): return level(key)
    // What is measured follows from no other.
    default: return nil
    }
  }
}
