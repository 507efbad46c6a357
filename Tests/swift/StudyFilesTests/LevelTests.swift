import PlainText
import SpreadModel
import StudyFiles
import Testing

/// A range of a factor and its levels, written down by hand.
struct RangeCase: Sendable, CustomTestStringConvertible {
  let parameter: ModelKey
  let range: String
  let levels: [KeyValue]

  static func real(_ range: String, _ levels: [Double]) -> RangeCase {
    RangeCase(
      parameter: .infectionProbability, range: range, levels: levels.map(KeyValue.real))
  }

  static func whole(_ parameter: ModelKey, _ range: String, _ levels: [Int]) -> RangeCase {
    RangeCase(parameter: parameter, range: range, levels: levels.map(KeyValue.whole))
  }

  var testDescription: String { "\(parameter.name) \(range)" }
}

@Suite struct LevelTests {
  private func levels(_ parameter: ModelKey, _ range: String) throws -> [KeyValue] {
    let size = parameter == .groupSize ? "" : "\"group_size\": 1000"
    let study = try Texts.parse(
      Texts.study("\"factors\": { \"\(parameter.name)\": { \(range) } }", model: size))
    let factor = try #require(study.factors.first)
    #expect(factor.levelCount == Double(factor.allLevels().count))
    let points = try study.points().map { $0.level(of: parameter) }
    #expect(points == factor.allLevels())
    return points
  }

  @Test("a range has the levels written down by hand", arguments: steps + counts + wholes)
  func byHand(range: RangeCase) throws {
    #expect(try levels(range.parameter, range.range) == range.levels)
  }

  static let steps: [RangeCase] = [
    .real(#""from": 0.1, "to": 0.3, "step": 0.1"#, [0.1, 0.2, 0.3]),
    .real(#""from": 0, "to": 0.7, "step": 0.1"#, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]),
    .real(#""from": 0.05, "to": 0.95, "step": 0.15"#, [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95]),
    // The step does not divide the range: no level beyond the last whole step.
    .real(#""from": 0, "to": 1, "step": 0.3"#, [0, 0.3, 0.6, 0.9]),
    .real(#""from": 0.25, "to": 1, "step": 0.5"#, [0.25, 0.75]),
    .real(#""from": 0.2, "to": 0.5, "step": 0.4"#, [0.2]),
    .real(#""from": 0, "to": 1, "step": 1"#, [0, 1]),
    // One level: equal ends, or a step that is longer than the range.
    .real(#""from": 0.5, "to": 0.5, "step": 0.1"#, [0.5]),
    .real(#""from": 0.6, "to": 1, "step": 1"#, [0.6]),
    // The end is met within rounding: it is the last level, and never exceeded.
    .real(
      #""from": 0, "to": 1, "step": 0.3333333333333333"#,
      [0, 0.3333333333333333, 0.6666666666666666, 1]),
    .real(
      #""from": 0, "to": 0.3, "step": 0.10000000000000002"#,
      [0, 0.10000000000000002, 0.20000000000000004, 0.3]),
    // It is missed by more than rounding.
    .real(#""from": 0, "to": 1, "step": 0.3334"#, [0, 0.3334, 0.6668]),
    .real(#""from": 0, "to": 0.29999, "step": 0.1"#, [0, 0.1, 0.2]),
  ]

  static let counts: [RangeCase] = [
    .real(#""from": 0, "to": 1, "count": 5"#, [0, 0.25, 0.5, 0.75, 1]),
    .real(#""from": 0.1, "to": 0.7, "count": 3"#, [0.1, 0.4, 0.7]),
    .real(#""from": 0.1, "to": 1, "count": 7"#, [0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 1]),
    .real(#""from": 0, "to": 1, "count": 4"#, [0, 1.0 / 3, 2.0 / 3, 1]),
    .real(
      #""from": 0, "to": 0.00001, "count": 4"#,
      [0, 3.3333333333333333e-06, 6.666666666666667e-06, 1e-5]),
    .real(#""from": 0.2, "to": 0.9, "count": 2"#, [0.2, 0.9]),
    .real(#""from": 0.4, "to": 0.4, "count": 1"#, [0.4]),
    .real(#""from": 0.001, "to": 1, "count": 4, "scale": "log""#, [0.001, 0.01, 0.1, 1]),
    .real(#""from": 0.1, "to": 0.8, "count": 4, "scale": "log""#, [0.1, 0.2, 0.4, 0.8]),
    .real(#""from": 0.05, "to": 0.45, "count": 3, "scale": "log""#, [0.05, 0.15, 0.45]),
    // The square root of ten to twelve digits.
    .real(
      #""from": 0.01, "to": 1, "count": 5, "scale": "log""#,
      [0.01, 0.0316227766017, 0.1, 0.316227766017, 1]),
    .real(#""from": 0.3, "to": 0.6, "count": 2, "scale": "log""#, [0.3, 0.6]),
    .real(#""from": 0.3, "to": 0.3, "count": 1, "scale": "log""#, [0.3]),
    // The third root of two to twelve digits.
    .real(
      #""from": 0.5, "to": 1, "count": 4, "scale": "log""#,
      [0.5, 0.629960524947, 0.793700525984, 1]),
  ]

  static let wholes: [RangeCase] = [
    .whole(.infectionFactor, #""from": 1, "to": 8, "step": 3"#, [1, 4, 7]),
    .whole(.infectionFactor, #""from": 1, "to": 9, "step": 4"#, [1, 5, 9]),
    .whole(.infectionFactor, #""from": 0, "to": 0, "step": 1"#, [0]),
    .whole(.infectionFactor, #""from": 2, "to": 3, "step": 5"#, [2]),
    .whole(.groupSize, #""from": 10, "to": 40, "step": 10"#, [10, 20, 30, 40]),
    .whole(.columns, #""from": 3, "to": 10, "step": 2"#, [3, 5, 7, 9]),
    // Rounded to whole numbers, halves up: 13.3 and 16.7; 2.5; 12.5; 1.75, 2.5 and 3.25.
    .whole(.groupSize, #""from": 10, "to": 20, "count": 4"#, [10, 13, 17, 20]),
    .whole(.infectionFactor, #""from": 1, "to": 4, "count": 3"#, [1, 3, 4]),
    .whole(.columns, #""from": 10, "to": 15, "count": 3"#, [10, 13, 15]),
    .whole(.columns, #""from": 1, "to": 5, "count": 5"#, [1, 2, 3, 4, 5]),
    .whole(.groupSize, #""from": 7, "to": 7, "count": 1"#, [7]),
    .whole(.groupSize, #""from": 10, "to": 1000, "count": 3, "scale": "log""#, [10, 100, 1000]),
    .whole(.infectionFactor, #""from": 1, "to": 8, "count": 4, "scale": "log""#, [1, 2, 4, 8]),
    // 316.2 and 3162.3; 2.4 and 5.8; 4.5.
    .whole(
      .groupSize, #""from": 100, "to": 10000, "count": 5, "scale": "log""#,
      [100, 316, 1000, 3162, 10_000]),
    .whole(.columns, #""from": 1, "to": 14, "count": 4, "scale": "log""#, [1, 2, 6, 14]),
    .whole(.columns, #""from": 2, "to": 10, "count": 3, "scale": "log""#, [2, 4, 10]),
  ]

  @Test("listed values stay in the order of the list, also a falling one")
  func listed() throws {
    #expect(
      try levels(.infectionProbability, #""values": [0.9, 0.1, 0.5]"#)
        == [.real(0.9), .real(0.1), .real(0.5)])
    #expect(
      try levels(.groupSize, #""values": [100, 10, 1e3]"#) == [
        .whole(100), .whole(10), .whole(1000),
      ])
    #expect(try levels(.groupSize, #""values": [4]"#) == [.whole(4)])
  }

  @Test(
    "a falling range, a step that is not positive, and levels that coincide are refused",
    arguments: [
      (#""from": 0.9, "to": 0.1, "step": 0.1"#, ErrorCode.badRange, "to"),
      (#""from": 0.9, "to": 0.1, "count": 3"#, .badRange, "to"),
      (#""from": 0.9, "to": 0.1, "count": 3, "scale": "log""#, .badRange, "to"),
      (#""from": 1, "to": 0.99, "step": 0.1"#, .badRange, "to"),
      (#""from": 0.1, "to": 0.9, "step": -0.1"#, .outOfRange, "step"),
      (#""from": 0.1, "to": 0.9, "step": 0"#, .outOfRange, "step"),
      (#""from": 0.1, "to": 0.9, "step": 1e-18"#, .badRange, "step"),
      (#""from": 0.1, "to": 0.9, "count": 0"#, .outOfRange, "count"),
      (#""from": 0.1, "to": 0.9, "count": 1"#, .badRange, "count"),
      (#""from": 0.5, "to": 0.5, "count": 2"#, .badRange, "count"),
      (#""from": 0, "to": 0.5, "count": 2, "scale": "log""#, .badRange, "from"),
      (#""from": 5e-324, "to": 0.5, "count": 2, "scale": "log""#, .badRange, "from"),
    ])
  func refused(range: String, code: ErrorCode, key: String) {
    let mistakes = Texts.mistakes(
      Texts.study("\"factors\": { \"infection_probability\": { \(range) } }"))
    #expect(mistakes.map(\.code) == [code])
    #expect(mistakes.map(\.path) == ["$.factors.infection_probability.\(key)"])
  }
}
