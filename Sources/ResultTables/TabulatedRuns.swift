import PlainText
import RunStore
import SpreadModel
package import StudyFiles
import Synchronization
package import Tables
import WorkStealing

/// The runs of a results folder as `runs.csv` and `curves.csv` have them: for a folder whose store is not there, or is
/// of a format that is not read any more.
///
/// They are all in memory; curves are read when they are first asked for.
final class TabulatedRuns: RunSource {
  let responses: ResponseList
  let recordedParts: Set<PartKind> = [.curves]
  /// By the identity of a point: consecutive replicates, in order.
  private let blocks: [UInt64: [RunColumns]]
  private let points: [Point]
  private let curvesTable: FolderTable?
  /// By the identity of a point, then by replicate.
  private let curves = Mutex<[UInt64: [Int: RunCurves]]?>(nil)

  /// What a value takes.
  private static let bytesOfValue = 16
  /// What all may take.
  private static let mostBytes = (AllowedMemory.bytes() / 4).rounded(.down)

  /// - Parameter points: those of `points.csv`, in its order.
  /// - Throws: `WordedError` for a table that is missing, damaged or too large.
  init(_ tables: FolderTables, of study: Study, _ points: [Point]) throws {
    let table = try tables.needed("runs")
    let known = study.responses.adding(Response.allCases).responses
    let list = table.columns.compactMap { name in known.first { $0.name == name } }
    let names = ["point", "replicate", "status", "stop_reason"]
    var blocks: [UInt64: [RunColumns]] = [:]
    var (number, runs, count) = (0, [RunRecord](), 0)
    func endBlock() {
      if !runs.isEmpty { blocks[points[number].identity, default: []].append(RunColumns(runs)) }
      runs = []
    }
    try table.forEachRow(names + list.map(\.name)) { row in
      let last = runs.last.map { ($0.replicate) } ?? -1
      let reason = StopReason(rawValue: row["stop_reason"])
      guard let point = row.count("point"), let replicate = row.count("replicate"),
        points.indices.contains(point), point > number || point == number && replicate > last,
        reason != nil || row["status"] == "failed"
      else {
        throw Failure.damaged(
          table.path, "its run \(count) is none of the study, or not in its place")
      }
      if point != number || replicate != last + 1 { endBlock() }
      number = point
      count += 1
      try Self.expectMemory(rows: count, columns: list.count, table.path)
      runs.append(
        RunRecord(
          replicate: replicate,
          outcome: reason.map {
            .finished(
              .init(stopReason: $0, responses: row.cells.dropFirst(names.count).map { Double($0) }))
          } ?? .failed(reason: "")))
    }
    endBlock()
    responses = ResponseList(list)
    self.blocks = blocks
    self.points = points
    curvesTable = tables["curves"]
  }

  private static func expectMemory(rows: Int, columns: Int, _ path: String) throws {
    let needed = Double(rows * columns * bytesOfValue)
    guard needed > mostBytes else { return }
    throw Failure(
      .overLimits, file: path,
      "\(path) is too large: more than \(readable(Double(rows))) rows x \(columns) responses x \(bytesOfValue) bytes "
        + "= \(readable(needed)) bytes of memory, over the limit of \(readable(mostBytes)) bytes; compare its "
        + "columns: spreadlab compare \(path) --by COLUMN --response COLUMN")
  }

  func forEachBlock(
    point: UInt64, replicates: Range<Int>, _ parts: Set<PartKind>,
    _ body: (RunColumns) throws -> Void
  ) throws {
    for var block in blocks[point] ?? [] where block.replicates.overlaps(replicates) {
      if parts.contains(.curves) {
        let curves = try curves(of: point)
        block.setCurves { curves[$0] }
      }
      block.wanted = block.replicates.clamped(to: replicates)
      try body(block)
    }
  }

  /// How many of these replicates are there.
  func count(of point: Point, in replicates: Range<Int>) -> Int {
    (blocks[point.identity] ?? []).reduce(0) { $0 + $1.replicates.clamped(to: replicates).count }
  }

  private func curves(of point: UInt64) throws -> [Int: RunCurves] {
    try curves.withLock { curves in
      let all = try curves ?? readCurves()
      curves = all
      return all[point] ?? [:]
    }
  }

  private func readCurves() throws -> [UInt64: [Int: RunCurves]] {
    guard let table = curvesTable else { return [:] }
    let hasCourse = table.columns.contains(TableSchema.columnsOfCourse[0].name)
    let columns = TableSchema.curves.columns + (hasCourse ? TableSchema.columnsOfCourse : [])
    var all: [UInt64: [Int: RunCurves]] = [:]
    var last: (point: UInt32, replicate: UInt32)?
    var curves = RunCurves(infected: [])
    func endRun() {
      if let last {
        all[points[Int(last.point)].identity, default: [:]][Int(last.replicate)] = curves
      }
      curves = RunCurves(
        infected: [],
        course: hasCourse
          ? CourseCurves(newInfections: [], everInfected: [], immune: [], latent: []) : nil)
    }
    try table.forEachRow(columns.map(\.name)) { row in
      let numbers = row.cells.compactMap { UInt32($0) }
      guard numbers.count == columns.count, points.indices.contains(Int(numbers[0])) else {
        throw Failure.damaged(table.path, "a row is of no point of the study")
      }
      if last.map({ $0 != (numbers[0], numbers[1]) }) ?? true {
        endRun()
        last = (numbers[0], numbers[1])
      }
      guard numbers[2] == curves.infected.count else {
        throw Failure.damaged(table.path, "the steps of a run are not 0, 1, 2, ...")
      }
      curves.infected.append(numbers[3])
      guard hasCourse else { return }
      curves.course?.newInfections.append(numbers[4])
      curves.course?.everInfected.append(numbers[5])
      curves.course?.immune.append(numbers[6])
      curves.course?.latent.append(numbers[7])
    }
    endRun()
    return all
  }
}

extension CountedRuns {
  /// The runs that tables have of a study.
  ///
  /// - Throws: `WordedError` for tables that are missing, damaged or of another study, and for a design that places
  ///   points by its runs.
  package init(_ study: Study, from tables: FolderTables) throws {
    let table = try tables.needed("points")
    guard study.threshold == nil, study.calibration == nil else {
      throw Failure(
        .noResults, file: table.path,
        "the points that a search or a calibration placed follow from its stored runs, and there are only tables; "
          + "use runs.csv itself")
    }
    let points = try study.points()
    let keys = study.factors.map(\.parameter).filter { table.columns.contains($0.name) }
    var rows: [(replicates: Int, converged: Bool?)] = []
    try table.forEachRow(["point", "replicates", "converged"] + keys.map(\.name)) { row in
      guard points.indices.contains(rows.count), row.count("point") == rows.count,
        let replicates = row.count("replicates"),
        keys.allSatisfy({
          ParameterCell($0, points[rows.count].level(of: $0)).cell.csv == row[$0.name]
        })
      else {
        throw Failure.damaged(
          table.path, "its row \(rows.count) is not that point of study.resolved.json")
      }
      rows.append((replicates, ["0": false, "1": true][row["converged"]]))
    }
    guard rows.count == points.count else {
      throw Failure.damaged(table.path, "it has \(rows.count) of \(points.count) points")
    }
    let runs = try TabulatedRuns(tables, of: study, points)
    self.init(
      study: study, studyFile: [],
      points: zip(points, rows).map { point, row in
        PointResult(
          point: point, counted: 0..<row.replicates,
          found: runs.count(of: point, in: 0..<row.replicates), converged: row.converged)
      }, runs: runs)
  }
}
