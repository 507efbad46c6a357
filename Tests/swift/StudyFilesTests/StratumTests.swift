import SpreadModel
import StudyFiles
import Testing

@Suite("Strata of points") struct StratumTests {
  private func groups(_ body: String, by factor: ModelKey, model: String = "") throws -> [[Int]] {
    let study = try Texts.parse(Texts.study(body, model: model))
    return study.strata(of: try study.points(), apartFrom: factor).map(\.places)
  }

  private static let sizes = "\"group_size\": { \"values\": [100, 225] }"

  @Test("sizes are compared at equal columns where columns vary")
  func columnsVary() throws {
    let found = try groups(
      "\"factors\": { \(Self.sizes), \"columns\": { \"values\": [5, 10, 20] } }", by: .groupSize)
    #expect(found == [[0, 3], [1, 4], [2, 5]])
  }

  @Test("square columns follow the size, given or by default", arguments: ["", "\"square\""])
  func squareColumns(columns: String) throws {
    let found = try groups(
      "\"factors\": { \(Self.sizes), \"infection_factor\": { \"values\": [1, 3] } }",
      by: .groupSize, model: columns.isEmpty ? "" : "\"columns\": \(columns)")
    #expect(found == [[0, 2], [1, 3]])
  }

  @Test("square columns follow the size as the only level of a factor too")
  func squareLevel() throws {
    let found = try groups(
      "\"factors\": { \(Self.sizes), \"columns\": { \"values\": [\"square\"] } }", by: .groupSize)
    #expect(found == [[0, 1]])
  }

  @Test("columns are compared within one size, with square as the number it is there")
  func reference() throws {
    let study = try Texts.parse(
      Texts.study(
        "\"factors\": { \(Self.sizes), \"columns\": { \"values\": [7, \"square\"] } }", model: ""))
    let found = study.strata(of: try study.points(), apartFrom: .columns)
    #expect(found.map(\.places) == [[0, 1], [2, 3]])
    for stratum in found {
      let pairs = stratum.pairs(reference: .name(ModelKey.square))
      #expect(pairs.map(\.a) == [0] && pairs.map(\.b) == [1])
      #expect(stratum.pairs(reference: .whole(8)).isEmpty)
      #expect(stratum.fixed == Set(ModelKey.factors).subtracting([.columns]))
    }
  }

  private func pooled(
    _ body: String, by factor: ModelKey, model: String = ""
  ) throws -> PooledStrata? {
    let study = try Texts.parse(Texts.study(body, model: model))
    let points = try study.points()
    return PooledStrata(study.strata(of: points, apartFrom: factor), of: points)
  }

  @Test("are pooled where they have all levels, with what all of them have in common")
  func pooled() throws {
    let factors = """
      "factors": { \(Self.sizes), "infection_factor": { "values": [1, 3] },
        "infection_probability": { "values": [0.5] } }
      """
    let found = try #require(try pooled(factors, by: .infectionFactor))
    #expect(found.places == [[0, 1], [2, 3]])
    #expect(found.levels == [.whole(1), .whole(3)])
    // Columns follow the size, and are not the same either.
    #expect(
      found.fixed
        == Set(ModelKey.factors).subtracting([.infectionFactor, .groupSize, .columns]))
    #expect(found.pairs(reference: .whole(1)).map(\.a) == [1])
    let gaps = """
      "design": { "type": "list", "points": [
        { "group_size": 100, "infection_factor": 1 }, { "group_size": 100, "infection_factor": 2 },
        { "group_size": 225, "infection_factor": 2 }, { "group_size": 225, "infection_factor": 1 },
        { "group_size": 400, "infection_factor": 1 }, { "group_size": 400, "infection_factor": 3 }] }
      """
    #expect(try pooled(gaps, by: .infectionFactor) == nil)
    let whole = gaps.replacing("\"infection_factor\": 3 }]", with: "\"infection_factor\": 2 }]")
    #expect(try pooled(whole, by: .infectionFactor)?.places == [[0, 1], [3, 2], [4, 5]])
  }

  @Test("are not pooled where the reference is another level in each")
  func pooledSquare() throws {
    func pairs(_ sizes: String) throws -> Int? {
      let found = try pooled(
        "\"factors\": { \"group_size\": { \"values\": \(sizes) }, \"infection_factor\": { \"values\": "
          + "[1, 2] }, \"columns\": { \"values\": [10, 15, 5] } }", by: .columns)
      return found?.pairs(reference: .name(ModelKey.square)).count
    }
    #expect(try pairs("[100, 225]") == 0)
    #expect(try pairs("[100]") == 2)
  }

  @Test("a point without a partner is in no combination")
  func alone() throws {
    let body = """
      "factors": { \(Self.sizes), "infection_factor": { "values": [1, 2, 3] } },
      "design": { "type": "one_at_a_time", "base": { "group_size": 100, "infection_factor": 2 } }
      """
    #expect(try groups(body, by: .groupSize) == [[0, 1]])
    #expect(try groups(body, by: .infectionFactor) == [[0, 2, 3]])
    #expect(
      try groups(
        "\"factors\": { \(Self.sizes), \"columns\": { \"values\": [5, 10] } }, "
          + "\"design\": { \"type\": \"zip\" }", by: .groupSize
      ).isEmpty)
  }

  @Test("without a reference every pair is compared once, with one each other level with it")
  func pairs() {
    let all = comparedPairs(["a", "b", "c"], reference: nil)
    #expect(all.map(\.a) == [1, 2, 2] && all.map(\.b) == [0, 0, 1])
    let some = comparedPairs(["a", "b", "c"], reference: "b")
    #expect(some.map(\.a) == [0, 2] && some.map(\.b) == [1, 1])
    #expect(comparedPairs(["a", "b"], reference: "x").isEmpty)
    #expect(comparedPairs([String](), reference: nil).isEmpty)
    for reference in [nil, "b", "x"] {
      let pairs = comparedPairs(["a", "b", "c"], reference: reference)
      for most in 0...4 {
        let some = comparedPairs(["a", "b", "c"], reference: reference, most: most)
        #expect(some.map(\.a) == pairs.prefix(most).map(\.a))
        #expect(some.map(\.b) == pairs.prefix(most).map(\.b))
      }
    }
    // Of ten million the first two alone are made.
    #expect(comparedPairs(Array(0..<10_000), reference: nil, most: 2).map(\.a) == [1, 2])
  }

  @Test(
    "how many pairs a request has is known before any point is made",
    arguments: [
      #""factors": { \#(twoSizes), \#(twoFactors) }"#,
      #""factors": { \#(twoSizes), \#(twoFactors) }, "design": { "type": "one_at_a_time", "base": { "group_size": 100, "infection_factor": 1 } }"#,
      #""factors": { \#(twoFactors) }"#,
      #""factors": { \#(twoSizes), \#(twoFactors) }, "design": { "type": "one_at_a_time", "base": { "group_size": 100, "infection_factor": 3 } }"#,
      #""factors": { \#(twoFactors), \#(twoSizes) }, "design": { "type": "zip" }"#,
      #""factors": { "infection_factor": { "values": [1, 2, 3, 4] }, "group_size": { "values": [100, 100, 400, 400] } }, "design": { "type": "zip" }"#,
      #""design": { "type": "list", "points": [{ "group_size": 100, "infection_factor": 1 }, { "group_size": 100, "infection_factor": 2 }, { "group_size": 400, "infection_factor": 2 }] }"#,
      #""design": { "type": "list", "points": [{ "group_size": 100, "infection_factor": 1 }, { "group_size": 100, "infection_factor": 2 }, { "group_size": 400, "infection_factor": 2 }, { "group_size": 400, "infection_factor": 3 }] }"#,
    ])
  func pairCount(body: String) throws {
    let model = body.contains("group_size") ? "{}" : #"{ "group_size": 100 }"#
    for more in ["", #", "reference": 1"#] {
      let study = try Texts.parse(
        """
        { "spreadlab": 1, "study": "pairs", "seed": 7, "model": \(model), \(body),
          "analysis": { "comparisons": [
            { "factor": "infection_factor", "response": "steps"\(more) }
          ] } }
        """)
      let request = study.analysis.comparisons[0]
      let strata = study.strata(of: try study.points(), apartFrom: .infectionFactor)
      let made = strata.reduce(0) { $0 + $1.pairs(reference: request.reference).count }
      let compared = try #require(study.comparedPairs(of: [request]).first)
      #expect(compared.pairs == Double(made))
      #expect(
        compared.groups
          == Double(strata.count { !$0.pairs(reference: request.reference).isEmpty }))
      var pooled = request
      pooled.isPooled = true
      let whole = PooledStrata(strata, of: try study.points())
      #expect(
        study.comparedPairs(of: [pooled]).map(\.pairs)
          == [Double(whole?.pairs(reference: request.reference).count ?? 0)])
      #expect(made == strata.reduce(0) { $0 + $1.pairCount(reference: request.reference) })
    }
  }

  @Test("each reference is counted where a group has it")
  func references() throws {
    let study = try Texts.parse(
      """
      { "spreadlab": 1, "study": "pairs", "seed": 7, "model": {},
        "design": { "type": "list", "points": [
          { "group_size": 100, "infection_factor": 1 }, { "group_size": 100, "infection_factor": 2 },
          { "group_size": 400, "infection_factor": 2 }, { "group_size": 400, "infection_factor": 3 }
        ] },
        "analysis": { "comparisons": [
          { "factor": "infection_factor", "response": "steps", "reference": 1 },
          { "factor": "infection_factor", "response": "steps", "reference": 2 }
        ] } }
      """)
    #expect(study.comparedPairs(of: study.analysis.comparisons).map(\.pairs) == [1, 2])
  }

  private static let twoSizes = #""group_size": { "values": [100, 400] }"#
  private static let twoFactors = #""infection_factor": { "values": [1, 2] }"#
}
