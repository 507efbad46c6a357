import CGSL

/// Nodes and weights of Gauss and Legendre on pieces of equal length, for functions that are smooth
/// on each of them.
struct Quadrature: Sendable {
  let nodes: [Double]
  let weights: [Double]

  private static let perPiece = 16

  /// - Precondition: `range` is not empty, and there is a piece.
  init(_ range: ClosedRange<Double>, pieces: Int) {
    precondition(range.lowerBound < range.upperBound && pieces > 0)
    var (nodes, weights): ([Double], [Double]) = ([], [])
    let width = (range.upperBound - range.lowerBound) / Double(pieces)
    let rule = Self.rule
    for piece in 0..<pieces {
      let middle = range.lowerBound + (Double(piece) + 0.5) * width
      for (node, weight) in rule {
        nodes.append(middle + node * width / 2)
        weights.append(weight * width / 2)
      }
    }
    (self.nodes, self.weights) = (nodes, weights)
  }

  /// On -1...1.
  private static let rule: [(node: Double, weight: Double)] = {
    guard let table = gsl_integration_glfixed_table_alloc(perPiece) else { return [] }
    defer { gsl_integration_glfixed_table_free(table) }
    return (0..<perPiece).map { place in
      var (node, weight) = (0.0, 0.0)
      _ = GSL.code { gsl_integration_glfixed_point(-1, 1, place, &node, &weight, table) }
      return (node, weight)
    }
  }()
}
