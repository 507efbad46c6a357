import Foundation
import Report
import Testing

/// The answer at the top: its numbers are those of the tables, and it is about what the study asks.
@Suite struct AnswerTests {
  private func answer(of results: SmallResults) throws -> String {
    try results.writeWithoutPictures()
    return try results.answer()
  }

  private func numbers(of results: SmallResults) throws -> [String] {
    try results.writeWithoutPictures()
    return try results.answerNumbers()
  }

  private static let search =
    "\(SmallResults.parameters),factor,response,target,estimate,ci_low,ci_high,runs,converged,message\n"

  @Test("searches: the level of each combination with its interval, and which found none")
  func crossings() throws {
    let results = try SmallResults(
      cells: ["a", "b", "c"].flatMap { rule in
        ["0.5", "0.6"].map { "10,3,\($0),\(rule),4,bounded" }
      })
    let levels = ["0.5976,0.5892,0.6076,900,1,falling", "0.4131,0.4072,0.4185,800,1,falling"]
    let all = levels + [",,,700,0,no crossing between 0.2 and 0.8"]
    try results.write(
      Self.search
        + zip(["a", "b", "c"], all).map {
          "10,3,,\($0),4,bounded,infection_probability,final_share,0.05,\($1)\n"
        }.joined(), to: "thresholds.csv")
    let answer = try answer(of: results)
    #expect(
      answer.contains(
        "is 5 % at infection probability 0.5976 (95 % interval 0.5892 to 0.6076) for a"))
    #expect(answer.contains("0.4131 (0.4072 to 0.4185) for b."))
    #expect(answer.contains("for c (no crossing between 0.2 and 0.8)."))
    #expect(try !results.html().contains("figure-crossings"))
    // What the axis says is no sign in a title.
    #expect(try !results.html().contains("Symbols:"))
  }

  @Test("many searches: the lowest and the highest, and a picture with all")
  func manyCrossings() throws {
    let results = try SmallResults(points: 6)
    try results.write(
      Self.search
        + (0..<6).map {
          "\(10 + $0),3,,exact,4,bounded,infection_probability,final_share,0.5,0.\(3 + $0 % 4),0.2,0.7,9,1,\n"
        }.joined(), to: "thresholds.csv")
    #expect(
      try numbers(of: results)
        == ["50", "0.3", "95", "0.2", "0.7", "10", "0.6", "0.2", "0.7", "13"])
    #expect(
      try results.drawn("crossings").map { $0["estimate"]! } == [
        "0.3", "0.4", "0.5", "0.6", "0.3", "0.4",
      ])
  }

  @Test(
    "a selection: which, by how much, within which indifference, and in how many runs it keeps its bound"
  )
  func best() throws {
    let results = try SmallResults()
    try results.write(
      """
      {"design": {"type": "select", "response": "steps", "best": "smallest", "indifference": 0.5,
        "confidence": 0.9, "subject_to": [{"response": "step_to_50pct", "at_most": 2.5}]}}
      """, to: "study.resolved.json")
    func selection(_ status: String, _ verdict: String) throws {
      try results.write(
        "point,group_size,status,round_eliminated,eliminated_by,runs,mean,sd,difference_to,difference,"
          + "ci_low,ci_high,verdict,message\n0,10,best,,,40,3.25,0.1,,,,,\(verdict),\n"
          + "1,11,\(status),,,60,4.5,0.1,0,1.25,0.75,1.75,\(verdict),\n", to: "selection.csv")
    }
    try selection("eliminated", "selected")
    // The times of point 0 are 1, 2 and 3; the mean is 2 with an interval from -0.48 to 4.48.
    #expect(
      try numbers(of: results) == [
        "2", "10", "0.5", "3.25", "1.25", "90", "0.75", "1.75", "11", "2.0", "95", "-0.5", "4.5",
        "2.5",
        "2", "3",
      ])
    try selection("tied", "tied")
    #expect(try numbers(of: results).prefix(5) == ["2", "2", "100", "10", "11"])
    try selection("survivor", "inconclusive")
    try results.change("selection.csv") {
      $0.replacing("inconclusive,\n", with: "inconclusive,why\n")
    }
    #expect(try numbers(of: results).prefix(6) == ["100", "2", "2", "10", "3.25", "1.25"])
    #expect(try results.answer().contains("(why)"))
    try selection("infeasible", "none_feasible")
    #expect(try answer(of: results).contains("None of the 2 alternatives"))
    // Its mean is 2.
    for (tolerance, isNamed) in [("0.4", false), ("0.5", true)] {
      try results.change("study.resolved.json") {
        $0.replacing(
          #/"at_most": [^}]*/#, with: "\"at_most\": 1.5, \"tolerance\": \(tolerance)")
      }
      #expect(try numbers(of: results) == ["2", "100"] + (isNamed ? ["11"] : []))
    }
  }

  @Test("shares differ by percentage points, and so does their indifference")
  func bestShare() throws {
    let results = try SmallResults()
    try results.write(
      #"{"design": {"type": "select", "response": "final_share", "best": "smallest", "indifference": 0.02}}"#,
      to: "study.resolved.json")
    try results.write(
      "point,group_size,status,round_eliminated,eliminated_by,runs,mean,sd,difference_to,difference,"
        + "ci_low,ci_high,verdict,message\n0,10,best,,,40,0.02875,0.1,,,,,selected,\n"
        + "1,11,eliminated,,,60,0.08375,0.1,0,0.055,0.015,0.095,selected,\n", to: "selection.csv")
    let answer = try answer(of: results)
    #expect(answer.contains("is 2.875 %, 5.5 percentage points (95 % interval 1.5 to 9.5) less"))
    #expect(answer.contains("best to within 2 percentage points"))
    #expect(try results.text(of: "plots/selection.gp").contains("'difference, percentage points'"))
  }

  @Test(
    "whole curves differ at a step, where one of them is lower; they are neither smaller nor larger"
  )
  func curves() throws {
    let results = try SmallResults(cells: ["a", "b"].map { "10,3,0.5,\($0),4,bounded" })
    try results.write(
      SmallResults.comparisons.replacing("\n", with: ",step\n")
        + "10,3,0.5,,4,bounded,rule,b,a,curve,60,60,1,mean_difference,-226.3,-235.8,-216.8,"
        + "curve_permutation,65.2,0.0005,0.0005,holm_request,,different,24\n", to: "comparisons.csv"
    )
    let answer = try answer(of: results)
    #expect(
      answer.contains(
        "most clearly at step 24, where b is lower, by 226.3 people (95 % interval 216.8 to 235.8)."
      ))
    #expect(!answer.contains("smaller"))
    #expect(try results.html().contains("mean difference -226.3 people at step 24"))
    #expect(try results.drawn("comparisons_1")[0]["step"] == "24")
    #expect(try results.text(of: "plots/comparisons_1.gp").contains("infected, people"))
  }

  @Test(
    "points that share the lowest or the highest mean are counted, and named where there is room")
  func ties() throws {
    func means(_ means: [Double], _ cell: (Int) -> String) throws -> String {
      let results = try SmallResults(cells: means.indices.map(cell))
      try results.change("summary.csv") { text in
        text.split(separator: "\n").map { row in
          guard row.contains(",final_share,"), let point = Int(row.prefix { $0 != "," }) else {
            return "\(row)\n"
          }
          return row.replacing(
            ",1,3,3,1.0,0.0,0.0,1.0,1.0,",
            with: ",1,3,3,\(means[point]),0.1,0.1,\(means[point] - 0.01),\(means[point] + 0.01),")
            + "\n"
        }.joined()
      }
      try results.write(
        #"{"replicates": {"until": [{"response": "final_share", "half_width": 0.1}]}}"#,
        to: "study.resolved.json")
      return try answer(of: results)
    }
    let named = try means([0.5, 0.25, 0.75, 0.25, 0.5]) { "10,3,0.5,rule\($0),4,bounded" }
    #expect(named.contains("for rule1 and rule3, and highest") && named.contains("for rule2."))
    let counted = try means([0.5, 0.25, 0.25, 0.75, 0.25, 0.25]) {
      "10,3,0.\(2 + $0 % 3),rule\($0),4,bounded"
    }
    #expect(counted.contains("and at 3 other points, and highest, 75 %"))
  }

  @Test(
    "a calibration whose accepted draws all match the data is exact, whatever distance it allowed")
  func exactCalibration() throws {
    for distance in ["0.0", "0.4"] {
      let results = try SmallResults(points: 1)
      try results.write(
        #"{"factors": {"infection_probability": {"from": 0, "to": 1}}}"#, to: "study.resolved.json")
      try results.write(
        "draw,\(SmallResults.parameters),weight,distance\n0,10,3,0.5,exact,4,bounded,0.5,0.0\n"
          + "1,10,3,0.6,exact,4,bounded,0.5,\(distance)\n", to: "posterior.csv")
      try results.write(
        "parameter,mean,sd,median,ci_low,ci_high,effective_size,message\n"
          + "infection_probability,0.55,0.05,0.55,0.5,0.6,2.0,\n", to: "posterior_summary.csv")
      try results.write(
        "generation,tolerance,effective_size,message\n0,0.5,2.0,the tolerance is reached\n",
        to: "generations.csv")
      try results.writeWithoutPictures()
      let page = try results.html()
      #expect(page.contains("match the data exactly") == (distance == "0.0"))
      #expect(page.contains("up to a distance of 0.4 from the data") == (distance == "0.4"))
    }
  }

  @Test("the axis of an observed quantity does not reach for the values of another one")
  func predictiveAxes() throws {
    let results = try SmallResults(points: 1)
    try results.write(
      #"{"factors": {"infection_probability": {"from": 0, "to": 1}}}"#, to: "study.resolved.json")
    try results.write(
      "draw,\(SmallResults.parameters),weight,distance\n0,10,3,0.5,exact,4,bounded,1.0,0.0\n",
      to: "posterior.csv")
    let rows = [("small", 1), ("large", 1_000)].flatMap { name, size in
      (1...3).map { step in
        "\(name),\(step)," + (0..<8).map { _ in "\(size * step)" }.joined(separator: ",")
          + ",0,\(9 * size)\n"
      }
    }
    try results.write(
      "quantity,step,observed,observed_low,observed_high,q05,q25,median,q75,q95,prior_low,prior_high\n"
        + rows.joined(), to: "posterior_predictive.csv")
    _ = try writeReport(of: results.path)
    let picture = try results.text(of: "plots/posterior_predictive.svg")
    #expect(picture.matches(of: />\s*3000\s*</).count == 1)
  }

  @Test("a number that varies: from where to where, and where an outbreak becomes rare")
  func dependence() throws {
    let results = try SmallResults(cells: (0..<4).map { "10,3,0.\(2 + $0),exact,4,bounded" })
    let means = [(0.9, 0.8, 0.95), (0.5, 0.4, 0.6), (0.04, 0.01, 0.1), (0.0, 0.0, 0.05)]
    try results.change("summary.csv") { text in
      text
        + means.enumerated().map { point, mean in
          "\(point),10,3,0.\(2 + point),exact,4,bounded,reached_10pct,0/1,40,40,\(mean.0),0.1,0.01,"
            + "\(mean.1),\(mean.2),0.95,wilson,0.0,0.0,0.0,0.0,0.0,0.0,0.0,1.0,1.0\n"
        }.joined()
    }
    try results.write(
      #"{"replicates": {"until": [{"response": "reached_10pct", "half_width": 0.1}]}}"#,
      to: "study.resolved.json")
    #expect(
      try answer(of: results).contains(
        "falls from 90 % (95 % interval 80 to 95) at infection probability 0.2 to 0 % (0 to 5) at 0.5."
      ))
    #expect(try results.answer().contains("It is 5 % or less from infection probability 0.4 on."))
    let drawn = try results.drawn("response")
    #expect(drawn.map { $0["value"]! } == ["0.9", "0.5", "0.04", "0.0"])
  }

  @Test("names that are compared: which is lower, and by how much, with its interval")
  func difference() throws {
    let results = try SmallResults(cells: ["a", "b"].map { "10,3,0.5,\($0),4,bounded" })
    try results.write(
      SmallResults.comparisons
        + "10,3,0.5,,4,bounded,rule,b,a,final_share,3,3,1,mean_difference,-0.25,-0.35,-0.15,paired_t,1.0,"
        + "1e-9,1e-9,holm_request,,different\n", to: "comparisons.csv")
    try results.write(
      #"{"analysis": {"comparisons": [{"response": "final_share"}]}}"#, to: "study.resolved.json")
    #expect(
      try answer(of: results).contains(
        "is smaller for b than for a, by 25 percentage points (95 % interval 15 to 35)."))
  }

  @Test(
    "a single point: how many outbreaks are large, and what they are like; none is said as well")
  func onePoint() throws {
    for reached in [0, 2] {
      let results = try SmallResults(points: 1)
      try results.recover()
      try results.change("summary.csv") {
        $0.replacing("step_to_10pct,steps,3,2,", with: "step_to_10pct,steps,3,\(reached),")
          + "0,10,3,0.5,exact,4,bounded,reached_10pct,0/1,3,3,\(reached == 0 ? "0.0" : "0.667"),0.1,0.1,"
          + "0.2,0.9,0.95,wilson,0.0,0.0,0.0,0.0,0.0,0.0,0.0,1.0,1.0\n"
      }
      let start = reached == 0 ? "None of 3 outbreaks reach" : "2 of 3 outbreaks reach"
      #expect(try answer(of: results).contains(start))
    }
  }

  /// Points of growing infection probability with the mean of `reached_10pct` and its interval.
  private func shares(_ means: [(Double, Double, Double)], name: String = "reached_10pct") throws
    -> SmallResults
  {
    let results = try SmallResults(
      cells: means.indices.map { "10,3,0.\(2 + $0),exact,4,bounded" })
    try results.change("summary.csv") { text in
      text
        + means.enumerated().map { point, mean in
          "\(point),10,3,0.\(2 + point),exact,4,bounded,\(name),0/1,40,40,\(mean.0),0.1,0.01,"
            + "\(mean.1),\(mean.2),0.95,wilson,0.0,0.0,0.0,0.0,0.0,0.0,0.0,1.0,1.0\n"
        }.joined()
    }
    try results.write(
      #"{"replicates": {"until": [{"response": "\#(name)", "half_width": 0.1}]}}"#,
      to: "study.resolved.json")
    return results
  }

  @Test("points that ended before the precision asked for are counted")
  func imprecision() throws {
    let results = try shares([(0.9, 0.8, 0.95), (0.5, 0.4, 0.6), (0.2, 0.1, 0.3)])
    let before = try numbers(of: results)
    try results.change("points.csv") {
      $0.replacing(",3,\n", with: ",3,0\n").replacing("bounded,3,0\n2", with: "bounded,3,1\n2")
    }
    #expect(try numbers(of: results) == before + ["2", "3"])
  }

  @Test("a median that too few of the runs with the condition reach is named with its level")
  func censoredLevel() throws {
    let cells = (0..<3).map { "10,3,0.\(2 + $0),exact,4,bounded" }
    let results = try SmallResults(cells: cells)
    try results.change("runs.csv") { text in
      text.split(separator: "\n").enumerated().map { line, row in
        "\(row),\(line == 0 ? "reached_10pct" : "1")\n"
      }.joined()
    }
    try results.change("summary.csv") { text in
      text
        + cells.enumerated().map { point, cells in
          "\(point),\(cells),reached_50pct,0/1,3,3,1.0,0.0,0.0,0.4,1.0,0.95,wilson,"
            + "1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0,1.0\n"
        }.joined()
    }
    let lines = try results.text(of: "summary.csv").split(separator: "\n")
    try results.write(
      lines.enumerated().map { line, row in
        let isCensored = row.hasPrefix("2,") && row.contains("step_to_50pct")
        return
          (isCensored ? row.replacing(/3,3,2.0,.*/, with: "3,1,,,,,,0.95,,,,,,,,,,") : "\(row)")
          + ",\(line == 0 ? "given" : "reached_10pct")\n"
      }.joined(), to: "summary_given.csv")
    try results.write(
      #"""
      {"analysis": {"given": ["reached_10pct"]},
       "replicates": {"until": [{"response": "step_to_50pct", "half_width": 1}]}}
      """#, to: "study.resolved.json")
    #expect(
      try answer(of: results).contains(
        "at most half of the runs that reach a tenth of the group reach half of the group "
          + "at infection probability 0.4"))
  }

  @Test(
    "two levels of a number that are equivalent are called so, and what else is compared is named")
  func equivalentLevels() throws {
    let results = try SmallResults(cells: ["0.5", "0.6"].map { "10,3,\($0),exact,4,bounded" })
    let key = "10,3,,exact,4,bounded,infection_probability,0.6,0.5"
    try results.write(
      SmallResults.comparisons
        + "\(key),final_share,3,3,1,mean_difference,0.01,-0.01,0.02,paired_t,1.0,0.5,0.5,holm_request,0.05,equivalent\n"
        + "\(key),step_to_50pct,3,3,1,mean_difference,1.0,0.5,1.5,paired_t,1.0,0.01,0.01,holm_request,,different\n",
      to: "comparisons.csv")
    try results.write(
      #"{"analysis": {"comparisons": [{"response": "final_share"}, {"response": "step_to_50pct"}]}}"#,
      to: "study.resolved.json")
    let answer = try answer(of: results)
    #expect(answer.contains("Infection probability 0.6 and 0.5 are equivalent"))
    #expect(answer.contains("±5 percentage points"))
    #expect(answer.contains("also compares the time until half of the group is infected;"))
  }

  @Test("ends whose intervals overlap have no direction")
  func noise() throws {
    let results = try shares([(0.983, 0.911, 0.997), (0.99, 0.92, 0.998), (1.0, 0.94, 1.0)])
    let answer = try answer(of: results)
    #expect(answer.contains("No clear change"))
    #expect(!answer.contains("rises") && !answer.contains("falls"))
    for value in ["98.3 %", "91.1 to 99.7", "100 %", "94 to 100"] {
      #expect(answer.contains(value))
    }
    // The same with a real change at the end.
    #expect(
      try self.answer(of: shares([(0.5, 0.4, 0.6), (0.55, 0.45, 0.65), (0.9, 0.8, 0.95)]))
        .contains("rises from 50 %"))
  }

  @Test(
    "levels of which no run meets the condition are named with the reason, in picture and answer")
  func absentLevels() throws {
    let results = try shares(
      [(0.9, 0.8, 0.95), (0.5, 0.4, 0.6), (0.2, 0.1, 0.3), (0.0, 0.0, 0.05)], name: "reached_all")
    try results.change("runs.csv") { text in
      text.split(separator: "\n").enumerated().map { line, row in
        "\(row),\(line == 0 ? "reached_50pct" : line <= 6 ? "1" : "0")\n"
      }.joined()
    }
    let lines = try results.text(of: "summary.csv").split(separator: "\n").map(String.init)
    try results.write(
      lines.enumerated().map { line, row in
        let isAbsent = row.hasPrefix("2,") || row.hasPrefix("3,")
        var cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if row.hasPrefix("1,") { cells.replaceSubrange(9...10, with: ["2", "2"]) }
        let row =
          isAbsent
          ? (cells.prefix(9) + ["0", "0", "", "", "", "", "", "0.95"]
            + cells.dropFirst(17).map { _ in "" }).joined(separator: ",")
          : cells.joined(separator: ",")
        return "\(row),\(line == 0 ? "given" : "reached_50pct")\n"
      }.joined(), to: "summary_given.csv")
    #expect(
      try answer(of: results).contains(
        "no run reaches half of the group at infection probability 0.4 and 0.5."))
    #expect(try results.answer().contains("90 %"))
    #expect(try results.answer().contains("(40 to 60) over only 2 runs at 0.3"))
    let page = try results.html()
    #expect(page.contains("No run reaches half of the group at infection probability 0.4 and 0.5."))
    #expect(!page.contains("Not drawn: infection probability"))
  }

  @Test("a critical probability has no infection probability: its median for each combination")
  func criticalProbability() throws {
    let cells = ["hubs", "grid"].flatMap { rule in
      [0.2, 0.3].map { "10,3,\($0),\(rule),4,bounded" }
    }
    let results = try SmallResults(cells: cells)
    results.times.insert("critical")
    try results.change("runs.csv") { text in
      text.split(separator: "\n").enumerated().map { line, row in
        "\(row),\(line == 0 ? "critical,reached_critical" : row.contains(",0.2,") ? "0.25,1" : ",")\n"
      }.joined()
    }
    try results.change("summary.csv") { text in
      text
        + [(0, 0.0547, 0.05, 0.06), (2, 0.25, 0.24, 0.26)].map { point, median, low, high in
          "\(point),\(cells[point]),critical,1,3,3,0.2,0.1,0.01,0.1,0.3,0.95,t,0.0,0.0,0.0,"
            + "\(median),\(low),\(high),1.0,1.0,1.0\n"
        }.joined()
    }
    try results.write(
      SmallResults.comparisons
        + "10,3,0.2,,4,bounded,rule,hubs,grid,critical,3,3,1,mean_difference,-0.2,-0.3,-0.1,paired_t,1.0,"
        + "1e-9,1e-9,holm_request,,different\n", to: "comparisons.csv")
    // A time in its own unit, which is not steps.
    try results.spoil("datapackage.json") {
      $0.replacing(
        #/("name": "critical", [^}]*"unit": ")steps/#, with: { "\($0.1)1" })
    }
    for isAsked in [true, false] {
      let analysis =
        isAsked ? #", "analysis": {"comparisons": [{"response": "critical"}]}"# : ""
      try results.write(
        #"{"responses": {"critical": {"critical_probability": {"share": 0.5}}}\#(analysis)}"#,
        to: "study.resolved.json")
      let answer = try answer(of: results)
      if isAsked {
        #expect(!answer.contains("at infection probability") && !answer.contains("over all runs"))
        // What is asked comes before how much smaller it is.
        #expect(try results.answerNumbers().first == "0.0547")
      }
      let table = try results.html().components(separatedBy: "figure-critical_probability")[1]
        .components(separatedBy: "</figure>")[0]
      #expect(SmallResults.rows(of: table).map { $0[0] } == ["hubs", "grid"])
      #expect(answer.contains("0.0547"))
      #expect(answer.contains("0.0500 to 0.0600) for hubs and 0.25 (0.24 to 0.26) for grid."))
    }
  }

  @Test("a combination that never reaches the share is named beside the median of the other one")
  func criticalProbabilityOfOne() throws {
    let cells = ["ring", "sparse"].map { "10,3,0.2,\($0),4,bounded" }
    let found = "3,0.5,0.1,0.01,0.4,0.6,0.95,t,0.0,0.0,0.0,0.5,0.4,0.6,1.0,1.0,1.0"
    for (reached, words) in [(0, "no run reaches a tenth"), (1, "at most half of the runs reach")] {
      let results = try SmallResults(cells: cells)
      results.times.insert("critical")
      try results.change("summary.csv") { text in
        text + "0,\(cells[0]),critical,1,3,\(found)\n"
          + "1,\(cells[1]),critical,1,3,\(reached),,,,,,0.95,,,,,,,,,,\n"
          + "1,\(cells[1]),reached_critical,0/1,3,3,0.0,0.0,0.0,0.0,0.5,0.95,wilson,0,0,0,0,0,0,0,0,0\n"
      }
      try results.change("runs.csv") { text in
        text.split(separator: "\n").enumerated().map { line, row in
          "\(row),\(line == 0 ? "critical,reached_critical" : row.contains("ring") ? "0.5,1" : ",0")\n"
        }.joined()
      }
      try results.write(
        #"{"responses": {"critical": {"critical_probability": {"share": 0.1}}}}"#,
        to: "study.resolved.json")
      let answer = try answer(of: results)
      #expect(answer.contains("for ring; \(words)"), "\(answer)")
      #expect(answer.contains("of the group for sparse."), "\(answer)")
    }
  }

  @Test("of many points without a median those levels are named that have none anywhere")
  func manyAbsent() throws {
    let cells = (0..<4).flatMap { line in (0..<5).map { "10,3,0.\(2 + $0),rule\(line),4,bounded" } }
    let results = try SmallResults(cells: cells)
    // Of line n the first n + 1 levels: 1 + 2 + 3 + 4.
    let absent = (0..<20).filter { $0 % 5 <= $0 / 5 }
    let missing = "steps,3,1,,,,,,0.95,,,,,,,,,,"
    var rows: [String] = []
    for row in try results.text(of: "summary.csv").split(separator: "\n") {
      let isAbsent = row.contains("step_to_50pct") && absent.contains { row.hasPrefix("\($0),") }
      rows.append(String(isAbsent ? row.replacing(#/steps,3,3,.*/#, with: missing) : row))
    }
    for (point, cells) in cells.enumerated() {
      rows.append(
        "\(point),\(cells),reached_50pct,0/1,3,3,0.3,0.1,0.1,0.2,0.5,0.95,wilson,0,0,0,0,0,0,0,0,0")
    }
    try results.write(rows.map { $0 + "\n" }.joined(), to: "summary.csv")
    try results.write(
      #"{"analysis": {"comparisons": [{"response": "step_to_50pct"}]}}"#, to: "study.resolved.json")
    #expect(
      try answer(of: results).contains(
        "at most half of the runs reach half of the group at 10 of 20 points, among them all at infection "
          + "probability 0.2."))
  }

  @Test("which runs a comparison is of is said by its own response")
  func scope() throws {
    let results = try SmallResults(cells: ["a", "b"].map { "10,3,0.5,\($0),4,bounded" })
    results.times.insert("critical")
    try results.change("runs.csv") { text in
      text.split(separator: "\n").enumerated().map { line, row in
        "\(row),\(line == 0 ? "critical,reached_critical,reached_50pct" : "0.25,1,1")\n"
      }.joined()
    }
    let lines = try results.text(of: "summary.csv").split(separator: "\n").map(String.init)
    try results.write(
      lines.enumerated().map { "\($1),\($0 == 0 ? "given" : "reached_50pct")\n" }.joined(),
      to: "summary_given.csv")
    try results.change("summary.csv") {
      $0 + "0,10,3,0.5,a,4,bounded,critical,1,3,3,0.25,0.0,0.0,0.2,0.3,0.95,t,0,0,0,"
        + "0.25,0.2,0.3,1,1,1\n"
    }
    func row(_ response: String) -> String {
      "10,3,0.5,,4,bounded,rule,b,a,\(response),3,3,1,mean_difference,-0.25,-0.35,-0.15,paired_t,1.0,"
        + "1e-9,1e-9,holm_request,,different\n"
    }
    try results.write(
      SmallResults.comparisons + row("critical") + row("final_share"), to: "comparisons.csv")
    try results.write(
      #"{"responses": {"critical": {"critical_probability": {"share": 0.5}}}, "#
        + #""analysis": {"given": ["reached_50pct"], "comparisons": [{"response": "critical"}, {"response": "final_share"}]}}"#,
      to: "study.resolved.json")
    let answer = try answer(of: results)
    #expect(answer.matches(of: /over all runs/).count == 1, "\(answer)")
    #expect(
      answer.contains("percentage points (95 % interval 15 to 35), over all runs."), "\(answer)")
    // So is that of a selection.
    try results.write(
      #"{"design": {"type": "select", "response": "final_share", "best": "smallest"}, "#
        + #""analysis": {"given": ["reached_50pct"]}}"#,
      to: "study.resolved.json")
    try results.write(
      "point,group_size,status,round_eliminated,eliminated_by,runs,mean,sd,difference_to,difference,"
        + "ci_low,ci_high,verdict,message\n0,10,best,,,40,0.25,0.1,,,,,selected,\n"
        + "1,10,eliminated,,,60,0.75,0.1,0,0.5,0.25,0.75,selected,\n", to: "selection.csv")
    #expect(try self.answer(of: results).contains("ever infected over all runs is 25 %"))
  }

  @Test("of several responses those with a decided comparison come first")
  func decidedFirst() throws {
    let results = try SmallResults(cells: ["a", "b"].map { "10,3,0.5,\($0),4,bounded" })
    func row(_ response: String, _ rest: String) -> String {
      "10,3,0.5,,4,bounded,rule,b,a,\(response),3,3,1,mean_difference,\(rest)\n"
    }
    try results.write(
      SmallResults.comparisons
        + row("step_to_50pct", "0.1,-1.0,1.2,paired_t,1.0,0.9,0.9,holm_request,,inconclusive")
        + row("final_share", "-0.25,-0.35,-0.15,paired_t,1.0,1e-9,1e-9,holm_request,,different"),
      to: "comparisons.csv")
    let answer = try answer(of: results)
    let decided = try #require(answer.firstRange(of: "by 25 percentage points"))
    if let open = answer.firstRange(of: "remains open") {
      #expect(decided.lowerBound < open.lowerBound)
    }
  }

  @Test(
    "averted infections are the answer of a study that asks for them alone, people with their own pairs"
  )
  func averted() throws {
    let results = try SmallResults(cells: ["a", "b"].map { "10,3,0.5,\($0),4,bounded" })
    let key = "10,3,0.5,,4,bounded,rule,a,b"
    try results.write(
      "\(SmallResults.parameters),factor,reference,level,outcome,n,mean,sd,ci_low,ci_high,reference_mean\n"
        + "\(key),infections,100,971.0,9.0,945.0,997.0,1146.0\n"
        + "\(key),worse_off,20,0.25,1.0,0.0,0.5,1150.0\n", to: "averted.csv")
    #expect(
      try numbers(of: results).prefix(6) == ["971", "95", "945", "997", "1146", "100"])
    #expect(
      try results.html().contains(
        "in the 20 pairs with maps, 0.25 people are infected only with it"))
  }

  @Test(
    "infections averted at several levels of another factor: all, or the fewest and the most of many"
  )
  func avertedOften() throws {
    let all = [("0.2", 730.0, 1494), ("0.3", 971, 1146), ("0.4", 487, 1786)]
    func numbers(_ means: [(String, Double, Int)], _ levels: [String] = ["b"]) throws -> [String] {
      let results = try SmallResults(
        cells: means.flatMap { mean in
          (["a"] + levels).map { "10,3,\(mean.0),\($0),4,bounded" }
        })
      try results.write(
        "\(SmallResults.parameters),factor,reference,level,outcome,n,mean,sd,ci_low,ci_high,reference_mean\n"
          + levels.map { level in
            means.map { p, mean, all in
              "10,3,\(p),,4,bounded,rule,a,\(level),infections,100,\(mean),9.0,\(mean - 20),\(mean + 20),\(all).0\n"
            }.joined()
          }.joined(), to: "averted.csv")
      return try self.numbers(of: results)
    }
    let (fewest, most) = (
      ["487", "95", "467", "507", "1786", "0.4"], ["971", "951", "991", "1146", "0.3"]
    )
    #expect(
      try numbers(all).prefix(16) == fewest + ["730", "710", "750", "1494", "0.2"] + most)
    #expect(
      try numbers(all + [("0.5", 500.0, 1000), ("0.6", 600, 1000)]).prefix(12)
        == fewest + most + ["5"])
    // Five levels, one of which is left to its section.
    let many = try numbers([all[0]], ["b", "c", "d", "e", "f", "g"])
    #expect(many.prefix(21).filter { $0 == "730" }.count == 4 && many[24] == "2")
  }

  @Test("lines that pass a share at the same level share one clause, and all of them one level")
  func passing() throws {
    func answer(_ means: [[Double]]) throws -> String {
      let cells = means.indices.flatMap { line in
        (0..<3).map { "10,3,0.\(2 + $0),rule\(line),4,bounded" }
      }
      let results = try SmallResults(cells: cells)
      try results.change("summary.csv") { text in
        text
          + zip(cells, means.joined()).enumerated().map { point, pair in
            "\(point),\(pair.0),reached_10pct,0/1,40,40,\(pair.1),0.1,0.01,\(pair.1 - 0.01),"
              + "\(pair.1 + 0.01),0.95,wilson,0.0,0.0,0.0,0.0,0.0,0.0,0.0,1.0,1.0\n"
          }.joined()
      }
      try results.write(
        #"{"replicates": {"until": [{"response": "reached_10pct", "half_width": 0.1}]}}"#,
        to: "study.resolved.json")
      return try self.answer(of: results)
    }
    let (early, late) = ([0.1, 0.6, 0.9], [0.1, 0.4, 0.9])
    #expect(try answer([early, early]).contains("more from infection probability 0.3 on."))
    #expect(
      try answer([early, late, early]).contains(
        "from infection probability 0.3 on for rule0 and rule2; from 0.4 on for rule1."))
  }

  @Test("a median is called so beside differences of means")
  func medians() throws {
    let results = try SmallResults(
      cells: (0..<3).map { "10,3,0.\(2 + $0),exact,4,bounded" }, median: { Double(9 - 3 * $0) })
    let answer = try answer(of: results)
    #expect(answer.contains("the median time until half of the group is infected"))
    let compared = try SmallResults(cells: ["a", "b"].map { "10,3,0.5,\($0),4,bounded" })
    try compared.write(
      SmallResults.comparisons
        + "10,3,0.5,,4,bounded,rule,b,a,step_to_50pct,3,3,1,restricted_mean_difference,-1.2,-1.4,-1.0,"
        + "restricted_mean,1.0,1e-9,1e-9,holm_request,,different\n", to: "comparisons.csv")
    #expect(
      try self.answer(of: compared).contains(
        "by a restricted mean difference of 1.2 steps (95 % interval 1.0 to 1.4)."))
  }

  @Test(
    "the question of the description stands on top, also behind a sentence",
    arguments: [
      ("A town. When should it close? Look at x.", "A town. When should it close?"),
      ("A town of 1.5 people. It closes.", "A town of 1.5 people."), ("Is it so?", "Is it so?"),
    ])
  func question(description: String, lead: String) throws {
    let results = try SmallResults(description: description)
    try results.writeWithoutPictures()
    #expect(try results.html().contains("<h1>by_hand</h1>\n<p>\(lead)</p>"))
  }

  @Test("a time that no run reaches is said before all else, with the number of runs")
  func neverReached() throws {
    let results = try SmallResults(cells: ["a", "b"].map { "10,3,0.5,\($0),4,bounded" })
    try results.change("summary.csv") { text in
      text.split(separator: "\n").filter { !$0.contains("final_share") }.map {
        $0.replacing(
          #/steps,3,3,.*/#, with: "steps,3,0,,,,,,0.95,,,,,,,,,,")
      }.joined(separator: "\n") + "\n"
    }
    try results.write(
      SmallResults.comparisons
        + "10,3,0.5,,4,bounded,rule,b,a,step_to_50pct,3,3,1,,,,,paired_t,,,,holm_request,,inconclusive\n",
      to: "comparisons.csv")
    try results.write(
      #"{"analysis": {"comparisons": [{"response": "step_to_50pct"}]}}"#, to: "study.resolved.json")
    #expect(try numbers(of: results) == ["6"])
  }

  @Test("of outbreaks none of which is large this is said first")
  func noneLarge() throws {
    let results = try SmallResults(cells: ["0.1", "0.2"].map { "10,3,\($0),exact,4,bounded" })
    try results.recover()
    try results.change("summary.csv") { text in
      text.replacing(#/(step_to_10pct,steps,\d+),\d+,/#, with: { "\($0.1),0," })
    }
    let runs = try results.text(of: "summary.csv").matches(of: /step_to_10pct,steps,(\d+)/)
      .compactMap { Int($0.1) }.reduce(0, +)
    #expect(try numbers(of: results).first == "\(runs)")
  }

  @Test("a study whose runs have no value says so, and is no error")
  func nothing() throws {
    let results = try SmallResults()
    try results.change("summary.csv") { text in String(text.prefix { $0 != "\n" }) + "\n" }
    #expect(try answer(of: results).contains("No run has a value to report yet."))
  }
}
