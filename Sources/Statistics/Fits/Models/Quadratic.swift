extension GrowthModel {
  /// A disc that grows at its border, and what it began with.
  package static let quadratic = GrowthModel(
    "quadratic", formula: "c0+c1*t+c2*t^2",
    parameters: [
      GrowthParameter("c0", unit: "people"), GrowthParameter("c1", unit: "people/steps"),
      GrowthParameter("c2", unit: "people/steps^2"),
    ],
    isLinear: true, steps: .freeGrowth(from: 0),
    curve: { t, p in p[0] + t * (p[1] + t * p[2]) },
    tangent: { t, _, slope in
      slope[0] = 1
      slope[1] = t
      slope[2] = t * t
    },
    rise: { t, p in p[1] + 2 * p[2] * t },
    derived: [
      GrowthQuantity(name: "disc_front_speed", unit: "cells/steps") { p in
        (p[2] / .pi).squareRoot()
      }
    ])
}
