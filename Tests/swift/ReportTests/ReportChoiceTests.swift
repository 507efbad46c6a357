import DurableFiles
import Foundation
import PlainText
import Report
import Testing

/// What of a study the page shows when somebody says so.
@Suite struct ReportChoiceTests {
  @Test("chosen responses are reported, tabled and pictured, in their order")
  func responses() throws {
    let results = try SmallResults(
      cells: ["10", "20"].flatMap { people in
        ["0.25", "0.5"].map { "\(people),3,\($0),exact,4,bounded" }
      })
    let options = ReportOptions(responses: ["final_share", "step_to_50pct", "final_share"])
    let report = try results.writeWithoutPictures(showing: options)
    let page = try results.html()
    #expect(page.contains(/\(final_share\); the [^<]* \(step_to_50pct\)<\/td>/))
    #expect(
      page.contains(
        "<caption>The share of the group ever infected by point (final_share)</caption>"))
    #expect(
      page.contains("<abbr title=\"final_share\">Share of the group ever infected</abbr>, by"))
    #expect(page.contains("<abbr title=\"step_to_50pct\">Time until half of the group"))
    let names = report.files.map(\.name)
    #expect(names.contains("response.csv") && names.contains("response_2.csv"))
    // What the study itself is about is shown again.
    let usual = try results.writeWithoutPictures().files.map(\.name)
    #expect(!usual.contains("response_2.csv"))
  }

  @Test("comparisons of other responses are left out, those of whole curves stay")
  func comparisons() throws {
    let results = try SmallResults()
    let rows = ["step_to_50pct", "final_share", "curve"].map {
      "10,3,0.5,,4,bounded,rule,b,a,\($0),3,3,1,mean_difference,1.0,0.5,1.5,paired_t,1.0,0.2,0.2,holm_request,,"
        + "inconclusive\n"
    }
    try results.write(SmallResults.comparisons + rows.joined(), to: "comparisons.csv")
    try results.writeWithoutPictures(showing: ReportOptions(responses: ["final_share"]))
    let page = try results.html()
    #expect(page.contains("b and a differ in the share of the group ever infected remains open"))
    #expect(page.contains("b and a differ in the curve of people ever infected remains open"))
    #expect(!page.contains("differ in the time until half of the group is infected"))
  }

  @Test("a response that is not there is refused with those that are")
  func unknown() throws {
    let results = try SmallResults()
    let error = #expect(throws: Failure.self) {
      try writeReport(of: results.path, showing: ReportOptions(responses: ["final_shar"]))
    }
    #expect(error?.code == .unknownValue)
    #expect(error?.description.hasSuffix("step_to_50pct, final_share") == true)
    #expect(!FileManager.default.fileExists(atPath: "\(results.path)/report.html"))
  }

  @Test("as many panels as asked for are drawn, and no number out of range is taken")
  func panels() throws {
    let results = try SmallResults(points: 30)
    try results.writeWithoutPictures(showing: ReportOptions(panels: 24))
    #expect(try results.html().contains("Not drawn: group size 14,"))
    try results.writeWithoutPictures(showing: ReportOptions(panels: 1))
    #expect(try results.html().contains("Showing 1 of 30 points"))
    // Rows of three probabilities, with a line per rule.
    let factors = try SmallResults(
      cells: ["a", "b"].flatMap { rule in
        ["0.25", "0.5", "0.75"].flatMap { p in (1...8).map { "10,\($0),\(p),\(rule),4,bounded" } }
      })
    for (asked, drawn) in [(nil, 18), (24, 24), (6, 6), (7, 6)] {
      try factors.writeWithoutPictures(showing: ReportOptions(panels: asked))
      #expect(Set(try factors.drawn("curves").map { $0["panel"]! }).count == drawn)
    }
    for number in [0, 49] {
      let error = #expect(throws: Failure.self) {
        try writeReport(of: results.path, showing: ReportOptions(panels: number))
      }
      #expect(error?.code == .badOption)
    }
  }
}
