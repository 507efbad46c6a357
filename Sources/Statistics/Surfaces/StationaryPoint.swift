/// Where a surface of second degree has no slope.
package struct StationaryPoint: Hashable, Sendable {
  package enum Kind: String, Sendable { case maximum, minimum, saddle }

  package let at: [Double]
  /// Of the surface there.
  package let value: Double
  /// Of the matrix of second-order coefficients (half the products off the diagonal), from the
  /// smallest.
  package let eigenvalues: [Double]
  package let kind: Kind
}

extension ResponseSurface {
  /// - Returns: nil for a surface without squares, and for a ridge: a direction in which it is not
  ///   curved beyond rounding, so that no single position has slope zero.
  package var stationary: StationaryPoint? {
    let count = frame.centers.count
    guard terms.contains(where: { $0.factors == [0, 0] }) else { return nil }
    var slopes = [Double](repeating: 0, count: count)
    var curvature = slopes.map { _ in slopes }
    for (term, coefficient) in zip(terms, framed.coefficients) {
      switch term.factors.count {
      case 1: slopes[term.factors[0]] = coefficient
      case 2:
        let (a, b) = (term.factors[0], term.factors[1])
        curvature[a][b] += coefficient / 2
        curvature[b][a] += coefficient / 2
      default: break
      }
    }
    // Without them, where memory is short, there is no position to name.
    guard let axes = try? GSL.eigenvalues(ofSymmetric: curvature),
      let own = try? GSL.eigenvalues(
        ofSymmetric: curvature.indices.map { a in
          curvature.indices.map { curvature[a][$0] / frame.scales[a] / frame.scales[$0] }
        })
    else { return nil }
    let size = framed.coefficients.dropFirst().map(\.magnitude).max() ?? 0
    guard axes.allSatisfy({ $0.value.magnitude > 1e-9 * size }) else { return nil }
    // Gradient 0: slope + 2 curvature place = 0, axis by axis.
    var place = [Double](repeating: 0, count: count)
    for axis in axes {
      let along = zip(axis.vector, slopes).reduce(0) { $0 + $1.0 * $1.1 } / (-2 * axis.value)
      for factor in place.indices { place[factor] += along * axis.vector[factor] }
    }
    let at = place.indices.map { frame.centers[$0] + frame.scales[$0] * place[$0] }
    let kind: StationaryPoint.Kind =
      axes.allSatisfy { $0.value < 0 }
      ? .maximum : axes.allSatisfy { $0.value > 0 } ? .minimum : .saddle
    return StationaryPoint(
      at: at, value: value(at: at), eigenvalues: own.map(\.value), kind: kind)
  }

  /// The factors, by index, whose value there is beyond those of all points.
  package func outside(_ x: [Double]) -> [Int] {
    x.indices.filter { factor in
      let values = points.map { $0.x[factor] }
      return !((values.min() ?? 0)...(values.max() ?? 0) ~= x[factor])
    }
  }
}
