import Glibc

/// Which ends of a dose-response curve are fitted; the floor is 0 and the plateau 1 otherwise.
package struct FittedEnds: Hashable, Sendable {
  package var floor, plateau: Bool

  package init(floor: Bool, plateau: Bool) {
    self.floor = floor
    self.plateau = plateau
  }

  package static let none = FittedEnds(floor: false, plateau: false)

  package var count: Int { each.count }
  package var each: [CurveEnd] { (floor ? [.floor] : []) + (plateau ? [.plateau] : []) }
}

/// The mean far below a rising curve, or far above.
package enum CurveEnd: String, Sendable {
  case floor, plateau

  /// Where no other value is possible beyond: the mean is a share.
  var bound: Double { self == .floor ? 0 : 1 }
}

/// A link whose mean goes from a floor to a plateau: floor + (plateau - floor) F(eta), F being the mean
/// of `ResponseLink`.
struct BoundedLink {
  let link: ResponseLink
  var floor = 0.0, plateau = 1.0

  subscript(end: CurveEnd) -> Double {
    get { end == .floor ? floor : plateau }
    set { if end == .floor { floor = newValue } else { plateau = newValue } }
  }

  /// Whether its mean goes from 0 to 1.
  var isWhole: Bool { floor == 0 && plateau == 1 }

  /// Like `ResponseLink.values`.
  func values(_ eta: Double) -> ResponseLink.Values { values(link.values(eta)) }

  /// - Parameter inner: of the link.
  func values(_ inner: ResponseLink.Values) -> ResponseLink.Values {
    let mean = mixture(floor, inner.logMean, inner.rise)
    let rest = mixture(1 - plateau, inner.logRest, inner.fall)
    return ResponseLink.Values(
      logMean: mean.log, logRest: rest.log, rise: mean.rate, fall: rest.rate)
  }

  /// The logarithm of least + (plateau - floor) share, and its derivative.
  private func mixture(
    _ least: Double, _ logShare: Double, _ rate: Double
  ) -> (log: Double, rate: Double) {
    // Next to 0 the logarithm keeps the digits that the share has not.
    guard least > 0 else { return (log(plateau - floor) + logShare, rate) }
    let share = (plateau - floor) * exp(logShare)
    return (log(least + share), share * rate / (least + share))
  }

  /// By how much the mean at `eta` rises with an end.
  func effect(of end: CurveEnd, at eta: Double) -> Double {
    let values = link.values(eta)
    return exp(end == .floor ? values.logRest : values.logMean)
  }

  /// The eta at which the mean is `mean`; nil if it is not between floor and plateau.
  func predictor(_ mean: Double) -> Double? {
    let share = (mean - floor) / (plateau - floor)
    return share > 0 && share < 1 ? link.predictor(share) : nil
  }

  /// By how much the eta of a given mean rises with an end.
  func shift(of eta: Double, with end: CurveEnd) -> Double {
    let values = values(eta)
    return -effect(of: end, at: eta) / (exp(values.logMean) * values.rise)
  }

  /// An eta near that of some runs' mean.
  func guess(_ responded: Double, of runs: Double) -> Double {
    let share = ((responded + 0.5) / (runs + 1) - floor) / (plateau - floor)
    return link.predictor(min(max(share, 0.5 / (runs + 1)), (runs + 0.5) / (runs + 1)))
  }
}
