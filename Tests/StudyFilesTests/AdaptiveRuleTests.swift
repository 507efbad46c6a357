import StudyFiles
import Testing

@Suite struct AdaptiveRuleTests {
  @Test(
    "the first judgement comes after whole batches that hold the minimum",
    arguments: [
      // min, max, batch, first
      (30, 1_000, 50, 50), (100, 1_000, 50, 100), (101, 1_000, 50, 150), (30, 40, 50, 40),
    ])
  func firstJudgement(_ min: Int, _ max: Int, _ batch: Int, _ first: Int) {
    let rule = AdaptiveRule(min: min, max: max, batch: batch, until: [])
    #expect(rule.firstJudgement == first)
  }
}
