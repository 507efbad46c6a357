/// A polynomial of first or second degree in some factors, fitted to the means of a response.
///
/// Weighted least squares on the means: with every value of weight 1 the same as on the values
/// themselves. Coefficients are in the factors' own units.
/// Source: Myers, Montgomery, Anderson-Cook (2016), Response Surface Methodology, 4th ed.,
/// ISBN 978-1-118-91601-8, chapters 2 and 6.
package struct ResponseSurface: Sendable {
  package let terms: [SurfaceTerm]
  package let points: [SurfacePoint]
  /// By term.
  package let coefficients: [Double]
  /// Number of values and of terms, and their difference.
  package let valueCount: Int
  package var degreesOfFreedom: Int { valueCount - terms.count }
  /// Weighted sum of squared distances of all values from the surface.
  package let residualSquares: Double
  /// That of the means alone.
  package let misfitSquares: Double
  /// Weighted sum of squared distances of all values from their mean.
  package let totalSquares: Double
  let frame: SurfaceFrame
  /// In the frame: coefficients and (X'WX)^-1.
  let framed: GSL.LinearSolution
  let expansion: [[Double]]

  /// - Parameter points: different positions, each with at least one value.
  package init(_ terms: SurfaceTerms, _ points: [SurfacePoint]) throws(SurfaceProblem) {
    self.terms = terms.list(factors: points.first?.x.count ?? 0)
    self.points = points
    guard points.allSatisfy({ $0.mean.isFinite && $0.squares.isFinite && $0.weight.isFinite })
    else { throw .notFinite }
    frame = SurfaceFrame(self.terms, points.map(\.x))
    let rows = points.map { [frame] in frame.row(at: $0.x) }
    let aliased = ColumnSpan(rows: rows).dependent
    guard aliased.isEmpty, !points.isEmpty else {
      throw .aliased(terms: aliased, places: Set(points.map(\.x)).count)
    }
    let weights = points.map(\.weight)
    let middle = Self.mean(points)
    // Of a response far from 0 no digits are lost.
    // Memory that is short, or sums beyond what a number holds.
    guard
      var found = try? GSL.linear(rows, points.map { $0.mean - middle }, weights: weights),
      found.code == GSL.success
    else { throw .notFinite }
    found.coefficients[0] += middle
    framed = found
    let matrix = frame.expansion
    expansion = matrix
    coefficients = Self.product(matrix, found.coefficients)
    valueCount = points.reduce(0) { $0 + $1.count }
    let within = points.reduce(0) { $0 + $1.squares }
    func squares(_ distance: (Int) -> Double) -> Double {
      points.indices.reduce(0) { $0 + points[$1].weight * distance($1) * distance($1) }
    }
    totalSquares = within + squares { points[$0].mean - middle }
    let misfit = squares { place in
      points[place].mean - zip(rows[place], found.coefficients).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let size = squares { points[$0].mean }
    // What rounding leaves of values on the surface is no scatter.
    misfitSquares = misfit > 1e-26 * size ? misfit : 0
    residualSquares = within + misfitSquares
    guard residualSquares.isFinite else { throw .notFinite }
  }

  static func mean(_ points: [SurfacePoint]) -> Double {
    let origin = points.first?.mean ?? 0
    let total = points.reduce(0) { $0 + $1.weight }
    return origin + points.reduce(0) { $0 + $1.weight * ($1.mean - origin) } / total
  }

  static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
    matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  /// Rows times a symmetric matrix times rows: the variances of the sums they stand for.
  static func variances(_ rows: [[Double]], _ matrix: [[Double]]) -> [Double] {
    rows.map { row in
      max(0, zip(product(matrix, row), row).reduce(0) { $0 + $1.0 * $1.1 })
    }
  }

  /// The surface at a position.
  package func value(at x: [Double]) -> Double {
    zip(frame.row(at: x), framed.coefficients).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// Of one value of weight 1; nil without a degree of freedom.
  package var residualVariance: Double? {
    degreesOfFreedom > 0 ? residualSquares / Double(degreesOfFreedom) : nil
  }

  /// The share of the values' variation that the surface follows; nil where they have none.
  package var r2: Double? { totalSquares > 0 ? 1 - residualSquares / totalSquares : nil }

  /// The same, less what as many useless terms would follow.
  package var adjustedR2: Double? {
    guard let r2, degreesOfFreedom > 0 else { return nil }
    return 1 - (1 - r2) * Double(valueCount - 1) / Double(degreesOfFreedom)
  }

  /// By term: of what the other terms leave, the share that this one explains; of the intercept nil,
  /// and of all where the surface leaves nothing.
  package var partialR2: [Double?] {
    let inverse = Self.variances(expansion, framed.inverse)
    return coefficients.indices.map { place in
      guard !terms[place].factors.isEmpty, residualSquares > 0, inverse[place] > 0 else {
        return nil
      }
      let explained = coefficients[place] * coefficients[place] / inverse[place]
      return explained / (explained + residualSquares)
    }
  }

  /// How far each mean is from the surface fitted to all other points; nil where one of these
  /// surfaces cannot be fitted.
  package var leaveOneOut: [Double]? {
    let rows = points.map { frame.row(at: $0.x) }
    let leverages = Self.variances(rows, framed.inverse)
    var distances: [Double] = []
    for (point, leverage) in zip(points, leverages) {
      let rest = 1 - point.weight * leverage
      guard rest > 1e-9 else { return nil }
      distances.append((point.mean - value(at: point.x)) / rest)
    }
    return distances
  }

  /// Root mean square of `leaveOneOut`.
  package var leaveOneOutError: Double? {
    leaveOneOut.map { ($0.reduce(0) { $0 + $1 * $1 } / Double($0.count)).squareRoot() }
  }
}
