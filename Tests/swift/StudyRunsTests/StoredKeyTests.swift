import PlainText
import RunStore
import StudyFiles
import StudyRuns
import StudySupport
import Testing

/// A stored study and its edited file, key by key of the schema.
@Suite struct StoredKeyTests {
  @Test(
    "an edited study is refused with its key named, or goes on without a run",
    arguments: KeyedStudy.allCases)
  func edited(kind: KeyedStudy) throws {
    let stored = try StoredStudy(kind.text)
    try stored.run()
    try stored.store.close()
    for change in KeyChange.all where change.study == kind {
      let study = try Study.parse(
        bytes: Array(kind.text.utf8), file: "study.json",
        overrides: [try #require(Override(change.change))])
      let rounds = try StudyRounds(study)
      switch change.effect {
      case .points, .runs:
        let error = #expect(throws: Failure.self, "\(change)") {
          _ = try stored.open(rounds)
        }
        #expect(error?.code == .anotherStudy, "\(change)")
        #expect("\(error as Any)".contains(change.reported), "\(change): \(error as Any)")
      case .continued:
        try stored.open(rounds).close()
        try stored.open(stored.rounds).close()
      case .label, .none:
        let store = try stored.open(rounds)
        #expect(try StoredStudy.run(rounds, store).runsMade == 0, "\(change)")
        try store.close()
        // As it was, for the changes that follow.
        if case .label = change.effect { try stored.open(stored.rounds).close() }
      }
    }
  }

  @Test("runs of a fixed number do not become those of a target of precision, nor the other way")
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
      try stored.run()
      let other = try StudyRounds(try StoredStudy.read(second))
      let error = #expect(throws: Failure.self) { _ = try stored.open(other) }
      #expect(error?.code == .anotherStudy)
    }
  }
}
