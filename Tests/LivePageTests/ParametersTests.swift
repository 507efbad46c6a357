import LivePage
import SpreadModel
import Testing

@Suite struct ParametersTests {
  static let good = Parameters(
    groupSize: 100, infectionFactor: 3, infectionProbability: 1, rule: "exact", seed: 1)

  @Test("finds all mistakes and names their fields and ranges")
  func mistakes() {
    #expect(Self.good.mistakes(rules: OfferedRule.builtIn).isEmpty)
    let bad = Parameters(
      groupSize: 0, infectionFactor: -1, infectionProbability: .nan, rule: "nope",
      neighborhood: "hex", columns: 0, boundary: "klein", seed: -1, period: 0.05)
    #expect(
      bad.mistakes(rules: OfferedRule.builtIn).map(\.field) == [
        "group_size", "infection_factor", "infection_probability", "rule", "neighborhood",
        "columns", "boundary", "seed", "period",
      ])
    #expect(
      bad.mistakes(rules: OfferedRule.builtIn)[0].message
        == "Group size is a whole number from 1 to 4000000.")
  }

  @Test("takes both ends of every range and nothing beyond them")
  func ranges() {
    func mistakes(_ change: (inout Parameters) -> Void) -> [String] {
      var parameters = Self.good
      change(&parameters)
      return parameters.mistakes(rules: OfferedRule.builtIn).map(\.field)
    }
    for probability in [0, 1] {
      #expect(mistakes { $0.infectionProbability = Double(probability) } == [])
    }
    for probability in [-1e-9, 1 + 1e-9, 1.5] {
      #expect(mistakes { $0.infectionProbability = probability } == ["infection_probability"])
    }
    for period in [0, 0.1, 10] { #expect(mistakes { $0.period = period } == []) }
    for period in [-1, 0.09, 10.1] { #expect(mistakes { $0.period = period } == ["period"]) }
    #expect(mistakes { $0.columns = 100 } == [])
    #expect(mistakes { $0.columns = 101 } == ["columns"])
    #expect(mistakes { $0.groupSize = 4_000_001 } == ["group_size"])
  }

  @Test("refuses a torus with a partial row before a grid is made")
  func torus() {
    var torus = Self.good
    torus.boundary = "torus"
    #expect(torus.mistakes(rules: OfferedRule.builtIn).isEmpty)
    torus.groupSize = 99
    #expect(torus.mistakes(rules: OfferedRule.builtIn).map(\.field) == ["boundary"])
    torus.columns = 11
    #expect(torus.mistakes(rules: OfferedRule.builtIn).isEmpty)
  }

  @Test("changes the neighborhood of a rule and nothing else of it")
  func neighborhood() throws {
    var parameters = Self.good
    parameters.neighborhood = "von_neumann"
    let rule = try parameters.scenario(rules: OfferedRule.builtIn).rule
    #expect(rule.neighborhood == .vonNeumann)
    #expect(rule.draw == .exact && rule.pool == .healthy && rule.update == .synchronous)
  }
}
