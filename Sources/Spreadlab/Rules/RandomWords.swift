import KeyedRandom

/// The random numbers of one person in one step: always the same ones for a seed, a point, a replicate, a
/// person and a step.
///
/// It is no `RandomNumberGenerator`: what Swift makes of one may change with its versions, and results with
/// it. What these functions draw does not change.
public struct RandomWords: Sendable {
  private var stream: RandomStream

  package init(key: UInt64) { stream = RandomStream(key: key) }

  /// 64 random bits.
  public mutating func next() -> UInt64 { stream.next() }

  /// A whole number of 0..<bound, all equally likely (Lemire 2019, doi:10.1145/3230636).
  ///
  /// - Precondition: `bound >= 1`.
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound >= 1, "there is no number in 0..<\(bound)")
    return Int(truncatingIfNeeded: stream.below(UInt64(bound)))
  }

  /// A number at least 0 and below 1, a multiple of 2^-53.
  public mutating func unit() -> Double { stream.unit() }

  /// Whether something of that probability happens: never where it is 0, always where it is 1.
  public mutating func happens(_ probability: Double) -> Bool { stream.unit() < probability }

  /// `count` different numbers of 0..<total in random order: every choice and every order is equally likely
  /// (Durstenfeld 1964, doi:10.1145/364520.364540).
  ///
  /// - Precondition: `0 <= count && count <= total`.
  public mutating func choice(of count: Int, from total: Int) -> [Int] {
    stream.choice(of: count, from: total)
  }

  /// A number of 0, 1, 2, ..., each as likely as the one before times mean / (1 + mean): the geometric distribution.
  ///
  /// - Precondition: `mean >= 0`.
  public mutating func geometric(mean: Double) -> Int {
    precondition(mean >= 0, "a number of people has no mean of \(mean)")
    let word = stream.next()
    // The number of failures before the first success.
    let success = 1 / (1 + mean)
    guard success < 1 else { return 0 }
    return Int(truncatingIfNeeded: GeometricGaps(chance: success).gap(word) &- 1)
  }
}
