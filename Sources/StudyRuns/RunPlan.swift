import SpreadEngine
import SpreadModel
package import Statistics
package import StudyFiles

/// Which runs a study asks for: every point with its replicates.
package struct RunPlan: Sendable {
  package private(set) var study: Study
  package let points: [Point]
  /// Expected nanoseconds of one run, by point.
  package let work: [Double]
  package let shard: Shard
  /// The replicates of each point that this shard runs; with a precision target, the first round.
  /// Of a search, those of each point that is placed.
  package let replicates: [Range<Int>]
  /// Of a calibration: its search as far as runs were seen; nil for other designs, and before any were.
  package let posterior: SequentialABC?

  /// - Throws: `StudyFileError` where points turn out to be invalid.
  package init(_ study: Study, shard: Shard = .whole) throws(StudyFileError) {
    if study.search != nil {
      self = try StudySearch(study).plan
      return
    }
    let points = try study.points()
    self.init(study, points: points, work: points.map(\.scenario.expectedWork), shard: shard)
  }

  /// The points that a calibration has drawn so far.
  init(_ study: Study, points: [Point], posterior: SequentialABC?) {
    self.init(
      study, points: points, work: points.map(\.scenario.expectedWork), shard: .whole,
      posterior: posterior)
  }

  private init(
    _ study: Study, points: [Point], work: [Double], shard: Shard,
    posterior: SequentialABC? = nil
  ) {
    self.study = study
    self.posterior = posterior
    self.shard = shard
    self.points = points
    self.work = work
    var dealer = ShardDealer(shards: shard.count)
    replicates = work.map {
      dealer.deal(replicates: study.replicates.first, work: $0, to: shard)
    }
  }

  /// The points that searches have placed, with the replicates of each.
  init(_ study: Study, points: [Point], replicates: [Range<Int>]) {
    self.init(
      study, points: points, work: points.map(\.scenario.expectedWork), shard: .whole,
      replicates: replicates)
  }

  private init(
    _ study: Study, points: [Point], work: [Double], shard: Shard, replicates: [Range<Int>]
  ) {
    self.study = study
    self.points = points
    self.work = work
    self.shard = shard
    self.replicates = replicates
    posterior = nil
  }

  /// The same study's plan for another part of it; searches are not split.
  package func part(_ shard: Shard) -> RunPlan {
    guard study.search == nil else { return self }
    return RunPlan(study, points: points, work: work, shard: shard, posterior: posterior)
  }

  /// The plan of the same study with another analysis, whose confidence precision targets follow.
  ///
  /// - Precondition: the studies have one digest.
  package func analyzed(as study: Study) -> RunPlan {
    precondition(study.digest == self.study.digest)
    var plan = self
    plan.study = study
    return plan
  }

  /// The replicates that the point at that place may have.
  package func possibleReplicates(of place: Int) -> Range<Int> {
    study.search == nil ? 0..<study.replicates.most : replicates[place]
  }

  /// Runs of this shard's first round.
  package var runCount: Int { replicates.reduce(0) { $0 + $1.count } }

  /// Expected nanoseconds of this shard's first round on one core.
  package var totalWork: Double {
    zip(work, replicates).reduce(0) { $0 + $1.0 * Double($1.1.count) }
  }
}
