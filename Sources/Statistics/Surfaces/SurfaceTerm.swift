/// Which terms a response surface has; raw values are those of the column `method`.
package enum SurfaceTerms: String, CaseIterable, Sendable {
  /// The factors alone.
  case linear
  /// And the product of each two.
  case interactions
  /// And their squares.
  case quadratic

  /// Intercept, factors, products (first factor slowest), squares.
  package func list(factors count: Int) -> [SurfaceTerm] {
    var terms = [SurfaceTerm(factors: [])] + (0..<count).map { SurfaceTerm(factors: [$0]) }
    if self != .linear {
      for first in 0..<count {
        terms += (first + 1..<count).map { SurfaceTerm(factors: [first, $0]) }
      }
    }
    if self == .quadratic { terms += (0..<count).map { SurfaceTerm(factors: [$0, $0]) } }
    return terms
  }
}

/// A product of up to two factors: none is the intercept.
package struct SurfaceTerm: Hashable, Sendable {
  /// Places of the factors, ascending; twice the same for a square.
  package let factors: [Int]

  package func value(at x: [Double]) -> Double { factors.reduce(1) { $0 * x[$1] } }

  /// Such as `a:b` and `a^2`.
  package func name(_ names: [String]) -> String {
    switch factors.count {
    case 0: "intercept"
    case 2 where factors[0] == factors[1]: "\(names[factors[0]])^2"
    default: factors.map { names[$0] }.joined(separator: ":")
    }
  }
}
