import DurableFiles
import Foundation
import TestSupport
import Testing

@Suite struct WorkFolderTests {
  private static let prefix = ".work-"

  @Test("it has a name of its own, and is gone with the object and what is in it")
  func ends() throws {
    let scratch = try Scratch()
    var folders = [
      try WorkFolder(Self.prefix, in: scratch.folder),
      try WorkFolder(Self.prefix, in: scratch.folder),
    ]
    #expect(try scratch.names.count == 2)
    for folder in folders { try Data([1]).write(to: URL(filePath: folder.path + "/a")) }
    try folders[0].removeFiles()
    #expect(!FileManager.default.fileExists(atPath: folders[0].path + "/a"))
    #expect(FileManager.default.fileExists(atPath: folders[1].path + "/a"))
    folders = []
    #expect(try scratch.names == [])
  }

  @Test("what is left goes exactly when its lock can be taken, whatever process has its number")
  func leftovers() throws {
    let scratch = try Scratch()
    let used = try WorkFolder(Self.prefix, in: scratch.folder)
    try Data([1]).write(to: URL(filePath: used.path + "/a"))
    // Of processes that are alive: the first of the machine, and this one.
    for number in [1, ProcessInfo.processInfo.processIdentifier] {
      let left = scratch.file("\(Self.prefix)\(number)")
      try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: false)
      try Data("\(number) here\n".utf8).write(to: URL(filePath: left + "/lock"))
      try Data([1]).write(to: URL(filePath: left + "/a"))
    }
    try scratch.write([1], to: "\(Self.prefix)file")
    try WorkFolder.removeLeftovers(Self.prefix, in: scratch.folder)
    let name = URL(filePath: used.path).lastPathComponent
    #expect(try Set(scratch.names) == [name, "\(Self.prefix)file"])
    #expect(FileManager.default.fileExists(atPath: used.path + "/a"))
    withExtendedLifetime(used) {}
  }
}
