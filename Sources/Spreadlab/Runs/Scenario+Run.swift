import PlainText
import SpreadEngine
import SpreadModel
import StudyFiles
import StudyRuns

extension Scenario {
  /// One run.
  ///
  /// It is the run with that replicate in a study of this scenario with that seed.
  ///
  /// - Parameters:
  ///   - seed: 0...2^53-1; all random numbers follow from it and the replicate.
  ///   - replicate: 0 or more.
  /// - Throws: ``SpreadlabError`` for values that no study may have, naming them, and with exit code 3 for a
  ///   run that failed because a rule in Swift threw.
  public func run(seed: Int, replicate: Int = 0) throws(SpreadlabError) -> Run {
    try runs(replicate..<replicate + 1, seed: seed)[0]
  }

  /// Several runs, one after the other on one core; a ``Study`` uses all of them.
  ///
  /// - Precondition: replicates are 0 or more.
  /// - Throws: ``SpreadlabError`` for values that no study may have, naming them, and with exit code 3 for a
  ///   run that failed because a rule in Swift threw.
  public func runs(_ replicates: Range<Int>, seed: Int) throws(SpreadlabError) -> [Run] {
    precondition(replicates.lowerBound >= 0, "replicates are numbered from 0")
    let study = try Study("scenario", seed: seed, model: self).study
    let point: Point
    do throws(StudyFileError) {
      point = try study.points()[0]
    } catch { throw SpreadlabError(error) }
    let simulator = Simulator(point.scenario, of: study)
    var runs: [Run] = []
    for replicate in replicates {
      let result = simulator.run(study.key(of: point, replicate: replicate), recordMap: true)
      if let failure = result.failure {
        throw SpreadlabError(
          Failure(.runsFailed, "replicate \(replicate) failed: \(failure)"))
      }
      runs.append(Run(result, of: point.scenario, study.responses))
    }
    return runs
  }
}
