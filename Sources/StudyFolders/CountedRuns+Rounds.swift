import ResultTables
import RunStore
import StudyRuns

extension CountedRuns {
  init(
    _ rounds: StudyRounds, _ judgement: StudyJudgement, studyFile: [UInt8], store: RunStore
  ) {
    self.init(
      study: rounds.study, studyFile: studyFile,
      points: rounds.points.prefix(rounds.tablePoints).enumerated().map { index, point in
        PointResult(
          point: point, counted: judgement.counted[index], found: judgement.found[index],
          converged: judgement.converged[index])
      }, runs: store, part: rounds.part.name, findings: rounds.findings)
  }
}
