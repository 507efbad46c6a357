import CGSL

/// A quantity computed from fitted parameters, with its error by the delta method.
package struct DerivedQuantity: Hashable, Sendable {
  package let name: String
  package let unit: String
  package let estimate: Double
  /// sqrt(g' C g), g the gradient by the parameters, C their covariance; nil unless converged.
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
  /// | `disc_front_speed`    | sqrt(c2 / pi) of `quadratic`: a disc growing at this many cells per step |
  ///
  /// - Parameters:
  ///   - first: the time for the initial growth rate.
  ///   - level: of the intervals, estimate -+ t(n - q) standard error.
  ///   - t: the unit of the times.
  ///   - y: the unit of the values; the disc is one of people on a grid.
  package func derived(
    first: Double, level: Double = 0.95, t: String = "steps", y: String = "people"
  ) -> [DerivedQuantity] {
    guard let values = scaled.values else { return [] }
    let (model, scale) = (self.model, self.scale)
    let place = scale.clock(first)
    func rate(_ q: [Double]) -> Double {
      model.slope(at: place, q) * scale.speed(at: first) / model.value(at: place, q)
    }
    // The quantity is `offset` more than the value.
    var wanted: [(name: String, unit: String, offset: Double, value: ([Double]) -> Double)] = [
      ("initial_growth_rate", "1/\(t)", 0, rate)
    ]
    if rate(values) > 0 {
      wanted.append(("doubling_time", t, 0, { log(2) / rate($0) }))
    }
    if let found = scale.inflection(values) {
      func inflection(_ q: [Double]) -> Double { scale.inflection(q) ?? .nan }
      let time = scale.time(found)
      // By the clock: differences of times far from 0 have few digits.
      wanted.append(
        (
          "inflection_time", t, time,
          { (inflection($0) - found) / scale.speed(at: time) }
        ))
      wanted.append(
        ("inflection_value", y, 0, { model.value(at: inflection($0), $0) }))
      wanted.append(
        (
          "largest_growth", "\(y)/\(t)", 0,
          { q in
            let place = inflection(q)
            return model.slope(at: place, q) * scale.speed(at: scale.time(place))
          }
        ))
    }
    if model == .quadratic, y == "people" {
      wanted.append(
        ("disc_front_speed", "cells/\(t)", 0, { ($0[2] / .pi).squareRoot() / scale.unit }))
    }
    return wanted.compactMap { name, unit, offset, value in
      let estimate = offset + value(values)
      guard estimate.isFinite else { return nil }
      let error = deltaError(of: value, at: values)
      return DerivedQuantity(
        name: name, unit: unit, estimate: estimate, standardError: error,
        interval: error.map {
          let student = StudentT(degreesOfFreedom: Double(fit.quality?.degreesOfFreedom ?? 0))
          return Interval(
            center: estimate, halfWidth: student.twoSided(level: level) * $0, level: level,
            method: .t)
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

extension GrowthModel {
  /// The curve's slope by t.
  package func slope(at t: Double, _ p: [Double]) -> Double {
    switch self {
    case .logistic, .gompertz, .richards:
      // These depend on t - t0 only: the slope by t is minus the slope by t0.
      var gradient = [Double](repeating: 0, count: p.count)
      self.gradient(at: t, p, into: &gradient)
      return -gradient[2]
    case .weibull:
      guard t > 0 else { return p[2] == 1 ? p[0] / p[1] : p[2] > 1 ? 0 : .infinity }
      let exponent = pow(t / p[1], p[2])
      return p[0] * exp(-exponent) * exponent * p[2] / t
    case .monomolecular: return p[0] * p[1] * exp(-p[1] * t)
    case .power: return p[0] * p[1] * pow(t, p[1] - 1)
    case .quadratic: return p[1] + 2 * p[2] * t
    case .exponential: return p[0] * p[1] * exp(p[1] * t)
    }
  }

  /// The time of fastest growth; nil for models without an inflection.
  package func inflection(_ p: [Double]) -> Double? {
    switch self {
    case .logistic, .gompertz, .richards: p[2]
    case .weibull: p[2] > 1 ? p[1] * pow((p[2] - 1) / p[2], 1 / p[2]) : nil
    case .monomolecular, .power, .quadratic, .exponential: nil
    }
  }
}
