/// A response surface with the errors of its coefficients.
package struct SurfaceFit: Sendable {
  package let surface: ResponseSurface
  package let level: Double
  /// Of the errors; 0: there are none.
  package let degreesOfFreedom: Int
  package let lackOfFit: SurfaceLackOfFit?
  /// Replicates from whose own surfaces the errors follow; nil: from what the fit leaves.
  package let replicates: Int?
  /// Of the coefficients of the frame.
  private let covariance: [[Double]]?

  /// Errors from what the fit leaves: for values that are independent of each other.
  package init(_ surface: ResponseSurface, level: Double, lackOfFit: SurfaceLackOfFit?) {
    self.surface = surface
    self.level = level
    self.lackOfFit = lackOfFit
    degreesOfFreedom = max(0, surface.degreesOfFreedom)
    replicates = nil
    covariance = surface.residualVariance.map { variance in
      surface.framed.inverse.map { row in row.map { $0 * variance } }
    }
  }

  /// Errors from how the surfaces of single replicates scatter: right whatever the points of one
  /// replicate have in common.
  ///
  /// - Parameters:
  ///   - values: by point and replicate; NaN where a run has none.
  ///   - lackOfFit: that of `SurfaceLackOfFit(replicates:)`.
  init(
    _ surface: ResponseSurface, replicates values: [[Double]], level: Double,
    lackOfFit: SurfaceLackOfFit?
  ) {
    self.surface = surface
    self.level = level
    self.lackOfFit = lackOfFit
    let counts = values.map { $0.count { !$0.isNaN } }
    let fewest = counts.min() ?? 0
    replicates = fewest
    degreesOfFreedom = max(0, fewest - 1)
    guard fewest > 1 else {
      covariance = nil
      return
    }
    // The coefficients are sums over points and runs; each replicate's part is one draw.
    let size = surface.terms.count
    var parts = [[Double]](
      repeating: [Double](repeating: 0, count: size), count: values.map(\.count).max() ?? 0)
    for (place, point) in surface.points.enumerated() {
      let mean = Moments(of: values[place].filter { !$0.isNaN }).mean ?? 0
      let share = ResponseSurface.product(
        surface.framed.inverse, surface.frame.row(at: point.x)
      ).map { $0 * point.weight / Double(counts[place]) }
      for (replicate, value) in values[place].enumerated() where !value.isNaN {
        for term in 0..<size { parts[replicate][term] += share[term] * (value - mean) }
      }
    }
    var sums = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
    for part in parts {
      for row in 0..<size {
        for column in 0..<size { sums[row][column] += part[row] * part[column] }
      }
    }
    let correction = Double(fewest) / Double(fewest - 1)
    covariance = sums.map { row in row.map { $0 * correction } }
  }

  /// What is known of one coefficient.
  package struct Row: Sendable {
    package let estimate: Double
    /// Nil without a degree of freedom.
    package let standardError: Double?
    package let interval: Interval?
    /// Estimate over standard error, and its two-sided p by Student's distribution; nil without scatter.
    package let t: Double?
    package let p: Double?
    package let partialR2: Double?
  }

  /// By term.
  package var rows: [Row] {
    let errors = covariance.map {
      ResponseSurface.variances(surface.expansion, $0).map { $0.squareRoot() }
    }
    let distribution = StudentT(degreesOfFreedom: Double(degreesOfFreedom))
    let partial = surface.partialR2
    return surface.coefficients.indices.map { place in
      let estimate = surface.coefficients[place]
      let error = errors?[place]
      let t = error.flatMap { $0 > 0 ? estimate / $0 : nil }
      return Row(
        estimate: estimate, standardError: error,
        interval: error.map { interval(estimate, $0, distribution) }, t: t,
        p: t.map(distribution.twoSidedP),
        partialR2: partial[place])
    }
  }

  /// The surface at a position with the interval of its mean there; nil without a degree of freedom.
  package func interval(at x: [Double]) -> Interval? {
    guard let covariance else { return nil }
    let variance = ResponseSurface.variances([surface.frame.row(at: x)], covariance)[0]
    return interval(
      surface.value(at: x), variance.squareRoot(),
      StudentT(degreesOfFreedom: Double(degreesOfFreedom)))
  }

  private func interval(_ center: Double, _ error: Double, _ distribution: StudentT) -> Interval {
    Interval(
      center: center, halfWidth: distribution.twoSided(level: level) * error, method: .t)
  }
}
