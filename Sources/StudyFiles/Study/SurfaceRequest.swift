import PlainText
package import SpreadModel
package import Statistics

/// A response surface to fit through the means of all points.
package struct SurfaceRequest: Hashable, Sendable {
  package var response: Response
  /// Numeric, two or more; every factor that varies is among them.
  package var factors: [ModelKey]
  package var terms: SurfaceTerms
  package var transform: SurfaceTransform
  package var weights: SurfaceWeights

  package init(
    response: Response, factors: [ModelKey], terms: SurfaceTerms = .quadratic,
    transform: SurfaceTransform = .none, weights: SurfaceWeights = .runs
  ) {
    self.response = response
    self.factors = factors
    self.terms = terms
    self.transform = transform
    self.weights = weights
  }

  var json: JSONText {
    .object([
      ("response", .string(response.rawValue)),
      ("factors", .array(factors.map { .string($0.name) })),
      ("terms", .string(terms.rawValue)), ("transform", .string(transform.rawValue)),
      ("weights", .string(weights.rawValue)),
    ])
  }
}
