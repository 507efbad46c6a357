package import SpreadModel

/// The exact distribution of a small case: what many runs are compared with.
package struct ExactDistribution: Sendable {
  /// By step and number of people: chance that so many are infected.
  package var countDistribution: [[Double]]
  /// By step and person: chance that they are infected.
  package var personInfected: [[Double]]

  package init(countDistribution: [[Double]], personInfected: [[Double]]) {
    self.countDistribution = countDistribution
    self.personInfected = personInfected
  }

  /// The checks of this distribution that runs fail, by name; none where the runs obey it.
  ///
  /// - Parameters:
  ///   - level: chance that right runs fail one check.
  ///   - run: run number r, with its map.
  package func failures(
    runs: Int, level: Double, _ run: (Int) -> RunResult
  ) -> [String] {
    let steps = countDistribution.count - 1
    let people = personInfected[0].count
    var counts = Array(repeating: Array(repeating: 0, count: people + 1), count: steps + 1)
    var persons = Array(repeating: Array(repeating: 0, count: people), count: steps + 1)
    for number in 0..<runs {
      let result = run(number)
      for step in 0...steps { counts[step][Int(result.curve[min(step, result.steps)])] += 1 }
      for (person, infectedAt) in (result.infectionSteps ?? []).enumerated() where infectedAt >= 0 {
        for step in Int(infectedAt)...max(steps, Int(infectedAt)) where step <= steps {
          persons[step][person] += 1
        }
      }
    }

    var failed: [String] = []
    func check(_ name: String, _ observed: [Int], _ probabilities: [Double]) {
      // What is less likely must not be seen at all.
      if zip(observed, probabilities).contains(where: { $0 > 0 && $1 < 1e-13 }) {
        failed.append("\(name): an impossible outcome")
      } else if ChiSquare.pValue(observed: observed, probabilities: probabilities) < level {
        failed.append(name)
      }
    }
    for step in 0...steps {
      check("infected after step \(step)", counts[step], countDistribution[step])
      for person in 0..<people {
        let probability = personInfected[step][person]
        check(
          "person \(person) after step \(step)",
          [persons[step][person], runs - persons[step][person]],
          [probability, probability > 1 - 1e-13 ? 0 : 1 - probability])
      }
    }
    return failed
  }
}
