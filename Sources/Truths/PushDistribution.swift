/// How a rumor spreads among people of whom everybody meets everybody: `exact`, k = 1, p = 1, nobody
/// recovers.
package enum PushDistribution {
  /// Chances that all are infected first in step 0, 1, ..., from one person on.
  ///
  /// Pool `all`: of i infected each calls one of the N-1 others, so the number of calls that reach healthy
  /// people is binomial; pool `healthy`: all do. Who is called is uniform: an occupancy.
  ///
  /// - Parameter steps: later ones have a chance of less than 10^-12 in groups of up to 100 people.
  package static func stepsToAll(people: Int, hitsHealthyOnly: Bool, steps: Int = 60) -> [Double] {
    // By the number infected, chances of so many new ones.
    let new = (0...people).map { infected -> [Double] in
      guard infected > 0, infected < people else { return [1] }
      let healthy = people - infected
      let hits =
        hitsHealthyOnly
        ? [Double](repeating: 0, count: infected) + [1]
        : FirstStep.binomial(infected, Double(healthy) / Double(people - 1))
      return occupied(hits, of: healthy)
    }
    var chances = [Double](repeating: 0, count: people + 1)
    chances[1] = 1
    var distribution = [chances[people]]
    for _ in 0..<steps {
      var next = [Double](repeating: 0, count: people + 1)
      for (infected, chance) in chances.enumerated() where chance > 0 && infected < people {
        for (more, share) in new[infected].enumerated() { next[infected + more] += chance * share }
      }
      distribution.append(next[people])
      chances = next
    }
    return distribution
  }

  /// Chances of 0, 1, ... different people out of `places` for calls to people picked uniformly.
  ///
  /// - Parameter calls: chances of 0, 1, ... of them.
  private static func occupied(_ calls: [Double], of places: Int) -> [Double] {
    var taken = [Double](repeating: 0, count: places + 1)
    taken[0] = 1
    var chances = [Double](repeating: 0, count: places + 1)
    for (call, chance) in calls.enumerated() {
      for (number, share) in taken.enumerated() { chances[number] += chance * share }
      guard call < calls.count - 1 else { break }
      for number in (0...places).reversed() {
        let isOld = Double(number) / Double(places)
        taken[number] *= isOld
        if number > 0 {
          taken[number] += taken[number - 1] * (1 - Double(number - 1) / Double(places))
        }
      }
    }
    return chances
  }
}
