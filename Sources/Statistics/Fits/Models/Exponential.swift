import Glibc

extension GrowthModel {
  /// Growth in proportion to what is there; a is the curve at t = 0.
  package static let exponential = GrowthModel(
    "exponential", formula: "a*exp(r*t)",
    parameters: [GrowthParameter("a", unit: "people"), .rate], steps: .freeGrowth(from: 0),
    curve: { t, p in p[0] * exp(p[1] * t) },
    tangent: { t, p, slope in
      slope[0] = exp(p[1] * t)
      slope[1] = p[0] * t * slope[0]
    },
    rise: { t, p in p[0] * p[1] * exp(p[1] * t) },
    grid: { span in [-20, -6, -2, -0.5, 0.5, 2, 6, 20].map { [$0 / span.length] } },
    straightened: { curve in
      curve.line({ log($0) }, where: { $1 > 0.02 }).map { [[$0.slope]] } ?? []
    })
}
