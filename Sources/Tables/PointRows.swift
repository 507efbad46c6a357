import DurableFiles
import PlainText

extension FolderTable {
  /// Files up to this size are read whole.
  private static let smallFile = 1 << 20
  /// A part of the file in which no point is looked for by halving.
  private static let smallPart = 1 << 16

  /// Hands over the rows of some points, with some of their columns. Rows stand in the order of their points, so that
  /// of a large file these alone are read.
  ///
  /// - Throws: as `forEachRow`.
  package func forEachRow(
    _ wanted: [String], at points: some Sequence<Int>, _ body: (CSVRow) throws -> Void
  ) throws {
    let points = Set(points)
    let file = try ReadableFile(path, .found)
    let isPlain = !path.hasSuffix(".gz")
    guard isPlain, columns.first == "point", file.size > Self.smallFile else {
      return try forEachRow(["point"] + wanted) { row in
        if row.count("point").map(points.contains) == true { try body(row) }
      }
    }
    do {
      let header = try Self.line(of: file, at: 0)
      for first in points.sorted() where !points.contains(first - 1) {
        var (rest, last) = (header[...], first)
        while points.contains(last + 1) { last += 1 }
        let wantedHere = first...last
        try file.move(to: Self.start(of: first, in: file, from: header.count))
        let reader = try CSVReader(.own, file: path) { room in
          guard rest.isEmpty else {
            let piece = rest.prefix(room.count)
            rest = rest.dropFirst(piece.count)
            room.copyBytes(from: piece)
            return piece.count
          }
          return try file.read(into: room)
        }
        try read(["point"] + wanted, from: reader) { row in
          guard let point = row.count("point") else { return true }
          if wantedHere.contains(point) { try body(row) }
          return point <= wantedHere.upperBound
        }
      }
    } catch let error as any WordedError where error.code == .damaged {
      // The line in which something is wrong is known of files that are read from the start.
      try forEachRow(wanted) { _ in }
      throw error
    }
  }

  /// A byte at which a row begins, at most a small part before those of a point.
  private static func start(of point: Int, in file: ReadableFile, from first: Int) throws -> Int {
    var (low, high) = (first, file.size)
    while high - low > smallPart {
      let middle = low + (high - low) / 2
      let before = try line(of: file, at: middle)
      let row = middle + before.count
      guard row < high else {
        high = middle
        continue
      }
      let digits = try line(of: file, at: row).prefix { (0x30...0x39).contains($0) }
      guard let found = Int(String(decoding: digits, as: UTF8.self)) else { return first }
      if found < point { low = row } else { high = middle }
    }
    return low
  }

  /// The bytes from one to the end of its line, which is among them.
  private static func line(of file: ReadableFile, at offset: Int) throws -> [UInt8] {
    try file.move(to: offset)
    var line: [UInt8] = []
    while true {
      let piece = try file.bytes(upTo: 1_024)
      if let end = piece.firstIndex(of: 0x0a) { return line + piece[...end] }
      line += piece
      if piece.count < 1_024 || line.count > CSVRecords.longestRow { return line }
    }
  }
}
