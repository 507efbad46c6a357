import Foundation
import Report
import Testing

/// What the page says of the study besides its pictures.
@Suite struct ReportWordsTests {
  private func page(of results: SmallResults) throws -> String {
    try results.writeWithoutPictures()
    return try results.html()
  }

  @Test(
    "how numbers were drawn is said as the study says it",
    arguments: [
      ("common", "used the same random numbers"), ("independent", "random numbers of its own"),
    ])
  func randomNumbers(_ kind: String, _ words: String) throws {
    let results = try SmallResults()
    try results.write(
      #"{"study": "by_hand", "random_numbers": "\#(kind)"}"#, to: "study.resolved.json")
    #expect(try page(of: results).contains(words))
  }

  @Test(
    "what a design was asked is told by its numbers",
    arguments: [
      (
        #""design": {"type": "threshold", "factor": "immune_share", "from": 0.15, "to": 0.85, "response": "final_share", "target": 0.45, "half_width": 0.03}"#,
        ["0.15", "0.85", "45", "0.03"]
      ),
      (
        #""design": {"type": "select", "response": "final_share", "best": "smallest", "indifference": 0.35, "confidence": 0.97, "subject_to": [{"response": "step_to_50pct", "at_most": 23}]}"#,
        ["smallest", "23", "97", "35"]
      ),
      (
        #""replicates": {"max": 320, "until": [{"response": "final_share", "half_width": 0.07}]}"#,
        ["320", "0.07"]
      ),
    ])
  func asked(_ design: String, _ expected: [String]) throws {
    let results = try SmallResults()
    try results.write(
      #"{"study": "by_hand", "random_numbers": "common", \#(design)}"#, to: "study.resolved.json")
    let text = try #require(
      try page(of: results).firstMatch(of: /id="methods_text"[^>]*>([\s\S]*?)<\/pre>/)
    ).1
    var rest = text[...]
    for value in expected {
      let place = try #require(rest.range(of: value), "\(value)")
      rest = rest[place.upperBound...]
    }
    // Runs of a search share none, so no point has those of another.
    #expect(text.contains("at every point") != design.contains("threshold"))
  }

  @Test("points with different numbers of runs are reported by the smallest and the largest")
  func replicates() throws {
    let results = try SmallResults()
    #expect(try page(of: results).contains("2 points with 3 runs each"))
    try results.change("points.csv") {
      $0.replacing("1,11,3,0.5,exact,4,bounded,3,", with: "1,11,3,0.5,exact,4,bounded,7,")
    }
    #expect(try page(of: results).contains("2 points with 3 to 7 runs each"))
  }

  @Test("a single failed run is reported", arguments: [0, 1, 2])
  func failedRuns(_ count: Int) throws {
    let results = try SmallResults()
    try results.write(
      #"{"complete": true, "study": "by_hand", "counts": {"failed_runs": \#(count)}}"#,
      to: "manifest.json")
    #expect(try page(of: results).contains("\(count) of 6 runs failed") == (count > 0))
  }

  @Test("the last point is among those drawn")
  func lastPoint() throws {
    let results = try SmallResults(points: 30)
    try results.writeWithoutPictures()
    let drawn = try results.text(of: "plots/times.csv")
      .split(separator: "\n").dropFirst().map { $0.split(separator: ",")[2] }
    #expect(drawn.first == "0" && drawn.last == "29")
  }

  /// A table of one comparison.
  private func comparison(
    of response: String = "step_to_50pct", effect: String = "mean_difference", p: String = "0.2"
  ) -> String {
    SmallResults.comparisons
      + "10,3,0.5,,4,bounded,rule,b,a,\(response),3,3,1,\(effect),1.0,0.5,1.5,paired_t,1.0,\(p),"
      + "\(p),holm_request,2.5,inconclusive\n"
  }

  @Test("common numbers are said of comparisons of levels that were taken for independent")
  func takenForIndependent() throws {
    for (numbers, paired, isReported) in [
      ("common", 0, true), ("common", 1, false), ("independent", 0, false),
    ] {
      let results = try SmallResults()
      try results.write(
        #"{"study": "by_hand", "random_numbers": "\#(numbers)"}"#, to: "study.resolved.json")
      try results.write(
        comparison().replacing(",3,3,1,", with: ",3,3,\(paired),"), to: "comparisons.csv")
      #expect(try page(of: results).contains("(1 of 1 comparisons)") == isReported)
    }
  }

  @Test("a margin is drawn, and the axis says the one pair there is")
  func margin() throws {
    let results = try SmallResults()
    try results.write(comparison(effect: "mean_difference"), to: "comparisons.csv")
    #expect(try page(of: results).contains("the margin, \u{00B1}2.5"))
    #expect(try results.text(of: "plots/comparisons_1.gp").contains(": b \u{2212} a'"))
  }
}
