package import SpreadModel

extension Scenario {
  /// The responses of an outbreak that dies out at once: nobody is infected but by introductions.
  /// Nil where nobody recovers, so that no outbreak dies out, where the run has no such value, and of
  /// responses of 0 and 1, which are judged without it.
  ///
  /// Lengths that are drawn are those of one run.
  package func diedOut(_ responses: [Response]) -> [Double?] {
    guard hasCourse, responses.contains(where: { $0.kind != .flag }) else {
      return responses.map { _ in nil }
    }
    var scenario = self
    scenario.infectionProbability = 0
    scenario.interventions = []
    let run = Simulator(scenario, describesCourse: true).run(
      RunKey(seed: 0, point: nil, replicate: 0),
      recordMap: responses.flatMap(\.chain).contains { $0.own?.measure.needsMap ?? false })
    let summary = RunSummary(run, on: grid)
    return responses.map { $0.kind == .flag ? nil : $0.value(summary) }
  }

  package func diedOut(_ response: Response) -> Double? { diedOut([response])[0] }
}
