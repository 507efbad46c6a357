import Foundation
import Report
import Testing

/// Texts of tables in a script of gnuplot, which executes what stands between backquotes.
@Suite struct HostileTextTests {
  @Test(
    "a text is drawn as it stands, whatever it would mean in a script",
    // In one report no text is a part of another.
    arguments: [
      ["`touch pwned`", "@pwned", "it's", "a\\"],
      ["''", "'.system('touch pwned').'", "\\n", "}"],
      ["\\", "{/Bold b}", "%s %d", "; exit"],
      ["{", "# no comment", "$(touch pwned)", "\u{e9}\u{1F600}"],
    ])
  func drawn(texts: [String]) throws {
    for (others, names) in [
      (["0.25,RULE,4,bounded", "0.5,RULE,4,bounded"], ["curves", "response", "times"]),
      (["0.5,RULE,4,bounded", "0.5,RULE,4,torus"], ["response"]),
    ] {
      let results = try SmallResults(
        cells: (texts + ["exact"]).flatMap { rule in
          others.map { "10,3,\($0.replacing("RULE", with: rule))" }
        })
      _ = try writeReport(of: results.path)
      for name in names {
        let drawn = try results.text(of: "plots/\(name).svg").replacing("&amp;", with: "&")
          .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&#39;", with: "'")
        for text in texts {
          // Names of levels on an axis stand in lines.
          let parts = name == "response" ? text.split { " .".contains($0) } : [text[...]]
          #expect(parts.allSatisfy { drawn.contains($0) }, "\(name) \(text)")
        }
      }
      let files = try FileManager.default.subpathsOfDirectory(atPath: results.path)
      #expect(!files.contains { $0.contains("pwned") })
    }
  }
}
