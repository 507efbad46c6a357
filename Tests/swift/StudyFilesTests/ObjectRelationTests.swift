import PlainText
import SpreadModel
import StudyFiles
import Testing

/// What members of an object must be to each other and to the study: what is reported beside another mistake, and
/// what is not.
@Suite struct ObjectRelationTests {
  @Test(
    "members without a mistake are judged although another one of their object has one",
    arguments: [
      // A design that lacks something: its own range, and what no factor of it may be.
      (
        #""factors": { "infection_probability": { "from": 0.1, "to": 0.5 } }, "design": { "type": "threshold", "factor": "infection_factor", "from": 8, "to": 1, "response": "final_share", "half_width": 1 }"#,
        [
          "missing $.factors.infection_probability.step", "missing $.design.target",
          "bad_range $.design.to",
        ]
      ),
      (
        #""factors": { "infection_probability": { "values": [0.1, 0.2] } }, "design": { "type": "calibration" }"#,
        ["conflict $.factors.infection_probability", "missing $.design.data"]
      ),
      (
        #""factors": { "infection_probability": { "values": [0.1, 0.2] } }, "design": { "type": "sobol", "points": "x" }"#,
        ["conflict $.factors.infection_probability", "wrong_type $.design.points"]
      ),
      (
        #""replicates": { "min": 50, "max": 40, "until": [] }"#,
        ["bad_relation $.replicates.max", "empty $.replicates.until"]
      ),
      (
        #""factors": { "rule": { "values": ["subset", "push"] } }, "analysis": { "comparisons": [{ "factor": "rule", "response": "curve", "margin": 1, "test": "no" }] }"#,
        [
          "bad_relation $.analysis.comparisons[0].margin",
          "unknown_value $.analysis.comparisons[0].test",
        ]
      ),
    ])
  func beside(body: String, places: [String]) {
    #expect(Texts.places(Texts.study(body)) == places)
  }

  @Test(
    "what is missing or given twice is reported beside a mistake in a level or in the design",
    arguments: [
      (
        #""infection_probability": 0.5"#,
        #""factors": { "infection_probability": { "values": "x" } }"#,
        [
          "missing $.model.group_size", "conflict $.model.infection_probability",
          "wrong_type $.factors.infection_probability.values",
        ]
      ),
      (
        "", #""design": { "type": "zap" }"#,
        ["missing $.model.group_size", "unknown_value $.design.type"]
      ),
      (
        "", #""design": { "type": "list", "points": 7 }"#,
        ["missing $.model.group_size", "wrong_type $.design.points"]
      ),
      (
        "", #""factors": { "group_size": { "values": ["x"] } }, "design": { "type": "zap" }"#,
        ["wrong_type $.factors.group_size.values[0]", "unknown_value $.design.type"]
      ),
      (
        "", #""design": { "type": "list", "points": [{ "group_size": -1 }] }"#,
        ["out_of_range $.design.points[0].group_size"]
      ),
    ])
  func needed(model: String, body: String, places: [String]) {
    #expect(Texts.places(Texts.study(body, model: model)) == places)
  }

  @Test(
    "what follows from a mistake is not reported as well",
    arguments: [
      (#""replicates": { "min": 50, "max": 4, "until": [] }"#, ["max", "until"]),
      (
        #""interventions": { "i": [{ "when": { "step": 1 }, "repeat": true, "until": { "steps": 3 }, "set": { "infection_probability": 0 } }] }"#,
        ["steps"]
      ),
      (
        #""factors": { "infection_probability": { "values": [0.5, 0.5, 2] } }"#, ["values[2]"]
      ),
    ])
  func follows(body: String, ends: [String]) {
    let found = Texts.places(Texts.study(body)).map {
      $0.split(separator: ".").last.map(String.init)
    }
    #expect(Set(found) == Set(ends))
  }

  @Test("a file is not read as a structure says that has a mistake")
  func files() throws {
    let folder = try EdgeFolder(["net.csv": "person_a,person_b,w\n0,1,2\n1,2,1\n"])
    for weight in ["true", #"{ "column": "w" }"#] {
      let found = folder.mistakes(folder.text(members: "\"weight\": \(weight)"))
      #expect(found.count == 1 && found.first?.path.hasPrefix("$.contacts.net.weight") == true)
    }
  }

  @Test("the path of a number is one name, also where it is spelled by objects")
  func paths() throws {
    let body =
      #""interventions": { "i": [{ "when": { "step": 3 }, "set": { "infection_probability": 0.1 } }] }"#
    let model = #""group_size": 9, "interventions": "i""#
    let setting = try #require(
      Override("factors.interventions.i.0.set.infection_probability.values=[0.1,0.2]"))
    let found = Texts.mistakes(Texts.study(body, model: model), [setting])
    #expect(found.map(\.code) == [.conflict, .unknownKey])
    #expect(found.last?.message.contains("interventions.i.0.when.step") == true)
    let brackets = try #require(
      Override("factors['interventions.i.0.set.infection_probability'].values=[0.1,0.2]"))
    #expect(Texts.mistakes(Texts.study(body, model: model), [brackets]).isEmpty)
  }

  @Test("what shows only at the points is named by a path with indices")
  func points() throws {
    // Too many combinations to be looked at on loading.
    let study = try Texts.parse(
      Texts.study(
        #""interventions": { "i": [{ "when": { "step": 1 }, "immunize_share": 0.1, "of_group": "b" }] }, "factors": { "group_size": { "from": 1, "to": 3000, "step": 1 }, "columns": { "from": 1, "to": 100, "step": 1 }, "interventions": { "values": ["i"] } }"#,
        model: ""))
    let error = #expect(throws: StudyFileError.self) { try study.checkPoints() }
    #expect(error?.path == "$.interventions.i[0].of_group")
  }

  @Test(
    "a key of another form names the forms that have it; a list has no more values than may be",
    arguments: [
      (
        #""interventions": { "i": [{ "when": { "step": 1 }, "layers": ["r"], "set": { "infection_probability": 0.1 } }] }"#,
        "conflict $.interventions.i[0].layers"
      ),
      (
        #""responses": { "t": { "multiply": 2, "of": "step_to_50pct" } }"#,
        "unknown_value $.responses.t.of"
      ),
      (
        #""analysis": { "given": ["final_infected"] }"#, "unknown_value $.analysis.given[0]"
      ),
      (
        #""groups": { "g": { "names": [\#((0...256).map { "\"g\($0)\"" }.joined(separator: ", "))], "shares": [1] } }"#,
        "too_many $.groups.g.names"
      ),
    ])
  func forms(body: String, place: String) {
    let found = Texts.mistakes(Texts.study(body))
    #expect(found.map { "\($0.code.rawValue) \($0.path)" } == [place])
    if place.hasSuffix("layers") { #expect(found.first?.message.contains("\"multiply\"") == true) }
  }

  @Test("latent people have a largest number where nobody recovers, which runs store")
  func latent() throws {
    let text = Texts.study(
      #""responses": { "l": { "peak_of": "latent" } }"#,
      model: #""group_size": 9, "latent_steps": 2"#)
    let study = try Texts.parse(text)
    #expect(study.storedOwnResponses.map(\.name) == ["l"])
    let run = RunResult(
      stopReason: .maxSteps, curve: [1, 4, 6], shape: nil, infectionSteps: nil, latent: [1, 3, 2])
    let grid = try study.points()[0].scenario.grid
    let place = try #require(study.responses.responses.firstIndex { $0.name == "l" })
    #expect(study.responses.values(of: run, on: grid)[place] == 3)
    #expect(
      Texts.places(text.replacing(#", "latent_steps": 2"#, with: ""))
        == ["bad_relation $.responses.l.peak_of"])
  }
}
