/// Pearson's chi-square test of counts.
///
/// Source: Pearson (1900), doi:10.1080/14786440009463897. The chi-squared distribution needs expected
/// counts of about 5 and more in every cell: `joined` makes them so.
package enum ChiSquareTest {
  /// Do `counts` follow `probabilities`? Nil for fewer than two cells with a positive one.
  ///
  /// A count where the probability is 0 is impossible: p = 0 then.
  /// - Precondition: as many probabilities as counts; they need not add up to 1.
  package static func fit(counts: [Int], probabilities: [Double]) -> TestResult? {
    precondition(counts.count == probabilities.count)
    let total = Double(counts.reduce(0, +))
    let mass = probabilities.reduce(0, +)
    let cells = zip(counts, probabilities).filter { $0.1 > 0 }
    guard cells.count > 1, total > 0 else { return nil }
    let df = Double(cells.count - 1)
    let impossible = zip(counts, probabilities).contains { $0.0 > 0 && $0.1 <= 0 }
    let statistic = cells.reduce(0) { sum, cell in
      let expected = total * cell.1 / mass
      return sum + (Double(cell.0) - expected) * (Double(cell.0) - expected) / expected
    }
    return TestResult(
      statistic: impossible ? nil : statistic, degreesOfFreedom: [df],
      p: impossible ? 0 : ChiSquare(degreesOfFreedom: df).above(statistic))
  }

  /// Joins neighboring cells, from the first one on, until each expects at least `least` counts.
  package static func joined(
    counts: [Int], probabilities: [Double], least: Double = 5
  ) -> (counts: [Int], probabilities: [Double]) {
    let total = Double(counts.reduce(0, +))
    let mass = probabilities.reduce(0, +)
    var (joinedCounts, joinedMass): ([Int], [Double]) = ([], [])
    var (count, expected) = (0, 0.0)
    for (seen, probability) in zip(counts, probabilities) {
      count += seen
      expected += probability / mass
      if expected * total >= least {
        joinedCounts.append(count)
        joinedMass.append(expected)
        (count, expected) = (0, 0)
      }
    }
    // What is left joins the last full cell.
    if count > 0 || expected > 0 {
      if joinedCounts.isEmpty { return ([count], [expected]) }
      joinedCounts[joinedCounts.count - 1] += count
      joinedMass[joinedMass.count - 1] += expected
    }
    return (joinedCounts, joinedMass)
  }
}
