import Glibc

/// The clock a growth model is fitted on: for some models times of the order of 1, so that the search
/// does not depend on the unit of the user's.
struct TimeScaling: Hashable, Sendable {
  enum Kind: Sendable {
    /// T = t.
    case given
    /// T = (t - o) / u, for models of t - t0.
    case shifted
    /// T = (t / o)^(1 / u), for models of powers of t; t >= 0.
    case power
  }

  let kind: Kind
  let origin: Double
  let unit: Double

  /// Times less than this share of the last do not decide the clock of a power.
  private static let smallestShare = 0.01

  /// The clock for these times; any for none, or for equal ones.
  init(_ kind: Kind, t: [Double]) {
    self.kind = kind
    let finite = t.filter(\.isFinite)
    let (first, last) = (finite.min() ?? 0, finite.max() ?? 0)
    let (origin, unit): (Double, Double)
    switch kind {
    case .given:
      (origin, unit) = (0, 1)
    case .shifted:
      unit = (last - first) / 2
      origin = first + unit
    case .power:
      let low = max(
        finite.lazy.filter { $0 > 0 }.min() ?? last, Self.smallestShare * last)
      origin = last > 0 ? low * (last / low).squareRoot() : 1
      unit = last > 0 ? log1p((last - low) / low) / 2 : 1
    }
    self.origin = origin
    self.unit = unit > 0 && unit.isFinite ? unit : 1
  }

  /// What the clock shows at `t`.
  func place(_ t: Double) -> Double {
    guard kind == .power else { return (t - origin) / unit }
    return exp(log1p((t - origin) / origin) / unit)  // 0 at 0
  }

  /// The time at which the clock shows `place`.
  func time(_ place: Double) -> Double {
    kind == .power ? origin * pow(place, unit) : origin + unit * place
  }

  /// How fast the clock goes at `t`.
  func speed(at t: Double) -> Double { kind == .power ? place(t) / (unit * t) : 1 / unit }

  /// How fast the time goes where the clock shows `place`.
  fileprivate func timeSpeed(at place: Double) -> Double {
    kind == .power ? time(place) * unit / place : unit
  }
}

/// The parameters of a model on its clock, and the model's own.
struct ClockConversion: Sendable {
  let inner: @Sendable (_ p: [Double], TimeScaling) -> [Double]
  /// 0 or infinite where a number cannot hold a parameter.
  let outer: @Sendable (_ q: [Double], TimeScaling) -> [Double]
  /// The derivatives of `outer`: a row for each of the model's own parameters.
  let jacobian: @Sendable (_ q: [Double], TimeScaling) -> [[Double]]

  /// Each parameter by itself, according to its kind.
  static func each(_ parameters: [GrowthParameter]) -> ClockConversion {
    let kinds = parameters.map(\.kind)
    return ClockConversion(
      inner: { p, clock in
        zip(kinds, p).map { kind, value in
          switch kind {
          case .plain: value
          case .rate: value * clock.unit
          // No time of a power's clock is negative: outside the model's range there, too.
          case .place: clock.kind == .power && !(value > 0) ? -1 : clock.place(value)
          }
        }
      },
      outer: { q, clock in
        zip(kinds, q).map { kind, value in
          switch kind {
          case .plain: value
          case .rate: value / clock.unit
          case .place: clock.time(value)
          }
        }
      },
      jacobian: { q, clock in
        kinds.indices.map { row in
          kinds.indices.map { column in
            guard row == column else { return 0 }
            return switch kinds[row] {
            case .plain: 1
            case .rate: 1 / clock.unit
            case .place: clock.timeSpeed(at: q[row])
            }
          }
        }
      })
  }

  /// A factor and an exponent b: on a clock of powers the factor is o^b times as large.
  static let factorAndExponent = ClockConversion(
    inner: { p, clock in [p[0] * exp(p[1] * log(clock.origin)), p[1] * clock.unit] },
    outer: { q, clock in
      let exponent = q[1] / clock.unit
      return [q[0] * exp(-exponent * log(clock.origin)), exponent]
    },
    jacobian: { q, clock in
      let factor = exp(-(q[1] / clock.unit) * log(clock.origin))
      return [[factor, -q[0] * factor * log(clock.origin) / clock.unit], [0, 1 / clock.unit]]
    })
}
