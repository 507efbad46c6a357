internal import Foundation
internal import Synchronization

/// The row of a block, without its parts.
struct BlockRow: Sendable {
  let row: Int
  let replicates: Range<Int>
  /// The number of what was recorded of its runs.
  let recording: Int
}

extension StoreDatabase {
  func insert(_ block: EncodedBlock, recording: Int, in db: SQLite) throws {
    let checksum = BlockChecksum(
      block.point, block.replicates, failed: block.failed,
      recording: try self.recording(recording, in: db).text, kinds: block.parts.keys)
    try db.run(
      "INSERT INTO blocks (point, first, count, failed, recording, checksum) VALUES (?, ?, ?, ?, ?, ?)",
      [
        Self.point(block.point), .whole(Int64(block.replicates.lowerBound)),
        .whole(Int64(block.replicates.count)), .whole(Int64(block.failed)),
        .whole(Int64(recording)), .whole(Int64(bitPattern: checksum.value)),
      ])
    let row = db.lastRow
    for (kind, bytes) in block.parts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try db.run(
        "INSERT INTO parts (block, kind, bytes) VALUES (?, ?, ?)",
        [.whole(row), .text(kind.rawValue), .bytes(bytes)])
    }
  }

  func remove(row: Int, in db: SQLite) throws {
    try db.run("DELETE FROM parts WHERE block = ?", [.whole(Int64(row))])
    try db.run("DELETE FROM blocks WHERE id = ?", [.whole(Int64(row))])
  }

  /// Blocks of a point that meet `replicates`, in order; from the index alone.
  ///
  /// - Parameter failedOnly: whether blocks without a run that failed are left out.
  func rows(
    of point: UInt64, meeting replicates: Range<Int>, failedOnly: Bool = false, in db: SQLite
  ) throws -> [BlockRow] {
    // Blocks do not overlap, so only the last one that starts before can reach into the range.
    try db.all(
      """
      SELECT id, first, count, recording FROM blocks WHERE point = ?1 AND first < ?3 AND first >= ifnull(
        (SELECT max(first) FROM blocks WHERE point = ?1 AND first <= ?2), ?2)
        \(failedOnly ? "AND failed > 0" : "") ORDER BY first
      """,
      [
        Self.point(point), .whole(Int64(replicates.lowerBound)),
        .whole(Int64(replicates.upperBound)),
      ]
    ) { row in
      guard let id = row.whole(0), let range = Self.range(first: row.whole(1), count: row.whole(2)),
        let recording = row.whole(3)
      else { throw MalformedBytes("a block has an impossible range of replicates") }
      return BlockRow(row: id, replicates: range, recording: recording)
    }.filter { $0.replicates.overlaps(replicates) }
  }

  /// The first block of a point that reaches beyond `replicate`, with those of its parts that are asked for.
  func block(
    of point: UInt64, from replicate: Int, _ kinds: Set<PartKind>?, in db: SQLite
  ) throws -> StoredBlock? {
    let entry = try db.first(
      """
      SELECT id, first, count FROM blocks
      WHERE point = ?1 AND first >= ifnull(
        (SELECT max(first) FROM blocks WHERE point = ?1 AND first <= ?2), ?2)
      ORDER BY first LIMIT 2
      """, [Self.point(point), .whole(Int64(replicate))]
    ) { row -> (row: Int, replicates: Range<Int>)? in
      guard let id = row.whole(0), let range = Self.range(first: row.whole(1), count: row.whole(2))
      else { throw MalformedBytes("a block has an inconsistent row") }
      return range.upperBound > replicate ? (id, range) : nil
    }
    guard let entry else { return nil }
    return try block(row: entry.row, of: point, entry.replicates, kinds, in: db)
  }

  /// The block that an index names. An index that is damaged names any row: none, runs of another point, the same
  /// ones again and again, or later ones.
  func block(
    row: Int, of point: UInt64, _ replicates: Range<Int>, _ kinds: Set<PartKind>?, in db: SQLite
  ) throws -> StoredBlock {
    guard let found = try block(row: row, kinds, in: db), found.encoded.point == point,
      found.replicates == replicates
    else { throw damaged("its index names another block than its table") }
    return found
  }

  /// The block of a row; nil if there is none. Nothing in it is trusted.
  ///
  /// - Parameter kinds: the parts that are read beside the runs; nil: all.
  func block(row: Int, _ kinds: Set<PartKind>?, in db: SQLite) throws -> StoredBlock? {
    typealias Row = (
      point: UInt64, replicates: Range<Int>, failed: Int, recording: Int, checksum: UInt64
    )
    let found = try db.first(
      "SELECT point, first, count, failed, recording, checksum FROM blocks WHERE id = ?",
      [.whole(Int64(row))]
    ) { row -> Row? in
      guard let point = row.whole(0),
        let range = Self.range(first: row.whole(1), count: row.whole(2)),
        let failed = row.whole(3), let recording = row.whole(4), let checksum = row.whole(5)
      else { throw MalformedBytes("a row has unexpected columns") }
      return (
        UInt64(bitPattern: Int64(point)), range, failed, recording,
        UInt64(bitPattern: Int64(checksum))
      )
    }
    guard let found else { return nil }
    var all: [PartKind] = []
    var parts: [PartKind: Data] = [:]
    _ = try db.all("SELECT kind, bytes FROM parts WHERE block = ?", [.whole(Int64(row))]) { row in
      guard let name = row.text(0) else { throw MalformedBytes("a part has no kind") }
      let kind = PartKind(rawValue: name)
      all.append(kind)
      if kind == .runs || kinds?.contains(kind) ?? true { parts[kind] = try row.bytes(1) }
    }
    let recorded = try recording(found.recording, in: db)
    let block = EncodedBlock(
      point: found.point, replicates: found.replicates, failed: found.failed, parts: parts)
    let checksum = BlockChecksum(
      found.point, found.replicates, failed: found.failed, recording: recorded.text, kinds: all)
    guard checksum.value == found.checksum else {
      throw RunStoreError.damaged(damage(of: block, "its row, or which parts it has, changed"))
    }
    return StoredBlock(
      row: row, encoded: block, recording: recorded.recording, recordingNumber: found.recording)
  }

  private static func point(_ identity: UInt64) -> SQLiteValue {
    .whole(Int64(bitPattern: identity))
  }

  /// nil where a damaged file holds what no block has.
  private static func range(first: Int?, count: Int?) -> Range<Int>? {
    guard let first, let count else { return nil }
    let (end, overflow) = first.addingReportingOverflow(count)
    return first >= 0 && count > 0 && !overflow ? first..<end : nil
  }
}

// MARK: What was recorded

extension StoreDatabase {
  /// What is kept under that number.
  func recording(_ number: Int, in db: SQLite) throws -> KnownRecording {
    if let known = recordings.withLock({ $0[number] }) { return known }
    let stored = try db.first(
      "SELECT text FROM recordings WHERE id = ?", [.whole(Int64(number))]
    ) { try $0.bytes(0) }
    guard let stored else { throw MalformedBytes("nothing says what is recorded of its runs") }
    let text = String(decoding: try Self.unsealed(stored), as: UTF8.self)
    let known = KnownRecording(text: text, recording: try Recording(text: text, of: self))
    recordings.withLock { $0[number] = known }
    return known
  }

  /// The number under which it is kept; keeps it where it is not there yet.
  func number(of recording: Recording, in db: SQLite) throws -> Int {
    let numbers = try db.all("SELECT id FROM recordings ORDER BY id") { $0.whole(0) ?? 0 }
    for number in numbers
    where (try? self.recording(number, in: db))?.recording == recording { return number }
    let number = (numbers.last ?? 0) + 1
    try db.run(
      "INSERT INTO recordings (id, text) VALUES (?, ?)",
      [.whole(Int64(number)), .bytes(Self.sealed(Array(recording.text.utf8)))])
    return number
  }

  struct KnownRecording: Sendable {
    let text: String
    let recording: Recording
  }
}
