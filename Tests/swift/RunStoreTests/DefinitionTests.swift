import Foundation
import PlainText
import RunStore
import StoreWriter
import TestSupport
import Testing

/// What docs/reliability.md defines, worked out a second time here.
@Suite struct DefinitionTests {
  /// The checksum of docs/reliability.md, "Blocks".
  private func checksum(
    _ point: UInt64, _ replicates: Range<Int>, kind: String, _ bytes: [UInt8]
  ) -> UInt64 {
    func words(_ bytes: [UInt8]) -> [UInt64] {
      let padded = bytes + [UInt8](repeating: 0, count: (8 - bytes.count % 8))
      return stride(from: 0, to: padded.count, by: 8).map { start in
        padded[start..<start + 8].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      } + [UInt64(bytes.count)]
    }
    let header = [point, UInt64(replicates.lowerBound), UInt64(replicates.count)]
    return (header + words(Array(kind.utf8)) + words(bytes)).reduce(0x243f_6a88_85a3_08d3) {
      value, word in
      let mixed = (value ^ word) &* 0x9e37_79b9_7f4a_7c15
      return mixed ^ mixed >> 29
    }
  }

  @Test("a checksum covers point, replicates, kind, bytes and their number", arguments: 0..<20)
  func checksums(length: Int) {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 77 + 3) }
    var found = BlockChecksum(12345, 100..<164, .curves)
    bytes.withUnsafeBytes { found.add($0) }
    #expect(found.value == checksum(12345, 100..<164, kind: "curves", bytes))
  }

  @Test("a number of more than 64 bits is refused, not cut")
  func longNumber() throws {
    // The format, which runs have a map, and ten bytes of seven bits each.
    let bytes: [UInt8] = [1, 1] + [UInt8](repeating: 0xff, count: 9) + [0x7f]
    var sum = BlockChecksum(4, 0..<1, .maps)
    bytes.withUnsafeBytes { sum.add($0) }
    let sealed = Data(bytes + (0..<8).map { UInt8(truncatingIfNeeded: sum.value >> ($0 * 8)) })
    var parts = EncodedBlock(
      RunBlock(point: 4, runs: [RunRecord(replicate: 0, outcome: .failed(reason: ""))])
    ).parts
    parts[.maps] = sealed
    let block = EncodedBlock(point: 4, replicates: 0..<1, failed: 0, parts: parts)
    let error = #expect(throws: MalformedBytes.self) { try block.decode() }
    #expect(error?.problem == "a number is too long")
  }

  @Test("a damaged block is named by its first and last replicate")
  func damageInWords() {
    let block = DamagedBlock(path: "runs.sqlite", point: 255, replicates: 10..<20, problem: "why")
    #expect(
      block.description == "runs.sqlite is damaged: block of point ff, replicates 10...19: why")
    let other = RunStoreError.otherRuns(folder: "part", replicates: 10..<20)
    #expect(other.description.matches(of: /\d+/).map { String($0.0) } == ["10", "19"])
  }

  @Test("what several machines share is known by the first part of its type")
  func sharedFileSystems() {
    for type in ["nfs", "nfs4", "cifs", "fuse.sshfs", "fuse"] {
      #expect(SharedFileSystem.isShared(type: type))
    }
    for type in ["ext4", "xfs", "btrfs", "tmpfs", "overlay", "fuseblk"] {
      #expect(!SharedFileSystem.isShared(type: type))
    }
  }

  @Test(
    "the type is that of the mount with the file's device, by the bits of the kernel",
    arguments: [
      (0, 51, "nfs4"), (8, 1, "ext4"), (8, 257, "xfs"), (259, 1, "btrfs"),
      (4095, 1 << 19, "lustre"), (0, 52, nil),
    ] as [(UInt64, UInt64, String?)])
  func types(major: UInt64, minor: UInt64, type: String?) {
    let mounts = """
      22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
      23 22 8:257 /a /b rw - xfs /dev/b rw
      24 22 0:51 / /home rw,relatime shared:7 master:2 - nfs4 server:/home rw,vers=4.2
      25 22 259:1 / /c rw - btrfs /dev/c rw
      26 22 4095:524288 / /d rw shared:9 - lustre d@tcp:/d rw
      27 22 0:52 / /f rw
      """
    let device = minor % 256 + major << 8 + (minor / 256) << 20
    #expect(SharedFileSystem.type(ofDevice: device, mounts: mounts) == type)
  }

  @Test("the kernel's own file systems are found by their types")
  func mounted() {
    #expect(SharedFileSystem.type(of: "/proc") == "proc")
    #expect(SharedFileSystem.type(of: "/sys") == "sysfs")
    #expect(SharedFileSystem.type(of: "/nowhere") == nil)
  }

  @Test("on files that machines share there is no write-ahead log", arguments: [true, false])
  func journal(isShared: Bool) throws {
    setenv("SPREADLAB_SHARED_FILES", isShared ? "1" : "0", 1)
    defer { unsetenv("SPREADLAB_SHARED_FILES") }
    let scratch = try Scratch()
    let store = try RunStore.open(
      folder: scratch.file("results"), study: SampleRuns.study, mode: .resume)
    try store.append([SampleRuns.block(1)])
    let log = scratch.file("results/.store/runs.sqlite-wal")
    #expect(FileManager.default.fileExists(atPath: log) != isShared)
    try store.close()
  }
}
