import Foundation
import PlainText
import SpreadModel
import StudyFiles
import StudyFolders
import Testing

@Suite("A layer of contacts is described and written by the name of its contacts")
struct ContactLayerTests {
  private static func study(_ layers: String) throws -> Study {
    let text = """
      {
        "spreadlab": 1, "study": "s", "seed": 1, "model": { "group_size": 9, "contacts": "c" },
        "contacts": {
          "c": { "kind": "layers", "layers": [\(layers)] },
          "r": { "kind": "ring", "neighbors": 2, "rewire": 0 }
        }
      }
      """
    return try Study.parse(bytes: Array(text.utf8), file: "s.json")
  }

  @Test func chosen() throws {
    let study = try Self.study(#"{ "contacts": "r", "multiply": 0.5 }, { "contacts": "grid" }"#)
    func all(_ layer: String?) throws -> [DescribedContacts] {
      try DescribedContacts.all(of: study, point: 0, layer: layer, replicate: 0)
    }
    #expect(try all(nil).map(\.layer) == ["r", "grid"])
    let ring = try all("r")
    #expect(ring.map(\.layer) == ["r"] && ring.first?.summary?.edges == 9)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try ring.first?.write(to: file.path, besides: []) == 0)
    let error = #expect(throws: (any Error).self) { try all("ring") }
    #expect((error as? any WordedError)?.code == .badOption)
  }

  @Test("one that stands there twice is one structure; contacts without layers have none")
  func others() throws {
    let twice = try Self.study(#"{ "contacts": "r" }, { "contacts": "r" }"#)
    #expect(
      try DescribedContacts.all(of: twice, point: nil, layer: "r", replicate: 0).count == 1)
    let single = try Self.study(#"{ "contacts": "r" }"#)
    #expect(throws: (any Error).self) {
      try DescribedContacts.all(of: single, point: nil, layer: "r", replicate: 0)
    }
  }
}
