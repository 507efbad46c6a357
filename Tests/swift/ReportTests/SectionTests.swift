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
        "response,factor,index,estimate,ci_low,ci_high\n"
          + "step_to_50pct,group_size,total,0.5,0.4,0.6\n"
      ),
      ("degrees", "point,degree,people\n0,2,10\n1,2,11\n"),
    ] { try results.write(table, to: "\(name).csv") }
    #expect(
      try sections(of: html(of: results)) == [
        "asked", "simulated", "comparisons", "doses", "thresholds", "selection", "sensitivities",
        "responses", "over_time", "contacts", "files", "provenance",
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
    let values = try #require(SmallResults.values(of: "fixed", in: page))
    #expect(values.prefix(3) == ["3", "0.5", "exact"])
  }

  @Test("more than twelve levels are told by their ends, or the first of them")
  func manyLevels() throws {
    for count in [12, 13] {
      let numbers = try SmallResults.values(
        of: "varied: group_size", in: html(of: SmallResults(points: count)))
      let levels = (0..<count).map { "\(10 + $0)" }
      #expect(
        numbers
          == (count == 12 ? [levels.joined(separator: "|")] + levels : ["13", "10.0", "22.0"]))
      let rules = (0..<count).map { "r\($0)" }
      let results = try SmallResults(cells: rules.map { "10,3,0.5,\($0),4,bounded" })
      #expect(
        try SmallResults.values(of: "varied: rule", in: html(of: results))
          == [count == 12 ? rules.joined(separator: "|") : "13"] + rules.prefix(12))
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
      try results.writeWithoutPictures()
      let marks = try results.marks()
      #expect(marks.filter { $0.of == "clearest" }.map(\.value) == (count > 6 ? ["6"] : []))
      #expect(
        marks.filter { $0.table == "plots/comparisons_*" }.map(\.value)
          == (count > 6 && size != ",,," ? ["7"] : []))
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
      try results.writeWithoutPictures()
      let told = try #require(
        results.marksByPlace().first { $0.contains { $0.column == "p_adjusted" } })
      #expect(
        told.filter { $0.column == "margin" }.map(\.value) == (margin.isEmpty ? [] : [margin]))
    }
  }

  @Test("a P below 0.001 is shown as such in tables, and its value is exact")
  func smallProbability() throws {
    let results = try SmallResults()
    try results.write(Self.comparison, to: "comparisons.csv")
    let cells = try html(of: results).matches(of: /column="p_adjusted" value="([^"]*)">([^<]*)</)
    #expect(cells.count == 2)  // in a sentence, and in the table of the picture
    #expect(cells.allSatisfy { $0.1 == "2e-14" && $0.2 == "&lt; 0.001" })
  }

  @Test("a table of many rows is folded, and says how many these are", arguments: [12, 13])
  func folded(points: Int) throws {
    let page = try html(of: SmallResults(points: points))
    let rows = page.matches(
      of: /<details class="rows"><summary>[^<]*<data [^>]*value="([0-9]+)">/)
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
    let counts = page.matches(
      of: /row="response=step_to_extinct;point=([0-9|]*)" [^>]*value="([^"]*)"/)
    #expect(Set(counts.map { String($0.1) }) == ["0"])
    #expect(counts.map { String($0.2) }.starts(with: ["2", "3"]))
    let ends = try #require(
      try results.page().firstMatch(of: /<dt>a run ends<\/dt><dd>(.*?)<\/dd>/))
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
      let small = page.firstMatch(of: /column="n-n_reached" data-of="value" value="([0-9]+)"/)
      #expect(small.map { String($0.1) } == "\(10 - tenth)")
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
    let marks = SmallResults.marks(of: section.1)
    let shown = min(points, 40)
    for column in ["mean", "ci_low", "ci_high"] {
      let given = marks.filter { $0.table == "summary_given" && $0.column == column }
      #expect(given.count == (isGiven ? shown : 0), "\(column)")
    }
    #expect(
      marks.filter { $0.column == "n-n_reached" }.map(\.value)
        == Array(repeating: "3", count: shown))
    // Of the folded table, and below it.
    #expect(
      marks.filter { $0.of == "shown" }.map(\.value) == (points > 12 ? ["40"] : [])
        + (points > 40 ? ["40"] : []))
  }

  @Test(
    "a response is told at the one point that has it, by its ends, or as the value of all points")
  func oneValue() throws {
    for (medians, values, places) in [
      (["2.0"], ["2.0"], []), (["", "7.0"], ["7.0"], ["11"]), (["", "", "7.0"], ["7.0"], ["12"]),
      (["7.0", "7.0"], ["7.0"], []), (["8.0", "7.0", ""], ["7.0", "8.0"], ["11", "10"]),
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
      let told = section.1.split(separator: /<\/li>/).map(SmallResults.marks).filter { marks in
        marks.contains {
          $0.column == "median" && $0.row.contains("step_to_50pct") && $0.of != "missing"
        }
          && !marks.contains { $0.column == "n_reached" }
      }.prefix(values.count).flatMap(\.self)
      #expect(
        told.filter { $0.column == "median" && ["", "value"].contains($0.of) }.map(\.value)
          == values,
        "\(medians): \(told)")
      #expect(told.filter { $0.column == "group_size" }.map(\.value) == places, "\(medians)")
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
    let empty = try results.marks().filter {
      $0.table == "summary_given" && $0.row.contains("n=0") && $0.of == "count"
    }
    #expect(empty.map(\.value) == (runs == 0 ? ["1"] : []))
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
    #expect(page.contains("data-of=\"missing\"") && !page.contains("log_rank can."))
  }
}
