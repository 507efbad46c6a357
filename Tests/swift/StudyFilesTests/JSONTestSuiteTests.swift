import PlainText
import StudyFiles
import Testing

/// JSONTestSuite by Nicolas Seriot (MIT): files that a reader must accept (y), must refuse (n), or
/// may treat as it likes (i; ours are listed in docs/study-files.md).
@Suite struct JSONTestSuiteTests {
  static let folder = "../shared/reference/json-test-suite"
  static let isHere = !JSONTestFolder.files(in: folder).isEmpty

  @Test(
    "accepts 95 of 95 and refuses 188 of 188 files; all free ones end in a value or an error",
    .enabled(if: isHere, "the suite is kept outside the repository: ../shared is not here"))
  func suite() {
    var counts: [String: (accepted: Int, refused: Int)] = [:]
    for (name, bytes) in JSONTestFolder.files(in: Self.folder) {
      let accepted = (try? JSONReader.read(bytes)) != nil
      let kind = String(name.prefix(1))
      counts[kind, default: (0, 0)].accepted += accepted ? 1 : 0
      counts[kind, default: (0, 0)].refused += accepted ? 0 : 1
      #expect(kind != "y" || accepted, "\(name) is JSON")
      #expect(kind != "n" || !accepted, "\(name) is not JSON")
    }
    #expect(counts["y"]?.accepted == 95)
    #expect(counts["n"]?.refused == 188)
    #expect((counts["i"]?.accepted ?? 0) + (counts["i"]?.refused ?? 0) == 35)
  }
}
