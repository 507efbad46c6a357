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
    for (others, names) in [
      (["0.25,RULE,4,bounded", "0.5,RULE,4,bounded"], ["curves", "response", "times"]),
      (["0.5,RULE,4,bounded", "0.5,RULE,4,torus"], ["heatmap"]),
    ] {
      let results = try SmallResults(
        cells: [text, "exact"].flatMap { rule in
          others.map { "10,3,\($0.replacing("RULE", with: rule))" }
        })
      _ = try writeReport(of: results.path)
      for name in names {
        let drawn = try results.text(of: "plots/\(name).svg").replacing("&amp;", with: "&")
          .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&#39;", with: "'")
        #expect(drawn.contains(text), "\(name)")
      }
      let files = try FileManager.default.subpathsOfDirectory(atPath: results.path)
      #expect(!files.contains { $0.contains("pwned") })
    }
  }
}
