import Foundation
import PlainText
import SpreadModel
import StudyFiles
import Testing

/// What must hold between several values of a study, at its edges.
@Suite struct RelationTests {
  private func codes(_ body: String, model: String = "\"group_size\": 100") -> [ErrorCode] {
    Texts.mistakes(Texts.study(body, model: model)).map(\.code)
  }

  @Test("a torus is refused if a single person is too many or too few for full rows")
  func torus() {
    for (people, columns, isFull) in [
      (10, 9, false), (10, 10, true), (10, 11, false), (10, 5, true), (11, 5, false), (9, 5, false),
      (1, 1, true), (10, 1, true),
    ] {
      let model =
        "\"group_size\": \(people), \"columns\": \(columns), \"boundary\": \"torus\""
      #expect(codes("", model: model) == (isFull ? [] : [.badRelation]), "\(people) in \(columns)")
    }
    // The last of several points is found too.
    let sizes = #""factors": { "group_size": { "values": [4, 9, 16, 17] } }"#
    #expect(codes(sizes, model: #""boundary": "torus""#) == [.badRelation])
  }

  @Test("beside an element that cannot be read, the others are named by their places in the file")
  func unreadElement() {
    for (body, model, paths) in [
      (
        "", #""immune_people": [3, true, 3, 5, 5]"#,
        [1, 2, 4].map { "$.model.immune_people[\($0)]" }
      ),
      (
        #""design": { "type": "list", "points": [4, { "columns": 2 }, { "columns": 3 }, { "columns": 2 }] }"#,
        "",
        [0, 3].map { "$.design.points[\($0)]" }
      ),
    ] {
      let model = #""group_size": 100"# + (model.isEmpty ? "" : ", \(model)")
      #expect(
        Texts.mistakes(Texts.study(body, model: model)).map(\.path).sorted() == paths, "\(body)")
    }
  }

  @Test("one mistake hides no other: in objects of unknown form, designs and listed points")
  func together() {
    let levels = #""infection_probability": { "from": 0.1, "to": 0.5, "count": 3 }"#
    for (body, model, path) in [
      ("", #""introductions": [{ "step": "x" }]"#, "$.model.introductions[0].step"),
      (#""interventions": { "i": [{ "until": 3 }] }"#, "", "$.interventions.i[0].until"),
      (
        #""replicates": { "max": 100, "until": [{ "response": "nope" }] }"#, "",
        "$.replicates.until[0].response"
      ),
      (
        #""factors": { "infection_probability": { "to": 3 } }"#, "",
        "$.factors.infection_probability.to"
      ),
      (
        #""factors": { \#(levels) }, "design": { "type": "sobol", "points": 0 }"#, "",
        "$.factors.infection_probability"
      ),
      (#""factors": { \#(levels) }, "design": { "type": "list", "points": [] }"#, "", "$.factors"),
      (
        #""factors": { "infection_probability": { "from": 0.1, "to": 0.5 } }, "design": { "type": "one_at_a_time" }"#,
        "", "$.factors.infection_probability.step"
      ),
      (
        #""design": { "type": "list", "points": [{ "columns": 2 }, { "columns": 2 }, 3] }"#, "",
        "$.design.points[1]"
      ),
    ] {
      let model = #""group_size": 100"# + (model.isEmpty ? "" : ", \(model)")
      let paths = Texts.mistakes(Texts.study(body, model: model)).map(\.path)
      #expect(paths.count > 1 && paths.contains(path), "\(paths), \(body)")
    }
  }

  @Test(
    "whatever else varies, a relation that cannot hold is reported on loading, at what is to blame")
  func reported() {
    let many =
      #", "infection_probability": { "from": 0, "to": 1, "count": 200000 }, "#
      + #""interventions.less.0.when.step": { "from": 1, "to": 200000, "step": 1 }"#
    let structures = #"""
      , "interventions": { "less": [{ "when": { "step": 5 }, "set": { "infection_factor": 1 } }] },
      "contacts": { "net": { "kind": "ring", "neighbors": 4, "rewire": 0 } }
      """#
    for (factor, model, path) in [
      (#""columns": { "values": [3, 2] }"#, #""boundary": "torus""#, "$.model.boundary"),
      (
        #""contacts.net.neighbors": { "values": [4, 12] }"#, #""contacts": "net""#,
        "$.factors['contacts.net.neighbors'].values[1]"
      ),
    ] {
      for (others, isPaired) in [(many, false), ("", false), ("", true)] {
        let places = Texts.places(
          Texts.study(
            "\"factors\": { \(factor)\(others) }\(structures)"
              + (isPaired ? #", "design": { "type": "zip" }"# : ""),
            model: #""group_size": 9, "interventions": "less", "# + model))
        #expect(places == ["bad_relation \(path)"], "\(factor)\(others)")
      }
    }
    // Where levels come in pairs, only those of a pair meet.
    for (columns, isGood) in [("[3, 5]", true), ("[5, 3]", false)] {
      let places = Texts.places(
        Texts.study(
          #""factors": { "group_size": { "values": [9, 10] }, "columns": { "values": \#(columns) } }, "#
            + #""design": { "type": "zip" }"#, model: #""boundary": "torus""#))
      #expect(places.isEmpty == isGood)
    }
  }

  @Test("a torus of hexagons needs an even number of rows, where the grid is who meets whom")
  func hexagons() {
    let rule = """
      "rules": { "bees": { "neighborhood": "hexagonal", "pool": "all", "draw": "exact",
                           "update": "synchronous" } }
      """
    for (people, boundary, contacts, isGood) in [
      (12, "torus", "grid", true), (9, "torus", "grid", false), (15, "torus", "grid", false),
      (9, "bounded", "grid", true), (9, "torus", "everybody", true),
    ] {
      let model = """
        "group_size": \(people), "columns": 3, "boundary": "\(boundary)", "rule": "bees",
        "contacts": "\(contacts)"
        """
      #expect(
        codes(rule, model: model) == (isGood ? [] : [.badRelation]),
        "\(people) \(boundary) \(contacts)")
      let reported = Texts.mistakes(Texts.study(rule, model: model)).first?.message
      if let reported {
        #expect(reported.contains("\(people) people in rows of 3 are \(people / 3);"))
      }
    }
  }

  @Test("people are introduced up to the last one of the smallest group")
  func introduced() {
    func codes(_ person: Int, _ body: String, _ size: String) -> [ErrorCode] {
      self.codes(
        body, model: "\(size)\"introductions\": [{ \"step\": 0, \"people\": [\(person)] }]")
    }
    let factor = #""factors": { "group_size": { "values": [30, 10, 20] } }"#
    let range = #""factors": { "group_size": { "from": 10, "to": 30, "step": 5 } }"#
    let sampled =
      #""factors": { "group_size": { "from": 10, "to": 30 } }, "#
      + #""design": { "type": "halton", "points": 4 }"#
    let listed =
      #""design": { "type": "list", "points": [{ "group_size": 20 }, { "group_size": 10 }] }"#
    let base =
      #""factors": { "group_size": { "values": [20, 30] } }, "#
      + #""design": { "type": "one_at_a_time", "base": { "group_size": 10 } }"#
    for (body, size) in [
      ("", "\"group_size\": 10, "), (factor, ""), (range, ""), (sampled, ""), (listed, ""),
      (base, ""),
    ] {
      #expect(codes(9, body, size) == [], "\(body)")
      #expect(codes(10, body, size) == [.badRelation], "\(body)")
    }
  }

  @Test("points that turn out to be equal are refused where every point is meant to be another")
  func duplicates() throws {
    let own =
      #""rules": { "own": { "neighborhood": "moore", "pool": "healthy", "draw": "exact", "#
      + #""update": "synchronous" } }, "#
    for body in [
      // 10 columns are what `square` is for 100 people; `own` is what `exact` is.
      #""factors": { "columns": { "values": [10, "square"] } }"#,
      own + #""factors": { "rule": { "values": ["exact", "own"] } }"#,
      own + #""design": { "type": "list", "points": [{ "rule": "exact" }, { "rule": "own" }] }"#,
      #""factors": { "columns": { "values": [3, 3] }, "rule": { "values": ["push", "push"] } }, "#
        + #""design": { "type": "zip" }"#,
    ] {
      let study = try Texts.parse(Texts.study(body))
      let error = #expect(throws: StudyFileError.self, "\(body)") { try study.points() }
      #expect(error?.diagnostics.map(\.code) == [.duplicateValue])
    }
  }

  @Test(
    "a test of pairs is refused where replicates are no pairs", arguments: ["paired_t", "wilcoxon"])
  func pairs(test: String) {
    let body = """
      "factors": { "rule": { "values": ["exact", "push"] } },
      "analysis": {
        "comparisons": [{ "factor": "rule", "response": "final_share", "test": "\(test)" }]
      }
      """
    #expect(codes(body) == [])
    #expect(codes(body + #", "random_numbers": "independent""#) == [.badRelation])
  }

  @Test("independent random numbers are keyed by the point, common ones are not")
  func keys() throws {
    let body = #""factors": { "infection_factor": { "values": [1, 2] } }"#
    let common = try Texts.parse(Texts.study(body))
    let apart = try Texts.parse(Texts.study(body + #", "random_numbers": "independent""#))
    for (number, point) in try common.points().enumerated() {
      #expect(common.key(of: point, replicate: 5) == RunKey(seed: 7, point: nil, replicate: 5))
      let other = try apart.points()[number]
      #expect(other.identity == point.identity)
      #expect(
        apart.key(of: other, replicate: 5)
          == RunKey(seed: 7, point: point.identity, replicate: 5))
    }
  }

  @Test("the largest group of a study is known before its points are made")
  func largestGroup() throws {
    func largest(_ body: String, model: String = "") throws -> Int {
      try Texts.parse(Texts.study(body, model: model)).heaviest.grid.people
    }
    #expect(try largest("", model: "\"group_size\": 12") == 12)
    let narrow = try Texts.parse(Texts.study("", model: #""group_size": 900, "columns": 1"#))
    #expect(narrow.heaviest.grid.columns == 1)
    #expect(try largest(#""factors": { "group_size": { "values": [7, 40, 9] } }"#) == 40)
    // 5, 14, 23 and 32: the end of the range is no level.
    #expect(try largest(#""factors": { "group_size": { "from": 5, "to": 40, "step": 9 } }"#) == 32)
    #expect(
      try largest(
        #""factors": { "group_size": { "values": [7, 9] } }, "#
          + #""design": { "type": "one_at_a_time", "base": { "group_size": 50 } }"#) == 50)
    #expect(
      try largest(
        #""design": { "type": "list", "points": [{ "group_size": 3 }, { "group_size": 8 }] }"#)
        == 8)
  }

  @Test("of more than a million levels it is not asked whether a reference is one")
  func manyLevels() {
    for (step, code) in [("1e-6", nil), ("1e-5", ErrorCode.unknownValue)] as [(String, ErrorCode?)]
    {
      let found = codes(
        "\"factors\": { \"infection_probability\": { \"from\": 0, \"to\": 1, \"step\": \(step) }, "
          + #""infection_factor": { "from": 1, "to": 100000000, "step": 1 } }, "#
          + #""analysis": { "comparisons": [{ "factor": "infection_probability", "#
          + #""reference": 0.0000005, "response": "steps" }] }"#)
      #expect(found == (code.map { [$0] } ?? []), "\(step)")
    }
  }

  @Test("responses of interventions are refused without them, whether people recover or not")
  func withoutInterventions() {
    for course in ["", #", "infectious_steps": 2"#] {
      let found = codes(
        #""factors": { "rule": { "values": ["exact", "push"] } }, "analysis": { "comparisons": "#
          + #"[{ "factor": "rule", "response": "steps_under_intervention" }] }"#,
        model: #""group_size": 9"# + course)
      #expect(found.count == 1, "\(course) \(found)")
    }
  }

  @Test("the smallest probability above zero, too: it takes most steps")
  func smallest() throws {
    for (levels, design, smallest) in [
      (#""values": [0.5, 0, 0.25, 1]"#, "", 0.25), (#""values": [0, 0]"#, "zip", 0),
      (#""from": 0, "to": 1, "count": 5"#, "", 0.25),
      (#""from": 0.5, "to": 1, "count": 2"#, "", 0.5),
      (#""from": 0, "to": 1, "step": 0.5"#, "", 0.5),
      (#""from": 0.25, "to": 1, "step": 0.5"#, "", 0.25),
      (#""from": 0, "to": 1"#, "halton", 0.001), (#""from": 0.5, "to": 1"#, "halton", 0.5),
    ] {
      let points = design == "halton" ? #", "points": 4"# : ""
      let study = try Texts.parse(
        Texts.study(
          "\"factors\": { \"infection_probability\": { \(levels) } }"
            + (design.isEmpty ? "" : ", \"design\": { \"type\": \"\(design)\"\(points) }")))
      #expect(study.heaviest.infectionProbability == smallest, "\(levels)")
    }
  }

  @Test("a file beyond 64 MiB is refused in words, not read")
  func vastFile() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    defer { try? FileManager.default.removeItem(atPath: path) }
    truncate(path, 64 << 20)
    #expect(try Study.bytes(ofFile: path).count == 64 << 20)
    truncate(path, 64 << 20 + 1)
    let error = #expect(throws: StudyFileError.self) { try Study.bytes(ofFile: path) }
    #expect(error?.code == .unreadable && error?.exit == .inputOutput)
    #expect(error?.diagnostics.map { [$0.line, $0.column] } == [[1, 1]])
    let words = error?.diagnostics.first?.description
    #expect(words?.hasPrefix("\(path):1:1: error[") == true && words?.contains("64 MiB") == true)
  }
}
