import SpreadEngine
package import SpreadModel
package import StudyFiles

extension Study {
  /// What a pass tells of a replicate, by share of the group; nil where the study does not ask for it.
  package func criticalProbabilities(of point: Point, replicate: Int) -> [Double: Double]? {
    guard needsPasses, ScenarioPass.obstacle(to: [point.scenario]) == nil else { return nil }
    let pass = ScenarioPass([point.scenario])
    guard pass.begin(key(of: point, replicate: replicate)) else { return nil }
    return pass.criticalProbabilities(criticalShares) { false }
  }

  /// Those of stored values that runs confirm: at that infection probability the share is reached, and just below it is not.
  ///
  /// - Parameter values: of the store's responses.
  package func confirmedProbabilities(
    _ values: [Double?], of responses: ResponseList, at point: Point, replicate: Int
  ) -> [Double: Double]? {
    guard needsPasses else { return nil }
    func reaches(_ share: Double, at probability: Double) -> Bool {
      var scenario = point.scenario
      scenario.infectionProbability = probability
      let result = Simulator(scenario, of: self).run(
        key(of: point, replicate: replicate), recordMap: false)
      return Int(result.curves.everInfected.last ?? 0)
        >= scenario.grid.leastPeople(ofShare: share)
    }
    // Of contacts with durations the chance may fall by a last digit where p grows.
    let hasDurations = point.scenario.contacts.layers.contains {
      if case .edges(let table) = $0.contacts { table.exposure != nil } else { false }
    }
    func isCritical(_ value: Double, _ share: Double) -> Bool {
      let (above, below) =
        hasDurations
        ? (min(1, value * (1 + 1e-12)), value * (1 - 1e-12)) : (value, value.nextDown)
      return reaches(share, at: above) && (value == 0 || !reaches(share, at: below))
    }
    var confirmed: [Double: Double] = [:]
    for response in ownResponses {
      guard case .criticalProbability(let share) = response.measure,
        let place = responses.place(of: response.responses[0])
      else { continue }
      // Where it was not reached, a value that no run gives says that it is.
      let value = values[place]
      let isRight = value.map { isCritical($0, share) } ?? !reaches(share, at: 1)
      confirmed[share] = isRight ? value : .infinity
    }
    return confirmed
  }
}
