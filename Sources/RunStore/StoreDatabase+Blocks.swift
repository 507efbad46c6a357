internal import Foundation
internal import GRDB

extension StoreDatabase {
  static func insert(_ block: EncodedBlock, in db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO blocks (point, first, count, failed, runs, curves, maps)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(arguments: [
      Int64(bitPattern: block.point), block.replicates.lowerBound, block.replicates.count,
      block.failed, block.runs, block.curves, block.maps,
    ])
  }

  /// Ranges of a point's blocks that meet `replicates`, in order; from the index alone.
  static func ranges(
    of point: UInt64, meeting replicates: Range<Int>, in db: Database
  ) throws -> [Range<Int>] {
    // Blocks do not overlap, so only the last one that starts before can reach into the range.
    let statement = try db.cachedStatement(
      sql: """
        SELECT first, count FROM blocks WHERE point = ?1 AND first < ?3 AND first >= ifnull(
          (SELECT max(first) FROM blocks WHERE point = ?1 AND first <= ?2), ?2) ORDER BY first
        """)
    let rows = try Row.fetchCursor(
      statement,
      arguments: [Int64(bitPattern: point), replicates.lowerBound, replicates.upperBound])
    var ranges: [Range<Int>] = []
    while let row = try rows.next() {
      guard let range = range(first: row[0], count: row[1]) else {
        throw MalformedBytes("a block's replicates make no sense")
      }
      if range.overlaps(replicates) { ranges.append(range) }
    }
    return ranges
  }

  /// The first block of a point that reaches beyond `replicate`, with what is asked for of it.
  static func block(
    of point: UInt64, from replicate: Int, withCurves: Bool, withMaps: Bool, in db: Database
  ) throws -> EncodedBlock? {
    let curves = withCurves ? "curves" : "NULL"
    let maps = withMaps ? "maps" : "NULL"
    let statement = try db.cachedStatement(
      sql: """
        SELECT first, count, failed, runs, \(curves), \(maps) FROM blocks
        WHERE point = ?1 AND first >= ifnull(
          (SELECT max(first) FROM blocks WHERE point = ?1 AND first <= ?2), ?2)
        ORDER BY first LIMIT 2
        """)
    let rows = try Row.fetchCursor(
      statement, arguments: [Int64(bitPattern: point), replicate])
    while let row = try rows.next() {
      guard let range = range(first: row[0], count: row[1]), let runs = row[3] as Data? else {
        throw MalformedBytes("a block's row makes no sense")
      }
      if range.upperBound > replicate {
        return EncodedBlock(
          point: point, replicates: range, failed: (row[2] as Int?) ?? 0, runs: runs,
          curves: row[4], maps: row[5])
      }
    }
    return nil
  }

  /// The whole row; nil if there is none. For checking: nothing in it is trusted.
  static func block(row: Int64, in db: Database) throws -> EncodedBlock? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT point, first, count, failed, runs, curves, maps FROM blocks WHERE rowid = ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [row]) else { return nil }
    guard let point = row[0] as Int64?, let range = range(first: row[1], count: row[2]),
      let failed = row[3] as Int?, let runs = row[4] as Data?
    else { throw MalformedBytes("a row has other columns than ours") }
    return EncodedBlock(
      point: UInt64(bitPattern: point), replicates: range, failed: failed, runs: runs,
      curves: row[5], maps: row[6])
  }

  /// nil where a damaged file holds what no block has.
  private static func range(first: Int?, count: Int?) -> Range<Int>? {
    guard let first, let count else { return nil }
    let (end, overflow) = first.addingReportingOverflow(count)
    return first >= 0 && count > 0 && !overflow ? first..<end : nil
  }
}
