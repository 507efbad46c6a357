import Foundation
import Report
import Testing

/// What the page says of the model and of the runs.
@Suite struct SimulatedModelTests {
  private func html(of results: SmallResults) throws -> String {
    try results.writeWithoutPictures()
    return try results.text(of: "report.html")
  }

  @Test("what is simulated is told by its numbers, and nothing of what is not")
  func model() throws {
    for (name, study, expected) in [
      (
        "group",
        #""model": {"contacts": "net"}, "contacts": {"net": {"kind": "ring", "neighbors": 4, "directed": false, "weighted": true, "sha256": "0"}}"#,
        ["10", "4"]
      ),
      // The column of weights; durations have a unit of exposure.
      (
        "group",
        #""model": {"contacts": "net"}, "contacts": {"net": {"kind": "edges", "file": "n.csv", "weight": {"column": "hours", "exposure": 2.5}}}"#,
        ["10", "1", "1", "2.5"]
      ),
      ("infection", #""model": {}"#, ["0.5", "3"]),
      (
        "infected from outside",
        #""model": {"introductions": [{"step": 0, "random": 2}, {"step": 3, "people": [1, 7]}, {"step": 0}, {"step": 5, "random_share": 0.1}]}"#,
        ["2", "1", "7", "3", "10", "5"]
      ),
      (
        "groups ages",
        #""model": {"groups": "ages"}, "groups": {"ages": {"names": ["young", "old"], "shares": [0.7, 0.3], "multiply": [[1, 0.4], [0.25, 0.8]]}}"#,
        ["70", "30", "1", "0.4", "0.25", "0.8"]
      ),
      (
        "immune", #""model": {"immune_people": [1, 2, 3, 4, 5, 6]}"#,
        ["1", "2", "3", "4", "5", "6"]
      ),
      (
        "immune", #""model": {"immune_people": [1, 2, 3, 4, 5, 6, 7]}"#,
        ["1", "2", "3", "4", "5", "6"]
      ),
      (
        "infected from outside",
        #""model": {"introductions": [{"step": 0, "people": [1, 2, 3, 4, 5, 6, 7]}]}"#,
        ["1", "2", "3", "4", "5", "6"]
      ),
      (
        "infected from outside",
        #""model": {"introductions": [\#((1...7).map { #"{"step": 0, "random": \#($0)}"# }.joined(separator: ", "))]}"#,
        ["1", "2", "3", "4", "5", "6"]
      ),
      // Weights of places of 1, 2 and 3 people.
      (
        "group",
        #""model": {"contacts": "homes"}, "contacts": {"homes": {"kind": "places", "sizes": [2, 3, 5]}}"#,
        ["10", "1", "3", "2", "3", "5"]
      ),
      ("time", #""model": {"period": 7200}"#, ["7200"]),
      (
        "observed cases",
        #""observed": {"cases": {"probability": 0.4, "delay": {"gamma": {"mean": 5, "sd": 2}}, "stay": {"geometric": 7}}}"#,
        ["0.4", "5", "2", "7"]
      ),
      (
        "observed cases",
        #""observed": {"cases": {"delay": {"weights": [0, 1, 3]}, "stay": "forever"}}"#,
        ["1", "0", "1", "3"]
      ),
    ] {
      let results = try SmallResults(points: 1)
      try results.write("{\(study)}", to: "study.resolved.json")
      let page = try html(of: results)
      #expect(SmallResults.numbers(of: name, in: page) == expected, "\(study)")
      #expect(page.contains(" and others") == study.contains(/(6, |random": )7/))
    }
  }

  @Test("the infection factor is told of rules that use it, and what varies as a range")
  func infection() throws {
    let results = try SmallResults(
      cells: ["0.2", "0.6"].map { "10,3,\($0),each_contact,4,bounded" })
    #expect(try SmallResults.numbers(of: "infection", in: html(of: results)) == ["0.2", "0.6"])
  }

  @Test("a sampled interval is given by its ends, not by those of the sample")
  func sampled() throws {
    let results = try SmallResults(
      cells: ["0.213", "0.587"].map { "10,3,\($0),each_contact,4,bounded" })
    try results.write(
      #"""
      {"factors": {"infection_probability": {"from": 0.2, "to": 0.6, "scale": "linear"}},
       "design": {"type": "latin_hypercube", "points": 2}}
      """#, to: "study.resolved.json")
    let page = try html(of: results)
    #expect(SmallResults.numbers(of: "infection", in: page) == ["0.2", "0.6"])
    #expect(page.contains("uniform from 0.2 to 0.6"))
  }

  @Test(
    "the course of an infection is told by its periods",
    arguments: [
      (["infectious_steps"], ["5"], ["5"]),
      (["infectious_steps", "immune_steps"], ["5", "7"], ["5", "7"]),
      (["infectious_steps", "immune_steps"], ["5", "0"], ["5"]),
      (["latent_steps", "infectious_steps"], ["2", "5"], ["2", "5"]),
      (["recovery_probability"], ["0.25"], ["0.25"]),
      (["infectious_steps", "recovery_probability"], ["5", "0.25"], ["5", "0.25"]),
    ])
  func course(keys: [String], cells: [String], expected: [String]) throws {
    let results = try SmallResults(points: 1)
    try results.recover()
    try results.change("points.csv") {
      $0.replacing(",infectious_steps\n", with: ",\(keys.joined(separator: ","))\n")
        .replacing(/,5\n$/, with: ",\(cells.joined(separator: ","))\n")
    }
    #expect(try SmallResults.numbers(of: "once infected", in: html(of: results)) == expected)
  }

  @Test(
    "periods without an end are told, behind those that have one",
    arguments: [
      (["5", "5"], ["5"]), (["inf", "5"], ["5"]), (["inf", "inf"], []),
    ])
  func periods(cells: [String], expected: [String]) throws {
    let results = try SmallResults()
    try results.recover()
    try results.change("points.csv") { text in
      text.split(separator: "\n").map {
        $0.hasPrefix("point") ? "\($0)\n" : "\($0.dropLast())\(cells[$0.hasPrefix("0") ? 0 : 1])\n"
      }.joined()
    }
    let page = try html(of: results)
    #expect(SmallResults.numbers(of: "once infected", in: page) == expected)
    let row = page.firstMatch(of: /<td>once infected<\/td><td>(.*?)<\/td>/)?.1 ?? ""
    #expect(row.contains("forever") == cells.contains("inf"))
  }

  @Test("a built-in rule is explained on the grid, and elsewhere told by its parts")
  func builtInRule() throws {
    let words = try ["grid", "net"].map { contacts in
      let results = try SmallResults(points: 1)
      try results.write(
        """
        {"model": {"contacts": "\(contacts)"},
         "contacts": {"net": {"kind": "ring", "neighbors": 4}}}
        """,
        to: "study.resolved.json")
      try results.writeWithoutPictures()
      return try #require(
        try results.html().firstMatch(of: /<td>rule exact<\/td><td>(.*?)<\/td>/)
      ).1
    }
    // On the grid its neighbors are eight.
    #expect(words[0] != words[1] && !words[1].contains("eight") && words[1].contains("neighbors"))
  }

  @Test("people recover where the interventions of a point let them, and at no other")
  func recovering() throws {
    let results = try SmallResults()
    try results.recover()
    try results.change("points.csv") { text in
      text.replacing(",infectious_steps\n", with: ",interventions\n")
        .split(separator: "\n").map {
          $0.hasPrefix("0,")
            ? "\($0.dropLast())x\n" : $0.hasPrefix("1,") ? "\($0.dropLast())none\n" : "\($0)\n"
        }.joined()
    }
    try results.write(
      #"{"interventions": {"x": [{"when": {"step": 1}, "set": {"recovery_probability": 0.5}}]}}"#,
      to: "study.resolved.json")
    #expect(
      try html(of: results).contains("Where people recover, the infection died out in 2 of 3 runs"))
  }

  @Test(
    "a rule of the study's own is told by its parts",
    arguments: [
      (#""moore""#, "eight", "sequential"), (#""von_neumann""#, "four", "synchronous"),
      (#""hexagonal""#, "six", "synchronous"),
      (#"{"metric": "euclidean", "radius": 3}"#, "3", "synchronous"),
    ])
  func ownRule(neighborhood: String, size: String, update: String) throws {
    let results = try SmallResults(cells: ["10,3,0.5,mine,4,bounded"])
    try results.write(
      """
      {"model": {"contacts": "grid"}, "rules": {"mine": {"neighborhood": \(neighborhood),
        "pool": "healthy", "draw": "scan", "update": "\(update)"}}}
      """, to: "study.resolved.json")
    try results.writeWithoutPictures()
    let rule = try #require(
      try results.html().firstMatch(of: /<td>rule mine<\/td><td>(.*?)<\/td>/))
    #expect(rule.1.contains(size) && rule.1.contains("healthy") && rule.1.contains("order"))
    #expect(rule.1.lowercased().hasPrefix("one after the other") == (update == "sequential"))
  }

  @Test("an intervention is reported by its numbers, in the order of what happens")
  func intervention() throws {
    let results = try SmallResults()
    try results.write(
      """
      {"model": {"interventions": "at_2pct"}, "interventions": {"at_2pct": [
        {"until": {"infected_share": 0.005}, "multiply": {"infection_factor": 0.5},
         "when": {"infected_share": 0.02}},
        {"when": {"step": 3}, "immunize_share": 0.25}]}}
      """, to: "study.resolved.json")
    let page = try html(of: results)
    #expect(
      SmallResults.numbers(of: "interventions", in: page) == ["2", "0.5", "0.5", "3", "25"])
    #expect(page.contains("2\u{00A0}%") && page.contains("0.5\u{00A0}%"))
  }

  @Test("a run ends by what can end it")
  func end() throws {
    for (share, recovers, expected) in [
      ("1.0", false, ["20"]), ("0.7", false, ["70", "20"]), ("1.0", true, ["20"]),
      ("0.7", true, ["70", "20"]),
    ] {
      let results = try SmallResults()
      if recovers { try results.recover() }
      try results.write(
        #"{"model": {"stop": {"share": \#(share), "max_steps": 20}}}"#, to: "study.resolved.json")
      let page = try html(of: results)
      #expect(SmallResults.numbers(of: "a run ends", in: page) == expected, "\(share), \(recovers)")
      #expect(page.contains("everybody is infected") == (share == "1.0" && !recovers))
    }
  }
}
