internal import KeyedRandom

/// How likely lengths are: R(t), the chance of t steps or more besides the least number, where R(0) = 1.
///
/// Source: docs/randomness.md, "The course".
package enum LengthChances: Sendable {
  /// Each step passes with the same chance, below 1: R(t) is its power.
  case equal(passing: Double)
  /// R(t) of t from 1 on, which falls to 0; beyond `most` steps it is 0, nil: anything is possible.
  case each(most: Int?, _ reaching: @Sendable (_ steps: Int) -> Double)

  /// Mean steps besides the least number; nil where it would take long to sum up.
  var mean: Double? {
    switch self {
    case .equal(let passing): return passing / (1 - passing)
    case .each(let most, let reaching):
      var sum = 0.0
      for steps in 1...2_000 {
        let chance = reaching(steps)
        if chance < 1e-9 || steps > most ?? .max { return sum }
        sum += chance
      }
      return nil
    }
  }

  /// Steps besides the least number that at most one in 2,048 lasts longer, none where there is a most; 10^9, which no
  /// run reaches, stands for more.
  var usualMost: Int {
    let rareShare = 0x1p-11
    switch self {
    case .equal(let passing):
      if passing <= 0 { return 0 }
      if passing >= 1 { return 1_000_000_000 }
      return Int(min(1e9, (naturalLogarithm(rareShare) / naturalLogarithm(passing)).rounded(.up)))
    case .each(let most?, _): return most
    case .each(nil, let reaching):
      var (usual, rare) = (0, 1)
      while reaching(rare) > rareShare { (usual, rare) = (rare, 2 * rare) }
      while rare - usual > 1 {
        let middle = (usual + rare) / 2
        if reaching(middle) > rareShare { usual = middle } else { rare = middle }
      }
      return usual
    }
  }
}
