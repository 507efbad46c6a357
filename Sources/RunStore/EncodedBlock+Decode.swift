internal import Foundation
internal import SpreadModel

extension EncodedBlock {
  /// The runs; curves and maps only where the block holds their bytes.
  ///
  /// Any bytes are safe to decode: what no writer would have written throws.
  package func decode() throws(MalformedBytes) -> RunBlock {
    var curveList: [RunCurves?] = []
    if let curves {
      curveList = try read(curves, .curves) { (reader) throws(MalformedBytes) in
        let versions = [BlockFormat.version, BlockFormat.courseVersion]
        return try reader.readParts(replicates.count, versions) {
          (reader, version) throws(MalformedBytes) in
          version == BlockFormat.version
            ? RunCurves(infected: try reader.deltas()) : try reader.readCurves()
        }
      }
    }
    var mapList: [[Int32]?] = []
    if let maps {
      mapList = try read(maps, .maps) { (reader) throws(MalformedBytes) in
        try reader.readParts(replicates.count, [BlockFormat.version]) {
          (reader, _) throws(MalformedBytes) in
          try reader.zigzagDeltas()
        }
      }
    }
    let first = replicates.lowerBound
    let list = try read(runs, .runs) { (reader) throws(MalformedBytes) in
      try reader.readOutcomes(replicates.count) { place in
        (
          curve: curveList.isEmpty ? nil : curveList[place],
          map: mapList.isEmpty ? nil : mapList[place]
        )
      }
    }
    return RunBlock(
      point: point,
      runs: list.enumerated().map { RunRecord(replicate: first + $0, outcome: $1) })
  }

  /// Checks the checksums alone.
  func checkSums() throws(MalformedBytes) {
    for (part, kind) in [(runs, BlockPart.runs), (curves, .curves), (maps, .maps)] {
      guard let part else { continue }
      try read(part, kind) { (_) throws(MalformedBytes) in }
    }
  }

  private func read<Value>(
    _ data: Data, _ kind: BlockPart, _ body: (inout ByteReader) throws(MalformedBytes) -> Value
  ) throws(MalformedBytes) -> Value {
    let plain = BlockChecksum(point, replicates, kind)
    let isCovering = kind == .runs && !others.isEmpty
    let checksum = isCovering ? BlockChecksum(point, replicates, kind, beside: others) : plain
    let result = data.withUnsafeBytes { bytes in
      Result { () throws(MalformedBytes) in
        // Blocks of format 1 do not say which other parts there are.
        var reader = try ByteReader(bytes, checksum, older: isCovering ? plain : nil)
        return try body(&reader)
      }
    }
    return try result.get()
  }
}

extension ByteReader {
  /// As `OutcomeTable.outcomes`.
  fileprivate mutating func readOutcomes(
    _ count: Int, _ parts: (Int) -> (curve: RunCurves?, map: [Int32]?)
  ) throws(MalformedBytes) -> [RunOutcome] {
    try expectVersion([BlockFormat.version])
    guard try varint() == UInt64(count) else {
      throw MalformedBytes("it holds another number of runs than its row says")
    }
    let failures = try length(bytesEach: 2)
    var reasons: [Int: String] = [:]
    var last = 0
    for _ in 0..<failures {
      let gap = try varint()
      guard gap < UInt64(count - last) else { throw MalformedBytes("a failure is out of place") }
      last += Int(gap)
      reasons[last] = String(decoding: try bytes(try length(bytesEach: 1)), as: UTF8.self)
    }
    guard reasons.count == failures else { throw MalformedBytes("a failure is doubled") }
    let columnCount = try length(bytesEach: 1)
    let finished = count - failures
    guard finished > 0 else {
      try expectEnd()
      return (0..<count).map { .failed(reason: reasons[$0] ?? "") }
    }
    // Columns of one value take few bytes, whatever the number of runs: memory needs a limit.
    guard count <= BlockFormat.mostCells / max(columnCount, 1) else {
      throw MalformedBytes("it claims more responses than a block may hold")
    }
    let stopReasons = try readStopReasons(finished)
    var columns: [[Double?]] = []
    for _ in 0..<columnCount { columns.append(try ResponseColumn.read(finished, from: &self)) }
    try expectEnd()
    var row = 0
    return (0..<count).map { place in
      if let reason = reasons[place] { return .failed(reason: reason) }
      defer { row += 1 }
      let (curve, map) = parts(place)
      return .ok(
        stopReason: stopReasons[row], responses: columns.map { $0[row] }, curve: curve, map: map)
    }
  }

  private mutating func readStopReasons(_ count: Int) throws(MalformedBytes) -> [StopReason] {
    let first = try byte()
    if first != BlockFormat.mixedReasons {
      return Array(repeating: try stopReason(first), count: count)
    }
    var reasons: [StopReason] = []
    for code in try bytes(count) { reasons.append(try stopReason(code)) }
    return reasons
  }

  private func stopReason(_ code: UInt8) throws(MalformedBytes) -> StopReason {
    guard let reason = StopReason(code: code) else { throw MalformedBytes("unknown stop reason") }
    return reason
  }

  /// Curves or maps; nil where a run has none.
  fileprivate mutating func readParts<Part>(
    _ count: Int, _ versions: [UInt8],
    _ read: (inout ByteReader, _ version: UInt8) throws(MalformedBytes) -> Part
  ) throws(MalformedBytes) -> [Part?] {
    let version = try expectVersion(versions)
    let bits = try bytes((count + 7) / 8)
    var parts: [Part?] = []
    for place in 0..<count {
      if bits[place >> 3] >> UInt8(place & 7) & 1 == 1 {
        parts.append(try read(&self, version))
      } else {
        parts.append(nil)
      }
    }
    try expectEnd()
    return parts
  }

  /// People by step with what goes with a course: five lists of the same length.
  fileprivate mutating func readCurves() throws(MalformedBytes) -> RunCurves {
    var lists: [[UInt32]] = []
    for _ in 0..<5 {
      let list = try zigzagDeltas().map(UInt32.init(bitPattern:))
      guard lists.first.map({ $0.count == list.count }) ?? true else {
        throw MalformedBytes("the curves of a run end at different steps")
      }
      lists.append(list)
    }
    return RunCurves(
      infected: lists[0],
      course: CourseCurves(
        newInfections: lists[1], everInfected: lists[2], immune: lists[3], latent: lists[4]))
  }

  @discardableResult
  private mutating func expectVersion(_ known: [UInt8]) throws(MalformedBytes) -> UInt8 {
    let version = try byte()
    guard known.contains(version) else { throw MalformedBytes("it has an unknown format") }
    return version
  }
}
