package import SpreadModel

/// The runs of a block by column: how tables of many runs read them, without a value of its own for
/// each run.
package struct RunColumns: Sendable {
  /// All replicates of the block.
  package let replicates: Range<Int>
  /// Those that are asked for.
  package var wanted: Range<Int>
  /// Why a run failed, by its index in the block.
  let failures: [Int: String]
  /// Of the runs that finished, in their order.
  package let stopReasons: [StopReason]
  /// By response, then by run that finished.
  package var responses: [ResponseColumn]
  /// By index in the block; empty where none were read.
  private(set) var curves: [RunCurves?]
  private(set) var maps: [[Int32]?]
  private(set) var transmissions: [Transmissions?]
  private(set) var groupCurves: [[RunCurves]?]

  /// Passes the runs that are asked for by, in replicate order.
  ///
  /// - Parameter body: takes a replicate and its row among the runs that finished; nil if it failed.
  package func visit(_ body: (_ replicate: Int, _ row: Int?) throws -> Void) rethrows {
    var row = 0
    for (index, replicate) in replicates.enumerated() {
      let isFinished = failures.isEmpty || failures[index] == nil
      if wanted.contains(replicate) { try body(replicate, isFinished ? row : nil) }
      if isFinished { row += 1 }
    }
  }

  /// The rows of the runs that are asked for and finished.
  package var wantedRows: [Int] {
    let first = replicates.lowerBound
    guard !failures.isEmpty else {
      return Array(wanted.lowerBound - first..<wanted.upperBound - first)
    }
    var rows: [Int] = []
    visit { _, row in if let row { rows.append(row) } }
    return rows
  }

  /// Copies the responses of a run that finished; not a number where a cell is empty.
  ///
  /// - Parameter cells: by response.
  package func copy(row: Int, to cells: UnsafeMutableBufferPointer<Double>) {
    let columns = responses.span
    for place in columns.indices { cells[place] = columns[place].values[row] }
  }

  /// The run that `visit` passes by.
  package func run(_ replicate: Int, _ row: Int?) -> RunRecord {
    guard let row else {
      return RunRecord(
        replicate: replicate, outcome: .failed(reason: failure(of: replicate) ?? ""))
    }
    return RunRecord(
      replicate: replicate,
      outcome: .finished(
        .init(
          stopReason: stopReasons[row], responses: responses.map { $0[row] },
          curve: curve(of: replicate), map: map(of: replicate),
          transmissions: transmissions(of: replicate), groupCurves: groupCurves(of: replicate))))
  }

  /// nil where none was recorded, or read.
  package func curve(of replicate: Int) -> RunCurves? {
    curves.isEmpty ? nil : curves[replicate - replicates.lowerBound]
  }

  /// nil where none was recorded, or read.
  package func map(of replicate: Int) -> [Int32]? {
    maps.isEmpty ? nil : maps[replicate - replicates.lowerBound]
  }

  /// nil where none were recorded, or read.
  package func transmissions(of replicate: Int) -> Transmissions? {
    transmissions.isEmpty ? nil : transmissions[replicate - replicates.lowerBound]
  }

  /// nil where none were recorded, or read.
  package func groupCurves(of replicate: Int) -> [RunCurves]? {
    groupCurves.isEmpty ? nil : groupCurves[replicate - replicates.lowerBound]
  }

  /// Why the run failed; nil if it finished.
  package func failure(of replicate: Int) -> String? {
    failures.isEmpty ? nil : failures[replicate - replicates.lowerBound]
  }

  /// Leaves out what is recorded and not asked for, and puts the responses in the order in which they are asked
  /// for.
  ///
  /// - Parameters:
  ///   - asked: all of it is recorded of the runs that are wanted.
  ///   - indices: of the responses asked for among those that are recorded.
  mutating func keep(_ asked: Recording, at indices: [Int?]) {
    if !stopReasons.isEmpty {
      responses = indices.map {
        $0.map { responses[$0] } ?? ResponseColumn(stopReasons.map { _ in nil })
      }
    }
    func isAsked(_ kind: PartKind, _ index: Int) -> Bool {
      replicates.lowerBound + index < asked.parts[kind, default: 0]
    }
    for index in curves.indices {
      if !isAsked(.course, index) { curves[index]?.course = nil }
      if !isAsked(.curves, index) { curves[index] = nil }
    }
    for index in groupCurves.indices {
      if !isAsked(.groupCourse, index) {
        groupCurves[index] = groupCurves[index]?.map { RunCurves(infected: $0.infected) }
      }
      if !isAsked(.groupCurves, index) { groupCurves[index] = nil }
    }
    for index in maps.indices where !isAsked(.maps, index) { maps[index] = nil }
    for index in transmissions.indices where !isAsked(.transmissions, index) {
      transmissions[index] = nil
    }
  }

  /// All runs that are asked for.
  var runs: [RunRecord] {
    var runs: [RunRecord] = []
    runs.reserveCapacity(wanted.count)
    visit { runs.append(run($0, $1)) }
    return runs
  }
}

extension RunColumns {
  /// Runs one after the other, at least one, that are not those of a block. What is recorded of them beside their
  /// responses is left out.
  package init(_ runs: [RunRecord]) {
    let finished = runs.compactMap(\.finished)
    let first = runs[0].replicate
    let replicates = first..<first + runs.count
    var failures: [Int: String] = [:]
    for run in runs {
      if case .failed(let reason) = run.outcome { failures[run.replicate - first] = reason }
    }
    let columns = finished.first?.responses.indices ?? 0..<0
    self.init(
      replicates: replicates, wanted: replicates, failures: failures,
      stopReasons: finished.map(\.stopReason),
      responses: columns.map { column in ResponseColumn(finished.map { $0.responses[column] }) },
      curves: [], maps: [], transmissions: [], groupCurves: [])
  }

  /// Gives its runs curves, by replicate.
  package mutating func setCurves(_ curve: (Int) -> RunCurves?) { curves = replicates.map(curve) }
}
