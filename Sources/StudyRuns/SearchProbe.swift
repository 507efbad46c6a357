import SpreadEngine
import SpreadModel
import Statistics
import StudyFiles

/// The first search of a study, made in memory, to see how many runs searches take and how long they last.
struct SearchProbe {
  private(set) var runs = 0
  private(set) var rounds = 0
  /// Processor time of these runs.
  private(set) var seconds = 0.0
  /// Whether it came to its end; otherwise nobody knows how many more runs it takes.
  private(set) var isDone = false

  /// - Parameters:
  ///   - most: seconds after which it is given up.
  ///   - clock: processor time in seconds.
  /// - Throws: `StudyFileError` where a level is no point of the study.
  init?(_ study: Study, most: Double, _ clock: () -> Double) throws(StudyFileError) {
    guard let rule = study.thresholdRule, let response = study.search?.response,
      let levels = study.searchedCombinations.first
    else { return nil }
    let begin = clock()
    var search = ThresholdSearch(rule)
    while !search.round.isEmpty {
      var seen: [OutbreakSample] = []
      for placement in search.round {
        let point = try study.point(at: placement.level, of: levels, number: 0, twin: 0)
        let engine = Simulator(point.scenario, of: study)
        var sample = OutbreakSample(diedOut: point.scenario.diedOut(response))
        for replicate in runs..<runs + placement.runs {
          guard clock() - begin < most else { return }
          let result = engine.run(
            study.key(of: point, replicate: replicate), recordMap: study.needsMaps)
          seconds = clock() - begin
          if result.failure == nil,
            let value = response.value(RunSummary(result, on: point.scenario.grid))
          {
            sample.add(value)
          }
        }
        runs += placement.runs
        seen.append(sample)
      }
      search.add(seen)
      rounds += 1
    }
    isDone = true
  }
}
