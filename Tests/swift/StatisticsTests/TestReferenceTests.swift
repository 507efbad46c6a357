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
      // All arrangements where values are tied; random ones have five standard errors.
      if let permuted = test.pPermuted, !wanted["pPermutation"].isMissing {
        let p = wanted["pPermutation"].number
        let error = (p * (1 - p) / Double(KolmogorovSmirnov.draws)).squareRoot()
        #expect(abs(permuted - p) < 5 * error, "\(id): \(permuted)")
      }
      #expect((test.pPermuted != nil) == wanted["ties"].flag, "\(id)")
    }
  }

  @Test func severalGroups() throws {
    let cases = try ReferenceFile.cases("welchAnova")
    #expect(cases.count == 2)
    for test in cases {
      let (id, wanted) = (test["id"].text, test["expected"])
      let found = WelchAnalysisOfVariance.test(test["input"]["groups"].array.map(\.numbers))
      expect(found?.statistic, equals: wanted["welchF"], "\(id) Welch F")
      expect(found?.degreesOfFreedom[1], equals: wanted["welchDf2"], "\(id) Welch df")
      expect(found?.p, equals: wanted["welchP"], "\(id) Welch p")
    }
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
    // The other one has three groups.
    for test in cases where test["input"]["groups"].array.count == 2 {
      let (id, wanted) = (test["id"].text, test["expected"])
      let groups = test["input"]["groups"].array.map { CountedTimes(censoredTimes($0)) }
      let found = try #require(LogRank(groups[0], groups[1]))
      expect(found.chiSquare, equals: wanted["chiSquare"], "\(id) chi-square")
      expect(found.p, equals: wanted["p"], "\(id) p")
      expect(found.observed, equals: wanted["observed"][0], "\(id) observed")
      expect(found.expected, equals: wanted["expected"][0], "\(id) expected")
    }
  }
}
