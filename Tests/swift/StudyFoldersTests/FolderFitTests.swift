import Foundation
import PlainText
import StudyFiles
import StudyFolders
import TestSupport
import Testing

/// What `check` and `next` say of the folder a study is to be run in, and what `run` then does.
@Suite struct FolderFitTests {
  private func fit(_ text: String, _ folder: String) throws -> (FolderFit, NextRound) {
    let study = try Study.parse(bytes: Array(text.utf8), file: "study.json")
    let fit = try FolderFit(study, in: folder)
    return (fit, try NextRound(study, fitting: fit))
  }

  @Test("it counts the runs that are there, and refuses what a run refuses, with the same code")
  func states() throws {
    let place = try Scratch()
    let folder = place.file("results")
    let (small, large) = (smallStudy(replicates: "10"), smallStudy(replicates: "30"))
    var (found, next) = try fit(small, folder)
    #expect(found.state == .new && found.refusal == nil && next.missing == 20)
    #expect(!FileManager.default.fileExists(atPath: folder))
    try run(small, in: folder)
    (found, next) = try fit(small, folder)
    #expect(found.state == .own && found.found == 20 && found.runs == 20 && next.missing == 0)
    (found, next) = try fit(large, folder)
    #expect(found.state == .older && found.found == 20 && found.runs == 60)
    #expect(next.missing == 40 && next.runs == 60)
    let seed = small.replacing("\"seed\": 7", with: "\"seed\": 8")
    (found, next) = try fit(seed, folder)
    #expect(found.state == .refused && next.missing == 20)
    let error = #expect(throws: Failure.self) { try run(seed, in: folder) }
    #expect(error?.code == found.refusal?.code && found.refusal?.exit == .folderTaken)
    // Somebody else's files, and a part.
    try FileManager.default.createDirectory(
      atPath: place.file("mine"), withIntermediateDirectories: false)
    try place.write("mine", to: "mine/notes.txt")
    #expect(try fit(small, place.file("mine")).0.refusal?.code == .foreignFiles)
    try run(small, in: place.file("part"), shard: "1/2")
    #expect(try fit(small, place.file("part")).0.refusal?.code == .anotherPart)
  }
}
