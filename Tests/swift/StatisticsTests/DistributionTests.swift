import Statistics
import Testing

/// Wanted values: continued fractions and series in 40 digits (mpmath). SciPy 1.17 agrees, but for
/// one event of 10^9 (8 digits) and chi-square of 10^8 degrees of freedom (5 digits at 1e-10).
@Suite("Distributions far out and for large counts", .timeLimit(.minutes(1)))
struct DistributionTests {
  private func expect(
    _ found: Double?, _ wanted: Double, relative: Double = 1e-9, _ what: String,
    at place: SourceLocation = #_sourceLocation
  ) {
    #expect(
      abs((found ?? .nan) - wanted) <= relative * abs(wanted),
      "\(what): found \(found ?? .nan), wanted \(wanted)", sourceLocation: place)
  }

  static let shares: [(s: Int, n: Int, level: Double, lower: Double, upper: Double)] = [
    (1, 2, 0.95, 0.01257911709342506, 0.98742088290657494),
    (37, 2_000, 0.9, 0.013826483860847491, 0.02426653037719772),
    (5_000, 10_000, 0.95, 0.49015138058998049, 0.50984861941001951),
    (3, 1_000_000, 0.999999, 1.4474776195677567e-8, 2.2148209272420418e-5),
    (9_000_000, 10_000_000, 0.95, 0.8998138956778413, 0.90018587269509412),
    (1, 1_000_000_000, 0.95, 2.5317807983969402e-11, 5.5716433782031142e-9),
    (999_999_999, 1_000_000_000, 0.95, 0.99999999442835662, 0.99999999997468219),
    (500_000_000, 1_000_000_000, 0.99, 0.49995927206276264, 0.50004072793723736),
    (5_000_000, 10_000_000, 0.95, 0.49969005252137109, 0.50030994747862891),
  ]

  @Test("binomial tails of up to 10^9 trials are those of the exact limits of Clopper and Pearson")
  func exactLimits() {
    // A limit is rounded, and beside 1 that moves what is left of it.
    func slack(_ limit: Double) -> Double { 1e-8 + limit.ulp / (1 - limit) }
    for (s, n, level, lower, upper) in Self.shares {
      expect(
        Binomial(trials: n, probability: lower).atLeast(s), (1 - level) / 2,
        relative: slack(lower), "\(s) of \(n) lower")
      expect(
        Binomial(trials: n, probability: upper).below(s), (1 - level) / 2, relative: slack(upper),
        "\(s) of \(n) upper")
    }
  }

  static let counts: [(k: Int, n: Int, p: Double, below: Double, above: Double)] = [
    (3, 10, 0.25, 0.77587509155273437, 0.22412490844726563),
    (0, 1_000_000, 1e-6, 0.36787925723164511, 0.63212074276835489),
    (4_996_837, 10_000_000, 0.5, 0.022742538103474798, 0.9772574618965252),
    (5_000_000, 10_000_000, 0.5, 0.50012615662294709, 0.49987384337705291),
    (5_003_162, 10_000_000, 0.5, 0.9772574618965252, 0.022742538103474798),
    (9_000_000, 10_000_000, 0.9, 0.50015419143038968, 0.49984580856961032),
    (499_968_377, 1_000_000_000, 0.5, 0.022751076446308067, 0.97724892355369193),
    (500_000_000, 1_000_000_000, 0.5, 0.50001261566260695, 0.49998738433739305),
  ]

  @Test("binomial tails of up to 10^9 trials are right in the center and beside it")
  func binomial() {
    for (k, n, p, below, above) in Self.counts {
      let distribution = Binomial(trials: n, probability: p)
      expect(distribution.below(k), below, "P(X <= \(k)) of \(n)")
      expect(distribution.atLeast(k + 1), above, "P(X > \(k)) of \(n)")
    }
    let distribution = Binomial(trials: 12, probability: 0.3)
    #expect(distribution.below(-1) == 0 && distribution.atLeast(0) == 1)
    #expect(distribution.below(12) == 1 && distribution.atLeast(13) == 0)
    for certain in [0.0, 1] {
      let distribution = Binomial(trials: 5, probability: certain)
      #expect(distribution.below(4) == 1 - certain && distribution.atLeast(1) == certain)
    }
  }

  @Test(
    "a median of ten million and of a thousand million values has its interval",
    arguments: [
      (1_000_000, 0.5, 499_020, 500_981), (10_000_000, 0.5, 4_996_901, 5_003_100),
      (10_000_000, 0.9, 8_998_140, 9_001_860), (1_000_000_000, 0.5, 499_969_010, 500_030_991),
    ])
  func ranks(n: Int, p: Double, lower: Int, upper: Int) {
    let ranks = SortedSample.quantileRanks(count: n, p: p, level: 0.95)
    #expect(ranks.lower == lower && ranks.upper == upper, "\(ranks)")
    #expect((0.95..<0.9503).contains(ranks.coverage))
  }

  @Test("F, t and chi-square tails keep their digits where few or many degrees of freedom meet")
  func tails() {
    for (x, a, b, wanted) in [
      (0.5, 3.0, 4.0, 0.70219772906752519), (10, 5, 1e6, 1.3865647423328712e-9),
      (1_000, 1, 1e6, 2.3066628393030975e-219), (1, 1e6, 1e6, 0.5),
      (1.5, 2, 1e8, 0.22313016516885839), (1.0003, 1e7, 1e8, 0.26119673495473073),
    ] {
      expect(FisherF(a, b).above(x), wanted, "F(\(a), \(b)) above \(x)")
    }
    #expect(FisherF(2, 3).above(-1) == 1)
    for (t, df, wanted) in [
      (1e10, 1.0, 3.1830988618379067e-11), (15, 31, 4.638174313260414e-16),
      (15, 50, 1.9139219189430086e-20), (20, 50, 8.274260973719827e-26),
      (1.96, 1e9, 0.024997895286864812),
      (-2.5, 4, 0.966616727594006),
    ] {
      let digits = wanted > 1e-3 ? 1e-8 : 1e-9
      expect(StudentT(degreesOfFreedom: df).above(t), wanted, relative: digits, "t(\(df)) \(t)")
    }
    for (sds, df, wanted) in [
      (-1.0, 1e6, 0.841344826806646), (1, 5e6, 0.15865523780730192), (2, 1e7, 0.022774272041515633),
      (2, 1e8, 0.022757766883922212), (6, 1e8, 9.966569885506495e-10),
    ] {
      let x = df + sds * (2 * df).squareRoot()
      expect(ChiSquare(degreesOfFreedom: df).above(x), wanted, "chi-square(\(df)) above \(x)")
    }
  }

  @Test("quantiles of t and chi-square reach the tails that a level can ask for")
  func quantiles() {
    for (tail, df, wanted) in [
      (0.025, 1.0, 12.706204736174698), (1e-9, 1, 318309886.1837907), (1e-12, 1, 318309886183.7907),
      (5.55e-17, 1, 5735313264572805.0), (5.55e-17, 31, 16.199590055064988),
      (1e-14, 31, 13.385892762495821),
    ] {
      expect(
        StudentT(degreesOfFreedom: df).upperQuantile(tail), wanted, relative: 1e-8,
        "t(\(df)) at \(tail)")
    }
    for (p, df, wanted) in [
      (0.2, 29.0, 22.47505197751121), (1e-10, 3e4, 28468.009749123055),
      (0.2, 3e5, 299347.8893063005), (0.001, 1e6, 995635.4506315956),
      (1e-10, 1e8, 99910063.363641899), (0.2, 1, 0.06418475466730157),
    ] {
      expect(ChiSquare(degreesOfFreedom: df).quantile(p), wanted, "chi-square(\(df)) at \(p)")
    }
  }

  @Test("every distribution gives a probability for every argument that makes sense")
  func always() {
    let sizes: [Double] = [1e-3, 0.5, 1, 2, 29, 30, 31, 1e3, 1e5, 1e7, 1e9]
    let places: [Double] = [0, 1e-300, 1e-9, 0.1, 0.5, 0.999, 1, 1.001, 2, 40, 1e5, 1e12, 1e300]
    let tails: [Double] = [5.6e-17, 1e-9, 0.001, 0.025, 0.3, 0.5]
    func isChance(_ p: Double) -> Bool { (0...1).contains(p) }
    for a in sizes {
      for x in places {
        #expect(isChance(StudentT(degreesOfFreedom: a).above(x)), "t(\(a)) \(x)")
        #expect(isChance(StudentT(degreesOfFreedom: a).above(-x)), "t(\(a)) \(-x)")
        #expect(isChance(ChiSquare(degreesOfFreedom: a).above(x)), "chi-square(\(a)) \(x)")
        #expect(isChance(ChiSquare(degreesOfFreedom: a).above(x * a)), "chi-square(\(a)) \(x)")
        for b in sizes { #expect(isChance(FisherF(a, b).above(x)), "F(\(a), \(b)) \(x)") }
      }
      for tail in tails where (1...1e7).contains(a) {
        #expect(StudentT(degreesOfFreedom: a).upperQuantile(tail) >= 0, "t(\(a)) at \(tail)")
        #expect(ChiSquare(degreesOfFreedom: a).quantile(tail) >= 0, "chi-square(\(a)) at \(tail)")
      }
    }
    for n in [1, 2, 1_000, 1_000_000, 4_000_000_000] {
      for k in Set([0, 1, n / 3, n / 2, n - 1, n]) where k >= 0 {
        for p in [0, 1e-300, 1e-9, 0.3, 0.5, 1 - 1e-9, 1] {
          let distribution = Binomial(trials: n, probability: p)
          #expect(
            isChance(distribution.below(k)) && isChance(distribution.atLeast(k)),
            "\(k) of \(n), \(p)")
        }
      }
    }
  }
}
