/// Values that come in groups: independent between groups, not within one.
package struct ValueGroup: Hashable, Sendable {
  package let count: Int
  package let sum: Int

  package init(count: Int, sum: Int) {
    self.count = count
    self.sum = sum
  }
}

extension StudentEstimate {
  /// The mean of all values of groups, by the spread between groups; nil for fewer than two groups with values.
  ///
  /// Source: Cochran, Sampling Techniques (1977), section 6.3: a ratio of the sums of groups, linearized.
  package init?(groups: some Collection<ValueGroup>) {
    let count = groups.reduce(0.0) { $0 + Double($1.count) }
    let sum = groups.reduce(0.0) { $0 + Double($1.sum) }
    let number = groups.count { $0.count > 0 }
    guard number > 1 else { return nil }
    let mean = sum / count
    let squares = groups.reduce(0.0) { squares, group in
      let rest = Double(group.sum) - mean * Double(group.count)
      return squares + rest * rest
    }
    let spread = squares * Double(number) / Double(number - 1)
    self.init(
      mean, standardError: spread.squareRoot() / count, degreesOfFreedom: Double(number - 1))
  }
}
