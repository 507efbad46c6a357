import Glibc

extension GrowthModel {
  /// A power of time: b is near 2 while a region on a grid grows at its border; 0 at 0.
  package static let power = GrowthModel(
    "power", formula: "a*t^b",
    parameters: [
      GrowthParameter("a", unit: "people/steps^b"), GrowthParameter("b", unit: "1", .rate),
    ],
    clock: .power, conversion: .factorAndExponent, steps: .freeGrowth(from: 1),
    curve: { t, p in t > 0 ? p[0] * pow(t, p[1]) : 0 },
    tangent: { t, p, slope in
      slope[0] = t > 0 ? pow(t, p[1]) : 0
      slope[1] = t > 0 ? p[0] * slope[0] * log(t) : 0
    },
    rise: { t, p in p[0] * p[1] * pow(t, p[1] - 1) },
    grid: { _ in [-20, -6, -1, 0.3, 0.7, 1, 1.5, 2, 3, 5, 10, 20].map { [$0] } },
    straightened: { curve in
      curve.line({ log($0) }, over: { log($0) }, where: { $0 > 0 && $1 > 0 }).map { [[$0.slope]] }
        ?? []
    })
}
