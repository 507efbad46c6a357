import Foundation
import KeyedRandom
import Statistics
import Testing

@Suite("Effects of pairs")
struct PairedEffectTests {
  private func sign(_ difference: Double) -> Int { difference > 0 ? 1 : difference < 0 ? -1 : 0 }

  /// Pairs with ties within and between them.
  private func pairs(_ count: Int, key: UInt64) -> ([Double], [Double]) {
    var stream = RandomStream(key: key)
    let x = (0..<count).map { _ in Double(stream.below(12)) }
    return (x, x.map { $0 / 2 + Double(stream.below(6)) })
  }

  @Test("products of signs equal the list of all, also with ties", arguments: 1...40)
  func products(count: Int) {
    let (x, y) = pairs(count, key: UInt64(count))
    let all = x.indices.reduce(0) { sum, i in
      sum + x.indices.reduce(0) { $0 + sign(x[i] - y[$1]) * sign(x[$1] - y[i]) }
    }
    #expect(DominanceProducts.sum(x, y) == all)
  }

  @Test("Cliff's delta of pairs equals its definition over four different pairs")
  func cliffByDefinition() throws {
    for count in [4, 5, 9, 12] {
      let (x, y) = pairs(count, key: UInt64(100 + count))
      func h(_ i: Int, _ j: Int) -> Double {
        Double(sign(x[i] - y[j]) + sign(x[j] - y[i])) / 2
      }
      let n = Double(count)
      var (delta, products) = (0.0, 0.0)
      for i in 0..<count {
        for j in 0..<count where j != i {
          delta += h(i, j) / (n * (n - 1))
          for k in 0..<count where k != i && k != j {
            for l in 0..<count where l != i && l != j && l != k {
              products += h(i, j) * h(k, l) / (n * (n - 1) * (n - 2) * (n - 3))
            }
          }
        }
      }
      let found = try #require(CliffsDelta(paired: x, y))
      #expect(abs(found.estimate - delta) < 1e-12)
      let variance = try #require(found.variance)
      #expect(abs(variance - (delta * delta - products)) < 1e-12)
    }
  }

  @Test("100,000 pairs take no list of their comparisons")
  func large() throws {
    var stream = RandomStream(key: 3)
    let x = (0..<100_000).map { _ in stream.unit() }
    let y = x.map { 0.9 * $0 + 0.1 * stream.unit() }
    let interval = try #require(CliffsDelta(paired: x, y)?.interval(level: 0.95))
    #expect((interval.halfWidth ?? 1) < 0.002 && interval.contains(0))
  }

  @Test("without any overlap delta is bounded by what independent pairs leave")
  func separated() throws {
    let x = (0..<12).map { Double(100 + $0) }
    let y = (0..<12).map(Double.init)
    let delta = try #require(CliffsDelta(paired: x, y))
    let interval = try #require(delta.interval(level: 0.95))
    // Twelve pairs make six comparisons that share no pair.
    #expect(delta.estimate == 1 && interval.upper == 1)
    #expect(abs((interval.lower ?? 0) - (2 * pow(0.025, 1.0 / 6) - 1)) < 1e-9)
    let ties = try #require(CliffsDelta([1, 1, 1, 1], [1, 1, 1])?.interval(level: 0.95))
    #expect((ties.lower ?? 0) < -0.9 && (ties.upper ?? 0) > 0.9)
  }
}

/// Normal pairs of standard deviation 1 with a correlation and a difference of means.
struct CorrelatedPairs {
  let correlation: Double
  let shift: Double

  func sample(_ count: Int, key: UInt64) -> ([Double], [Double]) {
    var stream = RandomStream(key: key)
    return sample(count, &stream)
  }

  func sample(_ count: Int, _ stream: inout RandomStream) -> ([Double], [Double]) {
    var (x, y): ([Double], [Double]) = ([], [])
    func normal() -> Double { Normal.quantile(stream.unit() + 0x1p-54) }
    for _ in 0..<count {
      let common = normal()
      x.append(common + shift)
      y.append(correlation * common + (1 - correlation * correlation).squareRoot() * normal())
    }
    return (x, y)
  }
}
