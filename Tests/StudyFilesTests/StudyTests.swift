import SpreadModel
import StudyFiles
import Testing

@Suite struct StudyTests {
  @Test("reads the contract's example whole")
  func contract() throws {
    let study = try Texts.parse(Texts.contract)
    #expect(study.name == "rules_on_a_crowd")
    #expect(study.seed == 20_261_121)
    #expect(study.factors.map(\.parameter) == [.groupSize, .infectionProbability, .rule])
    #expect(study.replicates == .fixed(1000))
    #expect(study.analysis.comparisons.first?.reference == .name("exact"))
    #expect(study.pointCount == 60)
    let points = try study.points()
    #expect(points.count == 60)
    #expect(Set(points.map(\.identity)).count == 60)
    #expect(points.map(\.number) == Array(0..<60))
    #expect(points[1].ruleName == "virus_app")
    #expect(points[3].scenario.infectionProbability == 0.2)
    #expect(points[59].columns == 50)
  }

  @Test("a range passes through decimal numbers, not through sums of rounding errors")
  func ranges() throws {
    let study = try Texts.parse(
      Texts.study(
        """
        "factors": { "infection_probability": { "from": 0.1, "to": 1, "step": 0.1 } }
        """))
    let levels = try study.points().map(\.scenario.infectionProbability)
    #expect(levels == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0])
  }

  @Test("the resolved study is the same study")
  func resolved() throws {
    let study = try Texts.parse(Texts.contract)
    let again = try Study.parse(bytes: study.resolvedJSON, file: "study.resolved.json")
    #expect(again == study)
    #expect(again.resolvedJSON == study.resolvedJSON)
    #expect(again.digest == study.digest)
  }

  @Test("a morris study changes one factor at a time, to the ends of its range")
  func morris() throws {
    let study = try Texts.parse(
      Texts.study(
        """
        "factors": {
          "infection_factor": { "from": 1, "to": 8 },
          "infection_probability": { "from": 0.1, "to": 1.0 }
        },
        "design": { "type": "morris", "points": 20 },
        "analysis": { "sensitivity": { "responses": ["steps"] } }
        """))
    let points = try study.points()
    #expect(study.pointCount == 60 && points.count == 60)
    #expect(study.analysis.sensitivity?.method == .morris)
    for path in 0..<20 {
      for step in 0..<2 {
        let (a, b) = (points[3 * path + step], points[3 * path + step + 1])
        #expect(
          (a.scenario.infectionFactor == b.scenario.infectionFactor)
            != (a.scenario.infectionProbability == b.scenario.infectionProbability))
      }
    }
    #expect(Set(points.map(\.scenario.infectionFactor)) == [1, 3, 6, 8])
    #expect(study.factors[0].share(of: .whole(3)) == 2.0 / 7)
    #expect(Set(points.map(\.identity)).count == 60)
    #expect(try Study.parse(bytes: study.resolvedJSON, file: "again.json") == study)
  }

  @Test("every step of a morris study moves a whole number, however narrow its range")
  func morrisWholeNumbers() throws {
    for scale in ["linear", "log"] {
      for from in 1...12 {
        for to in from + 1...from + 12 {
          let study = try Texts.parse(
            Texts.study(
              """
              "factors": {
                "group_size": { "from": \(from), "to": \(to), "scale": "\(scale)" }
              },
              "design": { "type": "morris", "points": 8 }
              """, model: ""))
          let sizes = try study.points().map(\.groupSize)
          for path in 0..<8 {
            #expect(sizes[2 * path] != sizes[2 * path + 1], "\(scale) \(from)...\(to)")
          }
        }
      }
    }
  }
}
