import SpreadEngine
import SpreadModel
package import Statistics
package import StudyFiles

/// Which runs a study asks for: every point with its replicates.
package struct RunPlan: Sendable {
  package let study: Study
  package let points: [Point]
  /// Expected nanoseconds of one run, by point.
  package let work: [Double]
  package let shard: Shard
  /// The replicates of each point that this shard runs; with a precision target, the first round.
  package let replicates: [Range<Int>]
  /// Of a calibration: its search as far as runs were seen; nil for other designs, and before any were.
  package let search: SequentialABC?

  /// - Throws: `StudyFileError` where points turn out to be invalid.
  package init(_ study: Study, shard: Shard = .whole) throws(StudyFileError) {
    let points = try study.points()
    self.init(study, points: points, work: points.map(\.scenario.expectedWork), shard: shard)
  }

  /// The points that a calibration has drawn so far.
  init(_ study: Study, points: [Point], search: SequentialABC?) {
    self.init(
      study, points: points, work: points.map(\.scenario.expectedWork), shard: .whole,
      search: search)
  }

  private init(
    _ study: Study, points: [Point], work: [Double], shard: Shard, search: SequentialABC? = nil
  ) {
    self.study = study
    self.search = search
    self.shard = shard
    self.points = points
    self.work = work
    var dealer = ShardDealer(shards: shard.count)
    replicates = work.map {
      dealer.deal(replicates: study.replicates.first, work: $0, to: shard)
    }
  }

  /// The same study's plan for another part of it.
  package func part(_ shard: Shard) -> RunPlan {
    RunPlan(study, points: points, work: work, shard: shard, search: search)
  }

  /// The plan of the same study with another analysis, whose confidence precision targets follow.
  ///
  /// - Precondition: the studies have one digest.
  package func analyzed(as study: Study) -> RunPlan {
    precondition(study.digest == self.study.digest)
    return RunPlan(study, points: points, work: work, shard: shard, search: search)
  }

  /// Runs of this shard's first round.
  package var runCount: Int { replicates.reduce(0) { $0 + $1.count } }

  /// Expected nanoseconds of this shard's first round on one core.
  package var totalWork: Double {
    zip(work, replicates).reduce(0) { $0 + $1.0 * Double($1.1.count) }
  }
}

extension Replicates {
  /// Replicates of a point before precision is judged for the first time.
  package var first: Int {
    switch self {
    case .fixed(let count): count
    case .adaptive(let rule): rule.firstJudgement
    }
  }

  /// The most replicates a point can get.
  package var most: Int {
    switch self {
    case .fixed(let count): count
    case .adaptive(let rule): rule.max
    }
  }
}
