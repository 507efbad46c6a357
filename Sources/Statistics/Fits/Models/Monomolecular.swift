import Glibc

extension GrowthModel {
  /// Growth in proportion to what is left: fastest at once, without an inflection.
  package static let monomolecular = GrowthModel(
    "monomolecular", formula: "K*(1-exp(-r*t))", parameters: [.height, .rate],
    curve: { t, p in -p[0] * expm1(-p[1] * t) },
    tangent: { t, p, slope in
      slope[0] = -expm1(-p[1] * t)
      slope[1] = p[0] * t * exp(-p[1] * t)
    },
    rise: { t, p in p[0] * p[1] * exp(-p[1] * t) },
    grid: { span in [0.1, 0.4, 1.5, 4, 10, 30].map { [$0 / span.last] } },
    straightened: { curve in
      guard let line = curve.line({ -log(1 - $0) }), line.slope != 0 else { return [] }
      return [[line.slope]]
    })
}
