import SpreadModel
import StudyFiles
import Testing

/// The points of every design against lists written by hand, or against the design's definition.
@Suite struct DesignPointTests {
  /// People, factor, probability, rule, columns and boundary of each point, in order.
  private func points(_ body: String, model: String = "") throws -> [String] {
    let points = try Texts.parse(Texts.study(body, model: model)).points()
    #expect(points.map(\.number) == Array(points.indices))
    return points.map { point in
      "\(point.groupSize) \(point.scenario.infectionFactor) \(point.scenario.infectionProbability) \(point.ruleName) "
        + "\(point.columns) \(point.boundary.rawValue)"
    }
  }

  @Test("without factors there is one point, of the defaults that the contract names")
  func single() throws {
    // 10 people in rows of ceil(sqrt(10)) = 4.
    #expect(try points("", model: #""group_size": 10"#) == ["10 3 1.0 subset 4 bounded"])
  }

  @Test("factorial: every combination, the last factor of the file fastest")
  func factorial() throws {
    let body = """
      "factors": {
        "rule": { "values": ["push", "exact"] }, "group_size": { "values": [17, 16] },
        "infection_probability": { "from": 0.5, "to": 1, "count": 3 }
      }
      """
    #expect(
      try points(body, model: #""infection_factor": 2"#) == [
        "17 2 0.5 push 5 bounded", "17 2 0.75 push 5 bounded", "17 2 1.0 push 5 bounded",
        "16 2 0.5 push 4 bounded", "16 2 0.75 push 4 bounded", "16 2 1.0 push 4 bounded",
        "17 2 0.5 exact 5 bounded", "17 2 0.75 exact 5 bounded", "17 2 1.0 exact 5 bounded",
        "16 2 0.5 exact 4 bounded", "16 2 0.75 exact 4 bounded", "16 2 1.0 exact 4 bounded",
      ])
  }

  @Test("zip: first levels together, second levels together, equal ones too")
  func zip() throws {
    let body = """
      "factors": {
        "group_size": { "values": [12, 12, 30] }, "columns": { "values": [4, "square", 6] },
        "boundary": { "values": ["torus", "bounded", "torus"] },
        "infection_factor": { "from": 1, "to": 5, "step": 2 }
      },
      "design": { "type": "zip" }
      """
    #expect(
      try points(body) == [
        "12 1 1.0 subset 4 torus", "12 3 1.0 subset 4 bounded", "30 5 1.0 subset 6 torus",
      ])
  }

  @Test("list: the points as given, in any order; constants fill what they do not give")
  func list() throws {
    let body = """
      "design": {
        "type": "list",
        "points": [
          { "infection_probability": 0.9, "group_size": 50 },
          { "group_size": 9, "infection_probability": 0.25 },
          { "group_size": 50, "infection_probability": 0.1 }
        ]
      }
      """
    #expect(
      try points(body, model: #""rule": "capped", "columns": 7"#) == [
        "50 3 0.9 capped 7 bounded", "9 3 0.25 capped 7 bounded", "50 3 0.1 capped 7 bounded",
      ])
  }

  @Test("one_at_a_time: the base, then each factor's other levels alone")
  func oneAtATime() throws {
    let body = """
      "factors": {
        "infection_factor": { "values": [1, 2, 4] }, "rule": { "values": ["push", "exact"] },
        "infection_probability": { "from": 0.2, "to": 0.4, "step": 0.2 }
      },
      "design": {
        "type": "one_at_a_time",
        "base": { "infection_factor": 2, "rule": "exact", "infection_probability": 0.5 }
      }
      """
    // The base's probability is none of the levels: both of them are others.
    #expect(
      try points(body, model: #""group_size": 25"#) == [
        "25 2 0.5 exact 5 bounded", "25 1 0.5 exact 5 bounded", "25 4 0.5 exact 5 bounded",
        "25 2 0.5 push 5 bounded", "25 2 0.2 exact 5 bounded", "25 2 0.4 exact 5 bounded",
      ])
  }

  @Test("square columns are the square root rounded up")
  func squareColumns() throws {
    let sizes = [1, 2, 3, 4, 5, 9, 10, 99, 100, 101, 1_000_000, 1_000_001]
    let columns = [1, 2, 2, 2, 3, 3, 4, 10, 10, 11, 1000, 1001]
    let study = try Texts.parse(
      Texts.study("\"factors\": { \"group_size\": { \"values\": \(sizes) } }", model: ""))
    #expect(try study.points().map(\.columns) == columns)
  }

  @Test("pointCount tells the number of points beforehand", arguments: designs)
  func counted(design: String, count: Int) throws {
    let factors = design.contains("list") ? "" : "\"factors\": { \(ranges(of: design)) }, "
    let study = try Texts.parse(Texts.study(factors + "\"design\": { \(design) }"))
    #expect(study.pointCount == Double(count))
    #expect(try study.points().count == count)
  }

  private func ranges(of design: String) -> String {
    let isSampled = design.contains("\"points\"")
    let end = isSampled ? "" : ", \"step\": 1"
    return "\"infection_factor\": { \"from\": 1, \"to\": 3\(end) }, "
      + "\"columns\": { \"from\": 7, \"to\": 9\(end) }"
  }

  /// Two factors of three levels each.
  static let designs = [
    (#""type": "factorial""#, 9), (#""type": "zip""#, 3),
    (#""type": "one_at_a_time", "base": { "infection_factor": 2, "columns": 7 }"#, 5),
    (#""type": "one_at_a_time", "base": { "infection_factor": 9, "columns": 9 }"#, 6),
    (#""type": "list", "points": [{ "columns": 4 }, { "columns": 5 }]"#, 2),
    (#""type": "latin_hypercube", "points": 5"#, 5), (#""type": "halton", "points": 6"#, 6),
    (#""type": "sobol", "points": 7"#, 7), (#""type": "saltelli", "points": 4"#, 24),
    (#""type": "morris", "points": 4"#, 12),
  ]
}
