import PlainText
import StudyFolders
import Testing

@Suite("An erratum") struct ErratumTests {
  private func ids(_ study: String, version: String = "0.1.0") throws -> [String] {
    let study = try JSONReader.read(Array(study.utf8))
    return Erratum.all.filter { $0.touches(study, of: version) }.map(\.id)
  }

  @Test(
    "touches the studies that meet one of its conditions, and no others",
    arguments: [
      (#"{ "analysis": { "fits": [{ "to": "each_run" }, { "to": "mean_curve" }] } }"#, ["E1"]),
      (#"{ "analysis": { "fits": [{ "to": "each_run" }] } }"#, []),
      (
        #"{ "random_numbers": "common", "analysis": { "comparisons": [{ "estimate": "hedges_g" }] } }"#,
        ["E2"]
      ),
      (
        #"{ "random_numbers": "independent", "analysis": { "comparisons": [{ "estimate": "hedges_g" }] } }"#,
        []
      ),
      (#"{ "model": { "recovery_probability": 0.1 }, "replicates": 10 }"#, ["E3"]),
      (
        #"{ "factors": { "infectious_steps": { "values": [1, 5] } }, "replicates": { "until": [] } }"#,
        ["E3", "E4"]
      ),
      (#"{ "model": { "group_size": 9 }, "replicates": { "until": [] } }"#, []),
      (#"{ "design": { "type": "saltelli" } }"#, ["E5"]),
      (#"{ "contacts": { "a": { "kind": "ring" }, "b": { "kind": "edges" } } }"#, ["E6"]),
      (#"{ "factors": { "immune_steps": { "values": [3, "forever"] } } }"#, ["E7"]),
      (#"{ "factors": { "interventions": { "values": ["none", "lockdown"] } } }"#, ["E7"]),
      (#"{ "model": { "group_size": 9 }, "replicates": 100 }"#, []),
    ] as [(String, [String])])
  func touches(study: String, expected: [String]) throws {
    #expect(try ids(study) == expected)
  }

  @Test(
    "ends with its last version",
    arguments: [("0.0.9", 0), ("0.1.0", 1), ("0.1.1", 0), ("0.2.0", 0), ("0.10.0", 0), ("dev", 0)])
  func versions(version: String, count: Int) throws {
    #expect(try ids(#"{ "design": { "type": "sobol" } }"#, version: version).count == count)
  }

  @Test("has an id that no other has, and says what was wrong and what to do")
  func list() {
    #expect(Set(Erratum.all.map(\.id)).count == Erratum.all.count)
    for erratum in Erratum.all {
      #expect(!erratum.wrong.isEmpty && !erratum.advice.isEmpty && !erratum.studies.isEmpty)
    }
  }
}
