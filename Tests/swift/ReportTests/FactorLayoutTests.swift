import DurableFiles
import Foundation
import Report
import Testing

/// How pictures are laid out by what varies, as far as data and scripts say it.
@Suite struct FactorLayoutTests {
  @Test("three factors are lines, columns and rows, and all 12 points are drawn")
  func threeFactors() throws {
    let results = try SmallResults(
      cells: ["a", "b"].flatMap { rule in
        ["0.25", "0.5", "0.75"].flatMap { p in ["2", "3"].map { "10,\($0),\(p),\(rule),4,bounded" }
        }
      })
    try results.writeWithoutPictures()
    let found = try results.drawn("curves")
    #expect(Set(found.map { $0["point"]! }).count == 12)
    #expect(Set(found.map { $0["panel"]! }).count == 6)
    #expect(Set(found.map { $0["line"]! }) == ["0", "1"])
    // Three columns of probabilities, a row per infection factor.
    #expect(try results.text(of: "plots/curves.gp").contains("set multiplot layout 2,3 "))
    for (panel, p, k) in [(0, "0.25", "2"), (2, "0.75", "2"), (3, "0.25", "3")] {
      let point = try #require(found.first { $0["panel"] == String(panel) }?["point"])
      let cells = try results.text(of: "points.csv").split(separator: "\n")[Int(point)! + 1]
      #expect(cells.hasPrefix("\(point),10,\(k),\(p),"))
    }
  }

  @Test(
    "nine points of one factor fill three rows", arguments: [(9, "3,3"), (5, "2,3"), (4, "1,4")])
  func balanced(count: Int, layout: String) throws {
    let results = try SmallResults(points: count)
    try results.writeWithoutPictures()
    #expect(try results.text(of: "plots/curves.gp").contains("set multiplot layout \(layout) "))
  }

  @Test("a response over one number is a line with intervals per rule, and there is no heatmap")
  func lines() throws {
    let results = try SmallResults(
      cells: ["a", "b"].flatMap { rule in
        ["0.5", "0.25", "0.75"].map { "10,3,\($0),\(rule),4,bounded" }
      })
    let report = try results.writeWithoutPictures()
    #expect(!report.files.map(\.name).contains("heatmap.csv"))
    let found = try results.drawn("response")
    #expect(
      found.map { $0["line"]! + " " + $0["x"]! }
        == ["0 0.25", "0 0.5", "0 0.75", "1 0.25", "1 0.5", "1 0.75"])
    #expect(found.map { $0["value"]! } == ["3.0", "2.0", "4.0", "6.0", "5.0", "7.0"])
    #expect(Set(found.map { [$0["low"]!, $0["high"]!] }) == [["1.0", "3.0"]])
    // A search has levels of its own for each rule.
    try results.write(#"{"design": {"type": "threshold"}}"#, to: "study.resolved.json")
    #expect(try !results.writeWithoutPictures().files.map(\.name).contains("response.csv"))
  }

  @Test("levels keep the order of the design, also where the first points have no value")
  func order() throws {
    let cells = ["0.1", "0.2", "0.3", "0.4"].flatMap { p in
      ["2", "3"].flatMap { k in ["10", "20", "30"].map { "\($0),\(k),\(p),exact,4,bounded" } }
    }
    let results = try SmallResults(cells: cells)
    // The first point, which is the only one so far with its levels, has no median.
    try results.change("summary.csv") { text in
      text.split(separator: "\n").map {
        $0.hasPrefix("0,") && $0.contains("step_to_50pct")
          ? $0.replacing(",2.0,1.0,3.0,", with: ",,,,") : $0
      }.joined(separator: "\n") + "\n"
    }
    try results.writeWithoutPictures()
    let drawn = try results.drawn("response")
    let levels = drawn.map { row in
      cells[Int(row["point"]!)!].split(separator: ",").prefix(2).joined(separator: " ")
    }
    #expect(drawn.count == cells.count - 1)
    #expect(
      zip(drawn.map { [$0["panel"]!, $0["line"]!] }, levels).reduce(into: [[String]: Set<String>]())
      {
        $0[$1.0, default: []].insert($1.1)
      }.values.allSatisfy { $0.count == 1 })
  }

  @Test("a factor whose levels others decide is no axis, and no two points lie upon each other")
  func nested() throws {
    let cells = ["a", "b", "c"].flatMap { rule in
      ["10,5", "10,2", "20,5", "20,3"].map {
        let numbers = $0.split(separator: ",")
        return "\(numbers[0]),3,0.5,\(rule),\(numbers[1]),bounded"
      }
    }
    let results = try SmallResults(cells: cells)
    try results.writeWithoutPictures()
    let drawn = try results.drawn("response")
    #expect(Set(drawn.map { $0["point"]! }).count == 12)
    #expect(Set(drawn.map { [$0["panel"]!, $0["line"]!, $0["x"]!] }).count == drawn.count)
    #expect(try results.text(of: "plots/response.gp").contains("set xlabel 'rule'"))
  }

  @Test(
    "more names than stand side by side are turned, and none of them touch", arguments: [5, 90])
  func manyNames(count: Int) throws {
    let results = try SmallResults(
      cells: (0..<count).map { "10,3,0.5,the_rule_\($0),4,bounded" })
    try results.writeWithoutPictures()
    let script = try results.text(of: "plots/response.gp")
    #expect(script.contains("rotate (") == (count == 90))
    // 880 pixels, of which a turned name takes 14.
    #expect(try results.drawn("response").count == min(count, 880 / 14))
  }

  @Test("an axis of many rows is named at each where the name fits, else once")
  func axisNames() throws {
    let results = try SmallResults(
      cells: ["a", "b"].flatMap { boundary in
        ["2", "3", "4"].flatMap { k in
          ["10", "20", "30"].flatMap { people in
            (0..<4).map { "\(people),\(k),0.\(5 + $0),exact,4,\(boundary)" }
          }
        }
      })
    for (response, name, count) in [
      ("step_to_50pct", "steps", 3), ("final_share", "share of the group, %", 1),
    ] {
      try results.writeWithoutPictures(showing: ReportOptions(responses: [response]))
      let script = try results.text(of: "plots/response.gp")
      #expect(script.contains("layout 3,3"))
      let names = script.matches(of: /set ylabel '([^']+)'/).map { String($0.1) }
      #expect(names == Array(repeating: name, count: count))
    }
  }

  @Test("shares are drawn in percent, everything else as it is")
  func percent() throws {
    for (response, scale) in [("final_share", "100.0"), ("step_to_50pct", "1.0")] {
      let results = try SmallResults(points: 3)
      try results.writeWithoutPictures(showing: ReportOptions(responses: [response]))
      let script = try results.text(of: "plots/response.gp")
      #expect(script.contains("y(c) = \(scale) * column(c)"))
      #expect(script.contains(", %'") == (response == "final_share"))
    }
  }

  @Test("columns vary unless the group size decides them")
  func columns() throws {
    for (cells, varied) in [
      (["10,5", "20,10", "30,10"], ["group_size"]),
      (["10,5", "10,2", "20,5"], ["group_size", "columns"]),
      (["10,5", "10,2"], ["columns"]), (["10,5", "20,5"], ["group_size"]),
    ] {
      let results = try SmallResults(
        cells: cells.map {
          let numbers = $0.split(separator: ",")
          return "\(numbers[0]),3,0.5,exact,\(numbers[1]),bounded"
        })
      try results.writeWithoutPictures()
      let page = try results.text(of: "report.html")
      let text = page.firstMatch(of: /We varied (.*?):/)?.1 ?? ""
      #expect(
        text.matches(of: /(?:^|and )([a-z ]+) \(/).map { String($0.1).replacing(" ", with: "_") }
          == varied,
        "\(cells)")
    }
  }

  @Test("people infected now have an axis as high as their bands")
  func infectedNow() throws {
    let results = try SmallResults()
    try results.recover()
    try results.writeWithoutPictures()
    let script = try results.text(of: "plots/infected.gp")
    let share = 100 / 10.0  // of ten people, one is infected
    #expect(script.contains("set yrange [0:\(share)]"))
    #expect(try results.text(of: "plots/curves.gp").contains("set yrange [0:100.0]"))
  }

  @Test(
    "steps are days where they last as long",
    arguments: [("86400", "day"), ("3600", "step"), (nil, "step")])
  func days(period: String?, word: String) throws {
    let results = try SmallResults()
    let model = period.map { "\"period\": \($0)" } ?? ""
    try results.write("{\"study\": \"by_hand\", \"model\": {\(model)}}", to: "study.resolved.json")
    try results.writeWithoutPictures()
    for name in ["curves", "times"] {
      #expect(try results.text(of: "plots/\(name).gp").contains("set xlabel '\(word)'"))
    }
  }

  @Test(
    "the key takes as many rows as its names need, and a name that is too wide for any a row of its own"
  )
  func keys() throws {
    // About 7 pixels a letter, 62 for the line beside it, of 880 in all.
    for (letters, rows) in [(8, 1), (30, 2), (40, 3), (70, 6), (200, 6)] {
      let results = try SmallResults(
        cells: ["0.25", "0.5"].flatMap { p in
          (0..<6).map {
            "10,3,\(p),\(String(repeating: "r", count: letters - 1))\($0),4,bounded"
          }
        })
      try results.writeWithoutPictures()
      let script = try results.text(of: "plots/curves.gp")
      #expect(script.contains("small maxrows \(rows)\n"), "\(letters)")
      #expect(script.contains("size 960,\(104 + 122 + 10 + 18 * rows)"), "\(letters)")
    }
  }

  @Test("titles of two lines have room above each row of panels")
  func longTitles() throws {
    func height(_ rule: String) throws -> Int? {
      let results = try SmallResults(
        cells: (0..<8).flatMap { place in
          ["2", "3"].map { "10,\($0),0.5,\(rule)\(place),4,bounded" }
        })
      try results.recover()
      try results.writeWithoutPictures()
      return try results.text(of: "plots/course.gp").firstMatch(of: /svg size 960,(\d+)/)
        .flatMap { Int($0.1) }
    }
    let (short, long) = (
      try #require(try height("r")), try #require(try height(String(repeating: "r", count: 60)))
    )
    // Sixteen pixels for each of the rows.
    #expect(long > short && (long - short) % 16 == 0)
    #expect((long - short) / 16 == (short - 104 - 26 + 54) / (122 + 54))
  }

  @Test("the bands of interventions lie behind curves, and before layers that would hide them")
  func inFront() throws {
    let results = try SmallResults(points: 1)
    try results.recover()
    try results.write(
      """
      {"model": {"interventions": "x"}, "interventions": {"x": [{"when": {"step": 1}}]}}
      """, to: "study.resolved.json")
    try results.writeWithoutPictures()
    for (name, place) in [
      ("curves", "behind fc rgb orange"), ("infected", "behind fc rgb orange"),
      ("course", "front fc rgb 'black'"),
    ] {
      #expect(try results.text(of: "plots/\(name).gp").contains("graph 1 \(place) "), "\(name)")
    }
  }

  @Test("interventions are bands: given steps, and the end of the axis where nothing ends them")
  func interventions() throws {
    let results = try SmallResults(points: 1)
    func bands(_ interventions: String) throws -> [String] {
      try results.write(
        """
        {"study": "by_hand", "model": {"interventions": "x"}, "interventions": {"x": [\(interventions)]}}
        """, to: "study.resolved.json")
      try results.writeWithoutPictures()
      return try results.text(of: "plots/curves.gp")
        .matches(of: /set object (\d+) rectangle from ([\d.]+), graph 0 to ([\d.]+), graph 1/)
        .enumerated().map { number, found in
          // An object takes the place of one of the same number.
          #expect(found.1 == "\(number + 1)")
          return "\(found.2) \(found.3)"
        }
    }
    #expect(try bands(#"{"when": {"step": 1}}"#) == ["1.0 2.0"])
    #expect(try bands(#"{"when": {"step": 0}, "until": {"after_steps": 1}}"#) == ["0.0 1.0"])
    #expect(
      try bands(
        #"{"when": {"step": 0}, "until": {"step": 1}}, {"when": {"step": 1}, "until": {"step": 9}}"#
      )
        == ["0.0 1.0", "1.0 2.0"])
    #expect(try bands(#"{"when": {"step": 7}}"#) == [])
    // Nor when one was over that returns.
    #expect(
      try bands(#"{"when": {"step": 0}, "until": {"after_steps": 1}, "repeat": true}"#) == [])
    // No run says when a share was reached.
    #expect(try bands(#"{"when": {"infected_share": 0.1}}"#) == [])
    try results.change("summary.csv") {
      $0
        + "0,10,3,0.5,exact,4,bounded,step_to_intervention,steps,3,3,1.0,0.0,0.0,1.0,1.0,0.95,t,1.0,"
        + "1.0,1.0,0.5,1.0,1.0,1.0,1.0,1.0\n"
    }
    #expect(
      try bands(#"{"when": {"infected_share": 0.1}, "until": {"after_steps": 1}}"#) == ["0.5 1.5"])
  }
}
