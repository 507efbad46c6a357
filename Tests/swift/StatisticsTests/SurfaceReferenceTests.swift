import Foundation
import Statistics
import Testing

@Suite("Response surfaces agree with the reference to 1e-8, far from 0 to 1e-5")
struct SurfaceReferenceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let factors: [String]
    let places: [[Double]]
    let runs: [[Double]]
    let terms: SurfaceTerms
    let transform: SurfaceTransform

    var tolerance: Double { places.joined().contains { abs($0) >= 1e4 } ? 1e-5 : 1e-8 }
    var testDescription: String { id }

    func fit(
      _ weights: SurfaceWeights, isCommon: Bool = false
    ) throws(SurfaceProblem) -> SurfaceFit {
      var values = SurfaceValues(places: places)
      for (point, runs) in runs.enumerated() {
        for (replicate, value) in runs.enumerated() {
          values.add(value, point: point, replicate: replicate)
        }
      }
      return try values.fit(terms, transform, weights, isCommon: isCommon, level: 0.95)
    }
  }

  static func cases() throws -> [(Case, expected: JSON)] {
    try ReferenceFile.cases("responseSurface", in: "surfaces.json").map { test in
      let input = test["input"]
      return (
        Case(
          id: test["id"].text, factors: input["factors"].array.map(\.text),
          places: input["points"].array.map(\.numbers), runs: input["runs"].array.map(\.numbers),
          terms: try #require(SurfaceTerms(rawValue: input["kind"].text)),
          transform: try #require(SurfaceTransform(rawValue: input["transform"].text))),
        test["expected"]
      )
    }
  }

  private func check(
    _ found: [Double?], _ wanted: JSON, _ test: Case, _ what: String
  ) {
    for (value, number) in matched(found, wanted, "\(test.id) \(what)") {
      expect(value, equals: number, relative: test.tolerance, "\(test.id) \(what)")
    }
  }

  private func checkStationary(_ surface: ResponseSurface, _ wanted: JSON, _ test: Case) throws {
    guard test.terms == .quadratic else {
      #expect(surface.stationary == nil)
      return
    }
    let found = try #require(surface.stationary, "\(test.id)")
    check(found.at, wanted["at"], test, "stationary point")
    expect(found.value, equals: wanted["value"], relative: test.tolerance, "\(test.id) value")
    check(found.eigenvalues, wanted["eigenvalues"], test, "eigenvalues")
    #expect(found.kind.rawValue == wanted["kind"].text, "\(test.id)")
  }

  @Test("every run counts once")
  func byRuns() throws {
    var seen = 0
    for (test, expected) in try Self.cases() where expected["estimable"].flag {
      let wanted = expected["byRuns"]
      let fit = try test.fit(.runs)
      #expect(
        fit.surface.terms.map { $0.name(test.factors) } == expected["termOrder"].array.map(\.text))
      check(fit.rows.map(\.estimate), wanted["estimate"], test, "estimate")
      check(fit.rows.map(\.standardError), wanted["stdError"], test, "stdError")
      check(fit.rows.map(\.t), wanted["t"], test, "t")
      check(fit.rows.map(\.p), wanted["p"], test, "p")
      check(fit.rows.map(\.partialR2), wanted["partialR2"], test, "partialR2")
      #expect(fit.degreesOfFreedom == wanted["df"].int)
      func one(_ found: Double?, _ number: JSON, _ what: String) {
        expect(found, equals: number, relative: test.tolerance, "\(test.id) \(what)")
      }
      one(fit.surface.residualVariance, wanted["residualVariance"], "residualVariance")
      one(fit.surface.r2, wanted["r2"], "r2")
      one(fit.surface.adjustedR2, wanted["adjustedR2"], "adjustedR2")
      one(fit.surface.leaveOneOutError, wanted["looRmse"], "looRmse")
      let lack = wanted["lackOfFit"]
      one(fit.surface.misfitSquares, lack["ss"], "lack of fit")
      one(fit.lackOfFit?.statistic, lack["F"], "F")
      one(fit.lackOfFit?.p, lack["p"], "p of F")
      #expect(
        fit.lackOfFit?.distribution == .f(lack["df"].int, lack["pureErrorDf"].int), "\(test.id)")
      try checkStationary(fit.surface, wanted["stationary"], test)
      seen += 1
    }
    #expect(seen == 10)
  }

  @Test("means count by their variances")
  func byMeans() throws {
    for (test, expected) in try Self.cases() where expected["estimable"].flag {
      let wanted = expected["byMeans"]
      let fit = try test.fit(.variances)
      let scale = try #require(fit.surface.residualVariance).squareRoot()
      check(fit.rows.map(\.estimate), wanted["estimate"], test, "estimate")
      check(fit.rows.map { $0.standardError.map { $0 / scale } }, wanted["seKnown"], test, "known")
      check(fit.rows.map(\.standardError), wanted["seScaled"], test, "seScaled")
      check(fit.rows.map(\.t), wanted["tScaled"], test, "tScaled")
      check(fit.rows.map(\.p), wanted["pScaled"], test, "pScaled")
      check(fit.rows.map(\.partialR2), wanted["partialR2"], test, "partialR2")
      func one(_ found: Double?, _ number: JSON, _ what: String) {
        expect(found, equals: number, relative: test.tolerance, "\(test.id) \(what)")
      }
      one(fit.surface.residualSquares, wanted["rss"], "rss")
      one(fit.surface.r2, wanted["r2"], "r2")
      one(fit.surface.leaveOneOutError, wanted["looRmse"], "looRmse")
      one(fit.lackOfFit?.p, wanted["chi2P"], "chi2P")
      #expect(fit.lackOfFit?.distribution == .chiSquare(wanted["df"].int), "\(test.id)")
      try checkStationary(fit.surface, wanted["stationary"], test)
    }
  }

  @Test("a factor with two levels has no square, and nothing is printed")
  func deficient() throws {
    for (test, expected) in try Self.cases() where !expected["estimable"].flag {
      for weights in SurfaceWeights.allCases {
        let names = test.terms.list(factors: test.factors.count).map { $0.name(test.factors) }
        let problem = #expect(throws: SurfaceProblem.self) { try test.fit(weights) }
        let aliased = expected["aliasedIfTermsEnterInOrder"].array.compactMap {
          names.firstIndex(of: $0.text)
        }
        #expect(problem == .aliased(terms: aliased, places: test.places.count))
      }
    }
  }
}
