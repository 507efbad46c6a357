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

  @Test("the question comes first, then the comparisons, then what every study has")
  func order() throws {
    let results = try SmallResults()
    #expect(
      try sections(of: html(of: results)) == [
        "asked", "simulated", "responses", "over_time", "files", "provenance",
      ])
    try results.write(Self.comparison, to: "comparisons.csv")
    let page = try html(of: results)
    #expect(sections(of: page)[..<4] == ["asked", "simulated", "comparisons", "responses"])
    let links = page.matches(of: /<li><a href="#([a-z_]+)">/).map { String($0.1) }
    #expect(links == sections(of: page))
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
        "asked", "simulated", "comparisons", "doses", "thresholds", "selection", "sensitivities",
        "responses", "over_time", "files", "provenance",
      ])
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
      #expect(page.contains("<dt>main response</dt><dd>\(expected)</dd>"), "\(study), \(reached)")
    }
  }

  @Test("what all points have in common stands under the question, value by value")
  func fixed() throws {
    let results = try SmallResults(cells: ["10,3,0.5,exact,4,bounded", "20,3,0.5,exact,4,bounded"])
    let page = try html(of: results)
    let entry = try #require(page.firstMatch(of: /<dt>fixed<\/dt><dd>(.*?)<\/dd>/))
    for key in ["infection_factor", "infection_probability", "rule"] {
      #expect(entry.1.contains(key), "\(key)")
    }
    #expect(!entry.1.contains("group_size"))
    #expect(SmallResults.numbers(of: "fixed", in: page)?.prefix(2) == ["3", "0.5"])
  }

  @Test("more than twelve levels are told by their ends, or the first of them")
  func manyLevels() throws {
    for count in [12, 13] {
      let numbers = try SmallResults.numbers(
        of: "varied: group_size", in: html(of: SmallResults(points: count)))
      #expect(numbers == (count == 12 ? (10..<22).map { "\($0)" } : ["13", "10", "22"]))
      let results = try SmallResults(cells: (0..<count).map { "10,3,0.5,r\($0),4,bounded" })
      #expect(
        try SmallResults.numbers(of: "varied: rule", in: html(of: results))
          == (count == 12 ? [] : ["13"]) + (0..<12).map { "\($0)" })
    }
  }

  @Test(
    "six comparisons are all told; of more it is said how many, and of pictures where there are some"
  )
  func manyComparisons() throws {
    for (count, size) in [(6, ",,,"), (7, ",,,"), (7, "mean_difference,1.0,0.5,1.5")] {
      let results = try SmallResults()
      try results.write(
        SmallResults.comparisons
          + (0..<count).map {
            "10,3,0.5,,4,bounded,rule,b\($0),a,step_to_50pct,3,3,1,\(size),paired_t,1.0,0.2,0.2,"
              + "holm_request,,inconclusive\n"
          }.joined(), to: "comparisons.csv")
      let page = try html(of: results)
      #expect(page.contains("These are the 6 clearest of 7 comparisons") == (count > 6))
      #expect(
        page.contains("the pictures below show 7 of them") == (count > 6 && size != ",,,"))
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
      let sentence = try #require(try html(of: results).firstMatch(of: /<li>At N 10: (.*?)<\/li>/))
      #expect(sentence.1.contains("2.5") == !margin.isEmpty)
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
    let ends = try #require(
      page.firstMatch(of: /<dt>a run ends<\/dt><dd>(.*?)<\/dd>/))
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
      let reported = sections(of: page).firstIndex(of: "outbreak_kinds")
      #expect((reported != nil) == isReported, "\(tenth), \(half), \(recovers)")
      guard let reported else { continue }
      #expect(reported < (sections(of: page).firstIndex(of: "comparisons") ?? 0))
      let section = try #require(
        page.firstMatch(of: /<section id="outbreak_kinds">([\s\S]*?)<\/section>/))
      // Number of the point, runs, and how many of them are small.
      #expect(
        SmallResults.rows(of: section.1).map { Array($0[0...2]) } == [["0", "10", "\(10 - tenth)"]])
    }
  }

  @Test(
    "large outbreaks have a mean of their own where it is asked for; of 41 points 40 are shown",
    arguments: [(40, true), (41, true), (2, false)])
  func largeOutbreaks(points: Int, isGiven: Bool) throws {
    let results = try SmallResults(points: points)
    try results.recover()
    try results.change("summary.csv") {
      $0.replacing("step_to_50pct,steps,3,3,", with: "step_to_50pct,steps,10,6,")
        .replacing("step_to_10pct,steps,3,2,", with: "step_to_10pct,steps,10,7,")
    }
    if isGiven {
      let lines = try results.text(of: "summary.csv").split(separator: "\n")
      try results.write(
        lines.filter { $0.hasPrefix("point,") || $0.contains(",final_share,") }
          .map { "\($0),\($0.hasPrefix("point,") ? "given" : "reached_50pct")\n" }.joined(),
        to: "summary_given.csv")
    }
    let page = try html(of: results)
    let section = try #require(
      page.firstMatch(of: /<section id="outbreak_kinds">([\s\S]*?)<\/section>/))
    let rows = SmallResults.rows(of: section.1)
    #expect(rows.count == min(points, 40))
    // Point, group size, runs, small, large and mean; then the mean of the large with its interval.
    #expect(rows.allSatisfy { $0.count == (isGiven ? 9 : 6) && $0[3] == "3" })
    #expect(section.1.contains(": 40 rows") == (points > 12))
    #expect(section.1.contains("Showing 40 of 41 points") == (points > 40))
  }

  @Test(
    "a response is told at the one point that has it, by its ends, or as the value of all points")
  func oneValue() throws {
    for (medians, sentences) in [
      (["2.0"], ["is 2 steps"]), (["", "7.0"], ["at N 11 is 7 steps"]),
      (["", "", "7.0"], ["at N 12 is 7 steps"]), (["7.0", "7.0"], ["is 7 at all 2 points"]),
      (["8.0", "7.0", ""], ["is smallest at N 11: 7 steps", "is largest at N 10: 8 steps"]),
    ] {
      let results = try SmallResults(points: medians.count)
      try results.change("summary.csv") { text in
        text.split(separator: "\n").map { line in
          guard line.contains(",step_to_50pct,"), let point = line.first?.wholeNumberValue else {
            return "\(line)\n"
          }
          return line.replacing(
            ",\(Double(2 + point)),1.0,3.0,", with: ",\(medians[point]),1.0,3.0,")
            + "\n"
        }.joined()
      }
      let page = try html(of: results)
      let section = try #require(
        page.firstMatch(of: /<section id="responses">([\s\S]*?)<\/section>/))
      for sentence in sentences {
        #expect(section.1.contains("The median of step_to_50pct \(sentence)"), "\(medians)")
      }
    }
  }

  @Test("points without a run of the kind are counted where there are some", arguments: [3, 0])
  func given(runs: Int) throws {
    let results = try SmallResults()
    let lines = try results.text(of: "summary.csv").split(separator: "\n").map(String.init)
    let rows = lines.filter { $0.contains(",step_to_50pct,") }.map { row in
      runs == 0 && row.hasPrefix("1,")
        ? row.replacing(/,steps,3,3,.*/, with: ",steps,0,0,,,,,,0.95,t,,,,,,,,,") : row
    }
    try results.write(
      ([lines[0]] + rows).enumerated()
        .map { "\($1),\($0 == 0 ? "given" : "reached_50pct")\n" }.joined(),
      to: "summary_given.csv")
    let page = try html(of: results)
    #expect(sections(of: page).contains("given"))
    #expect(page.contains("At 1 of 2 points, no run has reached_50pct.") == (runs == 0))
  }

  @Test("that everybody was infected is reported only where a run may get there")
  func everybody() throws {
    let reached = "0,10,3,0.5,exact,4,bounded,step_to_all,steps,3,0,,,,,,0.95,t,,,,,,,,,\n"
    for (study, recovers, isReported) in [
      ("{}", false, true), ("{}", true, false),
      (#"{"model": {"stop": {"share": 0.9, "max_steps": 20}}}"#, false, false),
      (#"{"model": {"immune_people": [1]}}"#, false, false),
    ] {
      let results = try SmallResults(points: 1)
      if recovers { try results.recover() }
      try results.change("summary.csv") { $0 + reached }
      try results.write(study, to: "study.resolved.json")
      #expect(try html(of: results).contains("Everybody was infected") == isReported, "\(study)")
    }
  }

  @Test("of times that hardly any run reached, log_rank is not recommended in its own place")
  func untestedLogRank() throws {
    let results = try SmallResults()
    try results.change("summary.csv") { $0.replacing("steps,3,3,", with: "steps,3,0,") }
    try results.write(
      Self.comparison.replacing(",paired_t,1.0,2e-14,2e-14,", with: ",log_rank,,,,")
        .replacing(",different", with: ",inconclusive"), to: "comparisons.csv")
    let page = try html(of: results)
    #expect(
      page.contains("Too few runs reached the times that log_rank")
        && !page.contains("log_rank can."))
  }
}
