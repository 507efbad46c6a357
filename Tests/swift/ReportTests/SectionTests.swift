import Foundation
import Report
import Testing

/// What the page says where, and what it does not say.
@Suite struct SectionTests {
  /// The page with its elements.
  private func html(of results: SmallResults) throws -> String {
    try results.writeWithoutPictures()
    return try results.text(of: "report.html")
  }

  /// The sections in their order.
  private func sections(of page: String) -> [String] {
    page.matches(of: /<section id="([a-z_]+)">/).map { String($0.1) }
  }

  private static let comparison =
    SmallResults.comparisons
    + "10,3,0.5,,4,bounded,rule,b,a,step_to_50pct,3,3,1,mean_difference,1.0,0.5,1.5,paired_t,1.0,"
    + "2e-14,2e-14,holm_request,,different\n"

  @Test("the answer comes first, then what the study asks for, then what every study has")
  func order() throws {
    let results = try SmallResults()
    #expect(
      try sections(of: html(of: results)) == [
        "answer", "responses", "methods", "files", "provenance",
      ])
    try results.write(Self.comparison, to: "comparisons.csv")
    let page = try html(of: results)
    #expect(sections(of: page)[..<3] == ["answer", "comparisons", "responses"])
    let links = page.matches(of: /<li><a href="#([a-z_]+)">/).map { String($0.1) }
    #expect(links == Array(sections(of: page).dropFirst()))
    // What else a study may ask.
    for (name, table) in [
      (
        "dose_responses",
        "\(SmallResults.parameters),factor,response,link,parameter,estimate,std_error,ci_low,"
          + "ci_high,deviance,lack_of_fit_p,dispersion,converged,message\n"
          + "10,3,,exact,4,bounded,infection_probability,final_share,logit,slope,1.0,0.1,0.8,1.2,"
          + "1.0,0.5,1.0,1,\n"
      ),
      (
        "thresholds",
        "\(SmallResults.parameters),factor,response,target,estimate,ci_low,ci_high,runs,converged,"
          + "message\n10,3,,exact,4,bounded,infection_probability,final_share,0.5,,,,400,0,none\n"
      ),
      (
        "selection",
        "point,group_size,status,round_eliminated,eliminated_by,runs,mean,sd,difference_to,"
          + "difference,ci_low,ci_high,verdict,message\n0,10,best,,,9,1.0,0.1,,,,,selected,\n"
      ),
      (
        "sensitivity",
        "response,factor,index,estimate,ci_low,ci_high,message\n"
          + "step_to_50pct,group_size,total,0.5,0.4,0.6,\n"
      ),
    ] { try results.write(table, to: "\(name).csv") }
    #expect(
      try sections(of: html(of: results)) == [
        "answer", "comparisons", "sensitivities", "responses", "over_time", "methods", "files",
        "provenance",
      ])
  }

  @Test("waits for interventions are counted where there are interventions")
  func awaited() throws {
    let results = try SmallResults()
    results.times.insert("step_to_intervention")
    try results.change("points.csv") { text in
      text.split(separator: "\n").enumerated().map { line, row in
        "\(row),\(["interventions", "none", "close"][line])\n"
      }.joined()
    }
    try results.change("runs.csv") { text in
      text.split(separator: "\n").enumerated().map { line, row in
        "\(row),\(line == 0 ? "step_to_intervention" : line < 5 ? "" : "2")\n"
      }.joined()
    }
    try results.change("summary.csv") { text in
      text
        + [0, 2].enumerated().map { point, reached in
          "\(point),\(10 + point),3,0.5,exact,4,bounded,step_to_intervention,steps,3,\(reached),,,,,,0.95"
            + String(repeating: ",", count: 10) + "\n"
        }.joined()
    }
    try results.writeWithoutPictures(
      showing: ReportOptions(responses: ["step_to_intervention"]))
    #expect(try results.html().contains("in 2 of 3 runs (66.7\u{00A0}%)"))
  }

  @Test(
    "a study is about what it asks first; else about a time that most runs reached, or the final share"
  )
  func mainResponse() throws {
    let (share, time) = ("final_share", "step_to_50pct")
    func list(_ key: String, _ response: String) -> String {
      #""\#(key)": [{"response": "\#(response)"}]"#
    }
    for (study, reached, expected) in [
      ("", 3, time), ("", 1, time), ("", 0, share),
      (
        #""analysis": {\#(list("comparisons", share)), \#(list("dose_responses", time))}"#, 3, share
      ),
      (
        #""analysis": {\#(list("dose_responses", share))}, "design": {"response": "\#(time)"}"#, 3,
        share
      ),
      (#""analysis": {"sensitivity": {"responses": ["\#(share)"]}}"#, 3, share),
      // Of whole curves there is no response.
      (
        #""analysis": {\#(list("comparisons", "curve"))}, "replicates": {\#(list("until", share))}"#,
        3,
        share
      ),
      (
        #""analysis": {\#(list("comparisons", time))}, "replicates": {\#(list("until", share))}"#,
        0, time
      ),
    ] {
      let results = try SmallResults()
      // Three runs of the other point got there.
      try results.change("summary.csv") {
        $0.replacing(
          "1,11,3,0.5,exact,4,bounded,\(time),steps,3,3,",
          with: "1,11,3,0.5,exact,4,bounded,\(time),steps,3,\(reached),")
      }
      try results.write("{\(study)}", to: "study.resolved.json")
      let page = try html(of: results)
      #expect(page.contains(" (\(expected))</td>"), "\(study), \(reached)")
    }
  }

  @Test("every key of the model has its levels; more than twelve are told by their number and ends")
  func levels() throws {
    for count in [12, 13] {
      let page = try html(of: SmallResults(points: count))
      #expect(
        SmallResults.numbers(of: "group_size", in: page)
          == (count == 12 ? (10..<22).map { "\($0)" } : ["13", "10", "22"]))
      #expect(SmallResults.numbers(of: "infection_factor", in: page) == ["3"])
      let results = try SmallResults(cells: (0..<count).map { "10,3,0.5,r\($0),4,bounded" })
      #expect(
        try SmallResults.numbers(of: "rule</td>", in: html(of: results))
          == (count == 12 ? (0..<12).map { "\($0)" } : ["13"]))
    }
  }

  @Test(
    "a verdict that a margin allows says within which", arguments: ["equivalent", "non_inferior"])
  func margin(verdict: String) throws {
    for margin in ["", "2.5"] {
      let results = try SmallResults()
      try results.write(
        SmallResults.comparisons
          + "10,3,0.5,,4,bounded,rule,b,a,final_share,3,3,1,mean_difference,1.0,0.5,1.5,paired_t,"
          + "1.0,0.2,0.2,holm_request,\(margin),\(verdict)\n", to: "comparisons.csv")
      let page = try html(of: results)
      let sentence = try #require(page.firstMatch(of: /<li>At group size 10: (.*?)<\/li>/))
      #expect(sentence.1.contains("250 percentage points") == !margin.isEmpty)
    }
  }

  @Test("a P below 0.001 is shown as such in sentences and tables")
  func smallProbability() throws {
    let results = try SmallResults()
    try results.write(Self.comparison, to: "comparisons.csv")
    // In a sentence, and in the table of the picture.
    #expect(try html(of: results).matches(of: /&lt; 0\.001/).count == 2)
  }

  @Test("a table of many rows is folded, and says how many these are", arguments: [12, 13])
  func folded(points: Int) throws {
    let page = try html(of: SmallResults(points: points))
    let rows = page.matches(of: /<details class="rows"><summary>[^<]*: ([0-9]+) rows</)
    #expect(rows.map { String($0.1) } == (points > 12 ? ["13"] : []))
  }

  @Test(
    "of points at which nobody recovers it is not reported that the infection died out, or did not")
  func mixed() throws {
    let results = try SmallResults()
    try results.recover()
    try results.change("points.csv") {
      $0.split(separator: "\n").map { $0.hasPrefix("1,") ? "\($0.dropLast())inf\n" : "\($0)\n" }
        .joined()
    }
    // An intervention that lets nobody recover.
    try results.write(
      """
      {"model": {"stop": {"share": 1.0, "max_steps": 20}, "interventions": "x"},
       "interventions": {"x": [{"when": {"step": 1}, "multiply": {"infection_factor": 0.5}}]}}
      """, to: "study.resolved.json")
    let page = try html(of: results)
    #expect(page.contains("Where people recover, the infection died out in 2 of 3 runs"))
    let ends = try #require(page.firstMatch(of: /<td>a run ends<\/td><td>(.*?)<\/td>/))
    #expect(ends.1.contains("everybody is infected") && ends.1.contains("nobody is infected"))
  }

  @Test("runs of two kinds are reported before a mean, where fewer lie between than on either side")
  func outbreakKinds() throws {
    // Of ten runs: those that reach a tenth, and half.
    for (tenth, half, recovers, isReported) in [
      (7, 6, true, true), (9, 9, true, true), (9, 6, true, false), (10, 10, true, false),
      (3, 0, true, false), (7, 6, false, false),
    ] {
      let results = try SmallResults(points: 1)
      if recovers { try results.recover() }
      try results.change("summary.csv") { text in
        text.split(separator: "\n").map { line -> String in
          if line.contains(",step_to_50pct,") {
            return line.replacing(",steps,3,3,", with: ",steps,10,\(half),") + "\n"
          }
          return line.contains(",step_to_10pct,") ? "" : "\(line)\n"
        }.joined()
          + "0,10,3,0.5,exact,4,bounded,step_to_10pct,steps,10,\(tenth),,,,,,0.95,t,,,,,,,,,\n"
      }
      try results.write(Self.comparison, to: "comparisons.csv")
      let page = try html(of: results)
      let reported = sections(of: page).contains("outbreak_kinds")
      #expect(reported == isReported, "\(tenth), \(half), \(recovers)")
    }
  }
}
