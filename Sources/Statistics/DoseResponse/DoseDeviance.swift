import Glibc

/// The deviance of curves eta = a + b u over the levels, on doses u that are brought to -1...1.
///
/// Up to a constant of the data, which for binomial counts is that of a free mean per level.
struct DoseDeviance {
  let link: ResponseLink
  let levels: [DoseLevel]
  /// dose = center + scale u.
  let center, scale: Double
  let u: [Double]
  private let saturated: [Double]

  /// - Parameter levels: two or more.
  init(_ link: ResponseLink, _ levels: [DoseLevel]) {
    self.link = link
    self.levels = levels
    let runs = levels.reduce(0) { $0 + $1.runs }
    // From the first dose on, so that doses far from 0 keep their digits.
    let first = levels[0].dose
    let shift = levels.reduce(0) { $0 + $1.runs * ($1.dose - first) } / runs
    let center = first + shift
    self.center = center
    let scale = levels.reduce(0) { max($0, abs($1.dose - center)) }
    self.scale = scale
    u = levels.map { ($0.dose - center) / scale }
    saturated = levels.map(\.saturated)
  }

  /// A line a + b u.
  struct Curve {
    var a, b: Double
    func callAsFunction(_ u: Double) -> Double { a + b * u }
  }

  /// A dose on the scale of `u`.
  func place(_ dose: Double) -> Double { (dose - center) / scale }

  func callAsFunction(_ curve: Curve) -> Double { deviance { curve(u[$0]) } }

  private func deviance(_ eta: (Int) -> Double) -> Double {
    levels.indices.reduce(0) { sum, i in
      let values = link.values(eta(i))
      var term = saturated[i]
      if levels[i].responded > 0 { term -= 2 * levels[i].responded * values.logMean }
      if levels[i].rest > 0 { term -= 2 * levels[i].rest * values.logRest }
      return sum + term
    }
  }

  /// The curves with a + b `at` = `eta`, of which `least` finds the best one; `at` nil: those of
  /// slope `eta`.
  func least(eta: Double, at place: Double?) -> Double {
    // The base is the point of the line next to 0, the way along it has length 1.
    guard let place else { return least(from: Curve(a: 0, b: eta), along: Curve(a: 1, b: 0)) }
    let length = (1 + place * place).squareRoot()
    return least(
      from: Curve(a: eta / length / length, b: eta * (place / length) / length),
      along: Curve(a: -place / length, b: 1 / length))
  }

  /// The least deviance of base + t way over all t: where its slope is 0, by scoring between bounds.
  /// It is convex in t.
  private func least(from base: Curve, along way: Curve) -> Double {
    let (start, change) = (u.map { base($0) }, u.map { way($0) })
    var t = firstGuess(start, change)
    var (lower, upper) = (-Double.infinity, Double.infinity)
    var limit = 2.0
    for _ in 0..<Self.mostSteps {
      let (score, information) = score(t, start, change)
      guard score != 0 else { break }
      if score > 0 { lower = t } else { upper = t }
      // What a full step gains is about score x step: below, it is rounding.
      let wanted = information > 0 ? score / information : .infinity
      if score * wanted <= Self.roundingGain && score * wanted >= 0 { break }
      // Far out the information is next to nothing, and its steps are too long by far.
      let length = min(abs(wanted), limit)
      if length == limit { limit *= 2 }
      var next = score > 0 ? t + length : t - length
      if !(lower < next && next < upper) { next = lower + (upper - lower) / 2 }
      guard next != t else { break }
      t = next
    }
    return deviance { start[$0] + t * change[$0] }
  }

  /// Half of minus the derivative of the deviance, and Fisher's information.
  private func score(
    _ t: Double, _ start: [Double], _ change: [Double]
  ) -> (score: Double, information: Double) {
    var (score, information) = (0.0, 0.0)
    for i in levels.indices {
      let values = link.values(start[i] + t * change[i])
      if levels[i].responded > 0 { score += change[i] * levels[i].responded * values.rise }
      if levels[i].rest > 0 { score -= change[i] * levels[i].rest * values.fall }
      information += change[i] * change[i] * levels[i].runs * values.information
    }
    return (score, information)
  }

  /// The t that comes closest to a flat curve at the mean of all runs.
  private func firstGuess(_ start: [Double], _ change: [Double]) -> Double {
    let runs = levels.reduce(0) { $0 + $1.runs }
    let mean = (levels.reduce(0) { $0 + $1.responded } + 0.5) / (runs + 1)
    let eta = link.predictor(mean)
    let length = change.reduce(0) { $0 + $1 * $1 }
    guard length > 0 else { return 0 }
    return zip(start, change).reduce(0) { $0 + (eta - $1.0) * $1.1 } / length
  }

  /// Deviance that is not worth another step; ends of intervals move by a fraction of it.
  private static let roundingGain = 1e-13
  private static let mostSteps = 200
}
