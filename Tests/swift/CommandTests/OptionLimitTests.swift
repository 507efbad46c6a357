import Foundation
import TestSupport
import Testing

/// Every option with a number, at each of its limits (in the deep tier) and one beyond.
@Suite("The limits of options") struct OptionLimitTests {
  private struct Limits {
    let command: String
    /// Behind the command; the option follows.
    let words: [String]
    let option: String
    /// Exit code 0, unless another one is given.
    let taken: [String]
    /// Exit code 2.
    let refused: [String]
    var exit: Int32 = 0

    init(
      _ command: String, _ words: [String], _ option: String, _ taken: [String],
      not refused: [String], exit: Int32 = 0
    ) {
      (self.command, self.words, self.option) = (command, words, option)
      (self.taken, self.refused, self.exit) = (taken, refused, exit)
    }
  }

  private static let study = Studies.study(
    """
      "model": { "group_size": 4 },
      "factors": { "infection_probability": { "values": [0.2, 0.8] } },
      "replicates": 3
    """)
  private static let prior = Studies.study(
    """
      "model": { "group_size": 4 },
      "factors": { "infection_probability": { "from": 0.2, "to": 0.8 } }
    """)
  private static let csv = "g,v,n\n1,1,4\n1,0,4\n2,2,4\n2,3,4\n3,4,4\n3,3,4\n"

  /// In the folder of `limits()`: two points of three runs of four people.
  private static let all: [Limits] = {
    let check = ["study.json"]
    let precision = check + ["--response", "final_share", "--half-width", "0.1"]
    let made = ["results"]
    let groups = ["data.csv", "--by", "g", "--response", "v"]
    let curve = ["data.csv", "--x", "g", "--y", "v", "--model", "quadratic"]
    let doses = ["data.csv", "--x", "g", "--y", "v", "--trials", "n", "--model", "logit"]
    let posterior = ["prior.json", "--to", "observed.csv", "-o", "fit", "--quiet"]
    let parts = ["study.json", "-o", "out", "--dry-run"]
    let run = ["study.json", "-o", "out", "--quiet"]
    // Seeds beyond this are no whole numbers of JSON.
    let seeds = (["0", "9007199254740991"], ["-1", "9007199254740992", "1.5"])
    let threads = (["1", "1024"], ["0", "1025"])
    let levels = (["1e-9", "0.999999"], ["0", "1", "-0.5"])
    let times = ["0s", "-1s", "5", "5d"]
    return [
      Limits("check", check, "--seed", seeds.0, not: seeds.1),
      Limits("check", check, "--threads", threads.0, not: threads.1),
      Limits("check", check, "--max-runs", ["6"], not: ["0"]),
      Limits("check", check, "--max-runs", ["1", "5"], not: [], exit: 7),
      Limits("check", check, "--max-memory", ["100M"], not: ["0", "-1M", "1X"]),
      Limits("check", check, "--max-memory", ["1", "1K"], not: [], exit: 7),
      Limits(
        "check", Array(precision.dropLast(2)), "--half-width", ["1e-300"], not: ["0", "-1"]),
      Limits(
        "check", Array(precision.dropLast(2)), "--difference", ["1e-300"], not: ["0", "-1"]),
      Limits("check", precision, "--power", ["1e-6", "0.999999"], not: ["0", "1"]),
      Limits("check", precision, "--pilot", ["2", "10000"], not: ["1", "10001"]),
      Limits("run", run, "--seed", ["0"], not: seeds.1),
      Limits("run", run, "--threads", ["1"], not: threads.1),
      Limits(
        "run", run, "--shard", ["1/1", "2/2", "7/7", "1/1000000"],
        not: ["0/1", "0/2", "3/2", "1/0", "0/0", "1/1000001", "-1/2"]),
      Limits("run", run, "--time-limit", ["1h", "1e300h"], not: times),
      Limits("run", run, "--max-runs", ["6"], not: ["0"]),
      Limits("run", run, "--max-runs", ["5"], not: [], exit: 7),
      Limits("run", run, "--max-memory", ["100M"], not: ["0"]),
      Limits("report", made, "--panels", ["1", "48"], not: ["0", "49"]),
      Limits("compare", groups, "--margin", ["1e-300"], not: ["0", "-1"]),
      Limits("compare", groups, "--confidence", levels.0, not: levels.1),
      Limits("fit", doses, "--levels", ["1e-300", "0.999"], not: ["0", "1", "0.5,0.5", ","]),
      Limits(
        "fit", ["results", "--model", "quadratic"], "--point", ["0", "1"], not: ["2", "-1"]),
      Limits("fit", curve, "--confidence", levels.0, not: levels.1),
      Limits("fit", doses, "--confidence", levels.0, not: levels.1),
      Limits(
        "calibrate", posterior + ["--max-runs", "200"], "--draws", ["50", "100"],
        not: ["49", "101", "100001"]),
      Limits("calibrate", posterior + ["--draws", "50"], "--max-runs", ["100"], not: ["99", "0"]),
      Limits(
        "calibrate", posterior + ["--draws", "50", "--max-runs", "100"], "--tolerance",
        ["0", "1e9"], not: ["-1", "1e10"]),
      Limits(
        "calibrate", posterior + ["--draws", "50", "--max-runs", "100"], "--acceptance",
        ["1e-9", "1"], not: ["0", "1.0000001"]),
      Limits("calibrate", posterior, "--seed", [], not: seeds.1),
      Limits("calibrate", posterior, "--threads", [], not: threads.1),
      Limits("calibrate", posterior, "--time-limit", [], not: times),
      Limits("replay", made + ["--replicate", "0"], "--point", ["0", "1"], not: ["2", "-1"]),
      Limits("replay", made + ["--point", "1"], "--replicate", ["0", "2"], not: ["3", "-1"]),
      Limits("verify", made, "--sample", ["0", "1", "7"], not: ["-1"]),
      Limits("submit", parts + ["--shards", "2"], "--seed", seeds.0, not: seeds.1),
      Limits("submit", parts, "--shards", ["1", "100000"], not: ["0", "100001"]),
      Limits("submit", parts + ["--shards", "2"], "--part-time", ["1s", "1e300h"], not: times),
      Limits("next", ["study.json"], "--shards", ["1", "1000000"], not: ["0", "1000001"]),
      Limits("run", run + ["--shard", "1/2"], "--round", ["1"], not: ["0", "-1", "2"]),
      Limits(
        "submit", parts + ["--shards", "2"], "--cpus-per-task", ["1", "1024"],
        not: ["0", "1025"]),
      // A server that was started would not end by itself; what it is to show is missing.
      Limits("live", ["missing.json"], "--port", [], not: ["-1", "65536"]),
      Limits("live", ["missing.json"], "--point", [], not: ["-1"]),
      Limits("live", ["missing.json", "--point", "0"], "--replicate", [], not: ["-1"]),
      Limits("truths", ["--only", "C10"], "--level", ["1e-300"], not: ["0", "1"]),
      Limits("truths", ["--only", "C10"], "--threads", ["1"], not: threads.1),
      Limits("contacts", check, "--point", ["0", "1"], not: ["2", "-1"]),
      Limits("contacts", check, "--replicate", ["0", "5000000000"], not: ["-1"]),
      Limits("contacts", ["edges.csv"], "--people", ["3"], not: ["2", "0", "1000000001"]),
    ]
  }()

  @Test("are where they are said to be, and a mistake beyond them leaves nothing behind")
  func limits() throws {
    let scratch = try Scratch()
    let folder = scratch.file("")
    for (text, name) in [
      (Self.study, "study.json"), (Self.prior, "prior.json"), (Self.csv, "data.csv"),
      ("response,value\nfinal_infected,3\n", "observed.csv"),
      ("person_a,person_b\n0,1\n1,2\n", "edges.csv"),
    ] { _ = try scratch.write(text, to: name) }
    try #require(Command.run("run", "study.json", "-o", "results", in: folder).exitCode == 0)
    for limit in Self.all {
      let taken = TestDepth.isDeep ? limit.taken : []
      for (value, isTaken) in taken.map({ ($0, true) }) + limit.refused.map({ ($0, false) }) {
        let words = [limit.command] + limit.words + ["\(limit.option)=\(value)"]
        let outcome = try Command.run(words, in: folder)
        #expect(
          outcome.exitCode == (isTaken ? limit.exit : 2), "\(words): \(outcome.messages)")
        if !isTaken {
          for made in ["out", "fit"] {
            #expect(!FileManager.default.fileExists(atPath: scratch.file(made)), "\(words)")
          }
        }
        for made in ["out", "fit"] {
          try? FileManager.default.removeItem(atPath: scratch.file(made))
        }
      }
    }
  }
}
