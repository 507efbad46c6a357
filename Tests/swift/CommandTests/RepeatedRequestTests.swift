import Foundation
import Testing

@Suite("Requests that overlap") struct RepeatedRequestTests {
  private func table(
    _ comparisons: String, family: String = "request", in scratch: Scratch
  ) throws -> (Rows, [String]) {
    let file = try scratch.write(
      Studies.study(
        """
          "model": { "group_size": 100, "infection_probability": 0.5 },
          "factors": { "rule": { "values": ["exact", "capped", "push"] } },
          "replicates": 60,
          "record": { "curves": "none" },
          "analysis": { "family": "\(family)", "comparisons": [\(comparisons)] }
        """), to: "study.json")
    let folder = scratch.file("results-\(UUID().uuidString)")
    let outcome = try Command.run("run", file, "-o", folder, "--quiet")
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    let package = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: folder + "/datapackage.json")))
    let resources = (package as? [String: Any])?["resources"] as? [[String: Any]] ?? []
    let schema = resources.first { $0["name"] as? String == "comparisons" }?["schema"]
    let key = (schema as? [String: Any])?["primaryKey"] as? [String]
    return (try Rows(file: folder + "/comparisons.csv"), try #require(key))
  }

  private static let asked = "\"factor\": \"rule\", \"response\": \"step_to_50pct\""

  @Test("the same test with another effect or margin has rows of its own, and counts once")
  func effectsAndMargins() throws {
    let scratch = try Scratch()
    let (one, _) = try table("{ \(Self.asked) }", in: scratch)
    let (more, key) = try table(
      """
      { \(Self.asked) },
      { \(Self.asked), "estimate": "hodges_lehmann", "test": "paired_t" },
      { \(Self.asked), "margin": 0.5 }, { \(Self.asked), "margin": 1 }
      """, in: scratch)
    #expect(one.rows.count == 3 && more.rows.count == 12)
    let names = more.rows.map { row in key.map { row[$0] ?? "" } }
    #expect(Set(names).count == names.count)
    for (place, row) in more.rows.enumerated() {
      #expect(row["p_adjusted"] == one.rows[place % 3]["p_adjusted"], "\(row)")
    }
  }

  @Test("what two requests both ask stands there once")
  func overlap() throws {
    let scratch = try Scratch()
    let (all, _) = try table("{ \(Self.asked) }", in: scratch)
    let (both, key) = try table(
      """
      { \(Self.asked), "reference": "exact" }, { \(Self.asked) },
      { \(Self.asked), "test": "paired_t" }
      """, in: scratch)
    #expect(both.rows.count == 3)
    #expect(Set(both.rows) == Set(all.rows))
    #expect(Set(both.rows.map { row in key.map { row[$0] ?? "" } }).count == 3)
    // The other way round a difference has the other sign: a row of its own, the same test.
    let (turned, _) = try table(
      "{ \(Self.asked) }, { \(Self.asked), \"reference\": \"push\" }", in: scratch)
    #expect(turned.rows.count == 5)
    #expect(turned.rows.prefix(3) == all.rows[...])
  }

  @Test("another test is one of another request: the family grows only if it is the study's")
  func otherTest() throws {
    let scratch = try Scratch()
    let (one, _) = try table("{ \(Self.asked) }", in: scratch)
    let asked = "{ \(Self.asked) }, { \(Self.asked), \"test\": \"wilcoxon\" }"
    let (apart, _) = try table(asked, in: scratch)
    #expect(apart.rows.prefix(3) == one.rows[...])
    let (two, _) = try table(asked, family: "study", in: scratch)
    let largest = { (rows: Rows) in rows.rows.compactMap { rows.real($0, "p_adjusted") }.max() }
    #expect(two.rows.count == 6)
    let (before, after) = (try #require(largest(one)), try #require(largest(two)))
    #expect(after > before)
  }
}
