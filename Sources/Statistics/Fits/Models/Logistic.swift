import Glibc

extension GrowthModel {
  /// Growth in proportion to what is there and to what is left; fastest at K / 2.
  package static let logistic = GrowthModel(
    "logistic", formula: "K/(1+exp(-r*(t-t0)))", parameters: [.height, .rate, .inflection],
    clock: .shifted,
    curve: { t, p in p[0] / (1 + exp(-p[1] * (t - p[2]))) },
    tangent: logisticTangent, inflection: { p, _ in p[2] },
    grid: \.ratesAndPlaces,
    straightened: { $0.rateAndPlace { log($0 / (1 - $0)) }.map { [$0] } ?? [] })

  @Sendable private static func logisticTangent(
    _ t: Double, _ p: [Double], _ slope: inout [Double]
  ) {
    let decay = exp(-p[1] * (t - p[2]))
    let share = 1 / (1 + decay)
    // share (1 - share), without overflow where the decay is huge
    let bend = decay.isFinite ? share * (decay * share) : 0
    slope[0] = share
    slope[1] = p[0] * bend * (t - p[2])
    slope[2] = -p[0] * bend * p[1]
  }
}
