import PlainText
import RunStore
import StudyFiles
import StudyRuns
import StudySupport
import TestSupport
import Testing

/// A stored study and its edited file, key by key of the schema.
@Suite struct StoredKeyTests {
  /// What runs depend on besides their point.
  private static let ofAllRuns = ["study", "seed", "random_numbers"]
  /// What ends a design that places its points.
  private static let ends: [KeyedStudy: [String]] = [
    .searched: ["half_width", "confidence", "max_runs"],
    .calibrated: ["tolerance", "acceptance", "max_runs"],
  ]

  @Test(
    "an edited study is refused with its key named, or goes on with the runs of a fresh one",
    arguments: KeyedStudy.allCases)
  func edited(kind: KeyedStudy) throws {
    let stored = try StoredStudy(kind.text)
    try stored.run()
    try stored.store.close()
    let points = Set(stored.plan.points.map(\.identity))
    for (place, change) in KeyChange.all.enumerated() where change.study == kind {
      // Which keys belong to an identity, `IdentityByKeyTests` asks of each.
      guard place.isMultiple(of: TestDepth.choose(quick: 4, deep: 1)) else { continue }
      let study = try Study.parse(
        bytes: Array(kind.text.utf8), file: "study.json",
        overrides: [try #require(Override(change.change))])
      let rounds = try StudyRounds(study)
      let isEnd = Self.ends[kind].map { ends in ends.contains { change.key == "design." + $0 } }
      guard !Self.ofAllRuns.contains(change.key), isEnd ?? true || change.effect == .none,
        rounds.plan.points.contains(where: { points.contains($0.identity) })
      else {
        let error = #expect(throws: Failure.self, "\(change)") { _ = try stored.open(rounds) }
        #expect(error?.code == .anotherStudy, "\(change)")
        #expect("\(error as Any)".contains(change.reported), "\(change): \(error as Any)")
        continue
      }
      let store = try stored.open(rounds)
      let outcome = try StoredStudy.run(rounds, store)
      if change.effect == .none { #expect(outcome.runsMade == 0, "\(change)") }
      let fresh = try StoredStudy(rounds)
      let plan = try fresh.run().rounds.plan
      #expect(outcome.rounds.plan.points == plan.points, "\(change)")
      let (found, wanted) = (
        try StoredStudy.runs(plan, store), try StoredStudy.runs(plan, fresh.store)
      )
      for (index, replicates) in plan.replicates.enumerated() {
        #expect(
          found[index].filter { replicates.contains($0.replicate) }
            == wanted[index].filter { replicates.contains($0.replicate) },
          "\(change), point \(index)")
      }
      try store.close()
      // As it was, for the changes that follow.
      try stored.open(stored.rounds).close()
    }
  }

  @Test("runs of a fixed number become those of a target of precision, and the other way")
  func replicates() throws {
    let texts = [
      "40",
      #"{ "min": 30, "max": 90, "until": [{ "response": "steps", "half_width": 1 }] }"#,
    ].map {
      """
      {
        "spreadlab": 1, "study": "replicates", "seed": 5, "model": { "group_size": 9 },
        "replicates": \($0)
      }
      """
    }
    for (first, second) in [(texts[0], texts[1]), (texts[1], texts[0])] {
      let stored = try StoredStudy(first)
      let before = try stored.run().runsMade
      let rounds = try StudyRounds(try StoredStudy.read(second))
      let outcome = try StoredStudy.run(rounds, try stored.open(rounds))
      let fresh = try StoredStudy(rounds)
      #expect(try outcome.runsMade == max(0, fresh.run().runsMade - before))
      #expect(try outcome.judgement.found == StudyJudgement(fresh.advanced()).found)
    }
  }
}
