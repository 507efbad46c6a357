package import Foundation
internal import SpreadModel

/// A block as bytes: made by the worker that made the runs, so that the one thread that writes
/// has little to do.
///
/// Layout in docs/store.md, "Blocks". Curves and maps stand apart, so that tables which need
/// neither do not read them.
package struct EncodedBlock: Sendable {
  let point: UInt64
  package let replicates: Range<Int>
  let failed: Int
  package let runs: Data
  let curves: Data?
  let maps: Data?

  /// Bytes it takes in the store, the row's own few aside.
  package var bytes: Int { runs.count + (curves?.count ?? 0) + (maps?.count ?? 0) }

  /// - Precondition: the replicates are consecutive and all finished runs have the same number
  ///   of responses.
  package init(_ block: RunBlock) {
    point = block.point
    replicates = block.replicates
    let writer = ByteWriter()
    failed = writer.writeOutcomes(block.runs)
    runs = writer.take(BlockChecksum(point, replicates, .runs))
    curves =
      writer.writeCurves(block.runs)
      ? writer.take(BlockChecksum(point, replicates, .curves)) : nil
    maps =
      writer.writeMaps(block.runs) ? writer.take(BlockChecksum(point, replicates, .maps)) : nil
  }

  /// A block as it was read; nothing in it is trusted before `decode` has checked it.
  package init(
    point: UInt64, replicates: Range<Int>, failed: Int, runs: Data, curves: Data?, maps: Data?
  ) {
    self.point = point
    self.replicates = replicates
    self.failed = failed
    self.runs = runs
    self.curves = curves
    self.maps = maps
  }
}

extension ByteWriter {
  /// Failures, stop reasons and responses; returns the number of failures.
  fileprivate func writeOutcomes(_ runs: [RunRecord]) -> Int {
    byte(BlockFormat.version)
    varint(UInt64(runs.count))
    let failures = runs.indices.filter { runs[$0].isFailed }
    varint(UInt64(failures.count))
    var last = 0
    for place in failures {
      guard case .failed(let reason) = runs[place].outcome else { continue }
      varint(UInt64(place - last))
      last = place
      let text = Array(reason.utf8.prefix(BlockFormat.longestReason))
      varint(UInt64(text.count))
      bytes(text)
    }
    let finished = runs.count - failures.count
    let columns = runs.first { !$0.isFailed }?.responses ?? 0
    varint(UInt64(columns))
    guard finished > 0 else { return failures.count }
    var reasons: [UInt8] = []
    reasons.reserveCapacity(finished)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: finished * columns) { table in
      for run in runs {
        guard case .ok(let stopReason, let responses, _, _) = run.outcome else { continue }
        precondition(responses.count == columns, "all runs have the same responses")
        var place = reasons.count
        reasons.append(stopReason.code)
        for response in responses {
          table[place] = response ?? Double(bitPattern: ResponseColumn.gap)
          place += finished
        }
      }
      writeStopReasons(reasons)
      for column in 0..<columns {
        let values = table[column * finished..<(column + 1) * finished]
        ResponseColumn.write(UnsafeMutableBufferPointer(rebasing: values), to: self)
      }
    }
    return failures.count
  }

  /// One byte if all are the same, otherwise a byte each.
  private func writeStopReasons(_ codes: [UInt8]) {
    if let first = codes.first, codes.allSatisfy({ $0 == first }) {
      byte(first)
    } else {
      byte(BlockFormat.mixedReasons)
      bytes(codes)
    }
  }

  fileprivate func writeCurves(_ runs: [RunRecord]) -> Bool {
    guard writePresence(runs.map(\.hasCurve)) else { return false }
    for run in runs {
      guard case .ok(_, _, let curve?, _) = run.outcome else { continue }
      varint(UInt64(curve.count))
      curve.withUnsafeBufferPointer { deltas($0) }
    }
    return true
  }

  fileprivate func writeMaps(_ runs: [RunRecord]) -> Bool {
    guard writePresence(runs.map(\.hasMap)) else { return false }
    for run in runs {
      guard case .ok(_, _, _, let map?) = run.outcome else { continue }
      varint(UInt64(map.count))
      map.withUnsafeBufferPointer { zigzagDeltas($0) }
    }
    return true
  }

  /// Which runs have the part, a bit each; false, and nothing written, if none has.
  private func writePresence(_ present: [Bool]) -> Bool {
    guard present.contains(true) else { return false }
    byte(BlockFormat.version)
    var bits = [UInt8](repeating: 0, count: (present.count + 7) / 8)
    for (place, isThere) in present.enumerated() where isThere {
      bits[place >> 3] |= 1 << UInt8(place & 7)
    }
    bytes(bits)
    return true
  }
}

extension RunRecord {
  fileprivate var isFailed: Bool {
    if case .failed = outcome { true } else { false }
  }
  fileprivate var responses: Int {
    if case .ok(_, let responses, _, _) = outcome { responses.count } else { 0 }
  }
  fileprivate var hasCurve: Bool {
    if case .ok(_, _, .some, _) = outcome { true } else { false }
  }
  fileprivate var hasMap: Bool {
    if case .ok(_, _, _, .some) = outcome { true } else { false }
  }
}
