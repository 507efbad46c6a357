import Foundation
import Tables
import Testing

/// Rows of some points of a table that is too large to be read whole.
@Suite("Rows of some points") final class PointRowsTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("point-rows-\(UUID().uuidString)").path
  private static let points = 30_000
  /// A point without a row, and one with many.
  private static let (missing, many) = (100, 200)
  /// Points without rows between two that are asked for.
  private static let gap = 300..<303

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static func rows(of point: Int) -> Int {
    point == missing || gap.contains(point) ? 0 : point == many ? 5_000 : 2
  }

  /// - Parameter damaged: a line whose value is no number.
  private func table(damaged: Int? = nil) throws -> FolderTable {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var lines = ["point,name,value"]
    for point in 0..<Self.points {
      for row in 0..<Self.rows(of: point) {
        lines.append("\(point),\(row == 1 ? "\"a, b\"" : "name \(row)"),\(10 * point + row).5")
      }
    }
    if let damaged { lines[damaged - 1] += "x" }
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: "\(folder)/any.csv", atomically: false, encoding: .utf8)
    try """
    {"resources": [{"name": "any", "path": "any.csv", "schema": {"row": "a row", "fields": [
     {"name": "point", "type": "integer"}, {"name": "name", "type": "string"},
     {"name": "value", "type": "number"}]}}]}
    """.write(toFile: "\(folder)/datapackage.json", atomically: false, encoding: .utf8)
    return try #require(try FolderTables(in: folder)["any"])
  }

  @Test("all rows of the points that are asked for, and no others, in the order of the table")
  func found() throws {
    let asked = [29_999, 0, 17, 18, 99, Self.missing, 101, Self.many, 299, 303, 15_000, 40_000]
    var found: [[String]] = []
    try table().forEachRow(["value", "name"], at: asked) {
      found.append([$0["point"], $0["value"], $0["name"]])
    }
    let expected = asked.sorted().filter { $0 < Self.points }.flatMap { point in
      (0..<Self.rows(of: point)).map {
        ["\(point)", "\(10 * point + $0).5", $0 == 1 ? "a, b" : "name \($0)"]
      }
    }
    #expect(found == expected)
  }

  @Test("a damaged row is named by its line in the file")
  func damaged() throws {
    let table = try table(damaged: 50_002)
    let point = (50_002 - 2 - 5_000 + 4 + 2 * Self.gap.count) / 2
    do {
      try table.forEachRow(["value"], at: [point]) { _ in }
      Issue.record("the row was read")
    } catch {
      #expect("\(error)".contains("line 50002"))
    }
  }

  @Test("by the cell of a column a row is read, read in part, or left out")
  func selected() throws {
    var found: [[String]] = []
    try table().forEachRow(["point", "value"], by: "name") { name in
      name.elementsEqual("name 4999".utf8)
        ? [0, 1] : name.elementsEqual("name 4998".utf8) ? [0] : nil
    } _: {
      found.append([$0["point"], found.isEmpty ? "" : $0["value"]])
    }
    #expect(found == [["200", ""], ["200", "6999.5"]])
  }
}
