import Foundation
import PlainText
import StudyFolders
import TestSupport
import Testing

/// Summaries over the runs in which a response is 1, against the rows of `runs.csv` and `curves.csv`.
@Suite struct GivenTablesTests {
  private func folder(_ analysis: String, recovery: Double = 0.25) throws
    -> Scratch
  {
    let scratch = try Scratch()
    try run(
      """
      {
        "spreadlab": 1, "study": "given", "seed": 7,
        "model": { "group_size": 60, "contacts": "everybody", "rule": "push", "infection_factor": 1,
          "infection_probability": 0.5, "recovery_probability": \(recovery) },
        "factors": { "latent_steps": { "values": [0, 2] } },
        "replicates": 40, "record": { "curves": "all" },
        "analysis": { \(analysis) }
      }
      """, in: scratch.path)
    return scratch
  }

  private func exists(_ scratch: Scratch, _ table: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(scratch.path)/\(table).csv")
  }

  @Test(
    "curve_summary_given has the columns of curve_summary, and the means of the runs with each condition"
  )
  func curves() throws {
    let scratch = try folder(
      #""given": ["extinct", "reached_50pct"], "curve_bands": "simultaneous""#)
    let found = try scratch.rows("curve_summary_given")
    let columns = try CSVReader(scratch.bytes("curve_summary.csv"), .own).columns
    let step = try #require(columns.firstIndex(of: "step"))
    #expect(
      try CSVReader(scratch.bytes("curve_summary_given.csv"), .own).columns
        == columns[..<step] + ["given"] + columns[step...])
    let runs = try scratch.rows("runs")
    let curves = Dictionary(grouping: try scratch.rows("curves")) {
      [$0["point"], $0["replicate"]]
    }
    var keys: [[String]] = []
    for row in found {
      let (point, given) = (row["point"], try #require(row["given"]))
      let step = try #require(row["step"].flatMap(Int.init))
      let series = try #require(row["series"])
      keys.append([point ?? "", given == "extinct" ? "0" : "1"])
      let values = try runs.filter { $0["point"] == point && $0[given] == "1" }.map { run in
        let curve = try #require(curves[[point, run["replicate"]]])
        // A run keeps its last values, and has no new infections behind them.
        return step < curve.count || series != "new_infections"
          ? try #require(curve[min(step, curve.count - 1)][series].flatMap(Double.init)) : 0
      }
      #expect(row["n"] == "\(values.count)")
      let mean = try #require(row["mean"].flatMap(Double.init))
      #expect(abs(mean - values.reduce(0, +) / Double(values.count)) < 1e-9)
    }
    #expect(keys == keys.sorted { $0.lexicographicallyPrecedes($1) } && Set(keys).count == 4)
    #expect(exists(scratch, "summary_given"))
  }

  @Test(
    "large outbreaks are summed up by themselves where runs are of two kinds and the study gives no condition"
  )
  func twoKinds() throws {
    let mixed = try folder("")
    for table in ["summary_given", "curve_summary_given"] {
      #expect(try Set(mixed.rows(table).map { $0["given"] }) == ["reached_50pct"])
    }
    // Every outbreak is small.
    let small = try folder("", recovery: 1)
    #expect(!exists(small, "summary_given") && !exists(small, "curve_summary_given"))
  }
}
