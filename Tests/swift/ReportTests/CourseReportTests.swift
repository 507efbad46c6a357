import Foundation
import Report
import Testing

extension SmallResults {
  /// The same points and runs, but that people recover: at each step one more was ever infected, one
  /// is infected, the rest of those immune; the last of three runs of a point did not die out.
  func recover() throws {
    try change("points.csv") { text in
      text.split(separator: "\n").enumerated().map { line, row in
        "\(row),\(line == 0 ? "infectious_steps" : "5")\n"
      }.joined()
    }
    try change("summary.csv") { text in
      text
        + text.split(separator: "\n").dropFirst().filter { $0.contains(",final_share,") }.map {
          let point = $0.prefix { $0 != "," }
          let start = $0.prefix(upTo: $0.range(of: ",final_share,")!.lowerBound)
          let tail = "0.95,t,0.0,0.0,0.0,1.0,1.0,1.0,1.0,1.0,1.0\n"
          return "\(start),step_to_10pct,steps,3,2,,,,,,\(tail)"
            + "\(start),step_to_extinct,steps,3,2,,,,,,\(tail)"
            + "\(start),extinct,0/1,3,2,0.667,0.577,0.333,0.2,0.9,\(tail)"
            + "\(start),reproduction_number,infections,3,3,\(point).5,0.5,0.3,\(point).2,"
            + "\(point).8,\(tail)"
        }.joined()
    }
    try change("runs.csv") { text in
      text.split(separator: "\n").enumerated().map { line, row in
        guard line > 0 else { return "\(row),step_to_extinct,extinct\n" }
        return line % 3 == 0 ? "\(row),,0\n" : "\(row),\(line % 3 + 1),1\n"
      }.joined()
    }
    try change("curve_summary.csv") { text in
      text.split(separator: "\n").enumerated().map { line, row in
        let cells = row.split(separator: ",")
        let key = cells.prefix(8).joined(separator: ",")
        guard line > 0 else { return "\(key),series,\(cells[8...].joined(separator: ","))\n" }
        let step = Int(cells[7])!
        func values(_ mean: Int) -> String {
          ["3", "\(mean).0", "0.0"].joined(separator: ",")
            + String(repeating: ",\(mean).0", count: 7)
        }
        return [
          ("infected", 1), ("ever_infected", step + 1), ("immune", step), ("latent", 0),
          ("new_infections", 1),
        ].map { "\(key),\($0),\(values($1))\n" }.joined()
      }.joined()
    }
  }
}

/// What the report shows of studies in which people recover, and of no others.
@Suite struct CourseReportTests {
  @Test("no time leads a study in which people recover, but those that it names")
  func mainResponse() throws {
    for (recovers, named, expected) in [
      (false, false, "step_to_50pct"), (true, false, "final_share"), (true, true, "step_to_50pct"),
    ] {
      let results = try SmallResults()
      if recovers { try results.recover() }
      if named {
        try results.write(
          #"{"analysis": {"comparisons": [{"response": "step_to_50pct"}]}}"#,
          to: "study.resolved.json")
      }
      try results.writeWithoutPictures()
      let page = try results.html()
      #expect(
        page.contains(" (\(expected))</td>") || page.contains("(\(expected)); the"),
        "\(recovers), \(named)")
    }
  }

  @Test("an infection that imports may begin again has not died out for good")
  func imports() throws {
    let results = try SmallResults()
    try results.recover()
    try results.write(#"{"model": {"introductions": [{"mean": 0.1}]}}"#, to: "study.resolved.json")
    try results.writeWithoutPictures()
    #expect(try results.html().contains("was gone at the end in 4 of 6 runs"))
  }

  private static let ofCourses = ["course", "final_sizes", "reproduction"]

  @Test("three pictures tell of the course; a study without one has none of them")
  func pictures() throws {
    let results = try SmallResults()
    _ = try writeReport(of: results.path)
    let before = try results.html()
    #expect(!Self.ofCourses.contains { before.contains("figure-\($0)") })
    try results.recover()
    _ = try writeReport(of: results.path)
    let page = try results.html()
    for name in Self.ofCourses {
      #expect(page.contains("<figure id=\"figure-\(name)\">"), "\(name)")
      #expect(FileManager.default.fileExists(atPath: "\(results.path)/plots/\(name).csv"))
    }
    #expect(try results.text(of: "plots/reproduction.gp").contains(" 1.0 with lines"))
    #expect(page.contains("The infection died out in 4 of 6 runs (66.7\u{00A0}%)"))
    // Lines and letters have colors of the page's scheme, so none is lost in dark.
    #expect(page.contains("var(--navy)") && page.contains("currentColor"))
    #expect(page.firstMatch(of: /<(g|text)\b[^>]*>\s*<\/(g|text)>/) == nil)
    let colors = page.matches(
      of: /(?:stroke|fill) ?= ?["'](rgb\([^)]*\)|black|white|#[0-9A-Fa-f]+)["']/)
    #expect(Set(colors.map { String($0.1) }) == [])
  }

  @Test(
    "who is immune from the start is so at each point, also where an intervention immunizes others")
  func immuneFromStart() throws {
    let results = try SmallResults()
    try results.recover()
    try results.write(
      #"{"interventions": {"pre": [{"when": {"step": 0}, "immunize_share": 0.3}]}}"#,
      to: "study.resolved.json")
    // Of the ten of point 0 three are immune from the start.
    try results.change("curve_summary.csv") { text in
      text.split(separator: "\n").map { row in
        guard row.hasPrefix("0,"), let series = row.firstRange(of: ",immune,3,") else {
          return "\(row)\n"
        }
        let step = row[series.upperBound...].prefix { $0 != "." }
        return row[..<series.upperBound] + "\(3 + (Int(step) ?? 0)).0"
          + row[series.upperBound...].dropFirst(step.count + 2) + "\n"
      }.joined()
    }
    try results.writeWithoutPictures()
    let drawn = try results.drawn("course")
    #expect(
      drawn.map { "\($0["point"]!) \($0["immune_from_start"]!) \($0["immune"]!)" } == [
        "0 3.0 0.0", "0 3.0 1.0", "0 3.0 2.0", "1 0.0 0.0", "1 0.0 1.0", "1 0.0 2.0",
      ])
    #expect(try results.text(of: "plots/course.gp").contains("title 'immune later'"))
  }

  @Test("interventions that never end act from the first of them on, until the curves end")
  func endless() throws {
    let results = try SmallResults(points: 1)
    try results.recover()
    try results.write(
      #"""
      {"model": {"interventions": "both"}, "interventions": {"both": [
        {"when": {"infected_share": 0.1}, "multiply": {"infection_probability": 0.5}},
        {"when": {"infected_share": 0.2}, "multiply": {"infection_probability": 0.5}}]}}
      """#, to: "study.resolved.json")
    try results.change("summary.csv") { text in
      text + "0,10,3,0.5,exact,4,bounded,step_to_intervention,steps,3,3,1.0,0.0,0.0,1.0,1.0,0.95,t,"
        + "1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0\n"
    }
    try results.writeWithoutPictures()
    let bands = try results.text(of: "plots/course.gp").matches(
      of: /rectangle from ([0-9.]+), graph 0 to ([0-9.]+),/
    ).map { [$0.1, $0.2] }
    #expect(bands == [["1.0", "2.0"]])
  }

  @Test("a run on the border of two bins counts to the right one, everybody to the last")
  func bins() throws {
    let results = try SmallResults(points: 1)
    try results.recover()
    // 0.15 is 2.9999... twentieths in binary.
    for (replicate, share) in ["0.15", "0.149", "1.0"].enumerated() {
      try results.change("runs.csv") {
        $0.replacing(
          "all_infected,\(2 + replicate),1.0", with: "all_infected,\(2 + replicate),\(share)")
      }
    }
    _ = try writeReport(of: results.path)
    let counts = try results.text(of: "plots/final_sizes.csv").split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",")[4] }
    #expect(counts.enumerated().filter { $1 != "0" }.map(\.offset) == [2, 3, 19])
  }

  @Test("a level without an end is named, also on an axis, where it stands behind the numbers")
  func forever() throws {
    let results = try SmallResults(
      cells: ["inf", "4", "12"].flatMap { days in
        ["0.25", "0.5"].map { "10,3,\($0),exact,4,bounded,\(days)" }
      })
    for name in ["points.csv", "runs.csv", "summary.csv", "curve_summary.csv"] {
      try results.change(name) {
        $0.replacing(",columns,boundary,", with: ",columns,boundary,infectious_steps,")
      }
    }
    try results.writeWithoutPictures()
    let points = try results.text(of: "points.csv").split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",")[7] }
    let places = try Set(
      results.drawn("response").map { "\(points[Int($0["point"]!)!]) at \($0["x"]!)" })
    #expect(places == ["4 at 0.0", "12 at 1.0", "inf at 2.0"])
    #expect(try results.text(of: "plots/response.gp").contains("'forever' 2"))
  }
}
