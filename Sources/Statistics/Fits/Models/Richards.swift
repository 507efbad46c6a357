import Glibc

extension GrowthModel {
  /// The logistic model with its inflection anywhere, at K (1 + nu)^(-1 / nu), nu > 0.
  package static let richards = GrowthModel(
    "richards", formula: "K*(1+nu*exp(-r*(t-t0)))^(-1/nu)",
    parameters: [.height, .rate, .inflection, GrowthParameter("nu", unit: "1")], clock: .shifted,
    curve: { t, p in
      guard p[3] > 0 else { return .nan }
      return p[0] * exp(-log1p(p[3] * exp(-p[1] * (t - p[2]))) / p[3])
    },
    tangent: richardsTangent, inflection: { p, _ in p[2] },
    grid: { span in
      [0.05, 0.4, 1.2, 3, 8].flatMap { nu in span.ratesAndPlaces.map { $0 + [nu] } }
    },
    straightened: { curve in
      curve.rateAndPlace { log($0 / (1 - $0)) }.map { shape in [0.3, 1, 2].map { shape + [$0] } }
        ?? []
    },
    limit: { fit in
      (fit.estimate("nu") ?? 1) < 1e-6
        ? FitProblem(.gompertzLimit, "nu tends to 0: the best curve is a gompertz") : nil
    })

  @Sendable private static func richardsTangent(
    _ t: Double, _ p: [Double], _ slope: inout [Double]
  ) {
    let decay = exp(-p[1] * (t - p[2]))
    let growth = log1p(p[3] * decay)
    let share = exp(-growth / p[3])
    let rate = share == 0 ? 0 : share * decay / (1 + p[3] * decay)
    slope[0] = share
    slope[1] = p[0] * rate * (t - p[2])
    slope[2] = -p[0] * rate * p[1]
    slope[3] = share == 0 ? 0 : p[0] * (share * growth / p[3] - rate) / p[3]
  }
}
