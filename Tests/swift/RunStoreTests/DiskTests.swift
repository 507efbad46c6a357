import DurableFiles
import Foundation
import Glibc
import PlainText
import RunStore
import StoreWriter
import TestSupport
import Testing

@Suite(.serialized) struct DiskTests {
  @Test(
    "R6: a full disk is an error with path and free bytes; with space again the store goes on",
    .enabled(if: SmallDisk.refusal == nil, SmallDisk.refusal),
    arguments: [16, 64, 96, 128, 256, 600, 1024, 2048, 4096])
  func fullDisk(kibibytes: Int) throws {
    let scratch = try Scratch()
    let disk = try SmallDisk(at: scratch.file("disk"), kibibytes: kibibytes)
    let folder = disk.path + "/results"
    var kept = 0
    var failure: (any Error)?
    do {
      let store = try RunStore.open(folder: folder, study: SampleRuns.study, mode: .resume)
      while true {
        try store.append([SampleRuns.block(kept)])
        kept += 1
      }
    } catch { failure = error }
    let error = try #require(failure as? DurableFileError, "\(failure as Any)")
    #expect(error.place.hasPrefix(folder) && error.code == .diskFull && error.freeBytes != nil)
    try #require(disk.grow(toKibibytes: 65_536))
    let store = try RunStore.open(folder: folder, study: SampleRuns.study, mode: .resume)
    #expect(store.removedAtOpening == [])
    for number in 0..<kept {
      let block = SampleRuns.block(number)
      #expect(try store.missingReplicates(of: block.point, in: block.replicates) == [])
    }
    try store.append([SampleRuns.block(kept)])
    #expect(try store.verify() == [])
    try store.close()
  }

  /// With the seal of the store that is gone, the empty file of the one that was begun would be set aside in its place.
  @Test(
    "R6: what could not be read is set aside and stays, where the disk is full when a store is begun anew",
    .enabled(if: SmallDisk.refusal == nil, SmallDisk.refusal))
  func setAside() throws {
    let scratch = try Scratch()
    let disk = try SmallDisk(at: scratch.file("disk"), kibibytes: 1024)
    let folder = disk.path + "/results"
    func open() throws -> RunStore {
      try RunStore.open(folder: folder, study: SampleRuns.study, mode: .resume)
    }
    let store = try open()
    try store.append([SampleRuns.block(0)])
    try store.close()
    let garbage = [UInt8](repeating: 7, count: 8192)
    try scratch.write(garbage, to: "disk/results/.store/runs.sqlite")
    let filler = creat(disk.path + "/filler", 0o600)
    while write(filler, garbage, 4096) > 0 {}
    close(filler)
    #expect(throws: DurableFileError.self) { try open() }
    try #require(disk.grow(toKibibytes: 65_536))
    let begun = try open()
    #expect(try begun.runs(of: SampleRuns.block(0).point) == [])
    try begun.close()
    #expect(try scratch.bytes("disk/results/.store/unreadable.sqlite") == garbage)
  }

  @Test("R8: a file in the folder's place and a folder nobody may write are errors at once")
  func badPlaces() throws {
    let scratch = try Scratch()
    try scratch.write([1], to: "file")
    for folder in [scratch.file("file"), scratch.file("file/x"), "/proc/nothing"] {
      let error = #expect(throws: DurableFileError.self) {
        try RunStore.open(folder: folder, study: SampleRuns.study, mode: .resume)
      }
      #expect(error?.code == .fileError)
    }
  }

  @Test(
    "a closed store can be read from a read-only file system",
    .enabled(if: SmallDisk.refusal == nil, SmallDisk.refusal))
  func readOnly() throws {
    let scratch = try Scratch()
    let disk = try SmallDisk(at: scratch.file("disk"), kibibytes: 4096)
    let folder = disk.path + "/results"
    let store = try RunStore.open(folder: folder, study: SampleRuns.study, mode: .resume)
    try store.append([SampleRuns.block(0)])
    try store.close()
    try #require(
      mount("tmpfs", disk.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
    let reader = try RunStore.open(folder: folder, mode: .readOnly)
    #expect(try reader.runs(of: SampleRuns.block(0).point) == SampleRuns.block(0).runs)
    #expect(try reader.verify() == [])
    #expect(RunStore.holder(of: folder) == nil)
    let error = #expect(throws: DurableFileError.self) {
      try RunStore.open(folder: folder, study: SampleRuns.study, mode: .resume)
    }
    #expect(error?.code == .fileError)
  }
}
