import Statistics
import Testing

/// One, two and three values, and both sides of each size at which a method changes. The references
/// are made by Tests/data/statistics/edges.py.
@Suite("At the edges of their sizes") struct EdgeReferenceTests {
  @Test("tests, effects and intervals agree with scipy, or with all arrangements listed")
  func references() throws {
    let cases = try ReferenceFile("edges.json").root.array
    #expect(cases.count > 150)
    for one in cases {
      let found = try Self.found(one)
      let wanted = one["expected"]
      #expect(Set(found.keys) == Set(wanted.keys), "\(one["of"].text)")
      for (key, value) in found {
        // Rounded proportions of random signs: 2,000 of them, five standard errors.
        let isRandom = one["of"].text == "paired_curves" && key == "p"
        if isRandom {
          #expect(abs((value ?? .nan) - wanted[key].number) < 0.06, "\(one)")
        } else {
          expect(
            value.flatMap { $0.isFinite ? $0 : nil }, equals: wanted[key], relative: 1e-8,
            "\(one["of"].text) \(key) of \(one["x"].array.count), \(one["y"].array.count)")
        }
      }
    }
  }

  /// What the program says of a case, under the names of the reference.
  private static func found(_ one: JSON) throws -> [String: Double?] {
    let (x, y, level) = (one["x"].numbers, one["y"].numbers, one["level"].number)
    func ends(_ interval: Interval?) -> [String: Double?] {
      ["lower": interval?.lower, "upper": interval?.upper]
    }
    func t(_ found: MeanDifference?) -> [String: Double?] {
      let result = found?.result
      return ends(found?.interval(level: level)).merging([
        "difference": found?.estimate, "t": result?.statistic,
        "df": result?.degreesOfFreedom.first, "p": result?.p,
      ]) { $1 }
    }
    switch one["of"].text {
    case "mann_whitney":
      let test = MannWhitney(x, y)
      return ["u": test?.u, "exact": test?.pExact, "asymptotic": test?.pAsymptotic]
    case "kolmogorov_smirnov":
      let test = KolmogorovSmirnov(x, y)
      return ["d": test?.d, "asymptotic": test?.pAsymptotic]
    case "wilcoxon":
      let test = WilcoxonSignedRank(x, y)
      return [
        "w": test?.w, "count": test.map { Double($0.count) }, "exact": test?.pExact,
        "asymptotic": test?.pAsymptotic,
      ]
    case "hodges_lehmann":
      let shift = HodgesLehmann(x, y)
      return ends(shift?.interval(level: level)).merging(["estimate": shift?.estimate]) { $1 }
    case "paired_hodges_lehmann":
      let shift = HodgesLehmann(paired: x, y)
      return ends(shift?.interval(level: level)).merging(["estimate": shift?.estimate]) { $1 }
    case "welch": return t(MeanDifference(welch: x, y))
    case "paired_t": return t(MeanDifference(paired: x, y))
    case "permutation", "paired_permutation":
      // Random arrangements of a key differ from those of another; all of them do not.
      let p = (1...2).map { key in
        one["of"].text == "permutation"
          ? PermutationTest(x, y, key: key)?.p
          : PermutationTest(paired: x, y, key: key)?.p
      }
      return ["p": p[0] == p[1] ? p[0] : nil]
    case "mean_and_median":
      let (moments, sample) = (Moments(of: x), SortedSample(x))
      let median = sample.quantileInterval(0.5, level: level)
      return ends(moments.meanInterval(level: level)).merging([
        "mean": moments.mean, "median": sample.median, "median_lower": median?.lower,
        "median_upper": median?.upper,
      ]) { $1 }
    case "proportion":
      let trials = one["trials"].int
      let share = Proportion(successes: one["successes"].int, trials: trials)
      let wilson = share.interval(level: level)
      return [
        "wilson_lower": wilson?.lower, "wilson_upper": wilson?.upper,
        "rule_of_three": Proportion.ruleOfThreeBound(trials: trials, level: level),
      ]
    case "paired_curves":
      let curves = one["curves"].array.map(\.numbers)
      let nothing = curves.map { $0.map { _ in 0.0 } }
      let test = CurveComparison(paired: curves, nothing, level: level, key: 1)
      return ["p": test?.p, "max_t": test?.maximumT, "factor": test?.factor]
    default: throw UnknownCase()
    }
  }

  private struct UnknownCase: Error {}

  @Test("nothing is said of no values, or of fewer curves than two")
  func none() {
    #expect(Proportion.ruleOfThreeBound(trials: 0, level: 0.9) == 1)
    #expect(HodgesLehmann([], [1]) == nil && HodgesLehmann([1], []) == nil)
    #expect(HodgesLehmann(paired: [], []) == nil)
    #expect(CurveComparison(paired: [[1, 2]], [[0, 0]], level: 0.9, key: 1) == nil)
    #expect(CurveComparison([[1, 2]], [[0, 0], [1, 1]], level: 0.9, key: 1) == nil)
  }

  @Test("signs are random beyond the 64 of a word too", arguments: [64, 65, 128, 129])
  func manySigns(first: Int) throws {
    // Only what comes behind the first curves differs from 0: nine alike, of 512 patterns two.
    let shifts = [Double](repeating: 0, count: first) + [Double](repeating: 1, count: 9)
    let curves = shifts.map { [$0] }
    let nothing = curves.map { _ in [0.0] }
    let whole = try #require(CurveComparison(paired: curves, nothing, level: 0.9, key: 1))
    let means = try #require(
      PermutationTest(paired: shifts, nothing.map { $0[0] }, key: 1))
    // Five standard errors of 2,000 and 20,000 signs.
    #expect(abs(whole.p - 2.0 / 512) < 0.008 && abs(means.p - 2.0 / 512) < 0.003)
  }

  @Test("no sign is the same each time")
  func eachSign() throws {
    // Two differ from 0, where words of 65 signs would end: two of four patterns are as extreme.
    let shifts = (0..<130).map { [64, 129].contains($0) ? 1.0 : 0 }
    let nothing = [Double](repeating: 0, count: 130)
    let means = try #require(PermutationTest(paired: shifts, nothing, key: 2))
    let whole = try #require(
      CurveComparison(paired: shifts.map { [$0] }, nothing.map { [$0] }, level: 0.9, key: 2))
    // Five standard errors of 2,000 signs.
    #expect(abs(means.p - 0.5) < 0.056 && abs(whole.p - 0.5) < 0.056)
  }
}
