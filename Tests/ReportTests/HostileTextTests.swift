import Foundation
import Report
import Testing

/// Texts of tables in a script of gnuplot, which executes what stands between backquotes.
@Suite struct HostileTextTests {
  @Test(
    "a text is drawn as it stands, whatever it would mean in a script",
    arguments: [
      "`touch pwned`", "@pwned", "it's", "''", "'.system('touch pwned').'", "a\\", "\\n", "\\",
      "{/Bold b}", "# no comment", "%s %d", "$(touch pwned)", "{", "}", "; exit", "\u{e9}\u{1F600}",
    ])
  func drawn(text: String) throws {
    let results = try SmallResults(
      cells: [text, "exact"].flatMap { rule in
        ["0.25", "0.5"].map { "10,3,\($0),\(rule),4,bounded" }
      })
    _ = try writeReport(of: results.path)
    for name in ["curves", "heatmap", "times"] {
      let drawn = try results.text(of: "plots/\(name).svg").replacing("&amp;", with: "&")
        .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&#39;", with: "'")
      #expect(drawn.contains(text), "\(name)")
    }
    let files = try FileManager.default.subpathsOfDirectory(atPath: results.path)
    #expect(!files.contains { $0.contains("pwned") })
  }
}
