import Foundation
import Statistics
import Testing

/// Places and values far from 0, such as seconds since 1970.
@Suite("Offsets cost no digits")
struct UnixTimesTests {
  static let day = 86_400.0
  static let origin = 1.7e9
  /// Models that a shift of the times leaves models of the same kind.
  static let shifted: [(GrowthModel, [Double])] = [
    (.logistic, [400, 0.35, 12]), (.gompertz, [900, 0.22, 9.5]), (.richards, [250, 0.6, 8, 2.5]),
    (.quadratic, [1, 3.5, 4.1]), (.exponential, [40, 0.02]),
  ]

  private func curve(_ model: GrowthModel, _ parameters: [Double]) -> [Double] {
    let exact = (0...40).map { model.value(at: Double($0), parameters) }
    let size = exact.max() ?? 0
    return exact.enumerated().map { $1 + size * Double(($0 * 7) % 5 - 2) / 100 }
  }

  @Test("a fit over Unix times is the fit over days, said from another origin", arguments: shifted)
  func shiftedTimes(model: GrowthModel, parameters: [Double]) throws {
    let y = curve(model, parameters)
    let days = GrowthFit(model, t: (0...40).map(Double.init), y: y)
    let times = (0...40).map { Self.origin + Self.day * Double($0) }
    let seconds = GrowthFit(model, t: times, y: y)
    try #require(days.fit.converged && seconds.fit.converged, "\(seconds.fit.message)")
    let rss = try #require(days.fit.quality?.rss)
    #expect(abs((seconds.fit.quality?.rss ?? .nan) / rss - 1) < 1e-9)
    for (day, time) in times.enumerated() {
      let near = try #require(days.value(at: Double(day)))
      #expect(abs((seconds.value(at: time) ?? .nan) - near) <= 1e-8 * abs(near) + 1e-6)
    }
    func compare(_ name: String, _ found: (GrowthFit) -> (Double?, Double?)) {
      let (near, far) = (found(days), found(seconds))
      let error = near.1 ?? .nan
      // The offset itself rounds times to 2e-7 s.
      let estimates = abs((near.0 ?? .nan) - (far.0 ?? .nan))
      #expect(estimates <= 1e-5 * error + 1e-8 * abs(near.0 ?? 0), "\(name)")
      #expect(abs((far.1 ?? .nan) / error - 1) < 1e-5, "\(name) standard error")
    }
    func scaled(_ index: Int, by factor: Double, from origin: Double = 0) -> (GrowthFit) -> (
      Double?, Double?
    ) {
      { fit in
        let parameter = fit.fit.parameters[index]
        guard fit.fit.parameters == seconds.fit.parameters else {
          return (parameter.estimate, parameter.standardError)
        }
        return (
          parameter.estimate.map { ($0 - origin) * factor },
          parameter.standardError.map { $0 * factor }
        )
      }
    }
    switch model {
    case .quadratic:
      compare("c2", scaled(2, by: Self.day * Self.day))
    case .exponential:
      compare("r", scaled(1, by: Self.day))
      let (a, r) = (seconds.fit.estimate("a") ?? 0, seconds.fit.estimate("r") ?? 0)
      let wanted = try #require(days.fit.estimate("a"))
      // Both parts of a exp(r t) at the origin are huge: r's last digits are multiplied by it.
      #expect(abs(log(a) + r * Self.origin - log(wanted)) < 1e-6)
    default:
      compare("K", scaled(0, by: 1))
      compare("r", scaled(1, by: Self.day))
      compare("t0", scaled(2, by: 1 / Self.day, from: Self.origin))
    }
  }

  @Test("models with an origin of their own find the least-squares curve over Unix times")
  func reference() throws {
    let cases = try ReferenceFile("unix-times.json").root["cases"].array
    #expect(cases.count == 3)
    for test in cases {
      let model = try #require(GrowthModel(rawValue: test["model"].text))
      let times = (0...40).map { Self.origin + Self.day * Double($0) }
      let fit = GrowthFit(model, t: times, y: test["y"].numbers).fit
      expect(fit.quality?.rss, equals: test["rss"], relative: 1e-7, "\(model) rss")
      for name in test["parameters"].keys {
        expect(
          fit.estimate(name), equals: test["parameters"][name], relative: 1e-6, "\(model) \(name)")
      }
      for name in test["standardErrors"].keys {
        let found = fit.parameters.first { $0.name == name }?.standardError
        expect(
          found, equals: test["standardErrors"][name], relative: 1e-5, "\(model) error of \(name)")
      }
      let beyond = test["beyondNumbers"].text
      #expect(fit.converged == beyond.isEmpty, "\(fit.message)")
      guard !beyond.isEmpty else { continue }
      #expect(fit.estimate(beyond) == nil)
      #expect(fit.status == .overflow, "\(fit.message)")
    }
  }

  @Test("a model without an inflection has no value there")
  func noInflection() {
    let t = (1...20).map(Double.init)
    let fit = GrowthFit(
      .power, t: t, y: t.map { 3 * $0 * $0 + ($0 * 7).truncatingRemainder(dividingBy: 5) })
    #expect(fit.fit.converged)
    #expect(
      fit.derived(first: 1).map(\.name) == ["initial_growth_rate", "doubling_time"])
  }

  @Test("a difference of unpaired times in milliseconds since 1970 keeps its digits")
  func differences() throws {
    let base = 1_700_000_000_000.0
    // One of 1,700 runs ends a millisecond later; doubles there are 0.00024 ms apart.
    let nearX = [1.0] + [Double](repeating: 0, count: 1_699)
    let nearY = (0..<900).map { Double($0 % 2) }
    let (x, y) = (nearX.map { base + $0 }, nearY.map { base + $0 })
    for difference in [MeanDifference(welch: x, y), MeanDifference(pooled: x, y)] {
      let estimate = try #require(difference?.estimate)
      #expect(abs(estimate - (1.0 / 1_700 - 0.5)) < 1e-12)
    }
    let near = try #require(MeanDifference(welch: nearX, nearY))
    let far = try #require(MeanDifference(welch: x, y))
    #expect(abs(far.standardError / near.standardError - 1) < 1e-12)
    let nearP = try #require(near.result?.p)
    let farP = try #require(far.result?.p)
    #expect(abs(farP / nearP - 1) < 1e-9)
    let size = try #require(StandardizedDifference(x, y))
    let nearSize = try #require(StandardizedDifference(nearX, nearY))
    #expect(abs(size.hedgesG / nearSize.hedgesG - 1) < 1e-12)
  }
}
