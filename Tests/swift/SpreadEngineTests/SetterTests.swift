import SpreadModel
import Testing

/// Values of the wrong kind end the program instead of changing nothing: whatever comes from outside is checked
/// before.
@Suite struct SetterTests {
  @Test("a number takes its place in rules, contacts and interventions")
  func places() {
    var rule = SpreadRule(
      neighborhood: .within(radius: 1, metric: .manhattan), pool: .all,
      draw: .number(.weights([1, 2])), update: .synchronous)
    rule.set(.whole(3), at: ["neighborhood", "radius"])
    rule.set(.real(0.5), at: ["draw", "number", "1"])
    #expect(
      rule.neighborhood == .within(radius: 3, metric: .manhattan)
        && rule.draw == .number(.weights([1, 0.5])))
    var contacts = Contacts.ring(neighbors: 4, rewire: 0, per: .replicate)
    contacts.set(.real(0.25), at: ["rewire"])
    #expect(contacts == .ring(neighbors: 4, rewire: 0.25, per: .replicate))
    var lockdown = Intervention(when: .step(1), until: .afterSteps(2), repeats: true)
    lockdown.set(.whole(7), at: ["until", "after_steps"])
    lockdown.set(.whole(2), at: ["set", "infection_factor"])
    #expect(lockdown.until == .afterSteps(7) && lockdown.effects == [.infectionFactor: .set(2)])
    #expect(lockdown.repeats)
  }

  @Test("another kind of value, or a place that is not there, ends the program")
  func traps() async {
    await #expect(processExitsWith: .failure) {
      var rule = SpreadRule.builtIn[0].rule
      rule.set(.real(1), at: ["draw", "dispersion"])
    }
    await #expect(processExitsWith: .failure) {
      var contacts = Contacts.random(meanDegree: 3, per: .study)
      contacts.set(.whole(3), at: ["mean_degree"])
    }
    await #expect(processExitsWith: .failure) {
      var lockdown = Intervention(when: .step(1))
      lockdown.set(.real(0.5), at: ["when", "step"])
    }
    await #expect(processExitsWith: .failure) {
      let values = ModelValues().with([
        .groupSize: .whole(9), .infectionProbability: .name("often"),
      ])
      _ = Scenario(values, rule: SpreadRule.builtIn[0].rule)
    }
  }
}
