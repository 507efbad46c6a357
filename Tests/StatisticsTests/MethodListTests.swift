import Foundation
import Statistics
import Testing

@Suite("The list of tests and effects in docs/statistics.md") struct MethodListTests {
  private func rows(_ methods: [some ComparisonMethod]) -> [String] {
    methods.map {
      "| `\($0.rawValue)` | \($0.words.meaning) | \($0.words.assumption) | \($0.words.source) |"
    }
  }

  @Test("has one row for each, with its words, in their order")
  func list() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "docs/statistics.md"), encoding: .utf8)
    for rows in [rows(ComparisonTest.all), rows(ComparisonEffect.all)] {
      #expect(
        text.contains(rows.joined(separator: "\n") + "\n"), "\n\(rows.joined(separator: "\n"))")
    }
  }

  @Test("each name is there once, and what is named is there")
  func names() {
    let tests = ComparisonTest.all.map(\.rawValue)
    #expect(Set(tests).count == tests.count)
    #expect(ComparisonTest.all.compactMap(\.pairedForm).allSatisfy(tests.contains))
    #expect(ComparisonEffect.all.flatMap(\.agreesWith).allSatisfy(tests.contains))
    #expect(Set(ComparisonEffect.all.map(\.rawValue)).count == ComparisonEffect.all.count)
    #expect(Set(Adjustment.all.map(\.name)).count == Adjustment.all.count)
  }
}
