import RunStore
package import SpreadModel
import StudyFiles

/// The responses that the tables of a study have, and where their values come from: the store, or
/// what follows from it.
package struct ResponseSources: Sendable {
  /// As they stand in `runs.csv`: the built-in ones that the store has, without shapes where no point
  /// is on a grid, then the study's own.
  package let list: ResponseList
  /// By response.
  private let readers: [ResponseReader]
  /// Whether a run's values stand in the list as they do in the store.
  let areStored: Bool

  /// - Parameter stored: the responses of the store, which may be older than the study.
  init(_ study: Study, stored: ResponseList) {
    list = ResponseList(
      stored.responses.filter { $0.own == nil && ($0.needs != .grid || study.hasGrid) }
        + study.responses.responses.filter { $0.own != nil })
    readers = list.responses.map { ResponseReader($0, stored: stored) }
    areStored = list == stored && !list.responses.contains(where: \.isOncePerFamily)
  }

  /// Whether a value of one of these responses follows from a curve; nil means any of the list.
  func needCurves(_ wanted: [Response]?) -> Bool {
    zip(list.responses, readers).contains { response, reader in
      reader.needsCurves && (wanted?.contains(response) ?? true)
    }
  }

  /// The columns of a point's runs in the order of the list, from what is stored.
  ///
  /// - Parameters:
  ///   - wanted: columns of others that are not stored are empty; nil: all.
  ///   - has: whether the point has a response; columns of others are empty.
  func columns(
    of runs: RunColumns, at point: Point, wanted: [Response]?, has: (Response) -> Bool
  ) -> [ResponseColumn] {
    if runs.stopReasons.isEmpty { return [] }
    return zip(list.responses, readers).map { response, reader in
      if let place = reader.place, has(response) { return runs.responses[place] }
      var column = runs.stopReasons.map { _ in Double?.none }
      if has(response), wanted?.contains(response) ?? true {
        runs.visit { replicate, row in
          guard let row else { return }
          column[row] = reader.value(
            StoredRun(
              runs.stopReasons[row], curves: runs.curve(of: replicate), on: point.scenario.grid,
              level: point.number, value: { runs.responses[$0][row] }))
        }
      }
      return ResponseColumn(column)
    }
  }
}

extension CountedRuns {
  /// The responses of the tables.
  package var responses: ResponseList { sources.list }

  /// Passes the runs of a point by, a block at a time in replicate order, with the values of
  /// `responses`.
  ///
  /// - Parameters:
  ///   - wanted: the responses that are looked at; nil: all. Others may be missing.
  ///   - parts: what is read beside the responses.
  /// - Throws: `RunStoreError`, and what `body` throws.
  func forEachBlock(
    of result: PointResult, replicates: Range<Int>, wanted: [Response]? = nil,
    _ parts: Set<PartKind>, _ body: (RunColumns) throws -> Void
  ) throws {
    let point = result.point
    let needed = sources.needCurves(wanted) ? parts.union([.curves]) : parts
    let replicates = replicates.clamped(to: result.counted)
    try self.runs.forEachBlock(point: point.identity, replicates: replicates, needed) { runs in
      guard !sources.areStored else { return try body(runs) }
      var full = runs
      full.responses = sources.columns(of: runs, at: point, wanted: wanted) { has($0, at: point) }
      try body(full)
    }
  }
}
