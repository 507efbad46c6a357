import Foundation
import PlainText
import StudyFiles
import StudyFolders
import TestSupport
import Testing

@Suite("Outputs replace nothing that is not theirs") struct OutputTests {
  private func code(_ body: () throws -> Void) -> ErrorCode? {
    do { try body() } catch { return (error as? any WordedError)?.code }
    return nil
  }

  @Test("a report replaces its own files in another folder, and no others")
  func report() throws {
    let place = try Scratch()
    let (folder, output) = (place.file("results"), place.file("mine"))
    try run(smallStudy(replicates: "5"), in: folder)
    for name in ["report.html", "plots/curves.pdf"] {
      try FileManager.default.createDirectory(
        atPath: output + "/plots", withIntermediateDirectories: true)
      _ = try place.write("mine", to: "mine/\(name)")
      #expect(code { _ = try FolderReport(of: folder, to: output) } == .foreignFiles)
      #expect(try place.bytes("mine/\(name)") == Array("mine".utf8))
      try FileManager.default.removeItem(atPath: output)
    }
    try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    _ = try place.write("mine", to: "mine/notes.txt")
    for _ in 0..<2 { _ = try FolderReport(of: folder, to: output) }
    _ = try place.write("mine", to: "mine/plots/response_7.svg")
    _ = try FolderReport(of: folder, to: output)
    #expect(try place.bytes("mine/plots/response_7.svg") == Array("mine".utf8))
    let other = place.file("other")
    try run(smallStudy(replicates: "6"), in: other)
    #expect(code { _ = try FolderReport(of: folder, to: other) } == .foreignFiles)
    #expect(!FileManager.default.fileExists(atPath: other + "/report.html"))
  }

  @Test("a file that is read is not written, by whatever name")
  func inputs() throws {
    let place = try Scratch()
    let file = try place.write("0,1\n1,2\n", to: "net.csv")
    let net = #""contacts": { "net": { "kind": "edges", "file": "net.csv" } }"#
    let study = try place.write(
      #"{ "spreadlab": 1, "study": "s", "seed": 1, "replicates": 2, "model": { "group_size": 3, "contacts": "net" }, \#(net) }"#,
      to: "study.json")
    let link = place.file("link.csv")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    let read = try Study.parse(bytes: try place.bytes("study.json"), file: study)
    let inputs = [study, link] + read.namedFiles(beside: study)
    let contacts = try #require(DescribedContacts.all(of: read, point: nil, replicate: 0).first)
    for path in [file, place.file("./net.csv"), study] {
      #expect(code { _ = try contacts.write(to: path, besides: inputs) } == .conflict)
      #expect(code { try read.write(to: path, besides: inputs) } == .conflict)
    }
    #expect(try place.bytes("net.csv") == Array("0,1\n1,2\n".utf8))
    #expect(try contacts.write(to: place.file("new.csv"), besides: inputs) == 0)
  }
}
