extension PermutationTest {
  /// By permutation where all values are listed, else by the normal distribution.
  init?(_ x: GroupValues, _ y: GroupValues, key: UInt64) {
    if let listX = x.list, let listY = y.list {
      self.init(listX, listY, key: key)
    } else {
      self.init(normal: x.summary, y.summary)
    }
  }

  init?(_ pairs: PairValues, key: UInt64) {
    if let (x, y) = pairs.list {
      self.init(paired: x, y, key: key)
    } else {
      self.init(normal: pairs.summary)
    }
  }

  /// Two groups by the normal distribution to which the difference under permuted labels comes near: its
  /// mean is 0, its variance s^2 (1/n1 + 1/n2) with the variance s^2 of all values, exactly.
  ///
  /// Nil if a group is empty, and where a few values make up most of the spread (an event that
  /// hardly ever happens), as the distribution is another one then.
  /// Source: Hajek (1961), doi:10.1214/aoms/1177705057.
  package init?(normal x: ValueSummary, _ y: ValueSummary) {
    var all = x.moments
    all.merge(y.moments)
    guard let difference = x.moments.meanDifference(from: y.moments), let mean = all.mean,
      let least = all.min, let most = all.max, let sd = all.sd
    else { return nil }
    let (n1, n2) = (Double(x.count), Double(y.count))
    // The smaller group has the fewer of the large deviations.
    let share = (min(n1, n2) / (n1 + n2)).squareRoot()
    self.init(
      difference, error: sd * (1 / n1 + 1 / n2).squareRoot(),
      largest: max(most - mean, mean - least), of: share * all.sumOfSquaredDeviations.squareRoot())
  }

  /// Pairs, with random signs: the variance of the sum of the differences is that of their squares.
  package init?(normal pairs: PairSummary) {
    let differences = pairs.differences.moments
    guard let mean = differences.mean, let least = differences.min, let most = differences.max
    else { return nil }
    let n = Double(pairs.count)
    let size = (differences.sumOfSquaredDeviations + n * mean * mean).squareRoot()
    self.init(mean, error: size / n, largest: max(abs(least), abs(most)), of: size)
  }

  /// Nil if the square of one deviation is more than a hundredth of all: with at least so many of
  /// them p is right to about a third at three standard errors, and closer at fewer.
  private init?(_ difference: Double, error: Double, largest: Double, of size: Double) {
    guard largest <= size / 10, error.isFinite else { return nil }
    let p = error == 0 ? 1 : atMostOne(2 * Normal.above(abs(difference) / error))
    self.init(difference: difference, p: p)
  }
}
