import PlainText
import SpreadModel
import StudyFiles
import Testing

@Suite("Checking points by their levels") struct PointCheckTests {
  private func study(
    _ factors: String, model: String = "\"group_size\": 100", design: String = ""
  ) throws -> Study {
    try Study.parse(
      bytes: Array(
        """
        {
          "spreadlab": 1, "study": "points", "seed": 5, "model": { \(model) },
          "factors": { \(factors) }, "replicates": 1 \(design)
        }
        """.utf8), file: "study.json")
  }

  /// A rule that one half of the points do not have.
  private static let own = """
    , "rules": { "own": {
      "neighborhood": { "radius": 1, "metric": "chebyshev" }, "pool": "all", "draw": "exact",
      "update": "sequential" } }
    """
  /// Six thousand levels, of which the last is the first.
  private static let repeated = (0..<6_000).map { "\(Double($0 % 5_999) / 6_000)" }
    .joined(separator: ", ")
  private static let fewer = probability.replacing("100000", with: "3000")
  private static let probability =
    "\"infection_probability\": { \"from\": 0.0001, \"to\": 1, \"count\": 100000 }"

  @Test(
    "ten million points are checked, and some of them made, without making all",
    arguments: [
      (
        "\"infection_factor\": { \"from\": 1, \"to\": 100, \"step\": 1 }, \(probability)",
        ""
      ),
      (
        "\"infection_factor\": { \"from\": 1, \"to\": 8 }, "
          + "\"infection_probability\": { \"from\": 0.1, \"to\": 1 }",
        ", \"design\": { \"type\": \"sobol\", \"points\": 10000000 }"
      ),
    ])
  func many(factors: String, design: String) throws {
    let study = try study(factors, design: design)
    #expect(study.pointCount == 1e7)
    try study.checkPoints()
    let scenarios = try study.scenarios(ofAbout: 500)
    #expect(scenarios.count == 500 && Set(scenarios).count > 490)
    // Spread over all levels of both.
    let mean = scenarios.reduce(0) { $0 + $1.infectionProbability } / 500
    #expect(abs(mean - 0.5) < 0.1)
    #expect(Set(scenarios.map(\.infectionFactor)).count > 7)
  }

  @Test("of few points the scenarios are those of all of them")
  func few() throws {
    let study = try study("\"infection_factor\": { \"values\": [3, 1, 2] }")
    #expect(
      try study.scenarios(ofAbout: 10) == study.points().map(\.scenario))
  }

  @Test(
    "equal points and broken tori are found among many, as when they are made",
    arguments: [
      (
        """
        "rule": { "values": ["exact", "own"] },
        "rules.own.neighborhood.radius": { "from": 1, "to": 3, "step": 1 }, \(fewer)
        """,
        "\"group_size\": 100", own
      ),
      (
        "\"infection_probability\": { \"values\": [\(repeated)] }", "\"group_size\": 100",
        ", \"design\": { \"type\": \"zip\" }"
      ),
      ("\"columns\": { \"values\": [\"square\", 10] }, \(fewer)", "\"group_size\": 100", ""),
      (
        "\"columns\": { \"values\": [10, 7] }, \(fewer)",
        "\"group_size\": 100, \"boundary\": \"torus\"", ""
      ),
    ])
  func wrong(factors: String, model: String, more: String) throws {
    func made() throws -> Study { try study(factors, model: model, design: more) }
    let (checked, listed) = (
      #expect(throws: StudyFileError.self) { try made().checkPoints() },
      #expect(throws: StudyFileError.self) { _ = try made().points() }
    )
    #expect(checked != nil && checked?.description == listed?.description)
  }
}
