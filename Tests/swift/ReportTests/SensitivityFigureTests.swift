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
}
