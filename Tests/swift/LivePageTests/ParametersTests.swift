import Foundation
import LivePage
import SpreadModel
import Testing

@Suite struct ParametersTests {
  static let good = Parameters(
    values: ModelValues().with([.groupSize: .whole(100), .rule: .name("exact")]), seed: 1)

  /// The fields of the mistakes in `good` with other values.
  private static func mistakes(_ change: (inout Parameters) -> Void) -> [String] {
    var parameters = good
    change(&parameters)
    return parameters.mistakes(rules: OfferedRule.builtIn).map(\.field)
  }

  @Test("finds all mistakes and names their fields and ranges")
  func mistakes() {
    #expect(Self.good.mistakes(rules: OfferedRule.builtIn).isEmpty)
    let bad = Parameters(
      values: ModelValues().with([
        .groupSize: .whole(0), .infectionFactor: .whole(-1), .infectionProbability: .real(.nan),
        .rule: .name("nope"), .columns: .whole(0), .boundary: .name("klein"),
        .latentSteps: .whole(-1), .infectiousSteps: .whole(0), .recoveryProbability: .real(1.1),
        .immuneSteps: .name("never"), .immuneShare: .real(-0.1), .startPeople: .whole(0),
      ]), neighborhood: "hex", seed: -1, period: 0.04)
    let mistakes = bad.mistakes(rules: OfferedRule.builtIn)
    #expect(mistakes.map(\.field) == PageControl.all.map(\.name))
    #expect(mistakes[0].message == "Group size: enter a whole number from 1 to 4,000,000.")
    #expect(mistakes[2].message == "Infection probability, %: enter a number from 0 to 100.")
    #expect(mistakes[3].message == "Period, s: enter a number from 0.05 to 10.")
  }

  @Test("takes both ends of every range and nothing beyond them, of every control")
  func ranges() {
    var seen = 0
    for control in PageControl.all {
      let numbers = control.allowed.numbers
      let (inside, beyond): ([KeyValue], [KeyValue])
      switch numbers {
      case .whole(let range)?:
        inside = [.whole(range.lowerBound), .whole(range.upperBound)]
        beyond = [.whole(range.lowerBound - 1), .whole(range.upperBound + 1)]
      case .real(let range)?:
        inside = [.real(range.lowest), .real(range.highest)]
        beyond = [.real(range.lowest - 1e-9), .real(range.highest + 1e-9)]
      default: continue
      }
      seen += 1
      #expect(inside.allSatisfy { control.problem($0) == nil }, "\(control.name)")
      #expect(beyond.allSatisfy { control.problem($0) != nil }, "\(control.name)")
    }
    #expect(seen == 12)
    for period in [0, 0.05, 10] { #expect(Self.mistakes { $0.period = period } == []) }
    for period in [-1, 0.04, 10.1] { #expect(Self.mistakes { $0.period = period } == ["period"]) }
    for probability in [-1e-9, 1 + 1e-9] {
      #expect(
        Self.mistakes { $0.values[.infectionProbability] = .real(probability) }
          == ["infection_probability"])
    }
  }

  @Test("holds columns within the group, and a torus to full rows, before a grid is made")
  func relations() throws {
    #expect(Self.mistakes { $0.values[.columns] = .whole(100) } == [])
    #expect(Self.mistakes { $0.values[.columns] = .whole(101) } == ["columns"])
    var torus = Self.good
    torus.values[.boundary] = .name("torus")
    #expect(torus.mistakes(rules: OfferedRule.builtIn).isEmpty)
    torus.values[.groupSize] = .whole(99)
    let mistake = try #require(torus.mistakes(rules: OfferedRule.builtIn).first)
    #expect(mistake.field == "boundary")
    #expect(mistake.message.contains("99 people do not fill rows of 10"))
    torus.values[.columns] = .whole(11)
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

  @Test("are read from a message as they are written to one; what is left out has its standard")
  func messages() throws {
    var parameters = Self.good
    parameters.values = parameters.values.with([
      .columns: .whole(20), .boundary: .name("torus"), .infectionProbability: .real(0.1),
    ])
    parameters.neighborhood = "moore"
    parameters.point = 3
    let text = try JSONEncoder().encode(parameters)
    #expect(try JSONDecoder().decode(Parameters.self, from: text) == parameters)
    func read(_ text: String) throws -> Parameters {
      try JSONDecoder().decode(Parameters.self, from: Data(text.utf8))
    }
    let short = try read(#"{ "group_size": 100, "rule": "exact", "seed": 1, "period": 1 }"#)
    #expect(short == Self.good)
    let square = #"{ "group_size": 100, "rule": "exact", "columns": "square", "seed": 1, "#
    #expect(try read(square + #""period": 1 }"#) == Self.good)
    #expect(throws: DecodingError.self) { try read(#"{ "seed": 1, "period": 1 }"#) }
    #expect(throws: DecodingError.self) {
      try read(#"{ "group_size": "100", "seed": 1, "period": 1 }"#)
    }
  }
}
