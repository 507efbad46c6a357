import SpreadModel

/// The chances behind a draw: of a contact, and of how many candidates a source infects.
///
/// All arithmetic is a fixed order of IEEE additions, multiplications and divisions, so the
/// thresholds are the same on every machine. Source: docs/randomness.md, "Coins".
struct DrawChances: Sendable {
  /// Below this largest chance per step that a source infects anybody, sources act at random
  /// steps only (`actionChance`); above it, in every step.
  static let rareLimit = 0.1

  /// p in units of 2^-40, 0...2^40.
  let coinThreshold: UInt64
  /// Chance that a source acts in a step: 1, or in the rare form the largest chance, over the
  /// number of candidates, that it would infect anybody.
  let actionChance: Double
  /// Rare form: `sizes[n][i]` = P(more than i of n candidates | action) in units of 2^-32.
  let sizes: [[UInt64]]

  var isRare: Bool { actionChance < 1 }

  init(_ scenario: Scenario) {
    self.init(
      rule: scenario.rule, cap: scenario.cap, infectionProbability: scenario.infectionProbability)
  }

  init(rule: SpreadRule, cap: Int, infectionProbability p: Double) {
    let cap = min(cap, 8)
    let tails = Self.binomialTails(p)
    let plan = rule.draw.plan
    func tail(_ n: Int, _ size: Int) -> Double {
      switch plan {
      case .contacts:
        let numbers = plan.numbers(most: min(cap, n))
        return numbers.reduce(0.0) { $0 + tails[$1][size] } / Double(numbers.count)
      case .trials(keeping: .random): return size <= cap ? tails[n][size] : 0
      case .trials(keeping: .first): return cap == 0 ? 0 : tails[n][size]
      case .number, .own: return 1
      }
    }
    let largest = tail(rule.neighborhood.directions.count, 1)
    let chance = largest > 0 && largest < Self.rareLimit ? largest : 1
    coinThreshold = Self.fixedPoint(p, bits: 40)
    actionChance = chance
    sizes = (0...8).map { n in
      (1...8).map { size in size > n ? 0 : Self.fixedPoint(tail(n, size) / chance, bits: 32) }
    }
  }

  /// Those of sources with any number of neighbors, who act in every step.
  init(infectionProbability p: Double) {
    coinThreshold = Self.fixedPoint(p, bits: 40)
    actionChance = 1
    sizes = []
  }

  /// `tails[n][i]` = P(Bin(n, p) >= i), n and i in 0...8.
  private static func binomialTails(_ p: Double) -> [[Double]] {
    var tails = [[1.0] + Array(repeating: 0, count: 8)]
    for n in 1...8 {
      let before = tails[n - 1]
      tails.append([1.0] + (1...8).map { p * before[$0 - 1] + (1 - p) * before[$0] })
    }
    return tails
  }

  /// A chance in units of 2^-bits, rounded; only 0 and 1 become 0 and 2^bits.
  private static func fixedPoint(_ chance: Double, bits: Int) -> UInt64 {
    let one: UInt64 = 1 << UInt64(bits)
    if chance <= 0 { return 0 }
    if chance >= 1 { return one }
    return min(max(UInt64(chance * Double(one) + 0.5), 1), one - 1)
  }
}
