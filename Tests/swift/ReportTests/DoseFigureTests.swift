import Foundation
import Report
import Testing

/// The picture of dose-response curves.
@Suite struct DoseFigureTests {
  /// A folder with one curve, of which these are rows from `parameter` to `ci_high`.
  private static func results(_ rows: [String]) throws -> SmallResults {
    let results = try SmallResults(cells: [0.4, 0.5, 0.6].map { "10,3,\($0),exact,4,bounded" })
    let key = "10,3,,exact,4,bounded,infection_probability,final_share,logit"
    try results.write(
      "\(SmallResults.parameters),factor,response,link,parameter,estimate,std_error,ci_low,ci_high,"
        + "deviance,lack_of_fit_p,dispersion,converged,message\n"
        + rows.map { "\(key),\($0),1.0,0.5,1.0,1,\n" }.joined(), to: "dose_responses.csv")
    return results
  }

  @Test(
    "no dose beyond those tried is drawn, nor reported in the sentence, which gives intervals whole"
  )
  func outside() throws {
    let curve = ["intercept,-1.8,0.1,-2.0,-1.6", "slope,1.0,0.1,0.8,1.2"]
    let results = try Self.results(
      curve + ["dose_0.3,0.55,0.1,0.35,0.9", "dose_0.5,0.7,0.2,0.5,1.4"])
    _ = try writeReport(of: results.path)
    let levels = try results.text(of: "plots/dose_response.csv").split(separator: "\n")
      .filter { $0.contains(",level,") }
    // Doses from 0.4 to 0.6.
    #expect(levels == ["0,level,0.55,0.3,,,0.4,0.6"])
    let page = try results.html()
    #expect(try results.answerNumbers() == ["30", "0.55", "95", "0.35", "0.90"])
    // The table below the picture has all of them.
    #expect(page.contains("dose_0.5"))
    let none = try Self.results(curve + ["dose_0.5,0.7,0.2,0.5,1.4"])
    try none.writeWithoutPictures()
    #expect(try none.answer().contains("No level of infection probability was found"))
  }

  @Test("a curve that lies above the mean at all doses does not change which mean is answered for")
  func above() throws {
    let cells = ["a", "b"].flatMap { rule in
      [0.4, 0.6].map { "10,3,\($0),\(rule),4,bounded" }
    }
    let results = try SmallResults(cells: cells)
    func rows(_ rule: String, _ half: String, _ most: String) -> String {
      ["slope,1.0,0.1,0.8,1.2", "dose_0.5,\(half)", "dose_0.9,\(most)"].map {
        "10,3,,\(rule),4,bounded,infection_probability,final_share,logit,\($0),1.0,0.5,1.0,1,\n"
      }.joined()
    }
    try results.write(
      "\(SmallResults.parameters),factor,response,link,parameter,estimate,std_error,ci_low,ci_high,"
        + "deviance,lack_of_fit_p,dispersion,converged,message\n"
        + rows("a", "0.5,0.1,0.45,0.55", "0.7,0.1,0.6,0.8")
        + rows("b", "0.3,0.1,0.25,0.35", "0.5,0.1,0.45,0.55"), to: "dose_responses.csv")
    try results.writeWithoutPictures()
    #expect(
      try results.answerNumbers() == ["50", "0.50", "95", "0.45", "0.55", "50", "0.4"])
    #expect(try results.answer().contains("above it already"))
  }

  @Test("why a curve has no estimate is said with it")
  func separated() throws {
    let results = try Self.results([])
    let key = "10,3,,exact,4,bounded,infection_probability,final_share,logit"
    try results.change("dose_responses.csv") {
      $0 + "\(key),dose_0.5,,,,,,,,0,all runs at 0.5 and below failed\n"
    }
    try results.writeWithoutPictures()
    #expect(try results.answer().contains("(all runs at 0.5 and below failed)"))
  }

  @Test(
    "the mean nearest to one half is told, whatever the order", arguments: [[1, 5, 9], [9, 5, 1]])
  func nearest(tenths: [Int]) throws {
    let results = try Self.results(tenths.map { "dose_0.\($0),0.\(45 + $0),0.1,0.01,0.99" })
    try results.writeWithoutPictures()
    #expect(try results.answerNumbers() == ["50", "0.50", "95", "0.01", "0.99"])
  }

  @Test("a curve of final sizes is a line of its combination, over the infection probability")
  func finalSizeCurves() throws {
    let cells = ["hubs", "grid"].flatMap { rule in
      [0.2, 0.3].map { "10,3,\($0),\(rule),4,bounded" }
    }
    let results = try SmallResults(cells: cells)
    try results.write(
      "combination_a,combination_b,\(SmallResults.parameters),n,mean,ci_low,ci_high\n"
        + cells.enumerated().map { "\($0 / 2),,\($1),3,0.5,0.4,0.6\n" }.joined(),
      to: "final_size_curves.csv")
    try results.writeWithoutPictures()
    let drawn = try results.drawn("final_size_curves")
    #expect(drawn.map { $0["line"]! } == ["0", "0", "1", "1"])
    #expect(drawn.map { $0["infection_probability"]! } == ["0.2", "0.3", "0.2", "0.3"])
  }
}
