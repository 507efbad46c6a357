import Foundation
import PlainText
import RunStore
import StudyFiles
import StudyFolders
import StudyRuns
import TestSupport
import Testing

@Suite struct EdgeHeaderFolderTests {
  @Test("a folder whose runs took the header of an edge file for two people is refused")
  func older() throws {
    let place = try Scratch()
    let edges = "source,target\nann,bo\n"
    _ = try place.write(edges, to: "net.csv")
    let text = """
      {
        "spreadlab": 1, "study": "net", "seed": 7,
        "model": { "group_size": 9, "contacts": "net" },
        "contacts": { "net": { "kind": "edges", "file": "net.csv" } },
        "replicates": 2
      }
      """
    let study = try Study.load(path: try place.write(text, to: "study.json"))
    let folder = place.file("results")
    // As an older program left it: its digest knows of no header.
    let identity = StoreIdentity(
      digest: String(repeating: "0", count: 64), shard: "1/1", study: study.resolvedJSON,
      responses: study.storedResponses)
    try RunStore.open(folder: folder, study: identity, mode: .resume).close()
    _ = try place.write(edges, to: "results/contacts.net.copy")
    let run = #expect(throws: Failure.self) {
      _ = try StudySession(
        study, file: [UInt8](text.utf8), in: folder, shard: .whole, threads: 1)
    }
    let status = #expect(throws: Failure.self) { _ = try StoredStudy(folder: folder) }
    for error in [run, status] {
      #expect(error?.code == .anotherStudy)
      #expect("\(error as Any)".contains("$.contacts.net.header"))
    }
    try FileManager.default.removeItem(atPath: folder)
    // The program's own runs go on.
    for _ in 0..<2 {
      let session = try StudySession(
        study, file: [UInt8](text.utf8), in: folder, shard: .whole, threads: 1)
      _ = try session.finish(try session.makeRuns())
    }
    #expect(try StoredStudy(folder: folder).study == study)
  }
}
