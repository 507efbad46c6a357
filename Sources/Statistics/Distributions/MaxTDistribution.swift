import Glibc
import Synchronization

/// The distribution of the largest of several differences of means, each over the standard error that all
/// groups together tell: normal groups of one variance, estimated with so many degrees of freedom.
///
/// | form | P(above c) |
/// | --- | --- |
/// | every pair (Tukey 1953; Kramer 1956, doi:10.2307/3001469) | that of the studentized range at c √2; for groups of different sizes at most that |
/// | each with one (Dunnett 1955, doi:10.1080/01621459.1955.10501294) | 1 - E Π P(abs(λ Z + √(1-λ²) X) < c S), λ² = n / (n + n of the one) |
///
/// By quadrature over the distribution of the estimated deviation S and of what differences share, Z; both tails
/// without cancellation. Nine digits; of p below 10^-12 only that it is.
package struct MaxTDistribution: Sendable {
  package enum Form: Hashable, Sendable {
    /// Of so many groups.
    case everyPair(Int)
    /// With one of the first size of groups of these.
    case withOne(Int, others: [Int])
  }

  private let form: Form
  private let freedom: Double
  /// Of S: where, and with which probability.
  private let scales: [(value: Double, weight: Double)]

  /// - Precondition: two groups or more, `degreesOfFreedom` > 0.
  package init(_ form: Form, degreesOfFreedom nu: Double) {
    precondition(nu > 0)
    self.form = form
    freedom = nu
    // About normal around 1 with standard error 1 / √(2 nu); of few degrees of freedom also far below,
    // where it decides far tails: in logarithms, down to a chance of 10^-13.
    let reach = 12 / (2 * nu).squareRoot()
    let range = max(log(max(0, 1 - reach)), -30 / nu - 0.5)...log(1 + reach)
    let pieces = max(6, Int(((range.upperBound - range.lowerBound) / 1.5).rounded(.up)))
    let places = Quadrature(range, pieces: pieces)
    let logs = places.nodes.map { nu * $0 - nu * (exp(2 * $0) - 1) / 2 }
    let largest = logs.max() ?? 0
    let densities = zip(places.weights, logs).map { $0 * exp($1 - largest) }
    let total = densities.reduce(0, +)
    scales = zip(places.nodes, densities).map { (exp($0), $1 / total) }
  }

  /// P(the largest is above c), c the difference over its standard error.
  package func above(_ c: Double) -> Double {
    guard c > 0 else { return 1 }
    return min(1, scales.reduce(0) { $0 + $1.weight * known(c * $1.value) })
  }

  private struct Asked: Hashable {
    let form: Form
    let freedom, tail: Double
  }

  /// What was found before: a study asks the same of each of its combinations.
  private static let found = Mutex<[Asked: Double]>([:])
  private static let mostFound = 1_000

  /// The c that is passed with this probability.
  package func critical(_ tail: Double) -> Double {
    let asked = Asked(form: form, freedom: freedom, tail: tail)
    if let known = Self.found.withLock({ $0[asked] }) { return known }
    let critical = search(tail)
    Self.found.withLock { found in
      if found.count < Self.mostFound { found[asked] = critical }
    }
    return critical
  }

  private func search(_ tail: Double) -> Double {
    var (low, high) = (0.0, 2.0)
    while above(high) > tail, high < 1e8 { (low, high) = (high, 2 * high) }
    // The chance falls like exp(-c²): halving the range is slow and sure, a chord in between fast.
    var (atLow, atHigh) = (log(above(low)) - log(tail), log(above(high)) - log(tail))
    for step in 0..<100 where high - low > 1e-11 * high {
      let chord = (low * atHigh - high * atLow) / (atHigh - atLow)
      let middle =
        step % 3 == 2 || !(chord > low && chord < high) ? (low + high) / 2 : chord
      let value = log(above(middle)) - log(tail)
      if value > 0 { (low, atLow) = (middle, value) } else { (high, atHigh) = (middle, value) }
    }
    return (low + high) / 2
  }

  // MARK: With the deviation known

  private static let shared = Quadrature(-8.5...8.5, pieces: 12)
  private static let density = shared.nodes.map { exp(-$0 * $0 / 2) / (2 * Double.pi).squareRoot() }
  private static let below = shared.nodes.map { Normal.below($0) }

  private func known(_ c: Double) -> Double {
    switch form {
    case .everyPair(let groups): Self.range(c * 2.0.squareRoot(), groups)
    case .withOne(let one, let others): Self.withOne(c, one, others)
    }
  }

  /// P(the range of normal values is above w).
  private static func range(_ w: Double, _ groups: Int) -> Double {
    var sum = 0.0
    for place in shared.nodes.indices {
      // Of the largest value z, all others are below it, and not all within w.
      let far = min(1, Normal.below(shared.nodes[place] - w) / below[place])
      let others = Double(groups - 1)
      sum +=
        shared.weights[place] * density[place] * pow(below[place], others)
        * -expm1(others * log1p(-far))
    }
    return min(1, Double(groups) * sum)
  }

  private static func withOne(_ c: Double, _ one: Int, _ others: [Int]) -> Double {
    // Groups of one size have one chance.
    var sizes: [Int: Int] = [:]
    for size in others { sizes[size, default: 0] += 1 }
    let kinds = sizes.sorted { $0.key < $1.key }.map { size, times in
      let share = Double(size) / Double(size + one)
      return (
        slope: (share / (1 - share)).squareRoot(), own: (1 - share).squareRoot(), times: times
      )
    }
    var sum = 0.0
    for place in shared.nodes.indices {
      var inside = 0.0
      for kind in kinds {
        let (center, reach) = (kind.slope * shared.nodes[place], c / kind.own)
        let outside = min(1, Normal.below(center - reach) + Normal.below(-center - reach))
        inside += Double(kind.times) * log1p(-outside)
      }
      sum += shared.weights[place] * density[place] * -expm1(inside)
    }
    return min(1, sum)
  }
}
