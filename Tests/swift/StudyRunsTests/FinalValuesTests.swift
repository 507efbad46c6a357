import RunStore
import SpreadEngine
import SpreadModel
import StudyFiles
import StudyRuns
import Testing

/// Runs of which final values alone are asked for.
@Suite struct FinalValuesTests {
  /// - Parameter stop: the end of runs whose steps are asked for as well; nil: final values alone.
  private static func study(_ model: String, stop: Int?) -> String {
    """
    {
      "spreadlab": 1, "study": "final", "seed": 5,
      "model": { \(model)\(stop.map { #", "stop": { "max_steps": \#($0) }"# } ?? "") },
      "groups": { "ages": { "names": ["a", "b"], "shares": [0.4, 0.6], "multiply": [[1, 0.3], [0.3, 1]] } },
      "responses": { "ofA": { "final_share_of": "a" }, "some": { "step_to_share": 0.2 } },
      "factors": { "infection_probability": { "values": [0.1, 0.5, 0.2, 0.9] } },
      "replicates": 12, "record": { \(stop == nil ? #""responses": "final""# : #""curves": "none""#) }
    }
    """
  }

  /// By point and replicate, by the name of the response.
  private static func values(
    _ study: StoredStudy
  ) throws -> [[(reason: StopReason, values: [String: Double?])]] {
    let names = study.store.responses.names
    return try study.runs().map { runs in
      runs.compactMap { run in
        guard case .ok(let reason, let values, _, _, _, _) = run.outcome else {
          return nil
        }
        return (reason, Dictionary(uniqueKeysWithValues: zip(names, values)))
      }
    }
  }

  @Test(
    "have the final values of whole runs, however they are made",
    arguments: [
      #""group_size": 49, "rule": "each_contact", "infectious_steps": 2, "groups": "ages""#,
      #""group_size": 30, "rule": "each_contact", "contacts": "everybody", "infectious_steps": 1, "groups": "ages""#,
      #""group_size": 36, "rule": "exact", "recovery_probability": 0.4, "latent_steps": 2, "groups": "ages""#,
      #""group_size": 36, "rule": "capped", "groups": "ages", "immune_share": 0.2"#,
    ])
  func same(model: String) throws {
    let (final, whole) = (
      try StoredStudy(Self.study(model, stop: nil)),
      try StoredStudy(Self.study(model, stop: 100_000))
    )
    try final.run()
    try whole.run()
    let (finals, wholes) = (try Self.values(final), try Self.values(whole))
    #expect(finals.map(\.count) == [12, 12, 12, 12] && wholes.map(\.count) == [12, 12, 12, 12])
    for (finals, wholes) in zip(finals, wholes) {
      for (a, b) in zip(finals, wholes) {
        #expect(a.reason == b.reason)
        #expect(a.values == b.values.filter { a.values.keys.contains($0.key) })
        #expect(a.values.count == (model.contains("_steps") ? 10 : 8))
      }
    }
  }
}
