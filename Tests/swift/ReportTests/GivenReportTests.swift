import Foundation
import Report
import Testing

extension SmallResults {
  /// Makes the runs but the first of each point large outbreaks, with tables of their own in which every number is
  /// another one.
  fileprivate func give(isAsked: Bool) throws {
    try change("runs.csv") { text in
      text.split(separator: "\n").enumerated().map { line, row in
        "\(row),\(line == 0 ? "reached_50pct" : line % 3 == 1 ? "0" : "1")\n"
      }.joined()
    }
    func given(_ table: String, _ change: (String) -> String) throws {
      let lines = try text(of: "\(table).csv").split(separator: "\n").map(String.init)
      try write(
        ([lines[0]] + lines.dropFirst().map(change)).enumerated()
          .map { "\($1),\($0 == 0 ? "given" : "reached_50pct")\n" }.joined(),
        to: "\(table)_given.csv")
    }
    try given("summary") {
      $0.replacing(",3,3,", with: ",2,2,").replacing(",2.0,1.0,3.0,", with: ",2.25,1.5,2.5,")
    }
    try given("curve_summary") {
      $0.replacing(/,3,([0-9]+)\.0,/) { ",2,\(Int($0.1)! + 1).0," }
        .replacing(/,([0-9]+)\.0,([0-9]+)\.0$/) { ",\($0.1).5,\($0.2).5" }
    }
    if isAsked {
      try write(
        #"{"study": "by_hand", "analysis": {"given": ["reached_50pct"]}}"#,
        to: "study.resolved.json")
    }
  }
}

/// What pictures and sentences are of where summaries are repeated over some of the runs.
@Suite struct GivenReportTests {
  private func column(_ name: String, of table: String, _ results: SmallResults) throws -> [String]
  {
    let rows = try results.text(of: "plots/\(table).csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let place = try #require(rows[0].firstIndex(of: name))
    return rows.dropFirst().map { $0[place] }
  }

  @Test(
    "pictures draw the runs with the condition, and the page has both", arguments: [true, false])
  func pictures(isAsked: Bool) throws {
    let results = try SmallResults()
    try results.writeWithoutPictures()
    #expect(try column("value", of: "response", results) == ["2.0", "3.0"])
    #expect(try Set(column("n", of: "curves", results)) == ["3"])
    #expect(try Set(column("runs", of: "times", results)) == ["3"])
    try results.give(isAsked: isAsked)
    try results.writeWithoutPictures()
    #expect(try column("value", of: "response", results) == ["2.25", "3.0"])
    #expect(try Set(column("n", of: "curves", results)) == ["2"])
    #expect(try Set(column("q95", of: "curves", results)).allSatisfy { $0.hasSuffix(".5") })
    #expect(try Set(column("runs", of: "times", results)) == ["2"])
    let page = try results.html()
    #expect(page.contains("curve_summary_given.csv"))
    for scope in ["in runs that reach half of the group", "over all runs"] {
      #expect(
        page.contains("<caption>The time until half of the group is infected \(scope) by point"))
    }
  }

  @Test("comparisons say that they are over all runs where pictures are not")
  func comparisons() throws {
    for isGiven in [false, true] {
      let results = try SmallResults()
      if isGiven { try results.give(isAsked: true) }
      try results.write(
        SmallResults.comparisons
          + ",3,0.5,exact,4,bounded,group_size,10,11,final_share,3,3,1,mean_difference,0.1,0.0,0.2,paired_t,1.0,"
          + "0.5,0.5,holm,,inconclusive\n", to: "comparisons.csv")
      try results.writeWithoutPictures()
      let section = try #require(
        try results.html().firstMatch(of: /<section id="comparisons">([\s\S]*?)<\/section>/))
      #expect(section.1.contains("Over all runs") == isGiven)
    }
  }

  @Test(
    "where nobody asks for a condition, and most runs of a point end between a tenth and half, all runs are drawn",
    arguments: [(1, true), (1, false), (2, true), (2, false)])
  func between(reached: Int, isAsked: Bool) throws {
    let results = try SmallResults()
    // Of the three runs of point 1 none reaches half, and one or two a tenth.
    try results.change("summary.csv") { text in
      text.replacing(",step_to_50pct,steps,3,3,", with: ",step_to_50pct,steps,3,2,")
        + [(0, 3), (1, reached)].map { point, count in
          "\(point),\(10 + point),3,0.5,exact,4,bounded,step_to_10pct,steps,3,\(count),,,,,,0.95,t,1.0,"
            + "1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0\n"
        }.joined()
    }
    try results.change("summary.csv") {
      $0.replacing(
        "1,11,3,0.5,exact,4,bounded,step_to_50pct,steps,3,2,",
        with: "1,11,3,0.5,exact,4,bounded,step_to_50pct,steps,3,0,")
    }
    try results.give(isAsked: isAsked)
    try results.writeWithoutPictures()
    let isOfAll = reached == 2 && !isAsked
    #expect(try results.html().contains("Source: curve_summary_given.csv") == !isOfAll)
    #expect(try Set(column("n", of: "curves", results)) == [isOfAll ? "3" : "2"])
  }

  @Test("a condition of which nothing is known, or that no run meets, changes nothing")
  func withoutRuns() throws {
    let results = try SmallResults()
    let lines = try results.text(of: "summary.csv").split(separator: "\n").map(String.init)
    try results.write(
      ([lines[0]] + lines.dropFirst().map { $0.replacing(",3,3,", with: ",0,0,") }).enumerated()
        .map { "\($1),\($0 == 0 ? "given" : "reached_50pct")\n" }.joined(),
      to: "summary_given.csv")
    try results.writeWithoutPictures()
    #expect(try column("value", of: "response", results) == ["2.0", "3.0"])
  }
}
