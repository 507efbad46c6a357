import PlainText
import StudyFiles
import Testing

/// Notes on interventions, layers, groups and bounds that change nothing.
@Suite struct IdleSettingNotesTests {
  private func notes(_ model: String, _ body: String) throws -> [String] {
    try Texts.parse(Texts.study(body, model: #""group_size": 100"# + model)).notes
      .filter { [.changesNothing, .endsAtOnce, .countsTwice].contains($0.code) }
      .map { "\($0.code.rawValue) \($0.path ?? "")" }
  }

  private static let people = #", "contacts": "everybody", "infectious_steps": 4"#

  @Test(
    "interventions",
    arguments: [
      (
        "each_contact", #""multiply": { "infection_factor": 0.5 }"#,
        ["changes_nothing multiply.infection_factor"]
      ),
      (
        "each_contact", #""set": { "infection_factor": 0 }"#,
        ["changes_nothing set.infection_factor"]
      ),
      ("weights", #""set": { "infection_factor": 0 }"#, ["changes_nothing set.infection_factor"]),
      ("push", #""set": { "infection_factor": 0 }"#, []),
      ("poisson", #""multiply": { "infection_factor": 0.5 }"#, []),
      (
        "push", #""multiply": { "recovery_probability": 2 }"#,
        ["changes_nothing multiply.recovery_probability"]
      ),
      (
        "push", #""multiply": { "infection_probability": 1 }"#,
        ["changes_nothing multiply.infection_probability"]
      ),
      (
        "push",
        #""multiply": { "infection_probability": { "steps": [0, 3], "values": [1, 0.5] } }"#, []
      ),
    ])
  func interventions(rule: String, effect: String, expected: [String]) throws {
    let rules = """
      "rules": {
        "weights": { "neighborhood": "moore", "pool": "all", "draw": { "number": [1, 2, 3] }, "update": "synchronous" },
        "poisson": { "neighborhood": "moore", "pool": "all", "draw": { "number": "poisson" }, "update": "synchronous" }
      }
      """
    let known = try notes(
      Self.people + ", \"rule\": \"\(rule)\", \"interventions\": \"plan\"",
      rules + #", "interventions": { "plan": [{ "when": { "step": 3 }, \#(effect) }] }"#)
    #expect(known.map { $0.replacing("$.interventions.plan[0].", with: "") } == expected)
  }

  @Test(
    "immunity does not end",
    arguments: [
      (#""immunize_share": 0.3, "until": { "after_steps": 3 }"#, ["changes_nothing until"]),
      (#""immunize_share": 0.3, "until": { "after_steps": 3 }, "repeat": true"#, []),
      (
        #""immunize_share": 0.3, "multiply": { "infection_probability": 0.5 }, "until": { "after_steps": 3 }"#,
        []
      ),
      (#""immunize_share": 0"#, ["changes_nothing immunize_share"]),
    ])
  func immunity(effect: String, expected: [String]) throws {
    let known = try notes(
      Self.people + #", "interventions": "plan""#,
      #""interventions": { "plan": [{ "when": { "step": 3 }, \#(effect) }] }"#)
    #expect(known.map { $0.replacing("$.interventions.plan[0].", with: "") } == expected)
  }

  @Test("where nobody recovers, runs wait for the end of an intervention")
  func waiting() throws {
    #expect(
      try notes(
        #", "interventions": "plan""#,
        #""interventions": { "plan": [{ "when": { "step": 3 }, "immunize_share": 0.3, "until": { "after_steps": 3 } }] }"#
      ) == [])
  }

  @Test(
    "constants that no point uses, and those that some do",
    arguments: [
      (#""rule": "each_contact", "infection_factor": 4"#, ["$.model.infection_factor"]),
      (#""rule": "exact", "infection_factor": 4"#, []),
      (#""contacts": "everybody", "boundary": "torus""#, ["$.model.boundary"]),
      (#""contacts": "everybody", "start_people": 1, "columns": 20"#, ["$.model.columns"]),
      (#""contacts": "everybody", "columns": 20"#, []),
      (#""columns": 20, "boundary": "torus""#, []),
      (#""infection_probability": 0"#, []),
      (#""infection_probability": 0, "infection_factor": 2"#, []),
      (#""immune_steps": 5"#, ["$.model.immune_steps"]),
      (#""immune_steps": 5, "infectious_steps": 3"#, []),
    ])
  func constants(model: String, expected: [String]) throws {
    let notes = try Texts.parse(Texts.study(model: #""group_size": 100, "# + model)).notes
    #expect(notes.filter { $0.code == .noEffect }.map { $0.path ?? "" } == expected)
  }

  @Test("an effect that some points lack is told; a level of a factor may change nothing")
  func someRules() throws {
    func told(_ effect: String, _ factors: String) throws -> [String] {
      try notes(
        Self.people + #", "interventions": "plan""#,
        #""interventions": { "plan": [{ "when": { "step": 3 }, \#(effect) }] }, "factors": { \#(factors) }"#
      )
    }
    #expect(
      try told(
        #""set": { "infection_factor": 1 }"#, #""rule": { "values": ["push", "each_contact"] }"#)
        == ["changes_nothing $.interventions.plan[0].set.infection_factor"])
    #expect(
      try told(
        #""multiply": { "infection_probability": 1 }"#,
        #""interventions.plan.0.multiply.infection_probability": { "values": [0.5, 1] }"#) == [])
  }

  @Test(
    "an end that is reached when an intervention begins",
    arguments: [
      (#"{ "step": 5 }"#, #"{ "step": 5 }"#, true), (#"{ "step": 5 }"#, #"{ "step": 6 }"#, false),
      (#"{ "infected_share": 0.2 }"#, #"{ "ever_infected_share": 0.2 }"#, true),
      (#"{ "infected_share": 0.2 }"#, #"{ "ever_infected_share": 0.3 }"#, false),
      (#"{ "infected_share": 0.2 }"#, #"{ "infected_share": 0.1 }"#, false),
      (#"{ "infected_share": 0.1 }"#, #"{ "infected_share": 0.2 }"#, true),
      (#"{ "infectious_share": 0.1 }"#, #"{ "infectious_share": 0.2 }"#, true),
      (#"{ "infected_share": 0.1 }"#, #"{ "infected_share": 0.1 }"#, false),
      (#"{ "infected_share": 0.1 }"#, #"{ "infectious_share": 0.2 }"#, false),
    ])
  func ends(when: String, until: String, isTold: Bool) throws {
    let plan = #"{ "when": \#(when), "set": { "infection_probability": 0 }, "until": \#(until) }"#
    #expect(
      try notes(
        Self.people + #", "interventions": "plan""#, #""interventions": { "plan": [\#(plan)] }"#)
        == (isTold ? ["ends_at_once $.interventions.plan[0].until"] : []))
  }

  @Test(
    "two layers that are drawn with the same numbers are the same contacts",
    arguments: [
      (#"{ "kind": "random", "mean_degree": 4 }"#, true),
      (#"{ "kind": "random", "mean_degree": 4.5 }"#, false),
      (#"{ "kind": "places", "size": 4 }"#, false),
    ])
  func layers(other: String, isTold: Bool) throws {
    #expect(
      try notes(
        #", "contacts": "town", "infectious_steps": 2"#,
        """
        "contacts": {
          "work": { "kind": "random", "mean_degree": 4 }, "leisure": \(other),
          "town": { "kind": "layers", "layers": [{ "contacts": "work" }, { "contacts": "leisure" }] }
        }
        """) == (isTold ? ["counts_twice $.contacts.town.layers[1]"] : []))
  }

  @Test("groups in which nobody infects anybody, and what is seen and recorded nowhere")
  func groupsAndSeries() throws {
    func groups(_ factor: Int) -> String {
      #""groups": { "age": { "names": ["a", "b"], "shares": [0.5, 0.5], "multiply": [[0, 0], [0, \#(factor)]] } }"#
    }
    let model = Self.people + #", "groups": "age""#
    #expect(try notes(model, groups(0)) == ["changes_nothing $.groups.age.multiply"])
    #expect(try notes(model, groups(1)) == [])
    let seen = #""observed": { "cases": { "of": "new_infections", "probability": 0.5 } }"#
    #expect(
      try notes(Self.people, seen + #", "record": { "curves": "none" }"#)
        == ["changes_nothing $.observed.cases"])
    #expect(try notes(Self.people, seen) == [])
    #expect(
      try notes(
        Self.people,
        seen + #", "record": { "curves": "none" }, "responses": { "most": { "peak_of": "cases" } }"#
      )
        == [])
  }

  @Test(
    "bounds and widths beyond all values, such as a share in percent",
    arguments: [
      (
        #""replicates": { "max": 90, "until": [{ "response": "final_share", "half_width": 5 }] }"#,
        "$.replicates.until[0].half_width"
      ),
      (
        #""replicates": { "max": 90, "until": [{ "response": "steps", "relative_half_width": 5 }] }"#,
        "$.replicates.until[0].relative_half_width"
      ),
      (
        #""replicates": { "max": 90, "until": [{ "response": "final_share", "half_width": 0.05 }] }"#,
        nil
      ),
      (
        #""responses": { "low": { "at_most": 10, "of": "final_share" } }"#,
        "$.responses.low.at_most"
      ),
      (#""responses": { "low": { "at_most": 0.1, "of": "final_share" } }"#, nil),
      (
        #""responses": { "low": { "at_most": 500, "of": "peak_infected" } }"#,
        "$.responses.low.at_most"
      ),
      (
        #""responses": { "high": { "at_least": 500, "of": "peak_infected" } }"#,
        "$.responses.high.at_least"
      ),
      (#""responses": { "soon": { "at_most": 1e6, "of": "step_to_50pct" } }"#, nil),
      (
        #""responses": { "all": { "at_least": 0, "of": "infections" } }"#,
        "$.responses.all.at_least"
      ),
    ])
  func bounds(body: String, path: String?) throws {
    #expect(try notes(Self.people, body) == (path.map { ["changes_nothing \($0)"] } ?? []))
  }

  @Test("bounds and indifference of a selection")
  func selection() throws {
    func told(_ indifference: Double, _ most: Double) throws -> [String] {
      try notes(
        Self.people,
        """
        "factors": { "infection_probability": { "values": [0.1, 0.2] } },
        "design": { "type": "select", "response": "final_share", "best": "smallest", "indifference": \(indifference),
          "max_runs": 900, "subject_to": [{ "response": "reached_50pct", "at_most": \(most), "tolerance": 0.1 }] }
        """)
    }
    #expect(try told(0.01, 0.5) == [])
    #expect(
      try told(2, 5) == [
        "changes_nothing $.design.indifference", "changes_nothing $.design.subject_to[0].at_most",
      ])
  }

  @Test("names that pandas reads as missing", arguments: ["None", "NA", "null", "none", "nil"])
  func missing(name: String) throws {
    let found = try Texts.parse(
      Texts.study(
        #""contacts": { "\#(name)": { "kind": "ring", "neighbors": 2, "rewire": 0 } }, "rules": {}"#,
        model: #""group_size": 9, "contacts": "\#(name)""#)
    ).notes.contains { $0.code == .missingValueName }
    #expect(found == !["none", "nil"].contains(name))
  }
}
