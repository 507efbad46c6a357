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
}

extension SurfaceRequest: FileObject {
  static let blank = SurfaceRequest(response: .steps, factors: [])
  static let fileMembers: [Member<Self>] = [
    Member("response", required: \.response, .response(), "The response that is described."),
    Member(
      "factors", required: \.factors,
      list(
        of: .parameter(offered: { $0.varying.filter { $0.allowed.numbers != nil } }), atLeast: 2),
      "The numeric factors it depends on: all that vary."),
    Member(
      "terms", \.terms, .choice,
      """
      The factors alone (linear), with the products of pairs (interactions), or with these and their \
      squares (quadratic).
      """),
    Member(
      "transform", \.transform, .choice,
      "Whether the logarithm of each run's response is taken first."
    ),
    Member(
      "weights", \.weights, .choice,
      """
      Whether each run counts once (runs), or the mean of each point is weighted by its number of runs \
      over their variance (variances).
      """),
  ]
}
