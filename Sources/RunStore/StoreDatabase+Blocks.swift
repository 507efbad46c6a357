extension StoreDatabase {
  static func insert(_ block: EncodedBlock, in db: SQLite) throws {
    try db.run(
      """
      INSERT INTO blocks (point, first, count, failed, runs, curves, maps)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        point(block.point), .whole(Int64(block.replicates.lowerBound)),
        .whole(Int64(block.replicates.count)), .whole(Int64(block.failed)), .bytes(block.runs),
        .bytes(block.curves), .bytes(block.maps),
      ])
  }

  /// Ranges of a point's blocks that meet `replicates`, in order; from the index alone.
  ///
  /// - Parameter failedOnly: whether blocks without a run that failed are left out.
  static func ranges(
    of point: UInt64, meeting replicates: Range<Int>, failedOnly: Bool = false, in db: SQLite
  ) throws -> [Range<Int>] {
    // Blocks do not overlap, so only the last one that starts before can reach into the range.
    try db.all(
      """
      SELECT first, count FROM blocks WHERE point = ?1 AND first < ?3 AND first >= ifnull(
        (SELECT max(first) FROM blocks WHERE point = ?1 AND first <= ?2), ?2)
        \(failedOnly ? "AND failed > 0" : "") ORDER BY first
      """,
      [
        self.point(point), .whole(Int64(replicates.lowerBound)),
        .whole(Int64(replicates.upperBound)),
      ]
    ) { row in
      guard let range = range(first: row.whole(0), count: row.whole(1)) else {
        throw MalformedBytes("a block has an impossible range of replicates")
      }
      return range
    }.filter { $0.overlaps(replicates) }
  }

  /// The first block of a point that reaches beyond `replicate`, with what is asked for of it.
  static func block(
    of point: UInt64, from replicate: Int, withCurves: Bool, withMaps: Bool, in db: SQLite
  ) throws -> EncodedBlock? {
    let curves = withCurves ? "curves" : "NULL"
    let maps = withMaps ? "maps" : "NULL"
    return try db.first(
      """
      SELECT first, count, failed, runs, \(curves), \(maps),
        curves IS NOT NULL, maps IS NOT NULL FROM blocks
      WHERE point = ?1 AND first >= ifnull(
        (SELECT max(first) FROM blocks WHERE point = ?1 AND first <= ?2), ?2)
      ORDER BY first LIMIT 2
      """, [self.point(point), .whole(Int64(replicate))]
    ) { row in
      guard let range = range(first: row.whole(0), count: row.whole(1)),
        let failed = row.whole(2), let runs = try row.bytes(3)
      else { throw MalformedBytes("a block has an inconsistent row") }
      guard range.upperBound > replicate else { return nil }
      return EncodedBlock(
        point: point, replicates: range, failed: failed, runs: runs, curves: try row.bytes(4),
        maps: try row.bytes(5),
        others: EncodedBlock.others(hasCurves: row.whole(6) == 1, hasMaps: row.whole(7) == 1))
    }
  }

  /// The whole row; nil if there is none. For checking: nothing in it is trusted.
  static func block(row: Int64, in db: SQLite) throws -> EncodedBlock? {
    try db.first(
      "SELECT point, first, count, failed, runs, curves, maps FROM blocks WHERE rowid = ?",
      [.whole(row)]
    ) { row in
      guard let point = row.whole(0), let range = range(first: row.whole(1), count: row.whole(2)),
        let failed = row.whole(3), let runs = try row.bytes(4)
      else { throw MalformedBytes("a row has unexpected columns") }
      return EncodedBlock(
        point: UInt64(bitPattern: Int64(point)), replicates: range, failed: failed, runs: runs,
        curves: try row.bytes(5), maps: try row.bytes(6))
    }
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
