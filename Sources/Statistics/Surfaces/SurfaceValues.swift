import Glibc

/// The values of a response by point and replicate, as they are gathered from runs.
package struct SurfaceValues: Sendable {
  /// Values that are kept of a study: its first replicates, as many of every point.
  private static let most = 1 << 21

  package let places: [[Double]]
  /// By point and replicate; NaN where a run failed or has not been made.
  private var values: [[Double]]
  private var runs = 0
  private var missing = 0

  /// - Parameter places: the factors of each point.
  package init(places: [[Double]]) {
    self.places = places
    values = places.map { _ in [] }
  }

  /// Replicates that are taken of each point; later ones are not looked at.
  package var mostReplicates: Int { max(2, Self.most / max(1, places.count)) }

  /// The points that have runs with a value: those of the surface, in its order.
  package var made: [Int] { values.indices.filter { values[$0].contains { !$0.isNaN } } }

  /// Adds a finished run; nil: it has no value.
  package mutating func add(_ value: Double?, point: Int, replicate: Int) {
    guard replicate < mostReplicates else { return }
    runs += 1
    guard let value else {
      missing += 1
      return
    }
    while values[point].count < replicate { values[point].append(.nan) }
    values[point].append(value)
  }

  /// The surface through the points that have runs.
  ///
  /// - Parameters:
  ///   - isCommon: whether replicate r of all points shares its random numbers.
  ///   - level: of the intervals.
  package func fit(
    _ terms: SurfaceTerms, _ transform: SurfaceTransform, _ weights: SurfaceWeights,
    isCommon: Bool, level: Double
  ) throws(SurfaceProblem) -> SurfaceFit {
    guard missing == 0 else { throw .missing(missing, of: runs) }
    let made = made
    var taken = made.map { self.values[$0] }
    if transform == .log {
      let refused = taken.joined().count { $0 <= 0 }
      guard refused == 0 else { throw .notPositive(refused) }
      taken = taken.map { $0.map { log($0) } }
    }
    let moments = taken.map { Moments(of: $0.filter { !$0.isNaN }) }
    if let first = moments.first?.min, moments.allSatisfy({ $0.min == first && $0.max == first }) {
      throw .constant(first)
    }
    let means = zip(made, moments).map { SurfacePoint(places[$0], $1) }
    var points = means
    if weights == .variances {
      points = means.compactMap { $0.byVariance }
      guard points.count == means.count else {
        throw .noScatter(points: means.count - points.count)
      }
    }
    let surface = try ResponseSurface(terms, points)
    guard !isCommon else {
      return SurfaceFit(
        surface, replicates: taken, level: level,
        lackOfFit: SurfaceLackOfFit(replicates: taken, of: surface))
    }
    return SurfaceFit(
      surface, level: level,
      lackOfFit: weights == .variances
        ? SurfaceLackOfFit(known: surface) : SurfaceLackOfFit(scatterOf: surface))
  }
}
