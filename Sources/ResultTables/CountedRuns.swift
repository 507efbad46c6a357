package import RunStore
package import SpreadModel
package import Statistics
package import StudyFiles

/// The finished runs of a study, as the tables see them: its points in design order, and for each
/// how many of its replicates count.
package struct CountedRuns: Sendable {
  package struct PointResult: Sendable {
    package var point: Point
    /// The replicates that count: more may be in the store when precision decided, or from a study before; and of
    /// a search the first ones are those of other points.
    package var counted: Range<Int>
    /// Those below this one.
    package var replicates: Int { counted.upperBound }
    /// How many of them are there: fewer in a part, or while the study is not finished.
    package var found: Int
    /// Whether the precision targets were met; nil if the number of replicates was fixed.
    package var converged: Bool?

    package init(point: Point, counted: Range<Int>, found: Int? = nil, converged: Bool?) {
      self.point = point
      self.counted = counted
      self.found = found ?? counted.count
      self.converged = converged
    }
  }

  package var study: Study {
    didSet {
      sources = ResponseSources(study, stored: runs.responses)
      conditions = study.analysis.given
    }
  }
  /// The study file as it was given, before defaults and changes from the command line.
  package var studyFile: [UInt8]
  package let points: [PointResult]
  package let runs: any RunSource
  /// The part of the study that they are, as the manifest names it.
  package let part: String
  /// What the runs of each point cost in the last session, in plan order; empty if none were made.
  package var timings: [PointTiming]
  /// What an adaptive design has found out, search by search; empty for other designs.
  package let findings: [DesignFinding]
  /// The parameters that have columns in the tables.
  package let parameters: [ModelKey]
  private(set) var sources: ResponseSources
  /// Of points that differ in the infection probability alone the first one, by identity.
  private let firstsOfFamilies: Set<UInt64>
  /// Responses of 0 and 1: tables repeat the summaries over the runs in which each is 1. Those that the study
  /// gives; while tables are written, also what `addLargeOutbreaks` finds.
  private(set) var conditions: [Response]
  /// That make the tables; no byte depends on their number.
  package var threads = 1

  package init(
    study: Study, studyFile: [UInt8], points: [PointResult], runs: any RunSource,
    part: String = "1/1", timings: [PointTiming] = [], findings: [DesignFinding] = []
  ) {
    self.findings = findings
    self.timings = timings
    self.study = study
    self.studyFile = studyFile
    self.points = points
    parameters = Self.parameters(of: points, in: study)
    self.runs = runs
    self.part = part
    sources = ResponseSources(study, stored: runs.responses)
    conditions = study.analysis.given
    let all = points.map(\.point)
    firstsOfFamilies =
      study.needsPasses
      ? Set(
        study.families(of: all, apartFrom: [.infectionProbability]).map { all[$0[0]].identity })
      : []
  }

  /// Whether the runs of a point have a response: one that is the same at several points stands at the first of them.
  package func has(_ response: Response, at point: Point) -> Bool {
    !response.isOncePerFamily || firstsOfFamilies.contains(point.identity)
  }

  /// Of a calibration: how far its search is; nil for other designs.
  package var abc: SequentialABC? {
    if case .abc(let search)? = findings.first { search } else { nil }
  }

  /// The threshold searches, in the order of their points; empty for other designs.
  var searches: [ThresholdSearch] {
    findings.compactMap { if case .threshold(let search) = $0 { search } else { nil } }
  }
}

extension CountedRuns {
  /// Makes large outbreaks a condition where the study gives none and, at some point, some runs died out and others
  /// are large: a mean over both is that of neither.
  ///
  /// - Throws: `WordedError` where the runs cannot be read.
  mutating func addLargeOutbreaks() throws {
    guard conditions.isEmpty, study.hasCourse, abc == nil,
      let tenth = responses.place(of: .reachedTenth), let half = responses.place(of: .reachedHalf)
    else { return }
    for result in points where result.point.scenario.hasCourse {
      var sizes = OutbreakSizes()
      try forEachBlock(
        of: result, replicates: 0..<result.replicates, wanted: [.reachedTenth, .reachedHalf], []
      ) { runs in
        runs.visit { _, row in
          guard let row else { return }
          sizes.runs += 1
          if runs.responses[tenth][row] == 1 { sizes.atLeastTenth += 1 }
          if runs.responses[half][row] == 1 { sizes.atLeastHalf += 1 }
        }
      }
      if sizes.areOfTwoKinds {
        conditions = [.reachedHalf]
        return
      }
    }
  }
}
