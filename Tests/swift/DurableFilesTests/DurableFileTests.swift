import Checksums
import DurableFiles
import Foundation
import PlainText
import TestSupport
import Testing

@Suite struct DurableFileTests {
  @Test("what was written is there, byte by byte, with its size and digest")
  func contents() throws {
    let scratch = try Scratch()
    let file = try scratch.folder.file("a.csv")
    var expected = ""
    for number in 0..<100_000 {
      file.text.write(integer: number * 7919 - 300_000_000)
      file.text.write(byte: UInt8(ascii: ","))
      file.text.write(real: Double(number) / 8)
      file.text.write(text: ",constant,")
      file.text.write(text: "text \(number)")
      file.text.write(bytes: [10])
      expected += "\(number * 7919 - 300_000_000),\(Double(number) / 8),constant,text \(number)\n"
    }
    let written = try file.commit()
    let bytes = try scratch.bytes("a.csv")
    #expect(bytes == Array(expected.utf8))
    #expect(written.bytes == bytes.count)
    #expect(written.sha256 == SHA256.hexDigest(of: bytes))
    #expect(written.name == "a.csv")
    #expect(try scratch.names == ["a.csv"])
  }

  @Test("files of a swap get their names together, or leave what was there")
  func swap() throws {
    let scratch = try Scratch()
    func write(_ text: String, _ swap: FileSwap) throws {
      for name in ["a", "b"] {
        let file = try scratch.folder.file(name)
        file.text.write(text: text)
        #expect(try file.commit(with: swap).bytes == text.utf8.count)
      }
    }
    func contents() throws -> [String] {
      try scratch.names.map { String(decoding: try scratch.bytes($0), as: UTF8.self) }
    }
    do {
      let swap = FileSwap(try scratch.folder)
      try write("old", swap)
      #expect(try scratch.names == ["a.tmp", "b.tmp"])
      try swap.make()
    }
    #expect(try scratch.names == ["a", "b"])
    do { try write("left", FileSwap(try scratch.folder)) }
    #expect(try scratch.names == ["a", "b"])
    #expect(try contents() == ["old", "old"])
    let swap = FileSwap(try scratch.folder)
    try write("newer", swap)
    // Many wait without a descriptor each.
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    let folder = try scratch.folder
    for number in 0..<50 { _ = try folder.file("c\(number)").commit(with: swap) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count < open + 10)
    try swap.make()
    #expect(try contents().prefix(2) == ["newer", "newer"])
  }

  @Test(
    "whole numbers read back",
    arguments: [
      0, 1, 9, 10, 11, 99, 100, 101, 999, 1000, 9999, 10_000, 65_535, 99_999, 100_000, 123_456_789,
      9_999_999_999, 1_000_000_000_000_000_000, Int.max, Int.min, -1, -10, -99, -100,
    ])
  func integers(value: Int) throws {
    let scratch = try Scratch()
    let file = try scratch.folder.file("n")
    file.text.write(integer: value)
    _ = try file.commit()
    #expect(String(decoding: try scratch.bytes("n"), as: UTF8.self) == value.description)
  }

  @Test("a compressed file is gzip, without a time, the same every time")
  func gzip() throws {
    let scratch = try Scratch()
    var digests: Set<String> = []
    for name in ["a.gz", "b.gz"] {
      let file = try scratch.folder.file(name, gzip: true)
      for number in 0..<200_000 {
        file.text.write(integer: number % 1000)
        file.text.write(byte: 10)
      }
      let written = try file.commit()
      let bytes = try scratch.bytes(name)
      #expect(Array(bytes[0..<8]) == [0x1f, 0x8b, 8, 0, 0, 0, 0, 0])
      #expect(written.bytes == bytes.count)
      #expect(written.sha256 == SHA256.hexDigest(of: bytes))
      digests.insert(written.sha256)
      let gunzip = Process()
      gunzip.executableURL = URL(filePath: "/bin/sh")
      gunzip.arguments = ["-c", "gzip -dc '\(scratch.file(name))' | sha256sum | head -c 64"]
      let pipe = Pipe()
      gunzip.standardOutput = pipe
      try gunzip.run()
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      let plain = (0..<200_000).map { "\($0 % 1000)\n" }.joined()
      #expect(String(decoding: output, as: UTF8.self) == SHA256.hexDigest(of: Array(plain.utf8)))
    }
    #expect(digests.count == 1)
    let empty = try scratch.folder.file("c.gz", gzip: true)
    #expect(try empty.commit().bytes == 20)
  }

  @Test("what cannot be compressed is compressed whole")
  func gzipOfNoise() throws {
    let scratch = try Scratch()
    var state: UInt64 = 9
    let noise = (0..<700_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    let file = try scratch.folder.file("noise.gz", gzip: true)
    file.text.write(bytes: noise)
    #expect(try file.commit().bytes > noise.count)
    let gunzip = Process()
    gunzip.executableURL = URL(filePath: "/bin/gzip")
    gunzip.arguments = ["-d", scratch.file("noise.gz")]
    try gunzip.run()
    gunzip.waitUntilExit()
    #expect(try scratch.bytes("noise") == noise)
  }

  @Test("a file that is not committed is not there, and the old one stays")
  func discarded() throws {
    let scratch = try Scratch()
    func start() throws -> DurableFile {
      let file = try scratch.folder.file("a")
      file.text.write(text: String(repeating: "x", count: 1_000_000))
      return file
    }
    _ = try start()
    #expect(try scratch.names == [])
    _ = try start().commit()
    let second = try scratch.folder.file("a")
    second.text.write(text: "new")
    #expect(try scratch.bytes("a").count == 1_000_000)
    _ = try second.commit()
    #expect(try scratch.bytes("a") == Array("new".utf8))
  }

  @Test("what a crash left under the temporary name is no obstacle")
  func leftover() throws {
    let scratch = try Scratch()
    try scratch.write([UInt8](repeating: 7, count: 5000), to: "a.tmp")
    let file = try scratch.folder.file("a")
    file.text.write(byte: 1)
    _ = try file.commit()
    #expect(try scratch.bytes("a") == [1])
    #expect(try scratch.names == ["a"])
  }

  @Test("two writers of one file do not mix: the second is refused")
  func twoWriters() throws {
    let scratch = try Scratch()
    let first = try scratch.folder.file("a")
    #expect(throws: DurableFileError.self) { try scratch.folder.file("a") }
    first.text.write(byte: 1)
    _ = try first.commit()
    #expect(try scratch.bytes("a") == [1])
  }

  @Test(
    "a full disk is an error with path, needed and free bytes, and leaves the old file",
    .enabled(if: SmallDisk.refusal == nil, SmallDisk.refusal))
  func fullDisk() throws {
    let scratch = try Scratch()
    let disk = try SmallDisk(at: scratch.file("disk"), kibibytes: 512)
    let folder = try DurableFolder(disk.path)
    let path = disk.path + "/a.csv"
    let small = try folder.file("a.csv")
    small.text.write(text: "old")
    _ = try small.commit()
    let large = try folder.file("a.csv")
    for _ in 0..<100_000 { large.text.write(text: "0123456789") }
    #expect(throws: DurableFileError.self) { try large.check() }
    let error = #expect(throws: DurableFileError.self) { try large.commit() }
    #expect(error?.place == path)
    #expect(error?.neededBytes ?? 0 > 0)
    #expect(error?.freeBytes != nil)
    #expect(error?.code == .diskFull)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("old".utf8))
  }

  @Test("a disk is full where the system says so, or has less than is needed")
  func diskFull() {
    func error(_ number: Int32, needed: Int? = nil) -> DurableFileError {
      DurableFileError("write", "/not/there", code: number, neededBytes: needed)
    }
    #expect(error(EIO).code == .fileError && error(EIO).freeBytes == nil)
    #expect(error(EIO).file == CallerText("/not/there"))
    #expect(error(EIO, needed: 1).code == .fileError && error(EIO, needed: 1).freeBytes != nil)
    #expect(error(EIO, needed: .max).code == .diskFull)
    #expect(error(ENOSPC).code == .diskFull && error(ENOSPC).freeBytes != nil)
    #expect(error(ENOSPC, needed: 1).code == .diskFull)
    #expect(error(ENOSPC).advice != nil && error(EIO).advice == nil)
    let numbers = error(EIO, needed: 5).description.matches(of: /; 5 bytes needed, \d+ bytes free/)
    #expect(numbers.count == 1)
  }

  @Test(
    "what files and tables took of memory is given back",
    .enabled(if: ProcessInfo.processInfo.environment["SPREADLAB_SANITIZED"] == nil))
  func memory() throws {
    let scratch = try Scratch()
    var state: UInt64 = 9
    let noise = (0..<300_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    try scratch.write(noise, to: "noise")
    let table = "a\n" + String(repeating: "x", count: 300_000) + "\n"
    let packed = try scratch.folder.file("t.csv.gz", gzip: true)
    packed.text.write(text: table)
    _ = try packed.commit()
    let uses: [(String, () throws -> Void)] = [
      (
        "plain",
        {
          let file = try scratch.folder.file("a")
          file.text.write(bytes: noise)
        }
      ),
      (
        "gzip",
        {
          let file = try scratch.folder.file("a.gz", gzip: true)
          file.text.write(bytes: noise)
        }
      ),
      (
        "pieces", { try ReadableFile(scratch.file("noise"), .found).forEachPiece { _ in } }
      ),
      ("table", { _ = try CSVReader(Array(table.utf8), .any) }),
      ("wide", { _ = try CSVReader(Array(table.utf8), .any).nextRow { _, _ in } }),
      ("packed", { _ = try CSVReader(scratch.file("t.csv.gz"), .named, .any) }),
    ]
    for (name, use) in uses {
      let growth = try residentGrowth(rounds: 120, use)
      #expect(growth < 4 << 20, "\(name): \(growth)")
    }
  }

  @Test("folders are made with those above them")
  func folders() throws {
    let scratch = try Scratch()
    for name in ["a/b/c", "a/b/c", "a/b/d/"] { _ = try DurableFolder(scratch.file(name)) }
    var isFolder: ObjCBool = false
    #expect(FileManager.default.fileExists(atPath: scratch.file("a/b/d"), isDirectory: &isFolder))
    #expect(isFolder.boolValue)
    try Data().write(to: URL(filePath: scratch.file("file")))
    #expect(throws: DurableFileError.self) { try DurableFolder(scratch.file("file")) }
    #expect(throws: DurableFileError.self) { try DurableFolder(scratch.file("file/x")) }
    #expect(parentFolder(of: "a") == ".")
    #expect(parentFolder(of: "/a") == "/")
    #expect(parentFolder(of: "a/b/") == "a")
    for path in ["/", "//", "/a/", "/a//"] { #expect(parentFolder(of: path) == "/") }
    #expect(freeSpace(near: scratch.file("not/there")) ?? 0 > 0)
  }
}
