package import SpreadModel

/// The exact distribution of a small case: what many runs are compared with.
///
/// Fields as in the reference file: `countDistribution[t][c]`, `personInfected[t][i]`,
/// `allInfectedAtStep[t]`, `peakNewInfections[v]`, `peakStep[s]`.
package struct ExactDistribution: Decodable, Sendable {
  let countDistribution: [[Double]]
  let personInfected: [[Double]]
  let allInfectedAtStep: [Double]
  let notAllInfectedByLastStep: Double
  let peakNewInfections: [Double]
  let peakStep: [Double]

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
    var times = Array(repeating: 0, count: steps + 2)
    var peaks = Array(repeating: 0, count: max(people + 1, peakNewInfections.count))
    var peakSteps = Array(repeating: 0, count: steps + 1)
    for number in 0..<runs {
      let result = run(number)
      let curve = (0...steps).map { Int(result.curve[min($0, result.steps)]) }
      for step in 0...steps { counts[step][curve[step]] += 1 }
      for (person, infectedAt) in (result.infectionSteps ?? []).enumerated() where infectedAt >= 0 {
        for step in Int(infectedAt)...max(steps, Int(infectedAt)) where step <= steps {
          persons[step][person] += 1
        }
      }
      times[curve.firstIndex(of: people) ?? steps + 1] += 1
      let new = (1...steps).map { curve[$0] - curve[$0 - 1] }
      let peak = new.max() ?? 0
      peaks[peak] += 1
      peakSteps[peak == 0 ? 0 : (new.firstIndex(of: peak) ?? 0) + 1] += 1
    }

    var failed: [String] = []
    func check(_ name: String, _ observed: [Int], _ probabilities: [Double]) {
      let padded =
        probabilities + Array(repeating: 0, count: max(0, observed.count - probabilities.count))
      // The reference is exact to 1e-13: what is less likely must not be seen at all.
      if zip(observed, padded).contains(where: { $0 > 0 && $1 < 1e-13 }) {
        failed.append("\(name): an impossible outcome")
      } else if ChiSquare.pValue(observed: observed, probabilities: padded) < level {
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
    check("step to all", times, allInfectedAtStep + [notAllInfectedByLastStep])
    check("peak of new infections", peaks, peakNewInfections)
    check("step of the peak", peakSteps, peakStep)
    return failed
  }
}
