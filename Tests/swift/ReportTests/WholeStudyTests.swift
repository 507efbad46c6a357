import Foundation
import PlainText
import Report
import Testing

/// What the page says is true of the whole study, whatever part of it fits into the pictures.
@Suite struct WholeStudyTests {
  private func page(of results: SmallResults) throws -> String {
    try results.writeWithoutPictures()
    return try results.html()
  }

  @Test("runs that never got there are counted at every point")
  func times() throws {
    let results = try SmallResults(points: 30)
    // Points 0, 5, 11, 17, 23 and 29 are drawn.
    try results.change("summary.csv") {
      $0.replacing(
        "\n3,13,3,0.5,exact,4,bounded,step_to_50pct,steps,3,3,",
        with: "\n3,13,3,0.5,exact,4,bounded,step_to_50pct,steps,3,1,")
    }
    #expect(
      try page(of: results).contains(
        "Half of the group is infected in 88 of 90 runs "
          + "(97.8\u{00A0}%); the others did not reach it (censored)."))
  }

  @Test(
    "a response of the study's own is a time where it is one, whatever its name",
    arguments: [
      ("arrival", true), ("step_to_see", false),
    ])
  func ownTimes(name: String, isTime: Bool) throws {
    let results = try SmallResults()
    results.times = isTime ? [name] : []
    for file in ["runs.csv", "summary.csv"] {
      try results.change(file) { $0.replacing("step_to_50pct", with: name) }
    }
    try results.write(
      """
      { "study": "by_hand", "replicates": { "until": [{ "response": "\(name)" }] } }
      """, to: "study.resolved.json")
    // The median of a time, the mean of all else, in the table by point.
    let page = try page(of: results)
    #expect(page.contains("col\" class=\"n\">\(isTime ? "median" : "mean")<"))
  }

  /// Sixty comparisons of points 0, 1, 2, ... with small effects, but for one that is large and one
  /// that is clear.
  private func comparisons(effect: (Int) -> String = { _ in "mean_difference" }) -> String {
    SmallResults.comparisons
      + (0..<60).map { row in
        let (estimate, p) =
          switch row {
          case 1: (-50.0, "0.2")
          case 3: (0.5, "1e-9")
          default: (Double(row) / 100, "0.9")
          }
        return "\(10 + row),3,0.5,,4,bounded,rule,b\(row),a,step_to_50pct,3,3,1,\(effect(row)),"
          + "\(estimate),\(estimate - 1),\(estimate + 1),paired_t,1.0,\(p),\(p),holm_request,,"
          + "\(row == 3 ? "different" : "inconclusive")\n"
      }.joined()
  }

  @Test("of too many comparisons the largest effects are drawn, and what is left out is said")
  func largestEffects() throws {
    let results = try SmallResults(points: 60)
    try results.write(comparisons(), to: "comparisons.csv")
    let page = try page(of: results)
    let drawn = try results.text(of: "plots/comparisons_1.csv").split(separator: "\n").dropFirst()
    let estimates = drawn.compactMap {
      $0.split(separator: ",").dropLast(4).last.flatMap { Double($0) }
    }
    #expect(estimates.count == 30)
    // -50, 0.5 and the 28 largest of 0, 0.02, 0.04, ... 0.59.
    #expect(estimates.min() == -50 && estimates.contains(0.5))
    #expect(estimates.filter { $0 >= 0 }.min() == 0.32)
    #expect(
      page.contains(
        "Showing the 30 largest effects of 60; all of them are in comparisons.csv."))
    #expect(
      page.contains(
        "Of 60 comparisons (paired t test, Holm-corrected), 1 different, 59 inconclusive."))
  }

  @Test("comparisons without an interval are counted with those that are drawn")
  func undrawn() throws {
    let results = try SmallResults()
    func row(_ a: String, _ size: String, _ test: String, _ verdict: String) -> String {
      "10,3,0.5,,4,bounded,rule,\(a),a,step_to_50pct,3,3,1,\(size),\(test),1.0,0.01,0.01,holm_request,,\(verdict)\n"
    }
    try results.write(
      SmallResults.comparisons + row("b", "mean_difference,1.0,0.5,1.5", "paired_t", "different")
        + row("c", ",,,", "restricted_mean", "different")
        + row("d", ",,,", "restricted_mean", "inconclusive"), to: "comparisons.csv")
    #expect(
      try page(of: results).contains(
        "Of 3 comparisons (paired t test, test of restricted means, Holm-corrected), 2 different, "
          + "1 inconclusive. 2 of them have no interval, and are not drawn."))
  }

  @Test("names that leave too little room for bars are told by their point", arguments: [56, 57])
  func longNames(length: Int) throws {
    let rules = ["a", "b"].map { String(repeating: $0, count: length) }
    let results = try SmallResults(cells: rules.map { "10,3,0.5,\($0),4,bounded" })
    try results.write(
      "point,rule,status,round_eliminated,eliminated_by,runs,mean,sd,difference_to,difference,"
        + "ci_low,ci_high,verdict,message\n0,\(rules[0]),best,,,9,1.0,0.1,,,,,selected,\n"
        + "1,\(rules[1]),eliminated,1,0,9,2.0,0.1,0,1.0,0.5,1.5,selected,\n", to: "selection.csv")
    try results.writeWithoutPictures()
    // 6.5 pixels a character, and 0.4 of 960.
    let isLong = try results.text(of: "plots/selection.gp").contains("'point 0 (")
    #expect(isLong == (length == 57))
  }

  @Test(
    "test, correction and units stand beside P and the difference, as far as the interval tells")
  func judged() throws {
    let results = try SmallResults(points: 60)
    func few(_ table: String) -> String {
      table.split(separator: "\n").prefix(11).map { "\($0)\n" }.joined()
    }
    try results.write(few(comparisons()), to: "comparisons.csv")
    let page = try page(of: results)
    #expect(
      page.contains(
        "b3 and a differ in the time until half of the group is infected (mean difference 0.5 steps, 95\u{00A0}% interval -0.5 to 1.5; "
          + "paired t test, P &lt; 0.001, Holm-corrected)."))
    #expect(
      page.contains("P is corrected for the tests of its request by Holm\u{2019}s method"))
    let script = try results.text(of: "plots/comparisons_1.gp")
    #expect(script.contains("time until half of the group is infected, steps: rule \u{2212} a'"))
    #expect(page.contains(">P_<wbr>adjusted</th>"))
    try results.write(
      few(comparisons { _ in "ratio_of_means" }.replacing(",holm_request,", with: ",none,")),
      to: "comparisons.csv")
    let other = try self.page(of: results)
    #expect(other.contains("(ratio of means 0.5, "))
    #expect(other.contains("paired t test, P &lt; 0.001, not corrected)."))
  }

  @Test("of more alternatives than fit those nearest to the best are drawn")
  func alternatives() throws {
    let results = try SmallResults(points: 45)
    let rows = (0..<45).map { point in
      let status =
        point == 0
        ? "best,,,9,1.0,0.1,,"
        : "eliminated,\(50 - point),0,9,2.0,0.1,0,\(abs(point - 20)).5"
      return "\(point),\(10 + point),\(status),,,selected,\n"
    }
    try results.write(
      "point,group_size,status,round_eliminated,eliminated_by,runs,mean,sd,difference_to,difference,"
        + "ci_low,ci_high,verdict,message\n" + rows.joined(), to: "selection.csv")
    try results.writeWithoutPictures()
    let page = try results.html()
    #expect(page.contains("Showing 14 of 45 alternatives"))
    #expect(try results.answer().contains("0.5 less than at the next, group size 30."))
    let drawn = try results.text(of: "plots/selection.csv").split(separator: "\n").dropFirst()
    let nearest = [0, 20, 19, 21, 18, 22, 17, 23, 16, 24, 15, 25, 14, 26]
    #expect(drawn.map { $0.split(separator: ",")[1] } == nearest.map { "\($0)" })
  }

  @Test("the crossing of a search that is not drawn is the answer all the same")
  func search() throws {
    let results = try SmallResults(points: 8)
    let rows = (0..<8).map { row in
      // Of eight searches 0, 1, 2, 4, 5 and 7 are drawn.
      let found = row == 3 ? "0.77496,0.76542,0.78532,400,1,rising" : ",,,400,0,no crossing"
      return "\(10 + row),3,,exact,4,bounded,infection_probability,final_share,0.5,\(found)\n"
    }
    try results.write(
      "\(SmallResults.parameters),factor,response,target,estimate,ci_low,ci_high,runs,converged,message\n"
        + rows.joined(), to: "thresholds.csv")
    #expect(
      try page(of: results).contains(
        "is 50\u{00A0}% at infection probability 0.7750 (95\u{00A0}% interval 0.7654 to 0.7853) for group size 13."
      ))
  }

  @Test(
    "numbers no study has are reported as damage, or left out; the program does not end on them")
  func absurdNumbers() throws {
    for (old, new) in [
      ("0,10,3,0.5,exact,4,bounded,3,", "0,10,3,0.5,exact,4,bounded,9223372036854775807,"),
      ("0,10,3,", "0,1e300,3,"), ("0,10,3,", "0,*; system('id'),3,"),
    ] {
      let results = try SmallResults()
      try results.spoil("points.csv") { $0.replacing(old, with: new, maxReplacements: 1) }
      let error = #expect(throws: Failure.self) { try writeReport(of: results.path) }
      #expect(error?.code == .damaged)
    }
    let results = try SmallResults()
    try results.spoil("summary.csv") {
      $0.replacing(",steps,3,3,2.0", with: ",steps,9223372036854775807,3,inf")
    }
    try results.spoil("runs.csv") {
      $0.replacing(",all_infected,2,1.0,1", with: ",all_infected,9223372036854775807,1.0,1e308")
    }
    try results.write(comparisons().replacing(",-50.0,", with: ",inf,"), to: "comparisons.csv")
    #expect(try page(of: results).contains("href=\"runs.csv\""))
    for confidence in [7, 1, 0] {
      try results.write(
        #"{"analysis": {"confidence": \#(confidence)}}"#, to: "study.resolved.json")
      let error = #expect(throws: Failure.self) { try writeReport(of: results.path) }
      #expect(error?.code == .damaged)
      #expect(error?.file == CallerText("\(results.path)/study.resolved.json"))
    }
  }

  @Test(
    "a description that leads out of the folder is none of ours",
    arguments: ["javascript:alert(1)", "../runs.csv", "/etc/passwd", "other.csv"])
  func foreignDescription(file: String) throws {
    let results = try SmallResults()
    try results.spoil("datapackage.json") { $0.replacing("\"runs.csv\"", with: "\"\(file)\"") }
    let error = #expect(throws: Failure.self) { try writeReport(of: results.path) }
    #expect(error?.code == .damaged)
  }
}
