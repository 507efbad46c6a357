import Statistics
import Testing

@Suite("Tests, effects and corrections agree with the reference data to 1e-9")
struct TestReferenceTests {
  private func pairs(_ function: String, count: Int) throws -> [(String, JSON, [Double], [Double])]
  {
    let cases = try ReferenceFile.cases(function)
    #expect(cases.count == count)
    return cases.map {
      ($0["id"].text, $0["expected"], $0["input"]["x"].numbers, $0["input"]["y"].numbers)
    }
  }

  @Test func kolmogorovSmirnov() throws {
    for (id, wanted, x, y) in try pairs("kolmogorovSmirnov", count: 4) {
      let test = try #require(KolmogorovSmirnov(x, y))
      expect(test.d, equals: wanted["D"], "\(id) D")
      expect(test.pAsymptotic, equals: wanted["pAsymptotic"], "\(id) asymptotic")
      for key in ["pExact", "pPermutation"] where !wanted[key].isMissing {
        expect(test.pExact, equals: wanted[key], "\(id) \(key)")
      }
    }
  }

  @Test func severalGroups() throws {
    let ranked = try ReferenceFile.cases("kruskalWallis")
    #expect(ranked.count == 2)
    for test in ranked {
      let (id, wanted) = (test["id"].text, test["expected"])
      let groups = test["input"]["groups"].array.map(\.numbers)
      let found = try #require(KruskalWallis.test(groups))
      expect(found.statistic, equals: wanted["H"], "\(id) H")
      expect(found.degreesOfFreedom[0], equals: wanted["df"], "\(id) df")
      expect(found.p, equals: wanted["p"], "\(id) p")
    }
    let cases = try ReferenceFile.cases("anova")
    #expect(cases.count == 2)
    for test in cases {
      let (id, wanted) = (test["id"].text, test["expected"])
      let groups = test["input"]["groups"].array.map(\.numbers)
      let found = try #require(AnalysisOfVariance(groups))
      expect(found.classic?.statistic, equals: wanted["F"], "\(id) F")
      expect(found.classic?.degreesOfFreedom[0], equals: wanted["df1"], "\(id) df1")
      expect(found.classic?.degreesOfFreedom[1], equals: wanted["df2"], "\(id) df2")
      expect(found.classic?.p, equals: wanted["p"], "\(id) p")
      expect(found.welch?.statistic, equals: wanted["welchF"], "\(id) Welch F")
      expect(found.welch?.degreesOfFreedom[1], equals: wanted["welchDf2"], "\(id) Welch df")
      expect(found.welch?.p, equals: wanted["welchP"], "\(id) Welch p")
    }
  }

  @Test func effectSizes() throws {
    for (id, wanted, x, y) in try pairs("effectSizes", count: 3) {
      let level = id == "effect-2" ? 0.9 : 0.95
      let delta = try #require(CliffsDelta(x, y))
      let interval = delta.interval(level: level)
      expect(interval?.lower, equals: wanted["cliffsDeltaConfidence"][0], "\(id) delta lower")
      expect(interval?.upper, equals: wanted["cliffsDeltaConfidence"][1], "\(id) delta upper")
      let g = try #require(StandardizedDifference(x, y))
      expect(
        g.interval(level: level).lower, equals: wanted["hedgesGConfidence"][0], "\(id) g lower")
      expect(
        g.interval(level: level).upper, equals: wanted["hedgesGConfidence"][1], "\(id) g upper")
    }
  }

  @Test func pairedEffectSizes() throws {
    let cases = try ReferenceFile.cases("pairedEffects", in: "comparisons.json")
    #expect(cases.count == 3)
    for test in cases {
      let (id, wanted) = (test["id"].text, test["expected"])
      let (x, y) = (test["input"]["x"].numbers, test["input"]["y"].numbers)
      let g = try #require(StandardizedDifference(paired: x, y))
      let interval = g.interval(level: 0.95)
      expect(interval.lower, equals: wanted["intervalG"][0], "\(id) g lower")
      expect(interval.upper, equals: wanted["intervalG"][1], "\(id) g upper")
      let delta = try #require(CliffsDelta(paired: x, y))
      let bounds = delta.interval(level: 0.95)
      expect(bounds?.lower, equals: wanted["intervalBetween"][0], "\(id) delta lower")
      expect(bounds?.upper, equals: wanted["intervalBetween"][1], "\(id) delta upper")
    }
  }

  @Test("pairs with a constant have no correlation: m = 2 (n - 1)")
  func pairsWithAConstant() throws {
    let g = try #require(StandardizedDifference(paired: [1, 2, 4, 8, 9], [3, 3, 3, 3, 3]))
    // J of m = 8: Gamma(4) / (2 Gamma(3.5)), with Gamma(3.5) = 15 sqrt(pi) / 8.
    #expect(abs(g.correction - 6 / (2 * 15 * Double.pi.squareRoot() / 8)) < 1e-14)
  }

  @Test func correctedEquivalence() throws {
    let cases = try ReferenceFile.cases("tostCorrected", in: "comparisons.json")
    #expect(cases.count == 2)
    for test in cases {
      let groups = test["input"]["groups"].array.map(\.numbers)
      let wanted = test["expected"]["comparisons"].array
      let found = try wanted.map { row in
        let difference = try #require(MeanDifference(welch: groups[row["group"].int], groups[0]))
        let p = try #require(difference.equivalence(margin: test["input"]["margin"].number)?.p)
        expect(p, equals: row["p"], "\(test["id"].text) \(row["group"])")
        return p
      }
      for (p, row) in zip(Correction.holm.adjust(found), wanted) {
        expect(p, equals: row["pHolm"], "\(test["id"].text) \(row["group"]) Holm")
        #expect((p <= 0.05) == row["equivalentHolm"].flag)
      }
    }
  }

  @Test func adjustedP() throws {
    let cases = try ReferenceFile.cases("adjustP")
    #expect(cases.count == 3)
    let kinds: [(Correction, String)] = [
      (.holm, "holm"), (.benjaminiHochberg, "benjaminiHochberg"),
    ]
    for test in cases {
      let p = test["input"]["p"].numbers
      for (correction, name) in kinds {
        let place = "\(test["id"].text) \(name)"
        for (found, wanted) in matched(correction.adjust(p), test["expected"][name], place) {
          expect(found, equals: wanted, place)
        }
      }
      #expect(Correction.none.adjust(p) == p)
    }
  }

  @Test func logRank() throws {
    let cases = try ReferenceFile.cases("logRank")
    #expect(cases.count == 2)
    for test in cases {
      let (id, wanted) = (test["id"].text, test["expected"])
      let found = try #require(LogRank(test["input"]["groups"].array.map(censoredTimes)))
      expect(found.chiSquare, equals: wanted["chiSquare"], "\(id) chi-square")
      #expect(found.degreesOfFreedom == wanted["df"].int)
      expect(found.p, equals: wanted["p"], "\(id) p")
      for (value, wanted) in matched(found.observed, wanted["observed"], "\(id) observed") {
        expect(value, equals: wanted, "\(id) observed")
      }
      for (value, wanted) in matched(found.expected, wanted["expected"], "\(id) expected") {
        expect(value, equals: wanted, "\(id) expected")
      }
    }
  }
}
