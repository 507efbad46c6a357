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
  ///
  /// - Parameter failedOnly: whether blocks without a run that failed are left out.
  static func ranges(
    of point: UInt64, meeting replicates: Range<Int>, failedOnly: Bool = false, in db: Database
  ) throws -> [Range<Int>] {
    // Blocks do not overlap, so only the last one that starts before can reach into the range.
    let statement = try db.cachedStatement(
      sql: """
        SELECT first, count FROM blocks WHERE point = ?1 AND first < ?3 AND first >= ifnull(
          (SELECT max(first) FROM blocks WHERE point = ?1 AND first <= ?2), ?2)
          \(failedOnly ? "AND failed > 0" : "") ORDER BY first
        """)
    let rows = try Row.fetchCursor(
      statement,
      arguments: [Int64(bitPattern: point), replicates.lowerBound, replicates.upperBound])
    var ranges: [Range<Int>] = []
    while let row = try rows.next() {
      guard let range = range(first: row.whole(0), count: row.whole(1)) else {
        throw MalformedBytes("a block has an impossible range of replicates")
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
        SELECT first, count, failed, runs, \(curves), \(maps),
          curves IS NOT NULL, maps IS NOT NULL FROM blocks
        WHERE point = ?1 AND first >= ifnull(
          (SELECT max(first) FROM blocks WHERE point = ?1 AND first <= ?2), ?2)
        ORDER BY first LIMIT 2
        """)
    let rows = try Row.fetchCursor(
      statement, arguments: [Int64(bitPattern: point), replicate])
    while let row = try rows.next() {
      guard let range = range(first: row.whole(0), count: row.whole(1)),
        let failed = row.whole(2), let runs = try row.bytes(3)
      else { throw MalformedBytes("a block has an inconsistent row") }
      if range.upperBound > replicate {
        return EncodedBlock(
          point: point, replicates: range, failed: failed, runs: runs, curves: try row.bytes(4),
          maps: try row.bytes(5),
          others: EncodedBlock.others(hasCurves: row.whole(6) == 1, hasMaps: row.whole(7) == 1))
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
    guard let point = row.whole(0), let range = range(first: row.whole(1), count: row.whole(2)),
      let failed = row.whole(3), let runs = try row.bytes(4)
    else { throw MalformedBytes("a row has unexpected columns") }
    return EncodedBlock(
      point: UInt64(bitPattern: Int64(point)), replicates: range, failed: failed, runs: runs,
      curves: try row.bytes(5), maps: try row.bytes(6))
  }

  /// nil where a damaged file holds what no block has.
  private static func range(first: Int?, count: Int?) -> Range<Int>? {
    guard let first, let count else { return nil }
    let (end, overflow) = first.addingReportingOverflow(count)
    return first >= 0 && count > 0 && !overflow ? first..<end : nil
  }
}

/// Columns of a file that may be damaged: GRDB's own subscripts end the process where a column
/// holds another type than asked for.
extension Row {
  /// nil where there is no whole number.
  func whole(_ column: Int) -> Int? {
    let value: DatabaseValue = self[column]
    return Int.fromDatabaseValue(value)
  }

  /// nil where there is nothing.
  func bytes(_ column: Int) throws(MalformedBytes) -> Data? {
    let value: DatabaseValue = self[column]
    guard !value.isNull else { return nil }
    guard let bytes = Data.fromDatabaseValue(value) else {
      throw MalformedBytes("a column holds a number in place of bytes")
    }
    return bytes
  }
}
