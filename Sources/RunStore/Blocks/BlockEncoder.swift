internal import Foundation
internal import SpreadModel

/// The runs of a block on their way to bytes: added one by one, in replicate order.
///
/// Not `Sendable`: one owner.
package final class BlockEncoder {
  private let point: UInt64
  private let first: Int
  /// Runs so far.
  package private(set) var count = 0
  private var failures: [(index: Int, reason: String)] = []
  private var columns = 0
  private var stopReasons: [UInt8] = []
  /// Of one finished run after the other.
  private var responses: [Double] = []
  private var curves = RunParts()
  private var maps = RunParts()
  private var transmissions = RunParts()
  private var groupCurves = RunParts()

  /// - Parameter first: the first replicate.
  package init(point: UInt64, first: Int) {
    self.point = point
    self.first = first
  }

  /// About what the block takes.
  package var bytes: Int {
    8 * responses.count + curves.bytes + maps.bytes + transmissions.bytes + groupCurves.bytes
  }

  /// Adds the next replicate.
  package func add(_ outcome: RunOutcome) {
    switch outcome {
    case .failed(let reason): add(failure: reason)
    case .finished(let run): add(run)
    }
  }

  package func add(failure reason: String) {
    failures.append((count, reason))
    count += 1
  }

  /// - Precondition: as many responses as the runs before had.
  package func add(_ run: RunRecord.Finished) {
    if stopReasons.isEmpty { columns = run.responses.count }
    precondition(run.responses.count == columns, "all runs of a block have the same responses")
    for cell in run.responses { responses.append(ResponseColumn.value(cell)) }
    stopReasons.append(run.stopReason.code)
    if let curve = run.curve {
      let hasCourse = curve.course != nil
      curves.mark(count)
      if hasCourse { curves.version = BlockFormat.courseVersion }
      if !curve.observed.isEmpty {
        curves.version =
          BlockFormat.observedVersions
          + (hasCourse ? BlockFormat.courseVersion : BlockFormat.version)
      }
      curves.writer.write(curve)
    }
    if let map = run.map {
      maps.mark(count)
      map.withUnsafeBufferPointer { maps.writer.zigzagDeltas($0) }
    }
    if let list = run.transmissions {
      transmissions.mark(count)
      transmissions.writer.write(list)
    }
    if let groups = run.groupCurves {
      groupCurves.mark(count)
      groupCurves.writer.varint(UInt64(groups.count))
      for curves in groups {
        groupCurves.writer.byte(
          curves.course == nil ? BlockFormat.version : BlockFormat.courseVersion)
        groupCurves.writer.write(curves)
      }
    }
    count += 1
  }

  /// The block with all runs so far; none can be added to it.
  package func finish() -> EncodedBlock {
    let replicates = first..<first + count
    func checksum(_ kind: PartKind) -> BlockChecksum { BlockChecksum(point, replicates, kind) }
    var parts: [PartKind: Data] = [:]
    parts[.runs] = outcomes(checksum(.runs))
    parts[.curves] = curves.take(runs: count, checksum(.curves))
    parts[.maps] = maps.take(runs: count, checksum(.maps))
    parts[.transmissions] = transmissions.take(runs: count, checksum(.transmissions))
    parts[.groupCurves] = groupCurves.take(runs: count, checksum(.groupCurves))
    return EncodedBlock(
      point: point, replicates: replicates, failed: failures.count, parts: parts)
  }

  /// Failures, stop reasons and responses.
  private func outcomes(_ checksum: BlockChecksum) -> Data {
    var writer = ByteWriter()
    writer.byte(BlockFormat.version)
    writer.varint(UInt64(count))
    writer.varint(UInt64(failures.count))
    var last = 0
    for (index, reason) in failures {
      writer.varint(UInt64(index - last))
      last = index
      let text = Array(reason.utf8.prefix(BlockFormat.longestReason))
      writer.varint(UInt64(text.count))
      writer.bytes(text)
    }
    writer.varint(UInt64(columns))
    guard !stopReasons.isEmpty else { return writer.take(checksum) }
    writeStopReasons(to: &writer)
    for column in 0..<columns {
      ResponseColumn(values: stopReasons.indices.map { responses[$0 * columns + column] })
        .write(to: &writer)
    }
    return writer.take(checksum)
  }

  /// One byte if all are the same, otherwise a byte each.
  private func writeStopReasons(to writer: inout ByteWriter) {
    if let first = stopReasons.first, stopReasons.allSatisfy({ $0 == first }) {
      writer.byte(first)
    } else {
      writer.byte(BlockFormat.mixedReasons)
      writer.bytes(stopReasons)
    }
  }
}

extension ByteWriter {
  /// Infected people by step; they rise only, or what goes with a course follows. Behind them what is seen.
  fileprivate mutating func write(_ curves: RunCurves) {
    if let course = curves.course {
      for list in [
        curves.infected, course.newInfections, course.everInfected, course.immune, course.latent,
      ] {
        zigzagDeltas(list)
      }
    } else {
      curves.infected.withUnsafeBufferPointer { deltas($0) }
    }
    guard !curves.observed.isEmpty else { return }
    varint(UInt64(curves.observed.count))
    for list in curves.observed { zigzagDeltas(list) }
  }

  /// Infections by step, who was infected, and how far away their source is; 0 where there is none,
  /// as nobody infects themselves.
  fileprivate mutating func write(_ transmissions: Transmissions) {
    zigzagDeltas(transmissions.counts)
    transmissions.people.withUnsafeBufferPointer { zigzagDeltas($0) }
    let ways = zip(transmissions.people, transmissions.sources).map { person, source in
      source < 0 ? 0 : source &- person
    }
    ways.withUnsafeBufferPointer { zigzagDeltas($0) }
  }

  private mutating func zigzagDeltas(_ values: [UInt32]) {
    values.withUnsafeBytes { zigzagDeltas($0.bindMemory(to: Int32.self)) }
  }
}

/// A part of a block besides its responses: which runs have one, and their numbers one after the other.
struct RunParts: ~Copyable {
  var writer = ByteWriter()
  /// Of the whole part, the same for all runs of a block.
  var version = BlockFormat.version
  /// A bit per run, up to the last one that has one.
  private var present: [UInt8] = []

  var bytes: Int { writer.count }

  /// The run at `index` has one.
  mutating func mark(_ index: Int) {
    while present.count <= index >> 3 { present.append(0) }
    present[index >> 3] |= 1 << UInt8(index & 7)
  }

  /// nil if no run has one.
  mutating func take(runs: Int, _ checksum: BlockChecksum) -> Data? {
    guard !present.isEmpty else { return nil }
    present += repeatElement(0, count: (runs + 7) / 8 - present.count)
    writer.prepend([version] + present)
    return writer.take(checksum)
  }
}
