import SpreadModel
import Spreadlab
import Testing

/// Contacts people of its own row only, as many as the infection factor says.
private struct OwnRow: ContactRule {
  var name = "own_row"
  var version = 1
  var pool: Pool { .healthy }
  var neighborhood: Neighborhood { .within(radius: 2, .manhattan) }

  func act(_ source: Source, on candidates: inout Candidates, using random: inout RandomWords) {
    var left = Int(source.infectionFactor)
    let inRow = (0..<candidates.count).filter {
      candidates.offset($0).rows == 0 && candidates.isHealthy($0)
    }
    for candidate in inRow where left > 0 && random.happens(source.infectionProbability) {
      candidates.infect(candidate)
      left -= 1
    }
  }
}

@Suite(.freshRules) struct OwnContactRuleTests {
  @Test("a rule in Swift decides who is infected")
  func decides() throws {
    var scenario = Scenario(groupSize: 36, rule: Rule(OwnRow()))
    scenario.infectionFactor = 10
    scenario.maxSteps = 4
    let run = try scenario.run(seed: 3)
    // From person 14 (row 2, column 2) two places to each side, then the rest of the row, then nothing.
    #expect(run.infected == [1, 5, 6, 6, 6] && run.end == .maxSteps)
    #expect(run.infectedAt[12..<18].map { $0 ?? -1 } == [1, 1, 0, 1, 1, 2])
    #expect((0..<36).filter { run.infectedAt[$0] != nil } == Array(12..<18))
  }

  @Test("of two rules of one name the second is refused; the same one may be named again")
  func sameName() {
    let rule = OwnRow(name: "of_two").described
    #expect(SpreadRule.add(rule, identity: "a") && SpreadRule.add(rule, identity: "a"))
    #expect(!SpreadRule.add(rule, identity: "of other values"))
    #expect(!SpreadRule.add(OwnRow(name: "of_two", version: 2).described, identity: "a"))
    #expect(SpreadRule.own.count { $0.name == "of_two" } == 1)
  }

  @Test("is known by its parts, and by its explanation")
  func described() {
    let described = OwnRow(version: 6).described
    #expect(described.name == "own_row" && described.rule.draw.own?.version == 6)
    #expect(described.rule.neighborhood == .within(radius: 2, metric: .manhattan))
    #expect(described.rule.pool == .healthy && described.rule.update == .synchronous)
    #expect(described.explanation == "A rule in Swift, version 6.")
    #expect(described.origin == "this program, version 6")
  }

  @Test("parts are those of the model")
  func parts() {
    #expect(
      [Neighborhood.moore, .vonNeumann, .hexagonal].map(\.inModel)
        == [.moore, .vonNeumann, .hexagonal])
    #expect(
      [.chebyshev, .manhattan, .euclidean].map { Neighborhood.within(radius: 3, $0).inModel }
        == [.chebyshev, .manhattan, .euclidean].map { .within(radius: 3, metric: $0) })
    #expect([Pool.healthy, .all].map(\.inModel) == [.healthy, .all])
    #expect([Update.synchronous, .sequential].map(\.inModel) == [.synchronous, .sequential])
  }
}
