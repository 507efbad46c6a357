import Foundation
import Testing

@Suite("How far a study is") struct StatusTests {
  @Test("the manifest says when the tables were made, in universal time")
  func times() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.study("\"model\": { \"group_size\": 9 }"), to: "s.json")
    let before = Date()
    try #require(Command.run("run", study, "-o", scratch.file("results")).exitCode == 0)
    let data = try Data(contentsOf: scratch.url("results/manifest.json"))
    let manifest = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let times = try #require(manifest?["times"] as? [String: Any])
    for key in ["started", "finished"] {
      let text = try #require(times[key] as? String)
      let date = try #require(ISO8601DateFormatter().date(from: text), "\(text)")
      #expect(abs(date.timeIntervalSince(before)) < 3600, "\(key): \(text)")
    }
  }
}
