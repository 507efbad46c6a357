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

  @Test(
    "every run belongs to exactly one part, whatever their number",
    arguments: [1, 2, 7, 16, 45, 1000])
  func everyRunOnce(count: Int) throws {
    let whole = try plan()
    let parts = try (1...count).map { whole.part(try #require(Shard("\($0)/\(count)"))) }
    for point in whole.points.indices {
      var next = 0
      for part in parts {
        #expect(part.replicates[point].lowerBound == next)
        next = part.replicates[point].upperBound
      }
      #expect(next == 45)
    }
  }

  @Test(
    "the parts' expected work differs by one run at most", arguments: [2, 7, 16, 100, 1000])
  func balance(count: Int) throws {
    let whole = try plan()
    let work = try (1...count).map { whole.part(try #require(Shard("\($0)/\(count)"))).totalWork }
    let heaviest = try #require(whole.work.max())
    // Sums of doubles in another order: a billionth is allowed for rounding.
    #expect(try #require(work.max()) - #require(work.min()) <= heaviest * (1 + 1e-9))
  }

  @Test("a part is what it is without knowing the others")
  func alone() throws {
    let whole = try plan()
    for text in ["1/7", "4/7", "7/7"] {
      let shard = try #require(Shard(text))
      let alone = try RunPlan(whole.study, shard: shard)
      #expect(alone.replicates == whole.part(shard).replicates)
    }
  }

  @Test(
    "what names no part is refused",
    arguments: ["", "0/3", "4/3", "1", "1/2/3", "-1/3", "1/x", "1/1000001"])
  func refused(text: String) { #expect(Shard(text) == nil) }
}
