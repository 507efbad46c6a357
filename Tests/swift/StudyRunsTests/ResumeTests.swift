import KeyedRandom
import RunStore
import StudyFiles
import StudyRuns
import Testing

/// A study goes on with whatever is missing, and makes nothing twice.
@Suite struct ResumeTests {
  private static func study(replicates: String) -> String {
    """
    {
      "spreadlab": 1, "study": "gaps", "seed": 5,
      "model": { "infection_factor": 2, "infection_probability": 0.5 },
      "factors": { "group_size": { "values": [9, 100, 16] } },
      "replicates": \(replicates), "record": { "curves": 30, "maps": 2, "transmissions": 3 }
    }
    """
  }

  private static let fixed = study(replicates: "200")
  private static let adaptive = study(
    replicates: """
      {
        "min": 30, "max": 400, "batch": 30,
        "until": [{ "response": "step_to_all", "relative_half_width": 0.05 }]
      }
      """)

  /// What is missing in one execution: by point, the replicates that are not there.
  private func resume(
    _ text: String, whole: [[RunRecord]], without gaps: [[Int]], _ note: String
  ) throws {
    let study = try StoredStudy(text)
    try study.keep(
      zip(whole, gaps).map { runs, gap in runs.filter { !gap.contains($0.replicate) } })
    let missing = gaps.reduce(0) { $0 + $1.count }
    #expect(try study.judgement().isComplete == (missing == 0))
    let outcome = try study.run()
    #expect(outcome.runsMade == missing, "\(note)")
    #expect(outcome.runsFound == whole.reduce(0) { $0 + $1.count } - missing, "\(note)")
    #expect(try outcome.judgement.counted.map(\.count) == whole.map(\.count), "\(note)")
    #expect(try study.runs() == whole, "\(note)")
    #expect(try study.judgement().isComplete)
  }

  @Test("one run missing anywhere is made again, and it alone", arguments: [fixed, adaptive])
  func oneGap(text: String) throws {
    let first = try StoredStudy(text)
    try first.run()
    let whole = try first.runs()
    try #require(Set(whole.map(\.count)) == [200] || Set(whole.map(\.count)).count > 1)
    for (point, share) in [(0, 0), (2, 0), (1, 0.005), (0, 0.5), (2, 0.5), (0, 1), (1, 1), (2, 1)] {
      let replicate = Int((Double(whole[point].count - 1) * share).rounded(.up))
      var gaps: [[Int]] = whole.map { _ in [] }
      gaps[point] = [replicate]
      try resume(text, whole: whole, without: gaps, "point \(point), replicate \(replicate)")
    }
  }

  @Test("many gaps at once are filled, and nothing else is made", arguments: [fixed, adaptive])
  func manyGaps(text: String) throws {
    let first = try StoredStudy(text)
    try first.run()
    let whole = try first.runs()
    let all = whole.map { Array($0.indices) }
    try resume(text, whole: whole, without: whole.map { _ in [] }, "nothing missing")
    try resume(text, whole: whole, without: all, "nothing there")
    try resume(text, whole: whole, without: all.map { $0.filter { $0 % 2 == 0 } }, "even ones")
    try resume(text, whole: whole, without: all.map { Array($0.dropLast()) }, "only the last there")
    try resume(
      text, whole: whole, without: all.enumerated().map { $0 == 1 ? $1 : [] }, "a point missing")
    var stream = RandomStream(key: 22)
    for round in 0..<2 {
      let gaps = all.map { $0.filter { _ in stream.unit() < 0.1 } }
      try resume(text, whole: whole, without: gaps, "random gaps \(round)")
    }
  }

  @Test(
    "a study that grows makes the new runs alone, were it a single one",
    arguments: [(200, 201), (1, 2), (30, 77)])
  func grows(from few: Int, to many: Int) throws {
    let small = try StoredStudy(Self.study(replicates: "\(few)"))
    try small.run()
    let rounds = try StudyRounds(try StoredStudy.read(Self.study(replicates: "\(many)")))
    let plan = rounds.plan
    let store = try small.open(rounds)
    let outcome = try StoredStudy.run(rounds, store)
    #expect(outcome.runsMade == 3 * (many - few) && outcome.runsFound == 3 * few)
    let fresh = try StoredStudy(rounds)
    try fresh.run()
    #expect(try StoredStudy.runs(plan, store) == fresh.runs())
    #expect(try StoredStudy.runs(plan, store).map(\.count) == [many, many, many])
    #expect(outcome.rounds.isDone)
  }

  @Test("a part of a study makes its own runs alone, also where one of them is missing")
  func parts() throws {
    let whole = try StoredStudy(Self.fixed)
    try whole.run()
    for text in ["1/3", "2/3", "3/3"] {
      let shard = try #require(Shard(text))
      let part = try StoredStudy(Self.fixed, shard: shard)
      try part.run()
      let mine = zip(try whole.runs(), part.plan.replicates).map { Array($0[$1]) }
      #expect(try part.runs() == mine)
      for replicate in [0, 33, 65] {
        let again = try StoredStudy(Self.fixed, shard: shard)
        try again.keep(
          mine.map { Array($0.prefix(replicate) + $0.dropFirst(replicate + 1)) })
        #expect(try again.run().runsMade == 3)
        #expect(try again.runs() == mine)
      }
    }
  }
}
