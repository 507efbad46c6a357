import Glibc

extension GrowthModel {
  /// A rate of growth that falls exponentially; fastest at K / e.
  package static let gompertz = GrowthModel(
    "gompertz", formula: "K*exp(-exp(-r*(t-t0)))", parameters: [.height, .rate, .inflection],
    clock: .shifted,
    curve: { t, p in p[0] * exp(-exp(-p[1] * (t - p[2]))) },
    tangent: gompertzTangent, inflection: { p, _ in p[2] },
    grid: \.ratesAndPlaces,
    straightened: { $0.rateAndPlace { -log(-log($0)) }.map { [$0] } ?? [] })

  @Sendable private static func gompertzTangent(
    _ t: Double, _ p: [Double], _ slope: inout [Double]
  ) {
    let decay = exp(-p[1] * (t - p[2]))
    let share = exp(-decay)
    let bend = share == 0 ? 0 : share * decay
    slope[0] = share
    slope[1] = p[0] * bend * (t - p[2])
    slope[2] = -p[0] * bend * p[1]
  }
}
