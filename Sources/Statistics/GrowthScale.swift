import CGSL

/// The clock a growth law is fitted on: times of the order of 1, wherever the user's lie.
///
/// Over Unix times the columns of a law's Jacobian differ in their ninth digit only, and searches
/// end beside the minimum, or at none. Every law keeps its form on a clock T of its own:
///
/// | law                              | T             | parameters on it                              |
/// |----------------------------------|---------------|-----------------------------------------------|
/// | `logistic`, `gompertz`, `richards` | (t - o) / u | K, r u, (t0 - o) / u, nu                      |
/// | `quadratic`                      | (t - o) / u   | c0 + c1 o + c2 o^2, (c1 + 2 c2 o) u, c2 u^2   |
/// | `exponential`                    | (t - o) / u   | a exp(r o), r u                               |
/// | `monomolecular`                  | t / u         | K, r u                                        |
/// | `weibull`                        | (t / o)^(1/u) | K, (lambda / o)^(1/u), s u                    |
/// | `power`                          | (t / o)^(1/u) | a o^b, b u                                    |
struct GrowthScale: Hashable, Sendable {
  let model: GrowthModel
  let origin: Double
  let unit: Double

  /// Times less than this share of the last do not decide the clock of a power.
  private static let smallestShare = 0.01

  /// The clock for these times; any for none, or for equal ones.
  init(_ model: GrowthModel, t: [Double]) {
    self.model = model
    let finite = t.filter(\.isFinite)
    let (first, last) = (finite.min() ?? 0, finite.max() ?? 0)
    let (origin, unit): (Double, Double)
    switch model {
    case .logistic, .gompertz, .richards, .quadratic, .exponential:
      unit = (last - first) / 2
      origin = first + unit
    case .monomolecular:
      (origin, unit) = (0, max(abs(first), abs(last)))
    case .weibull, .power:
      let low = max(
        finite.lazy.filter { $0 > 0 }.min() ?? last, Self.smallestShare * last)
      origin = last > 0 ? low * (last / low).squareRoot() : 1
      unit = last > 0 ? log1p((last - low) / low) / 2 : 1
    }
    self.origin = origin
    self.unit = unit > 0 && unit.isFinite ? unit : 1
  }

  private var isPower: Bool { model == .weibull || model == .power }

  func clock(_ t: Double) -> Double {
    guard isPower else { return (t - origin) / unit }
    return t == 0 ? 0 : exp(log1p((t - origin) / origin) / unit)
  }

  /// The time at which the clock shows `place`.
  func time(_ place: Double) -> Double {
    isPower ? origin * pow(place, unit) : origin + unit * place
  }

  /// How fast the clock goes at `t`.
  func speed(at t: Double) -> Double { isPower ? clock(t) / (unit * t) : 1 / unit }

  /// The law's parameters on the clock.
  func inner(_ p: [Double]) -> [Double] {
    switch model {
    case .logistic, .gompertz, .richards:
      [p[0], p[1] * unit, (p[2] - origin) / unit] + p.dropFirst(3)
    case .quadratic:
      [
        p[0] + origin * (p[1] + origin * p[2]), (p[1] + 2 * p[2] * origin) * unit,
        p[2] * unit * unit,
      ]
    case .exponential: [p[0] * exp(p[1] * origin), p[1] * unit]
    case .monomolecular: [p[0], p[1] * unit]
    case .weibull: [p[0], p[1] > 0 ? clock(p[1]) : -1, p[2] * unit]
    case .power: [p[0] * pow(origin, p[1]), p[1] * unit]
    }
  }

  /// The law's own parameters; 0 or infinite where a number cannot hold one.
  func outer(_ q: [Double]) -> [Double] {
    switch model {
    case .logistic, .gompertz, .richards: [q[0], q[1] / unit, time(q[2])] + q.dropFirst(3)
    case .quadratic:
      [
        q[0] - origin * (q[1] / unit - origin * (q[2] / unit / unit)),
        q[1] / unit - 2 * origin * (q[2] / unit / unit), q[2] / unit / unit,
      ]
    case .exponential, .power: [q[0] * factor(q[1] / unit), q[1] / unit]
    case .monomolecular: [q[0], q[1] / unit]
    case .weibull: [q[0], time(q[1]), q[2] / unit]
    }
  }

  /// The derivatives of `outer`: a row for each of the law's own parameters.
  func jacobian(_ q: [Double]) -> [[Double]] {
    switch model {
    case .logistic, .gompertz: diagonal([1, 1 / unit, unit])
    case .richards: diagonal([1, 1 / unit, unit, 1])
    case .quadratic:
      [
        [1, -origin / unit, (origin / unit) * (origin / unit)],
        [0, 1 / unit, -2 * origin / unit / unit], [0, 0, 1 / unit / unit],
      ]
    case .exponential, .power:
      [
        [factor(q[1] / unit), -q[0] * factor(q[1] / unit) * exponent / unit], [0, 1 / unit],
      ]
    case .monomolecular: diagonal([1, 1 / unit])
    case .weibull: diagonal([1, time(q[1]) * unit / q[1], 1 / unit])
    }
  }

  /// The place of fastest growth on the clock; nil for laws without an inflection.
  func inflection(_ q: [Double]) -> Double? {
    guard model == .weibull else { return model.inflection(q) }
    let s = q[2] / unit
    return s > 1 ? q[1] * pow((s - 1) / s, 1 / q[2]) : nil
  }

  /// What a rate or power is multiplied by in the exponent of `factor`.
  private var exponent: Double { model == .power ? log(origin) : origin }

  /// The factor a of the law at the origin's own a, for its rate or power.
  private func factor(_ rate: Double) -> Double { exp(-rate * exponent) }

  private func diagonal(_ values: [Double]) -> [[Double]] {
    values.indices.map { row in
      values.indices.map { $0 == row ? values[row] : 0 }
    }
  }
}
