import SpreadModel
import StudyFiles
import Testing

/// Levels are the decimal numbers that a person expects to read.
@Suite struct DecimalLevelTests {
  private func probabilities(_ range: String) throws -> [Double] {
    let study = try Texts.parse(
      Texts.study("\"factors\": { \"infection_probability\": { \(range) } }"))
    return try study.points().map(\.scenario.infectionProbability)
  }

  @Test(
    "small steps pass through decimal numbers too",
    arguments: [
      (#""from": 0.00001, "to": 0.0001, "step": 0.00001"#, 10, -5, 1),
      (#""from": 1e-5, "to": 5e-4, "step": 1e-5"#, 50, -5, 1),
      (#""from": 0.1, "to": 0.101, "step": 0.00001"#, 101, -5, 10_000),
      (#""from": 3e-9, "to": 1e-6, "step": 1e-9"#, 998, -9, 3),
      (#""from": 0, "to": 0.005, "step": 0.00005"#, 101, -5, 0),
      (#""from": 0.00001, "to": 0.0001, "count": 10"#, 10, -5, 1),
      (#""from": 1e-18, "to": 9e-18, "count": 9"#, 9, -18, 1),
      (#""from": 2e-310, "to": 9e-310, "step": 1e-310"#, 8, -310, 2),
    ])
  func decimals(range: String, count: Int, exponent: Int, first: Int) throws {
    let step = range.contains("0.00005") ? 5 : 1
    let wanted = (0..<count).map { Double("\(first + step * $0)e\(exponent)") }
    #expect(try probabilities(range) == wanted)
  }

  @Test("levels of a log scale have 12 digits, however small they are")
  func logarithmic() throws {
    let levels = try probabilities(#""from": 1e-15, "to": 1e-3, "count": 25, "scale": "log""#)
    let wanted = (0...24).map { index in
      Double((index.isMultiple(of: 2) ? "1" : "3.16227766017") + "e\(-15 + index / 2)")
    }
    #expect(levels == wanted)
  }

  @Test("a base and a reference among small levels are found")
  func sameLevel() throws {
    let study = try Texts.parse(
      Texts.study(
        """
        "factors": { "infection_probability": { "from": 1e-5, "to": 5e-5, "step": 1e-5 } },
        "design": { "type": "one_at_a_time", "base": { "infection_probability": 3e-5 } }
        """))
    // The base, and the four other levels.
    #expect(study.pointCount == 5)
    #expect(
      try study.points().map(\.scenario.infectionProbability) == [3e-5, 1e-5, 2e-5, 4e-5, 5e-5])
  }

  @Test("thirds of numbers with long exponents are the nearest doubles")
  func thirds() throws {
    #expect(
      try probabilities(#""from": 1e-25, "to": 3e-25, "count": 4"#)
        == [1e-25, 1.6666666666666666666666667e-25, 2.3333333333333333333333333e-25, 3e-25])
    #expect(
      try probabilities(#""from": 0, "to": 1e-25, "count": 4"#)
        == [0, 3.3333333333333333333333333e-26, 6.6666666666666666666666667e-26, 1e-25])
  }
}
