import PlainText
import SpreadModel
import Statistics
import StudyFiles
import Testing

/// Response surfaces and their designs in study files.
@Suite struct SurfaceStudyTests {
  private func points(_ body: String) throws -> [[Double]] {
    let study = try Texts.parse(Texts.study(body, model: ""))
    let points = try study.points()
    #expect(Double(points.count) == study.pointCount)
    return points.map {
      [
        Double($0.groupSize), Double($0.scenario.infectionFactor),
        $0.scenario.infectionProbability,
      ]
    }
  }

  private static let two = """
    "factors": {
      "group_size": { "from": 10, "to": 41 },
      "infection_probability": { "from": 0.1, "to": 0.7 }
    }
    """

  @Test("central_composite: corners, axes, center; whole numbers rounded, halves up")
  func composite() throws {
    let found = try points(Self.two + ", \"design\": { \"type\": \"central_composite\" }")
    #expect(
      found == [
        [10, 3, 0.1], [10, 3, 0.7], [41, 3, 0.1], [41, 3, 0.7],
        [10, 3, 0.4], [41, 3, 0.4], [26, 3, 0.1], [26, 3, 0.7], [26, 3, 0.4],
      ])
  }

  @Test("rotatable: the axes reach the ends, the corners lie as far from the center")
  func rotatable() throws {
    let found = try points(
      Self.two + ", \"design\": { \"type\": \"central_composite\", \"corners\": \"rotatable\" }")
    // 25.5 -+ 15.5 / sqrt 2 = 14.54 and 36.46; 0.4 -+ 0.3 / sqrt 2.
    let (low, high) = (0.187867965644, 0.612132034356)
    #expect(
      found == [
        [15, 3, low], [15, 3, high], [36, 3, low], [36, 3, high],
        [10, 3, 0.4], [41, 3, 0.4], [26, 3, 0.1], [26, 3, 0.7], [26, 3, 0.4],
      ])
  }

  @Test("box_behnken: pairs at their ends, on a log scale between them the geometric mean")
  func boxBehnken() throws {
    let found = try points(
      """
      "factors": {
        "group_size": { "from": 100, "to": 10000, "scale": "log" },
        "infection_factor": { "from": 1, "to": 3 },
        "infection_probability": { "from": 0.2, "to": 1 }
      },
      "design": { "type": "box_behnken" }
      """)
    #expect(
      found == [
        [100, 1, 0.6], [100, 3, 0.6], [10000, 1, 0.6], [10000, 3, 0.6],
        [100, 2, 0.2], [100, 2, 1], [10000, 2, 0.2], [10000, 2, 1],
        [1000, 1, 0.2], [1000, 1, 1], [1000, 3, 0.2], [1000, 3, 1], [1000, 2, 0.6],
      ])
  }

  @Test("an analysis of surfaces is read with its defaults, and is no part of the identity")
  func request() throws {
    let names = "\"factors\": [\"infection_probability\", \"group_size\"]"
    let design = Self.two + ", \"design\": { \"type\": \"central_composite\" }"
    let plain = try Texts.parse(Texts.study(design, model: ""))
    let asked = try Texts.parse(
      Texts.study(
        design + """
          , "analysis": { "surfaces": [
            { "response": "steps", \(names) },
            { "response": "steps", \(names), "terms": "linear", "transform": "log", "weights": "variances" }
          ] }
          """, model: ""))
    let factors = [ModelKey.infectionProbability, .groupSize]
    #expect(
      asked.analysis.surfaces == [
        SurfaceRequest(response: .steps, factors: factors),
        SurfaceRequest(
          response: .steps, factors: factors, terms: .linear, transform: .log, weights: .variances),
      ])
    #expect(asked.digest == plain.digest)
    let again = try Study.parse(bytes: asked.resolvedJSON, file: "study.resolved.json")
    #expect(again == asked)
    #expect(try Study.parse(bytes: plain.resolvedJSON, file: "study.resolved.json") == plain)
    // Another place of the corners is another study.
    let rotatable = try Texts.parse(
      Texts.study(
        Self.two + ", \"design\": { \"type\": \"central_composite\", \"corners\": \"rotatable\" }",
        model: ""))
    #expect(rotatable.digest != plain.digest)
    #expect(
      try Study.parse(bytes: rotatable.resolvedJSON, file: "study.resolved.json") == rotatable)
  }

  private static func surface(_ factors: String, _ more: String = "") -> String {
    """
    "factors": {
      "group_size": { "values": [10, 20] }, "rule": { "values": ["exact", "push"] },
      "infectious_steps": { "values": [4, "forever"] },
      "infection_probability": { "values": [0.5, 1] }
    },
    "analysis": { "surfaces": [{ "response": "steps", "factors": \(factors)\(more) }] }
    """
  }

  static let broken: [BrokenStudy] = [
    .factors(
      surface("[\"group_size\", @@\"rule\"]"), .badRelation,
      "$.analysis.surfaces[0].factors[1]"),
    .factors(
      surface("[\"group_size\", @@\"infectious_steps\"]"), .badRelation,
      "$.analysis.surfaces[0].factors[1]"),
    .factors(
      surface("[\"group_size\", @@\"columns\"]"), .unknownValue,
      "$.analysis.surfaces[0].factors[1]"),
    .factors(
      surface("[\"group_size\", @@\"nonsense\"]"), .unknownValue,
      "$.analysis.surfaces[0].factors[1]"),
    .factors(
      surface("[\"group_size\", @@\"group_size\"]"), .duplicateValue,
      "$.analysis.surfaces[0].factors[1]"),
    .factors(
      surface("@@[\"group_size\", \"infection_probability\"]"), .badRelation,
      "$.analysis.surfaces[0].factors"),
    .factors(
      """
      "factors": {
        "group_size": { "values": [10, 20] }, "infection_probability": { "values": [0.5, 1] }
      },
      "analysis": { "surfaces": [
        { "response": "steps", "factors": ["group_size", "infection_probability"] },
        @@{ "factors": ["group_size", "infection_probability"], "response": "steps", "terms": "quadratic" }
      ] }
      """, .duplicateValue, "$.analysis.surfaces[1]"),
    .factors(
      """
      "factors": {
        "group_size": { "values": [10, 20] }, "infection_probability": { "values": [0.5, 1] }
      },
      "analysis": { "surfaces": [
        { "response": @@"extinct", "factors": ["group_size", "infection_probability"] }
      ] }
      """, .badRelation, "$.analysis.surfaces[0].response"),
    .factors(
      """
      "factors": { "group_size": { "from": 10, "to": 20 } },
      "design": @@{ "type": "central_composite" }
      """, .badRelation, "$.design"),
    .factors(two + ", \"design\": @@{ \"type\": \"box_behnken\" }", .badRelation, "$.design"),
    .factors(
      """
      "factors": {
        "group_size": { "from": 10, "to": @@11 },
        "infection_probability": { "from": 0.1, "to": 0.7 }
      },
      "design": { "type": "central_composite" }
      """, .badRange, "$.factors.group_size.to"),
    .factors(
      """
      "factors": {
        "group_size": { "from": 10, "to": @@11 }, "infection_factor": { "from": 1, "to": 8 }
      },
      "design": { "type": "central_composite", "corners": "rotatable" }
      """, .badRange, "$.factors.group_size.to"),
    .factors(
      """
      "factors": {
        @@"group_size": { "from": 10, "to": 50, "step": 10 },
        "infection_probability": { "from": 0.1, "to": 0.7 }
      },
      "design": { "type": "central_composite" }
      """, .conflict, "$.factors.group_size"),
  ]

  @Test("mistakes are found where they stand, one each", arguments: broken)
  func mistakes(_ study: BrokenStudy) { study.expectFound() }

  @Test("a constant is no factor that varies: it may be left out")
  func constants() throws {
    let study = try Texts.parse(
      Texts.study(
        """
        "factors": {
          "group_size": { "values": [10, 20] }, "infection_probability": { "values": [0.5, 1] },
          "rule": { "values": ["push"] }
        },
        "analysis": { "surfaces": [
          { "response": "steps", "factors": ["group_size", "infection_probability"] }
        ] }
        """, model: ""))
    #expect(study.analysis.surfaces.count == 1)
  }

  @Test("a number that is left out can be added, a rule cannot")
  func leftOut() {
    for (factor, isNumber) in [
      (#""infection_factor": { "values": [1, 2] }"#, true),
      (#""rule": { "values": ["exact", "push"] }"#, false),
    ] {
      let found = Texts.mistakes(
        Texts.study(
          """
          "factors": { "group_size": { "values": [10, 20] },
            "infection_probability": { "values": [0.5, 1] }, \(factor) },
          "analysis": { "surfaces": [
            { "response": "steps", "factors": ["group_size", "infection_probability"] } ] }
          """, model: ""))
      #expect(found.map(\.code) == [.badRelation])
      #expect(found.first?.message.contains("add it here") == isNumber)
    }
  }
}
