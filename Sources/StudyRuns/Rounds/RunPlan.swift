package import RunStore
import SpreadEngine
package import StudyFiles

/// Runs of a study: points, each with replicates.
package struct RunPlan: Sendable {
  package let study: Study
  package let points: [Point]
  /// The replicates of each point.
  package let replicates: [Range<Int>]
  /// Expected nanoseconds of one run that is made alone, by point; found each time it is asked for.
  package var work: [Double] { points.map(\.scenario.expectedWork) }

  package init(_ study: Study, points: [Point], replicates: [Range<Int>]) {
    precondition(points.count == replicates.count)
    self.study = study
    self.points = points
    self.replicates = replicates
  }

  /// What a study asks for before its first run.
  ///
  /// - Throws: `StudyFileError` where points turn out to be invalid.
  package init(_ study: Study) throws(StudyFileError) { self = try StudyRounds(study).plan }

  /// The runs that belong to a part. Every part has the same number of runs of each point; those left
  /// over go to one part after the other, so that the numbers of runs differ by one at most.
  ///
  /// The deal depends on the points' order, their replicates, and the number of parts alone: another
  /// version of the program deals the same. `RoundFile.deal` changes with it.
  package func dealt(to shard: Shard) -> RunPlan {
    let (mine, parts) = (shard.index - 1, shard.count)
    var next = 0  // the part that gets the next run left over
    return RunPlan(
      study, points: points,
      replicates: replicates.map { range in
        let (each, left) = range.count.quotientAndRemainder(dividingBy: parts)
        // Parts next..<next + left have one more, from the last part on to the first.
        let favored = [next..<min(next + left, parts), 0..<max(0, next + left - parts)]
        next = (next + left) % parts
        let before = favored.reduce(mine * each) { $0 + $1.clamped(to: 0..<mine).count }
        let size = each + (favored.contains { $0.contains(mine) } ? 1 : 0)
        return range.lowerBound + before..<range.lowerBound + before + size
      })
  }

  /// The replicates that are not in the store, by point.
  func missing(in store: RunStore) throws -> [[Range<Int>]] {
    try zip(points, replicates).map { try store.missingReplicates(of: $0.identity, in: $1) }
  }

  /// How many runs are not in the store.
  package func missingCount(in store: RunStore) throws -> Int { Self.count(try missing(in: store)) }

  static func count(_ ranges: [[Range<Int>]]) -> Int {
    ranges.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } }
  }

  package var runCount: Int { replicates.reduce(0) { $0 + $1.count } }

  /// Expected nanoseconds on one core.
  package var totalWork: Double {
    zip(PointFamilies(self).work, replicates).reduce(0) { $0 + $1.0 * Double($1.1.count) }
  }
}
