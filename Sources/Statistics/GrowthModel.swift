import CGSL

/// The growth laws that can be fitted; raw values are those of the column `model`.
///
/// | case            | curve                                | parameters    |
/// |-----------------|--------------------------------------|---------------|
/// | `logistic`      | K / (1 + exp(-r (t - t0)))           | K, r, t0      |
/// | `gompertz`      | K exp(-exp(-r (t - t0)))             | K, r, t0      |
/// | `richards`      | K (1 + nu exp(-r (t - t0)))^(-1/nu)  | K, r, t0, nu  |
/// | `weibull`       | K (1 - exp(-(t / lambda)^s))         | K, lambda, s  |
/// | `monomolecular` | K (1 - exp(-r t))                    | K, r          |
/// | `power`         | a t^b                                | a, b          |
/// | `quadratic`     | c0 + c1 t + c2 t^2                   | c0, c1, c2    |
/// | `exponential`   | a exp(r t)                           | a, r          |
///
/// `weibull` and `power` need t >= 0 (and are 0 at 0); `richards` needs nu > 0. On a grid growth
/// is a power of time near 2 until the border is met, not logistic.
/// Source: docs/statistics.md, "Growth models"; Madden, Hughes, van den Bosch (2007),
/// doi:10.1094/9780890545058, chapter 4.
package enum GrowthModel: String, CaseIterable, Codable, Sendable {
  case logistic, gompertz, richards, weibull, monomolecular, power, quadratic, exponential

  package var parameterNames: [String] {
    switch self {
    case .logistic, .gompertz: ["K", "r", "t0"]
    case .richards: ["K", "r", "t0", "nu"]
    case .weibull: ["K", "lambda", "s"]
    case .monomolecular: ["K", "r"]
    case .power: ["a", "b"]
    case .quadratic: ["c0", "c1", "c2"]
    case .exponential: ["a", "r"]
    }
  }

  /// The formula as text, in ASCII.
  package var formula: String {
    switch self {
    case .logistic: "K/(1+exp(-r*(t-t0)))"
    case .gompertz: "K*exp(-exp(-r*(t-t0)))"
    case .richards: "K*(1+nu*exp(-r*(t-t0)))^(-1/nu)"
    case .weibull: "K*(1-exp(-(t/lambda)^s))"
    case .monomolecular: "K*(1-exp(-r*t))"
    case .power: "a*t^b"
    case .quadratic: "c0+c1*t+c2*t^2"
    case .exponential: "a*exp(r*t)"
    }
  }

  /// The unit of each parameter for curves of `y` over `t`, such as people over steps; `1` for
  /// plain numbers.
  package func units(t: String = "steps", y: String = "people") -> [String] {
    switch self {
    case .logistic, .gompertz: [y, "1/\(t)", t]
    case .richards: [y, "1/\(t)", t, "1"]
    case .weibull: [y, t, "1"]
    case .monomolecular: [y, "1/\(t)"]
    case .power: ["\(y)/\(t)^b", "1"]
    case .quadratic: [y, "\(y)/\(t)", "\(y)/\(t)^2"]
    case .exponential: [y, "1/\(t)"]
    }
  }

  /// Whether the curve is defined at `t`.
  package func isDefined(at t: Double) -> Bool {
    switch self {
    case .weibull, .power: t >= 0
    default: true
    }
  }

  /// The curve at `t`; NaN for parameters outside their range.
  package func value(at t: Double, _ p: [Double]) -> Double {
    switch self {
    case .logistic: return p[0] / (1 + exp(-p[1] * (t - p[2])))
    case .gompertz: return p[0] * exp(-exp(-p[1] * (t - p[2])))
    case .richards:
      guard p[3] > 0 else { return .nan }
      return p[0] * exp(-log1p(p[3] * exp(-p[1] * (t - p[2]))) / p[3])
    case .weibull:
      guard p[1] > 0, p[2] > 0 else { return .nan }
      return -p[0] * expm1(-pow(t / p[1], p[2]))
    case .monomolecular: return -p[0] * expm1(-p[1] * t)
    case .power: return t > 0 ? p[0] * pow(t, p[1]) : 0
    case .quadratic: return p[0] + t * (p[1] + t * p[2])
    case .exponential: return p[0] * exp(p[1] * t)
    }
  }

  /// Writes the derivatives of the curve at `t` with respect to its parameters.
  package func gradient(at t: Double, _ p: [Double], into slope: inout [Double]) {
    switch self {
    case .logistic:
      let decay = exp(-p[1] * (t - p[2]))
      let share = 1 / (1 + decay)
      // share (1 - share), without overflow where the decay is huge
      let bend = decay.isFinite ? share * (decay * share) : 0
      slope[0] = share
      slope[1] = p[0] * bend * (t - p[2])
      slope[2] = -p[0] * bend * p[1]
    case .gompertz:
      let decay = exp(-p[1] * (t - p[2]))
      let share = exp(-decay)
      let bend = share == 0 ? 0 : share * decay
      slope[0] = share
      slope[1] = p[0] * bend * (t - p[2])
      slope[2] = -p[0] * bend * p[1]
    case .richards:
      let decay = exp(-p[1] * (t - p[2]))
      let growth = log1p(p[3] * decay)
      let share = exp(-growth / p[3])
      let rate = share == 0 ? 0 : share * decay / (1 + p[3] * decay)
      slope[0] = share
      slope[1] = p[0] * rate * (t - p[2])
      slope[2] = -p[0] * rate * p[1]
      slope[3] = share == 0 ? 0 : p[0] * (share * growth / p[3] - rate) / p[3]
    case .weibull:
      let scaled = t / p[1]
      let exponent = pow(scaled, p[2])
      let left = exp(-exponent)
      let bend = left == 0 ? 0 : p[0] * left * exponent
      slope[0] = -expm1(-exponent)
      slope[1] = -bend * p[2] / p[1]
      slope[2] = scaled > 0 ? bend * log(scaled) : 0
    case .monomolecular:
      slope[0] = -expm1(-p[1] * t)
      slope[1] = p[0] * t * exp(-p[1] * t)
    case .power:
      slope[0] = t > 0 ? pow(t, p[1]) : 0
      slope[1] = t > 0 ? p[0] * slope[0] * log(t) : 0
    case .quadratic:
      slope[0] = 1
      slope[1] = t
      slope[2] = t * t
    case .exponential:
      slope[0] = exp(p[1] * t)
      slope[1] = p[0] * t * slope[0]
    }
  }
}
