import DurableFiles
import Foundation
import PlainText
import TestSupport
import Testing

/// What is left of a small disk, and files that do not fit.
@Suite(
  .serialized, .enabled(if: SmallDisk.refusal == nil, SmallDisk.refusal))
struct FullDiskTests {
  /// Pieces in which a `DurableFile` writes.
  private static let piece = 1 << 18

  @Test("a file whose last piece fits in part only is an error, which names the bytes left over")
  func lastPiece() throws {
    let scratch = try Scratch()
    let disk = try SmallDisk(at: scratch.file("disk"), kibibytes: 2 * Self.piece / 1024 - 40)
    let path = disk.path + "/a.csv"
    let file = try DurableFolder(disk.path).file("a.csv")
    file.text.write(bytes: [UInt8](repeating: 65, count: 2 * Self.piece))
    let error = #expect(throws: DurableFileError.self) { try file.commit() }
    let attributes = try FileManager.default.attributesOfItem(atPath: path + ".tmp")
    let written = try #require(attributes[.size] as? Int)
    #expect(written > Self.piece && written < 2 * Self.piece)
    #expect(error?.number == ENOSPC && error?.neededBytes == 2 * Self.piece - written)
    #expect(error?.freeBytes == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
    withExtendedLifetime(file) {}
  }

  @Test("more than a number can hold is the largest number")
  func overflow() throws {
    let scratch = try Scratch()
    let disk = try SmallDisk(at: scratch.file("disk"), kibibytes: 3 << 52)
    #expect(freeSpace(near: disk.path + "/not/there") == Int.max)
  }
}

@Suite struct FreeSpaceTests {
  @Test("what is free is what df calls available, without the blocks kept for root")
  func available() throws {
    func said() throws -> Int {
      let df = Process()
      df.executableURL = URL(filePath: "/bin/df")
      df.arguments = ["--output=avail", "-B1", "/"]
      let pipe = Pipe()
      df.standardOutput = pipe
      try df.run()
      let text = String(
        decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      return try #require(text.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) })
    }
    let before = try said()
    let found = try #require(freeSpace(near: "/not/there"))
    let after = try said()
    // Others write meanwhile.
    let slack = 50 << 20
    #expect(found >= min(before, after) - slack && found <= max(before, after) + slack)
  }
}
