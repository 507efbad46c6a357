import DurableFiles
import Foundation
import Glibc
import PlainText
import TestSupport
import Testing

/// What stands where a file or folder of ours is expected.
enum Stranger: String, CaseIterable {
  case link, linkToNowhere, pipe, folder, socket

  /// - Parameter target: what a link leads to.
  func make(at path: String, target: String) throws {
    switch self {
    case .link:
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    case .linkToNowhere:
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: target + "-nowhere")
    case .pipe: try #require(mkfifo(path, 0o600) == 0)
    case .folder:
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .socket: try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
    }
  }
}

@Suite struct ForeignEntryTests {
  @Test("what is no file is not written to, under either name", arguments: Stranger.allCases)
  func writing(stranger: Stranger) throws {
    for name in ["a.csv", "a.csv.tmp"] {
      let scratch = try Scratch()
      let other = try Scratch()
      try other.write("mine", to: "diary")
      try stranger.make(at: scratch.file(name), target: other.file("diary"))
      let error = #expect(throws: DurableFileError.self) { try scratch.folder.file("a.csv") }
      #expect(error?.code == .notPlainFile && error?.place == scratch.file(name), "\(error as Any)")
      #expect(try other.names == ["diary"])
      #expect(try other.bytes("diary") == Array("mine".utf8))
    }
  }

  @Test("who names /dev/null reads nothing; a link to nowhere is called one")
  func named() throws {
    #expect(try ReadableFile.bytes(of: "/dev/null", .named).isEmpty)
    let device = #expect(throws: DurableFileError.self) { try ReadableFile("/dev/null", .found) }
    #expect(device?.code == .notPlainFile)
    let scratch = try Scratch()
    try Stranger.linkToNowhere.make(at: scratch.file("a"), target: scratch.file("b"))
    let link = #expect(throws: DurableFileError.self) {
      try ReadableFile(scratch.file("a"), .named)
    }
    #expect(link?.code == .fileError && link?.number == ENOENT)
    #expect(link?.problem != DurableFileError.words(ENOENT))
  }

  @Test("a file with a second name is not written to: the other name would change, too")
  func hardLink() throws {
    let scratch = try Scratch()
    let other = try Scratch()
    try other.write("mine", to: "diary")
    try #require(link(other.file("diary"), scratch.file("a.tmp")) == 0)
    let error = #expect(throws: DurableFileError.self) { try scratch.folder.file("a") }
    #expect(error?.isForeign == true)
    #expect(try other.bytes("diary") == Array("mine".utf8))
  }

  @Test("a link is no folder to write into; the user's own folder may be one")
  func folders() throws {
    let scratch = try Scratch()
    let other = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("plots"), withDestinationPath: other.path)
    let error = #expect(throws: DurableFileError.self) { try scratch.folder.folder("plots") }
    #expect(
      error?.description
        == "\(scratch.file("plots")): cannot write to: it is a symbolic link, not a folder")
    _ = try DurableFolder(scratch.file("plots")).file("a").commit()
    #expect(try other.names == ["a"])
  }

  @Test("reading what is no file ends at once with its kind", arguments: Stranger.allCases)
  func reading(stranger: Stranger) throws {
    let scratch = try Scratch()
    try scratch.write("x", to: "target")
    try stranger.make(at: scratch.file("a"), target: scratch.file("target"))
    let error = #expect(throws: DurableFileError.self) {
      try ReadableFile.bytes(of: scratch.file("a"), .found)
    }
    #expect(error?.isForeign == true)
    if stranger == .link {
      #expect(try ReadableFile.bytes(of: scratch.file("a"), .named) == Array("x".utf8))
    } else {
      #expect(throws: DurableFileError.self) {
        try ReadableFile.bytes(of: scratch.file("a"), .named)
      }
    }
  }

  @Test("devices with anything to read are not read, also where the user names them")
  func devices() {
    for path in ["/dev/zero", "/dev/tty"] {
      #expect(throws: DurableFileError.self) { try ReadableFile.bytes(of: path, .named) }
    }
  }

  @Test("the pipe of a shell is read to its end")
  func shellPipe() throws {
    let pipe = Pipe()
    let text = Array(String(repeating: "0123456789", count: 50_000).utf8)
    let writer = pipe.fileHandleForWriting
    let thread = Thread {
      try? writer.write(contentsOf: Data(text))
      try? writer.close()
    }
    thread.start()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    #expect(try ReadableFile.bytes(of: path, .named) == text)
    #expect(throws: DurableFileError.self) { try ReadableFile.bytes(of: path, .found) }
  }

  @Test("a file is read whole, or up to a limit", arguments: [0, 1, 65_535, 65_536, 3_000_000])
  func limits(size: Int) throws {
    let scratch = try Scratch()
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try Data(bytes).write(to: URL(filePath: scratch.file("a")))
    #expect(try ReadableFile.bytes(of: scratch.file("a"), .found) == bytes)
    for limit in [1, 65_536, size + 1] {
      #expect(
        try ReadableFile.bytes(of: scratch.file("a"), .found, upTo: limit)
          == Array(bytes.prefix(limit)))
    }
    var pieces: [UInt8] = []
    try ReadableFile(scratch.file("a"), .found).forEachPiece { pieces += $0 }
    #expect(pieces == bytes)
  }

  @Test("a lock is held by one, tells by whom, and is free when its holder is gone")
  func lock() throws {
    let scratch = try Scratch()
    let descriptors = try openDescriptors()
    do {
      let folder = try scratch.folder
      let first = try FolderLock(of: folder)
      for _ in 0..<3 {
        let error = #expect(throws: FolderInUse.self) { try FolderLock(of: folder) }
        #expect(error?.code == .inUse && error?.holder.pid == getpid())
      }
      // A link to it is no lock of another folder.
      let other = try Scratch()
      let link = other.file(FolderLock.name)
      try Stranger.link.make(at: link, target: scratch.file(FolderLock.name))
      #expect(FolderLock.holder(of: other.path) == nil)
      withExtendedLifetime(first) {}
    }
    _ = try FolderLock(of: try scratch.folder)
    #expect(FolderLock.holder(of: scratch.path) == nil)
    // A refused lock closes its file once: a second close would hit somebody else's.
    #expect(try openDescriptors() == descriptors)
  }

  @Test("nothing stays open, whatever was done or refused")
  func closed() throws {
    let descriptors = try openDescriptors()
    for stranger in Stranger.allCases {
      let scratch = try Scratch()
      try scratch.write("a\n1\n", to: "target")
      try stranger.make(at: scratch.file("a"), target: scratch.file("target"))
      try stranger.make(at: scratch.file("b.tmp"), target: scratch.file("target"))
      try #require(link(scratch.file("target"), scratch.file("c.tmp")) == 0)
      let folder = try scratch.folder
      for name in ["a", "b", "c"] {
        #expect(throws: DurableFileError.self) { try folder.file(name) }
      }
      if stranger != .folder {
        #expect(throws: DurableFileError.self) { try folder.folder("a") }
        #expect(throws: DurableFileError.self) { try folderEntries(scratch.file("a")) }
      }
      for origin in [ReadableFile.Origin.found, .named] {
        _ = try? CSVReader(scratch.file("a"), origin, .any)
        _ = try? CSVReader(scratch.file("target"), origin, .any)
      }
      _ = try folder.folder("folder").entries()
      let writer = try folder.file("d.gz", gzip: true)
      #expect(throws: DurableFileError.self) { try folder.file("d.gz") }
      _ = try writer.commit()
      _ = try CSVReader(Array("a\n".utf8), .own)
      _ = try? CSVReader(scratch.file("d.gz"), .named, .any)
      _ = try WorkFolder(".work-", in: folder)
      try WorkFolder.removeLeftovers("a", in: folder)
      _ = try folder.file("e")
      let lock = try FolderLock(of: folder)
      #expect(FolderLock.holder(of: scratch.path)?.pid == getpid())
      withExtendedLifetime(lock) {}
    }
    #expect(try openDescriptors() == descriptors)
  }

  private func openDescriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }
}
