import Foundation
import Report
import Testing

/// The picture and the sentences of partial rank correlations.
@Suite struct SensitivityFigureTests {
  @Test("the largest correlation leads, whatever its sign; what was not reached is in the sentence")
  func leading() throws {
    let results = try SmallResults(cells: ["10,3,0.4,exact,4,bounded"])
    try results.write(
      "response,factor,index,estimate,ci_low,ci_high,message\n"
        + "final_share,group_size,prcc,0.25,0.05,0.45,\n"
        + "final_share,infection_factor,prcc,-0.75,-0.85,-0.65,\n"
        + "step_to_50pct,group_size,prcc,0.12,-0.1,0.34,3 of 40 did not\n"
        + "step_to_50pct,infection_factor,prcc,0.05,-0.2,0.3,3 of 40 did not\n"
        + "peak_new,group_size,prcc,,,,all are equal\n",
      to: "sensitivity.csv")
    _ = try writeReport(of: results.path)
    let drawn = try results.text(of: "plots/sensitivity.csv").split(separator: "\n")
    let largest = ",1.0,final_share,infection_factor,prcc,-0.75,-0.85,-0.65"
    #expect(drawn.count == 5 && drawn.contains { $0.hasSuffix(largest) })
    let page = try results.html()
    #expect(
      page.contains("The share of the group ever infected depends most on infection factor"))
    #expect(
      page.contains("</abbr> depends on no factor")
        && page.contains("3 of 40 did not"))
    #expect(page.contains("in a step has no indices: all are equal"))
  }

  @Test("of elementary effects the mean size leads; points of random paths are joined by no line")
  func morris() throws {
    let results = try SmallResults(cells: (1...4).map { "\(10 * $0),3,0.4,exact,4,bounded" })
    try results.write(
      #"{"design": {"type": "morris"}, "analysis": {"sensitivity": {"responses": ["step_to_50pct"]}}}"#,
      to: "study.resolved.json")
    func rows(_ factor: String, _ size: Double) -> String {
      "step_to_50pct,\(factor),mu,\(-size),,,\n"
        + "step_to_50pct,\(factor),mu_star,\(size),\(size - 0.5),\(size + 0.5),\n"
        + "step_to_50pct,\(factor),sigma,\(size / 4),,,\n"
    }
    try results.write(
      "response,factor,index,estimate,ci_low,ci_high,message\n" + rows("infection_factor", 2)
        + rows("group_size", 7), to: "sensitivity.csv")
    try results.writeWithoutPictures()
    #expect(
      try results.drawn("sensitivity").map { "\($0["index"]!) \($0["estimate"]!)" } == [
        "mu_star 2.0", "sigma 0.5", "mu_star 7.0", "sigma 1.75",
      ])
    #expect(
      try results.answer().contains(
        "depends most on group size: mean size of elementary effects (mu_star) 7.0 steps (95 % interval 6.5 to 7.5)"
      ))
    #expect(try !results.html().contains("figure-response"))
  }
}
