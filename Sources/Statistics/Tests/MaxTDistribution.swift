import KeyedRandom

/// The distribution that the largest |t| of several differences of means would have if no two true means
/// differed: by random signs of the values' deviations from their group's mean.
///
/// What `MultiplierBootstrap` does for the steps of curves, for pairs of groups. A pair whose values do
/// not vary has no t and takes no part.
/// Source: Telschow and Schwartzman (2022), doi:10.1016/j.jspi.2021.05.008; Chernozhukov, Chetverikov and
/// Kato (2013), doi:10.1214/13-AOS1161.
package struct MaxTDistribution: Sendable {
  private let largest: SortedSample

  /// Of fewer values in a group there are too few signs.
  package static let fewestValues = 10
  /// p is at least 1 / 10,001.
  package static let draws = 10_000

  /// - Parameters:
  ///   - groups: of each its values.
  ///   - pairs: the groups that are compared, by their indices.
  ///   - isPaired: whether the values at one index share their random numbers, and so a sign.
  /// - Complexity: draws x values additions.
  package init(
    _ groups: [[Double]], pairs: [(a: Int, b: Int)], isPaired: Bool, draws: Int = draws,
    key: UInt64
  ) {
    precondition(!isPaired || Set(groups.map(\.count)).count <= 1)
    var signed = SignedGroups(groups, RandomStream(key: key))
    let differences = pairs.compactMap { a, b in
      SignedDifference(a, b, signed, isPaired: isPaired)
    }
    largest = SortedSample(
      (0..<draws).map { _ in
        signed.drawSigns(isPaired: isPaired)
        return differences.reduce(0) { max($0, $1.squaredT(signed)) }.squareRoot()
      })
  }

  /// The share of draws whose largest |t| is at least `t`, the data among them.
  package func p(_ t: Double) -> Double {
    let below = largest.values.indices.bisected { largest.values[$0] >= t }
    return Double(largest.count - below + 1) / Double(largest.count + 1)
  }

  /// Every |t| above it has a p of at most 1 - `level`, and no other.
  package func factor(level: Double) -> Double {
    let extreme = Int((1 - level) * Double(largest.count + 1))
    return extreme < 1 ? .infinity : largest.values[largest.count - min(extreme, largest.count)]
  }
}

/// Deviations from the mean of each group, and their sums with random signs.
private struct SignedGroups {
  let deviations: [[Double]]
  /// Of squares.
  let squares: [Double]
  private(set) var sums: [Double]
  private var signs: [UInt64] = []
  private var stream: RandomStream

  init(_ groups: [[Double]], _ stream: RandomStream) {
    deviations = groups.map { group in
      let mean = Moments(of: group).mean ?? 0
      return group.map { $0 - mean }
    }
    squares = deviations.map { $0.reduce(0) { $0 + $1 * $1 } }
    sums = squares
    self.stream = stream
  }

  /// - Parameter isPaired: whether values at one index get the same sign.
  mutating func drawSigns(isPaired: Bool) {
    for group in deviations.indices {
      if group == 0 || !isPaired {
        signs = (0..<(deviations[group].count + 63) / 64).map { _ in stream.next() }
      }
      sums[group] = Self.sum(deviations[group], signs)
    }
  }

  private static func sum(_ values: [Double], _ signs: [UInt64]) -> Double {
    var sum = 0.0
    for index in values.indices {
      let sign = (signs[index / 64] >> UInt64(index % 64)) << 63
      sum += Double(bitPattern: values[index].bitPattern ^ sign)
    }
    return sum
  }
}

/// Two groups that are compared.
private struct SignedDifference {
  let a, b: Int
  /// Of the squared differences within pairs; nil of independent groups.
  let squares: Double?

  /// Nil where nothing varies.
  init?(_ a: Int, _ b: Int, _ groups: SignedGroups, isPaired: Bool) {
    (self.a, self.b) = (a, b)
    squares =
      isPaired
      ? zip(groups.deviations[a], groups.deviations[b]).reduce(0) {
        $0 + ($1.0 - $1.1) * ($1.0 - $1.1)
      } : nil
    guard squares ?? (groups.squares[a] + groups.squares[b]) > 0 else { return nil }
  }

  func squaredT(_ groups: SignedGroups) -> Double {
    let (n1, n2) = (Double(groups.deviations[a].count), Double(groups.deviations[b].count))
    let difference = groups.sums[a] / n1 - groups.sums[b] / n2
    func squaredError(_ squares: Double, _ sum: Double, _ count: Double) -> Double {
      spread(squares, sum: sum, count: count, within: squares) / (count - 1) / count
    }
    let error =
      squares.map { squaredError($0, groups.sums[a] - groups.sums[b], n1) }
      ?? (squaredError(groups.squares[a], groups.sums[a], n1)
        + squaredError(groups.squares[b], groups.sums[b], n2))
    return error > 0 ? difference * difference / error : difference == 0 ? 0 : .infinity
  }
}
