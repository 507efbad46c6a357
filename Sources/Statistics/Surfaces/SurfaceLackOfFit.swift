/// Whether a surface misses the means by more than their scatter explains.
package struct SurfaceLackOfFit: Hashable, Sendable {
  package enum Distribution: Hashable, Sendable {
    case f(Int, Int)
    case chiSquare(Int)
  }

  package let statistic: Double
  package let distribution: Distribution
  /// Small: the response is curved in a way that the terms cannot follow.
  package let p: Double

  /// F of the misfit of the means against the scatter of independent values at the same positions;
  /// nil without a degree of freedom on either side, or without any scatter.
  package init?(scatterOf surface: ResponseSurface) {
    let places = surface.points.count
    let (above, below) = (places - surface.terms.count, surface.valueCount - places)
    let within = surface.points.reduce(0) { $0 + $1.squares }
    guard above > 0, below > 0, within > 0 else { return nil }
    statistic = surface.misfitSquares / Double(above) / (within / Double(below))
    distribution = .f(above, below)
    p = FisherF(Double(above), Double(below)).above(statistic)
  }

  /// Chi-square of the misfit of means whose weights are one over their variances.
  init?(known surface: ResponseSurface) {
    let above = surface.points.count - surface.terms.count
    guard above > 0 else { return nil }
    statistic = surface.misfitSquares
    distribution = .chiSquare(above)
    p = ChiSquare(degreesOfFreedom: Double(above)).above(statistic)
  }

  /// More points than this are not judged replicate by replicate.
  private static let mostPoints = 1_000

  /// Hotelling's T^2, as F, of the contrasts between points that are 0 on every such surface, over
  /// the replicates that all points have: they may share random numbers.
  ///
  /// Nil without a contrast, or for no more replicates than contrasts.
  init?(replicates values: [[Double]], of surface: ResponseSurface) {
    let above = surface.points.count - surface.terms.count
    let shared = (0..<(values.map(\.count).min() ?? 0)).filter { replicate in
      !values.contains { $0[replicate].isNaN }
    }
    guard above > 0, shared.count > above, values.count <= Self.mostPoints else { return nil }
    let contrasts = ColumnSpan(rows: surface.points.map { surface.frame.row(at: $0.x) }).complement
    let vectors = shared.map { replicate in
      contrasts.map { contrast in
        contrast.indices.reduce(0) { $0 + contrast[$1] * values[$1][replicate] }
      }
    }
    guard
      let found = HotellingTest(vectors, center: [Double](repeating: 0, count: contrasts.count))
    else { return nil }
    (statistic, p) = (found.f, found.p)
    distribution = .f(above, shared.count - above)
  }
}
