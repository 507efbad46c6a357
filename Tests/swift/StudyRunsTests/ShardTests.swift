import PlainText
import StudyFiles
import StudyRuns
import Testing

@Suite struct ShardTests {
  private static let study = """
    {
      "spreadlab": 1, "study": "parts", "seed": 3,
      "factors": {
        "group_size": { "values": [10000, 10, 900, 100] },
        "infection_probability": { "values": [0.25, 0.5, 1.0] },
        "rule": { "values": ["exact", "push"] }
      },
      "replicates": 45
    }
    """

  private func plan() throws -> RunPlan {
    try RunPlan(try Study.parse(bytes: Array(Self.study.utf8), file: "study.json"))
  }

  /// By part, the runs of each point: of a round whose replicates begin at 0 or later.
  private func parts(_ round: RunPlan, _ count: Int) throws -> [RunPlan] {
    try (1...count).map { round.dealt(to: try #require(Shard("\($0)/\(count)"))) }
  }

  @Test(
    "every run belongs to exactly one part, whatever their number",
    arguments: [1, 2, 7, 16, 45, 1000])
  func everyRunOnce(count: Int) throws {
    let first = try plan()
    let later = RunPlan(
      first.study, points: first.points, replicates: first.points.map { _ in 45..<60 })
    for round in [first, later] {
      let parts = try parts(round, count)
      for (point, range) in round.replicates.enumerated() {
        #expect(parts.flatMap { Array($0.replicates[point]) }.sorted() == Array(range))
        let counts = parts.map(\.replicates[point].count)
        #expect(try #require(counts.max()) - #require(counts.min()) <= 1)
      }
    }
  }

  @Test("the numbers of the parts' runs differ by one at most", arguments: [2, 7, 16, 100, 1000])
  func balance(count: Int) throws {
    let runs = try parts(try plan(), count).map(\.runCount)
    #expect(try #require(runs.max()) - #require(runs.min()) <= 1)
  }

  @Test("the plan of a round is read for its own study, and refused for another")
  func roundFiles() throws {
    let study = try StoredStudy.read(Self.study)
    let other = try StoredStudy.read(Self.study.replacing("\"seed\": 3", with: "\"seed\": 4"))
    let bytes = RoundFile(round: 2, plan: try plan(), parts: 7).bytes(of: study)
    #expect(try RoundFile(bytes, of: study, file: "round.json").round == 2)
    let error = #expect(throws: Failure.self) {
      try RoundFile(bytes, of: other, file: "round.json")
    }
    #expect(error?.code == .anotherStudy && error?.file == "round.json")
  }

  @Test("the plan of a round is read as it was written, and refused where it is damaged")
  func damagedRoundFiles() throws {
    let study = try StoredStudy.read(Self.study)
    let text = String(
      decoding: RoundFile(round: 2, plan: try plan(), parts: 7).bytes(of: study), as: UTF8.self)
    func read(_ old: String, _ new: String) throws -> RoundFile {
      #expect(text.contains(old))
      return try RoundFile(
        Array(text.replacing(old, with: new).utf8), of: study, file: "round.json")
    }
    let whole = try read("{", "{")
    let plan = try #require(whole.plan)
    let points = try self.plan().points
    #expect(whole.parts == 7 && plan.points == points)
    #expect(plan.replicates == plan.points.map { _ in 0..<45 })
    #expect(try read("[0, 45]", "[45, 45]").plan?.runCount == 0)
    #expect(try read(#""round": 2"#, #""round": 1"#).plan == nil)
    for (old, new) in [
      (#""round": 2"#, #""round": 0"#), (#""round": 2"#, #""round": "2""#),
      (#""deal""#, #""dealt""#),
      ("[0, 45]", "[0]"), ("[0, 45]", "[-1, 45]"), ("[0, 45]", "[46, 45]"),
      ("[0, 45]", "[0, 1, 2]"), ("[0, 45]", "[0, 9007199254740991]"),
      (#""parts": 7"#, #""parts": 0"#), (#""parts": 7"#, #""parts": -1"#),
      (#""parts": 7"#, #""parts": 1000001"#), (#""parts": 7"#, #""parts": "7""#),
      (#""points""#, #""point""#), (#""point":"#, #""points":"#), ("{", "["),
    ] {
      let error = #expect(throws: Failure.self, "\(old) \(new)") { try read(old, new) }
      #expect(error?.code == .damaged, "\(old) \(new)")
    }
    let other = #expect(throws: Failure.self) { try read(#""deal": 1"#, #""deal": 2"#) }
    #expect(other?.code == .otherRound)
  }

  /// The deal stands in folders of parts: another version of the program has to deal the same.
  @Test("the deal of 24 points in 7 parts is the one of its version")
  func pinned() throws {
    let parts = try parts(try plan(), 7)
    // 45 = 7 x 6 + 3: parts 1 to 3 have one more of point 0, 4 to 6 of point 1, 7, 1 and 2 of point 2.
    #expect(parts.map(\.replicates[0].count) == [7, 7, 7, 6, 6, 6, 6])
    #expect(parts.map(\.replicates[1].count) == [6, 6, 6, 7, 7, 7, 6])
    #expect(parts.map(\.replicates[2].count) == [7, 7, 6, 6, 6, 6, 7])
    #expect(parts[6].replicates[2] == 38..<45 && parts[1].replicates[2] == 7..<14)
  }

  @Test("a part is named as it is read")
  func names() {
    for text in ["2/7", "7/7 of round 2"] { #expect(RoundPart(text)?.description == text) }
    for text in [
      "1/1", "2/7 of round 1", "2/7 of round", "8/7 of round 2", "1/2 of round 2 of round 2",
    ] {
      #expect(RoundPart(text) == nil)
    }
  }

  @Test(
    "what names no part is refused",
    arguments: ["", "0/3", "4/3", "1", "1/2/3", "-1/3", "1/x", "1/1000001"])
  func refused(text: String) { #expect(Shard(text) == nil) }
}
