import Glibc
import Statistics
import Testing

/// Bands of means of bounded values.
@Suite struct ShareBandTests {
  /// By replicate: one level at which all agree, one at which few differ, one of all kinds.
  private static let curves = (0..<40).map { run -> [Double] in
    [0.01, run == 7 ? 0.9 : 0.01, Double(run % 10) / 10]
  }

  private static func moments(_ level: Int) -> Moments { Moments(of: curves.map { $0[level] }) }

  @Test("are those of curves, and no narrower than what may not have been seen")
  func ends() throws {
    let band = try #require(
      ShareBand(Self.curves, count: 40, within: 0...1, level: 0.95, key: 3))
    let factor = try #require(CurveBand(Self.curves, level: 0.95, key: 3)).factor
    let unseen = 1 - pow(0.025, 1.0 / 40)
    let constant = band.ends(Self.moments(0), at: 0)
    #expect(abs(constant.low - 0.01 * (1 - unseen)) < 1e-12)
    #expect(abs(constant.high - (0.01 + 0.99 * unseen)) < 1e-12)
    let rare = band.ends(Self.moments(1), at: 1)
    let mean = (39 * 0.01 + 0.9) / 40
    // Rare values lie above: the upper end is farther from the mean.
    #expect(rare.low >= 0 && rare.high >= mean + unseen * (1 - mean) - 1e-12)
    #expect(rare.high - mean > 2 * (mean - rare.low))
    let wide = band.ends(Self.moments(2), at: 2)
    let reach = factor * (Self.moments(2).standardError ?? 0)
    #expect(abs(wide.low - (0.45 - reach)) < 1e-12 && abs(wide.high - (0.45 + reach)) < 1e-12)
  }

  @Test("have a width at every level, of differences too; of few curves there is none")
  func width() throws {
    let same = (0..<9).map { _ in [0.0, 1.0, 0.5] }
    let band = try #require(ShareBand(same, count: 9, within: -1...1, level: 0.99, key: 3))
    for value in [0.0, 1, 0.5, -1] {
      let ends = band.ends(Moments(of: [Double](repeating: value, count: 9)), at: 0)
      #expect(ends.low < ends.high && ends.low <= value && value <= ends.high)
      #expect(ends.low >= -1 && ends.high <= 1)
    }
    #expect(ShareBand(Array(same.prefix(4)), count: 4, within: 0...1, level: 0.9, key: 3) == nil)
  }
}
