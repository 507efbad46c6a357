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
    let scenarios = try study.scenarios(ofAbout: 500) { $0 }
    #expect(scenarios.count == 500 && Set(scenarios).count > 490)
    // Spread over all levels of both.
    let mean = scenarios.reduce(0) { $0 + $1.infectionProbability } / 500
    #expect(abs(mean - 0.5) < 0.1)
    #expect(Set(scenarios.map(\.infectionFactor)).count > 7)
  }

  @Test("where there is no time, fewer points are looked at, and it is said how many")
  func noTime() throws {
    let study = try study("\(Self.probability.replacing("100000", with: "1000"))")
    #expect(try study.checkPoints() == nil)
    #expect(try (1..<1_000).contains(#require(study.checkPoints { true })))
    var looks = 0
    func isOver() -> Bool {
      looks += 1
      return looks == 20
    }
    let some = try study.scenarios(ofAbout: 500, until: isOver) { $0.infectionProbability }
    #expect(some.count == 20 && some == some.sorted())
    // Spread over the study, however early it ends.
    #expect(zip(some, some.dropFirst()).allSatisfy { $1 - $0 < 0.1 })
    #expect(try study.points(ofAbout: 500) { true }.map(\.number) == [0])
    let points = try study.points(ofAbout: 500) { false }
    #expect(points.count == 500 && points.map(\.number) == (0..<500).map { 2 * $0 })
    #expect(try Set(points).isSubset(of: study.points()))
  }

  @Test("long lists of people are written once for all points", .timeLimit(.minutes(1)))
  func longLists() throws {
    let people = (1...200_000).map { "\(2 * $0)" }.joined(separator: ", ")
    let study = try study(
      "\(Self.probability.replacing("100000", with: "400"))",
      model: #""group_size": 500000, "immune_people": [\#(people)]"#)
    #expect(try study.checkPoints() == nil)
    #expect(study.notes.isEmpty)
    #expect(try Set(study.points().map(\.identity)).count == 400)
  }

  @Test("of few points the scenarios are those of all of them")
  func few() throws {
    let study = try study("\"infection_factor\": { \"values\": [3, 1, 2] }")
    #expect(
      try study.scenarios(ofAbout: 10) { $0 } == study.points().map(\.scenario))
  }

  @Test(
    "a point that breaks a relation is found where they are too many to be checked on loading",
    arguments: [
      (#", "boundary": "torus""#, ""), (#", "immune_people": [4]"#, ""),
      (#", "infectiousness_dispersion": 0.2"#, ""),
      (
        #", "contacts": "net""#,
        #""contacts": { "net": { "kind": "ring", "neighbors": 10, "rewire": 0 } }"#
      ),
      (
        "",
        #"""
        "rules": { "mean": { "neighborhood": "moore", "pool": "all",
          "draw": { "number": "poisson" }, "update": "synchronous" } }
        """#
      ),
      (
        "",
        #""responses": { "far": { "share_in": { "rows": [9, 9], "columns": [0, 0] }, "at_step": 5 } }"#
      ),
    ])
  func broken(model: String, more: String) throws {
    let study = try study(
      more.contains("rules")
        ? #""rule": { "values": ["exact", "mean"] }, "#
          + #""infection_factor": { "from": 1, "to": 3, "step": 1e-5 }"#
        : #""infection_factor": { "from": 1, "to": 30000, "step": 1 }, "#
          + #""columns": { "from": 1, "to": 9, "step": 1 }"#,
      model: #""group_size": 9"# + model, design: more.isEmpty ? "" : ", " + more)
    let found = #expect(throws: StudyFileError.self) { try study.checkPoints() }
    #expect(found?.diagnostics.map(\.code) == [.badRelation])
  }

  @Test(
    "equal points and broken tori are found among many, as when they are made",
    arguments: [
      (
        """
        "rule": { "values": ["exact", "own"] },
        "rules.own.neighborhood.radius": { "from": 1, "to": 3, "step": 1 }, \(fewer)
        """,
        "\"group_size\": 100", own, "$.factors['rules.own.neighborhood.radius']"
      ),
      // In two factors, of which neither is to blame.
      (
        """
        "rule": { "values": ["exact", "exact"] }, "columns": { "values": [10, "square"] },
        "rules.own.neighborhood.radius": { "values": [1, 2] }
        """,
        "\"group_size\": 100", own + ", \"design\": { \"type\": \"zip\" }", "$.factors"
      ),
      (
        "\"infection_probability\": { \"values\": [\(repeated)] }", "\"group_size\": 100",
        ", \"design\": { \"type\": \"zip\" }", "$.factors.infection_probability.values[5999]"
      ),
      (
        "\"columns\": { \"values\": [\"square\", 10] }, \(fewer)", "\"group_size\": 100", "",
        "$.factors.columns.values[1]"
      ),
      (
        "\"columns\": { \"values\": [10, 7] }, \(fewer)",
        "\"group_size\": 100, \"boundary\": \"torus\"", "", "$.model.boundary"
      ),
    ])
  func wrong(factors: String, model: String, more: String, path: String) throws {
    func made() throws -> Study { try study(factors, model: model, design: more) }
    let (checked, listed) = (
      #expect(throws: StudyFileError.self) { try made().checkPoints() },
      #expect(throws: StudyFileError.self) { _ = try made().points() }
    )
    #expect(checked != nil && checked?.description == listed?.description)
    #expect(checked?.diagnostics.map(\.path) == [path])
  }
}
