/// Of runs that are 0 or 1. A pilot whose runs all agree has no standard deviation, but a study that has
/// the difference has one.
extension SampleSize {
  /// The standard deviation of a run with which to plan a difference of two shares, one of them seen
  /// in a pilot.
  ///
  /// √(m (1 - m)), m being the mean of both shares, as in Pearson's test. The other share lies the
  /// difference above or below this one: of all m possible, that nearest to a half.
  /// - Parameters:
  ///   - difference: of the shares; its sign does not matter.
  ///   - isSafe: whether the share may be any within the Wilson interval of the pilot at `pilotLevel`.
  /// - Returns: nil for a difference above 1, which no shares have, and without runs.
  package static func sdOfShares(
    hits: Int, trials: Int, difference: Double, isSafe: Bool
  ) -> Double? {
    let half = abs(difference) / 2
    guard half <= 0.5, trials > 0 else { return nil }
    let pilot = Proportion(successes: hits, trials: trials)
    let interval = isSafe ? pilot.interval(level: pilotLevel) : nil
    let least = (interval?.lower ?? pilot.estimate) - half
    let most = (interval?.upper ?? pilot.estimate) + half
    // Both shares are in 0...1, and so their mean is in half...(1 - half).
    let mean = min(max(0.5, max(half, least)), min(1 - half, most))
    return (mean * (1 - mean)).squareRoot()
  }

  /// The same of pairs: the standard deviation of their differences, each of which is -1, 0 or 1.
  ///
  /// As in McNemar's test, the variance is the share of pairs that differ. Shares that differ by d do so
  /// in a share d of the pairs at least, and in 2 r more where a share r of the pairs differs the other
  /// way: of the two ways, the rarer one of the pilot. It is not taken below the pilot's own variance.
  /// - Parameters:
  ///   - above: pairs whose first run alone is 1.
  ///   - below: pairs whose second run alone is 1.
  ///   - sd: of the pilot's differences, or a bound on it.
  ///   - isSafe: whether r is the upper end of its Wilson interval at `pilotLevel`.
  /// - Returns: nil for a difference above 1, and without pairs.
  package static func sdOfPairedShares(
    above: Int, below: Int, pairs: Int, sd: Double, difference: Double, isSafe: Bool
  ) -> Double? {
    guard abs(difference) <= 1, pairs > 0 else { return nil }
    let rarer = Proportion(successes: min(above, below), trials: pairs)
    let interval = isSafe ? rarer.interval(level: pilotLevel) : nil
    let differing = abs(difference) + 2 * (interval?.upper ?? rarer.estimate)
    return min(1, max(sd * sd, differing)).squareRoot()
  }

  /// Of the interval of a pilot's share: the true one is beyond either end in 20 %, as with `upperBound`.
  package static let pilotLevel = 0.6
}
