import RunStore
package import SpreadModel
import StudyFiles

/// The responses that the tables of a study have, and where their values come from: the store, or
/// the stored curves.
package struct ResponseSources: Sendable {
  /// As they stand in `runs.csv`: the built-in ones that the store has, then the study's own.
  package let list: ResponseList
  /// By response: its place among the stored ones; nil where curves tell it.
  private let places: [Int?]
  /// Whether a run's values stand in the list as they do in the store.
  let areStored: Bool

  /// - Parameter stored: the responses of the store, which may be older than the study.
  init(_ study: Study, stored: ResponseList) {
    let own = study.ownResponses.flatMap(\.responses)
    list = ResponseList(stored.responses.filter { $0.own == nil } + own)
    places = list.responses.map(stored.place)
    areStored = list == stored
  }

  /// Whether a value of one of these responses is told by a curve; nil means any of the list.
  func needCurves(_ wanted: [Response]?) -> Bool {
    zip(list.responses, places).contains { response, place in
      place == nil && (wanted?.contains(response) ?? true)
    }
  }

  /// The values of a run in the order of the list, from those that are stored.
  ///
  /// - Parameter curves: of the run; without them what curves tell is missing.
  func values(_ stored: [Double?], _ curves: RunCurves?, on grid: Grid) -> [Double?] {
    zip(list.responses, places).map { response, place in
      if let place { return stored[place] }
      return curves.flatMap { response.value(of: $0, on: grid) }
    }
  }
}

extension StudyResults {
  /// The responses of the tables.
  package var responses: ResponseList { sources.list }

  /// Passes the runs of a point by, in replicate order, with the values of `responses`.
  ///
  /// - Parameters:
  ///   - wanted: the responses that are looked at; nil: all. Others may be missing.
  ///   - withCurves: whether curves are wanted besides.
  ///   - withMaps: whether maps and transmissions are wanted.
  /// - Throws: `RunStoreError`, and what `body` throws.
  func forEachRun(
    of result: PointResult, replicates: Range<Int>, wanted: [Response]? = nil,
    withCurves: Bool = false, withMaps: Bool = false, _ body: (RunRecord) throws -> Void
  ) throws {
    let point = result.point
    let needsCurves = sources.needCurves(wanted)
    try store.forEachRun(
      point: point.identity, replicates: replicates, withCurves: withCurves || needsCurves,
      withMaps: withMaps
    ) { run in
      guard !sources.areStored,
        case .ok(let reason, let stored, let curves, let map, let transmissions) = run.outcome
      else { return try body(run) }
      var full = run
      full.outcome = .ok(
        stopReason: reason,
        responses: sources.values(stored, needsCurves ? curves : nil, on: point.scenario.grid),
        curve: curves, map: map, transmissions: transmissions)
      try body(full)
    }
  }
}
