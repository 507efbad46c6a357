import Glibc

/// A quantity computed from fitted parameters, with its error by the delta method.
package struct DerivedQuantity: Hashable, Sendable {
  package let name: String
  /// With `steps` for the unit of t and `people` for that of y.
  package let unit: String
  package let estimate: Double
  /// sqrt(g' C g), g the gradient by the parameters, C their covariance; nil unless that is known.
  package let standardError: Double?
  package let interval: Interval?
}

extension GrowthFit {
  /// What people ask of a growth curve; quantities that the model does not have are left out.
  ///
  /// | name                  | meaning                                                          |
  /// |-----------------------|------------------------------------------------------------------|
  /// | `initial_growth_rate` | f'(t) / f(t) at the first t with a positive curve                |
  /// | `doubling_time`       | ln 2 / initial growth rate, if that is positive                  |
  /// | `inflection_time`     | where growth is fastest (sigmoid models)                         |
  /// | `inflection_value`    | the curve there                                                  |
  /// | `largest_growth`      | f' there, people per step                                        |
  /// | `disc_front_speed`    | of `quadratic`: the cells per step at which a disc's border moves   |
  ///
  /// - Parameters:
  ///   - first: the time for the initial growth rate.
  ///   - level: of the intervals, estimate ± t standard error, as those of the parameters.
  package func derived(first: Double, level: Double = 0.95) -> [DerivedQuantity] {
    guard let values = scaled.values else { return [] }
    let (model, clock) = (self.model, self.clock)
    let place = clock.place(first)
    func rate(_ q: [Double]) -> Double {
      model.slope(at: place, q) * clock.speed(at: first) / model.value(at: place, q)
    }
    // The quantity is `offset` more than the value.
    var wanted: [(name: String, unit: String, offset: Double, value: ([Double]) -> Double)] = [
      ("initial_growth_rate", "1/steps", 0, rate)
    ]
    if rate(values) > 0 {
      wanted.append(("doubling_time", "steps", 0, { log(2) / rate($0) }))
    }
    if let found = model.inflection(values, clock.unit) {
      func inflection(_ q: [Double]) -> Double { model.inflection(q, clock.unit) ?? .nan }
      let time = clock.time(found)
      // By the clock: differences of times far from 0 have few digits.
      wanted.append(
        (
          "inflection_time", "steps", time,
          { (inflection($0) - found) / clock.speed(at: time) }
        ))
      wanted.append(
        ("inflection_value", "people", 0, { model.value(at: inflection($0), $0) }))
      wanted.append(
        (
          "largest_growth", "people/steps", 0,
          { q in
            let place = inflection(q)
            return model.slope(at: place, q) * clock.speed(at: clock.time(place))
          }
        ))
    }
    for quantity in model.derived {
      wanted.append((quantity.name, quantity.unit, 0, quantity.value))
    }
    return wanted.compactMap { name, unit, offset, value in
      let estimate = offset + value(values)
      guard estimate.isFinite else { return nil }
      let error = deltaError(of: value, at: values)
      return DerivedQuantity(
        name: name, unit: unit, estimate: estimate, standardError: error,
        interval: error.map {
          let t = StudentT(degreesOfFreedom: scaled.degreesOfFreedom)
          return Interval(
            center: estimate, halfWidth: t.twoSided(level: level) * $0, method: .t)
        })
    }
  }

  /// The delta method's standard error, with central differences for the gradient.
  private func deltaError(of value: ([Double]) -> Double, at values: [Double]) -> Double? {
    guard let covariance = scaled.covariance, fit.converged else { return nil }
    let slope = values.indices.map { index in
      // A small part of the parameter's own uncertainty is a step on its natural scale.
      let step = 1e-4 * max(covariance[index][index].squareRoot(), 1e-9 * abs(values[index]))
      var (low, high) = (values, values)
      low[index] -= step
      high[index] += step
      return (value(high) - value(low)) / (high[index] - low[index])
    }
    var variance = 0.0
    for row in slope.indices {
      for column in slope.indices {
        variance += slope[row] * covariance[row][column] * slope[column]
      }
    }
    return variance >= 0 && variance.isFinite ? variance.squareRoot() : nil
  }
}
