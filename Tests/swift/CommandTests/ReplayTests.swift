import Foundation
import TestSupport
import Testing

@Suite("One run again") struct ReplayTests {
  @Test("replay prints the very curve, map and transmissions of the run that was asked for")
  func sameRun() throws {
    let scratch = try Scratch()
    let study = try scratch.write(
      Studies.study(
        """
          "factors": {
            "group_size": { "values": [20, 60] }, "rule": { "values": ["capped", "virus_app"] }
          },
          "model": { "infection_probability": 0.4, "columns": 7 },
          "replicates": 6, "record": { "curves": "all", "maps": 6, "transmissions": 6 }
        """), to: "study.json")
    let folder = scratch.file("results")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    let curves = try Rows(file: folder + "/curves.csv")
    let maps = try Rows(file: folder + "/maps.csv")
    let transmissions = try Rows(file: folder + "/transmissions.csv")
    for (point, replicate) in [("0", "5"), ("1", "2"), ("3", "0"), ("3", "4")] {
      let asked = ["replay", folder, "--point", point, "--replicate", replicate]
      func rows(_ all: Rows, without: [String]) -> [[String: String]] {
        all.rows.filter { $0["point"] == point && $0["replicate"] == replicate }
          .map { $0.filter { !without.contains($0.key) } }
      }
      let names = ["point", "replicate"]
      #expect(try Rows(Command.run(asked).output).rows == rows(curves, without: names))
      #expect(try Rows(Command.run(asked + ["--map"]).output).rows == rows(maps, without: names))
      #expect(
        try Rows(Command.run(asked + ["--transmissions"]).output).rows
          == rows(transmissions, without: names))
      let json = try Command.run(asked + ["--map", "--transmissions", "--json"]).json()
      #expect(
        json["infected"] as? [Int]
          == rows(curves, without: []).compactMap { $0["infected"].flatMap(Int.init) })
      #expect(
        (json["infected_at_step"] as? [Int?])?.map { $0.map(String.init) ?? "" }
          == rows(maps, without: []).map { $0["infected_at_step"] ?? "" })
      let list = try #require(json["transmissions"] as? [[String: Any]])
      for column in ["step", "person", "source"] {
        #expect(
          list.map { $0[column] as? Int }
            == rows(transmissions, without: []).map { $0[column].flatMap(Int.init) })
      }
    }
    let both = ["replay", folder, "--point", "0", "--replicate", "0", "--map", "--transmissions"]
    #expect(try Command.run(both).exitCode == 2)
  }

  @Test("replay prints what is seen of a run, and its groups, as the tables have them")
  func series() throws {
    let scratch = try Scratch()
    let study = try scratch.write(
      Studies.study(
        """
          "factors": { "infection_probability": { "values": [0.3, 0.6] } },
          "model": { "group_size": 30, "infectious_steps": 3, "groups": "ages" },
          "groups": { "ages": { "names": ["young", "old"], "shares": [0.4, 0.6] } },
          "observed": { "cases": { "of": "new_infections", "probability": 0.5, "delay": 1 } },
          "replicates": 3, "record": { "curves": "all", "groups": 3 }
        """), to: "study.json")
    let folder = scratch.file("results")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    let asked = ["replay", folder, "--point", "1", "--replicate", "2"]
    func rows(_ table: String) throws -> [[String: String]] {
      try Rows(file: "\(folder)/\(table).csv").rows.filter {
        $0["point"] == "1" && $0["replicate"] == "2"
      }.map { $0.filter { !["point", "replicate"].contains($0.key) } }
    }
    let (curves, groups) = try (rows("curves"), rows("group_curves"))
    #expect(try Rows(Command.run(asked).output).rows == curves)
    #expect(try Rows(Command.run(asked + ["--groups"]).output).rows == groups)
    let json = try Command.run(asked + ["--json"]).json()
    let observed = json["observed"] as? [String: Any]
    for (column, found) in [
      ("infected", json["infected"]), ("new_infections", json["new_infections"]),
      ("latent", json["latent"]), ("cases", observed?["cases"]),
    ] {
      #expect(found as? [Int] == curves.compactMap { $0[column].flatMap(Int.init) })
    }
    let list = try #require(json["groups"] as? [[String: Any]])
    #expect(list.map { $0["group"] as? String } == groups.map { $0["group"] })
    #expect(list.map { $0["infected"] as? Int } == groups.map { $0["infected"].flatMap(Int.init) })
  }

  @Test("what the caller set is named as an option, or as an argument of a program")
  func callersWords() throws {
    let scratch = try Scratch()
    let small = #""model": { "group_size": 9 }, "replicates": 1"#
    let study = try scratch.write(Studies.study(small), to: "study.json")
    let folder = scratch.file("results")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    for (words, setting, other) in [
      ("", "--point 9", "point=9"), ("arguments", "point=9", "--point"),
    ] {
      let outcome = try Command.run(
        "replay", folder, "--point", "9", "--replicate", "0",
        environment: ["SPREADLAB_WORDS": words])
      #expect(outcome.exitCode == 2 && outcome.code == "no_such_run")
      #expect(outcome.messages.contains(setting) && !outcome.messages.contains(other))
    }
  }

  @Test("a reader that has seen enough closes the pipe without a word")
  func closedPipe() throws {
    let scratch = try Scratch()
    let study = try scratch.write(
      Studies.study("\"model\": { \"group_size\": 90000 }, \"replicates\": 1"), to: "study.json")
    let folder = scratch.file("results")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    let script = try scratch.write(
      """
      "$1" replay "$2" --point 0 --replicate 0 --map 2> "$3" | head -n 1 > /dev/null
      echo "${PIPESTATUS[0]}"
      """, to: "script")
    let ended = try runProgram("bash", script, Command.program, folder, scratch.file("messages"))
    #expect(ended.output == "141\n")
    #expect(try Data(contentsOf: scratch.url("messages")).isEmpty)
  }
}
