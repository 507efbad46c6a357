extension GrowthModel {
  /// A disc that grows at its border, and what it began with.
  package static let quadratic = GrowthModel(
    "quadratic", formula: "c0+c1*t+c2*t^2",
    parameters: [
      GrowthParameter("c0", unit: "people"), GrowthParameter("c1", unit: "people/steps"),
      GrowthParameter("c2", unit: "people/steps^2"),
    ],
    clock: .shifted,
    conversion: ClockConversion(
      // The best curve is computed, from no starting values.
      inner: { p, _ in p },
      outer: { q, clock in
        let (origin, slope, bend) = (
          clock.origin, q[1] / clock.unit, q[2] / clock.unit / clock.unit
        )
        return [q[0] - origin * (slope - origin * bend), slope - 2 * origin * bend, bend]
      },
      jacobian: { _, clock in
        let (shift, unit) = (clock.origin / clock.unit, clock.unit)
        return [
          [1, -shift, shift * shift], [0, 1 / unit, -2 * shift / unit], [0, 0, 1 / unit / unit],
        ]
      }, areSums: true),
    isLinear: true, steps: .freeGrowth(from: 0),
    curve: { t, p in p[0] + t * (p[1] + t * p[2]) },
    tangent: { t, _, slope in
      slope[0] = 1
      slope[1] = t
      slope[2] = t * t
    },
    rise: { t, p in p[1] + 2 * p[2] * t },
    derived: [
      GrowthQuantity(name: "disc_front_speed", unit: "cells/steps") { p, unit in
        (p[2] / .pi).squareRoot() / unit
      }
    ])
}
