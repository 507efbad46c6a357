internal import Foundation
internal import SpreadModel

extension EncodedBlock {
  /// The runs; curves and maps only where the block holds their bytes.
  ///
  /// Any bytes are safe to decode: what no writer would have written throws.
  package func decode() throws(MalformedBytes) -> RunBlock {
    RunBlock(point: point, runs: try columns().runs)
  }

  /// As `decode`.
  func columns() throws(MalformedBytes) -> RunColumns {
    let outcomes = try read(.runs) { (reader) throws(MalformedBytes) in
      try reader.readOutcomes(replicates.count)
    }
    guard let outcomes else { throw MalformedBytes("it has no part with its runs") }
    return RunColumns(
      replicates: replicates, wanted: replicates, failures: outcomes.failures,
      stopReasons: outcomes.stopReasons, responses: outcomes.responses,
      curves: try read(.curves) { (reader) throws(MalformedBytes) in
        try reader.readCurvePart(replicates.count)
      } ?? [],
      maps: try list(.maps) { (reader) throws(MalformedBytes) in try reader.zigzagDeltas() },
      transmissions: try list(.transmissions) { (reader) throws(MalformedBytes) in
        try reader.readTransmissions()
      },
      groupCurves: try list(.groupCurves) { (reader) throws(MalformedBytes) in
        try reader.readGroupCurves()
      })
  }

  /// Checks the checksums alone.
  func checkSums() throws(MalformedBytes) {
    for kind in parts.keys { _ = try read(kind) { (_) throws(MalformedBytes) in } }
  }

  /// A part of format 1 with one of a kind per run; empty where there is none.
  private func list<Part>(
    _ kind: PartKind, _ body: (inout ByteReader) throws(MalformedBytes) -> Part
  ) throws(MalformedBytes) -> [Part?] {
    try read(kind) { (reader) throws(MalformedBytes) in
      try reader.expectVersion()
      let parts = try reader.readParts(replicates.count, body)
      try reader.expectEnd()
      return parts
    } ?? []
  }

  /// - Returns: nil where there is no such part.
  private func read<Value>(
    _ kind: PartKind, _ body: (inout ByteReader) throws(MalformedBytes) -> Value
  ) throws(MalformedBytes) -> Value? {
    guard let data = parts[kind] else { return nil }
    let checksum = BlockChecksum(point, replicates, kind)
    let result = data.withUnsafeBytes { bytes in
      Result { () throws(MalformedBytes) in
        var reader = try ByteReader(bytes, checksum)
        return try body(&reader)
      }
    }
    return try result.get()
  }
}

extension ByteReader {
  /// As `BlockEncoder.outcomes`.
  fileprivate mutating func readOutcomes(
    _ count: Int
  ) throws(MalformedBytes) -> (
    failures: [Int: String], stopReasons: [StopReason], responses: [ResponseColumn]
  ) {
    try expectVersion()
    guard try varint() == UInt64(count) else {
      throw MalformedBytes("it does not hold as many runs as its row says")
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
    guard reasons.count == failures else { throw MalformedBytes("a failure appears twice") }
    let columnCount = try length(bytesEach: 1)
    let finished = count - failures
    guard finished > 0 else {
      try expectEnd()
      return (reasons, [], [])
    }
    // Columns of one value take few bytes, whatever the number of runs: memory needs a limit.
    guard count <= BlockFormat.mostCells / max(columnCount, 1) else {
      throw MalformedBytes("it claims to have more responses than a block may hold")
    }
    let stopReasons = try readStopReasons(finished)
    var columns: [ResponseColumn] = []
    for _ in 0..<columnCount { columns.append(try ResponseColumn(finished, from: &self)) }
    try expectEnd()
    return (reasons, stopReasons, columns)
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

  fileprivate mutating func readCurvePart(_ count: Int) throws(MalformedBytes) -> [RunCurves?] {
    let (hasCourse, isObserved) = try curvesVersion()
    let list = try readParts(count) { (reader) throws(MalformedBytes) in
      var curves = hasCourse ? try reader.readCurves() : RunCurves(infected: try reader.deltas())
      if isObserved { try reader.readObserved(into: &curves) }
      return curves
    }
    try expectEnd()
    return list
  }

  fileprivate mutating func readGroupCurves() throws(MalformedBytes) -> [RunCurves] {
    var groups: [RunCurves] = []
    for _ in 0..<(try length(bytesEach: 2)) {
      let version = try expectVersion(of: [BlockFormat.version, BlockFormat.courseVersion])
      groups.append(
        version == BlockFormat.courseVersion
          ? try readCurves() : RunCurves(infected: try deltas()))
      guard groups.last?.infected.count == groups.first?.infected.count else {
        throw MalformedBytes("the curves of groups of a run end at different steps")
      }
    }
    return groups
  }

  /// One of a kind per run; nil where a run has none.
  fileprivate mutating func readParts<Part>(
    _ count: Int, _ read: (inout ByteReader) throws(MalformedBytes) -> Part
  ) throws(MalformedBytes) -> [Part?] {
    let bits = try bytes((count + 7) / 8)
    var parts: [Part?] = []
    for index in 0..<count {
      if bits[index >> 3] >> UInt8(index & 7) & 1 == 1 {
        parts.append(try read(&self))
      } else {
        parts.append(nil)
      }
    }
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

  /// What is seen, by series: lists as long as the others.
  fileprivate mutating func readObserved(into curves: inout RunCurves) throws(MalformedBytes) {
    for _ in 0..<(try length(bytesEach: 1)) {
      let list = try zigzagDeltas().map(UInt32.init(bitPattern:))
      guard list.count == curves.infected.count else {
        throw MalformedBytes("the curves of a run end at different steps")
      }
      curves.observed.append(list)
    }
  }

  fileprivate mutating func curvesVersion() throws(MalformedBytes) -> (
    hasCourse: Bool, isObserved: Bool
  ) {
    let version = try byte()
    let known = [BlockFormat.version, BlockFormat.courseVersion]
    let isObserved = version > BlockFormat.observedVersions
    guard known.contains(isObserved ? version - BlockFormat.observedVersions : version) else {
      throw MalformedBytes("it has an unknown format")
    }
    return (
      version == BlockFormat.courseVersion
        || version == BlockFormat.courseVersion + BlockFormat.observedVersions, isObserved
    )
  }

  /// As `ByteWriter.write(_: Transmissions)`.
  fileprivate mutating func readTransmissions() throws(MalformedBytes) -> Transmissions {
    var list = Transmissions()
    list.counts = try zigzagDeltas().map(UInt32.init(bitPattern:))
    list.people = try zigzagDeltas()
    let ways = try zigzagDeltas()
    let infections = list.counts.reduce(0) { $0 + Int($1) }
    guard list.people.count == infections, ways.count == infections else {
      throw MalformedBytes("the number of transmissions of a run is not the one it states")
    }
    list.sources = zip(list.people, ways).map { person, way in way == 0 ? -1 : person &+ way }
    guard list.people.allSatisfy({ $0 >= 0 }),
      zip(list.sources, ways).allSatisfy({ $0 >= 0 || $1 == 0 })
    else { throw MalformedBytes("a transmission names a person who does not exist") }
    return list
  }

  /// - Returns: which of these versions it is.
  @discardableResult
  fileprivate mutating func expectVersion(
    of known: [UInt8] = [BlockFormat.version]
  ) throws(MalformedBytes) -> UInt8 {
    let version = try byte()
    guard known.contains(version) else { throw MalformedBytes("it has an unknown format") }
    return version
  }
}
