internal import Foundation
internal import SpreadModel

/// The runs of a block on their way to bytes: gathered in one pass, responses by column.
struct OutcomeTable: ~Copyable {
  private(set) var failures: [(index: Int, reason: String)] = []
  private let runs: Int
  private var added = 0
  private var finished = 0
  private var columns = 0
  private var stopReasons: [UInt8] = []
  /// Responses by column, `runs` values each.
  private var responses: UnsafeMutableBufferPointer<Double>
  private var curves: RunParts
  private var maps: RunParts
  private var transmissions: RunParts
  private var groupCurves: RunParts

  init(runs: Int) {
    self.runs = runs
    stopReasons.reserveCapacity(runs)
    responses = .allocate(capacity: 0)
    curves = RunParts(runs: runs)
    maps = RunParts(runs: runs)
    transmissions = RunParts(runs: runs)
    groupCurves = RunParts(runs: runs)
  }

  deinit { responses.deallocate() }

  /// - Precondition: as many responses as the runs before had.
  mutating func add(_ outcome: RunOutcome) {
    defer { added += 1 }
    switch outcome {
    case .failed(let reason): failures.append((added, reason))
    case .finished(let run):
      if finished == 0 {
        columns = run.responses.count
        responses.deallocate()
        responses = .allocate(capacity: columns * runs)
      }
      precondition(run.responses.count == columns, "all runs of a block have the same responses")
      var index = finished
      for value in run.responses {
        responses[index] = value ?? Double(bitPattern: ResponseColumn.gap)
        index += runs
      }
      finished += 1
      stopReasons.append(run.stopReason.code)
      if let curve = run.curve {
        let hasCourse = curve.course != nil
        curves.mark(added)
        if hasCourse { curves.version = BlockFormat.courseVersion }
        if !curve.observed.isEmpty {
          curves.version =
            BlockFormat.observedVersions
            + (hasCourse ? BlockFormat.courseVersion : BlockFormat.version)
        }
        curves.writer.write(curve)
      }
      if let map = run.map {
        maps.mark(added)
        map.withUnsafeBufferPointer { maps.writer.zigzagDeltas($0) }
      }
      if let list = run.transmissions {
        transmissions.mark(added)
        transmissions.writer.write(list)
      }
      if let groups = run.groupCurves {
        groupCurves.mark(added)
        groupCurves.writer.varint(UInt64(groups.count))
        for curves in groups {
          groupCurves.writer.byte(
            curves.course == nil ? BlockFormat.version : BlockFormat.courseVersion)
          groupCurves.writer.write(curves)
        }
      }
    }
  }

  /// Failures, stop reasons and responses.
  private mutating func outcomes(_ checksum: BlockChecksum) -> Data {
    var writer = ByteWriter()
    writer.byte(BlockFormat.version)
    writer.varint(UInt64(runs))
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
    if finished > 0 {
      writeStopReasons(to: &writer)
      for column in 0..<columns {
        let values = responses[column * runs..<column * runs + finished]
        ResponseColumn.write(UnsafeMutableBufferPointer(rebasing: values), to: &writer)
      }
    }
    return writer.take(checksum)
  }

  /// All parts that the block has.
  ///
  /// - Parameter checksum: that of a part of this kind.
  mutating func takeParts(_ checksum: (PartKind) -> BlockChecksum) -> [PartKind: Data] {
    var parts: [PartKind: Data] = [:]
    parts[.runs] = outcomes(checksum(.runs))
    parts[.curves] = curves.take(checksum(.curves))
    parts[.maps] = maps.take(checksum(.maps))
    parts[.transmissions] = transmissions.take(checksum(.transmissions))
    parts[.groupCurves] = groupCurves.take(checksum(.groupCurves))
    return parts
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
  private var present: [UInt8]
  private var isEmpty = true

  init(runs: Int) { present = [UInt8](repeating: 0, count: (runs + 7) / 8) }

  /// The run at `index` has one.
  mutating func mark(_ index: Int) {
    if isEmpty {
      // Room for what `take` fills in.
      isEmpty = false
      writer.byte(version)
      writer.bytes(present)
    }
    present[index >> 3] |= 1 << UInt8(index & 7)
  }

  /// nil if no run has one.
  mutating func take(_ checksum: BlockChecksum) -> Data? {
    guard !isEmpty else { return nil }
    writer.replace(at: 0, with: [version] + present)
    return writer.take(checksum)
  }
}
