import Statistics
import Testing

@Suite("Dose-response curves agree with the reference data")
struct DoseResponseReferenceTests {
  static let file = "dose-responses.json"

  static func fit(_ test: JSON) throws -> DoseResponseFit {
    let input = test["input"]
    let link = try #require(ResponseLink(rawValue: input["link"].text))
    let (doses, level) = (input["x"].numbers, input["level"].number)
    guard input["shares"].isMissing else {
      let levels = zip(doses, input["shares"].array).map { dose, shares in
        var level = DoseLevel(dose: dose)
        for share in shares.numbers { level.add(share) }
        return level
      }
      return DoseResponseFit(link, DoseData(.shares, levels), level: level)
    }
    let (responded, runs) = (input["responded"].numbers, input["n"].numbers)
    let levels = doses.indices.map {
      DoseLevel(dose: doses[$0], responded: responded[$0], of: runs[$0])
    }
    return DoseResponseFit(link, DoseData(.events, levels), level: level)
  }

  private func ends(_ set: ConfidenceSet, _ wanted: JSON, _ what: String) {
    expect(set.ends.lower, equals: wanted[0], relative: 1e-6, "\(what) lower")
    expect(set.ends.upper, equals: wanted[1], relative: 1e-6, "\(what) upper")
  }

  @Test("estimates, standard errors and deviance to 1e-8, ends of intervals to 1e-6")
  func curves() throws {
    let cases = try ReferenceFile.cases("doseResponse", in: Self.file)
    #expect(cases.count == 24)
    for test in cases {
      let (id, wanted, fit) = (test["id"].text, test["expected"], try Self.fit(test))
      guard wanted["finite"].isMissing else {
        separated(id, wanted, fit)
        continue
      }
      func near(_ found: Double?, _ key: String) {
        expect(found, equals: wanted[key], relative: 1e-8, "\(id) \(key)")
      }
      #expect(fit.converged && fit.separation == nil, "\(id)")
      #expect(!fit.scatter.dispersionIsImplausible, "\(id)")
      near(fit.intercept, "intercept")
      near(fit.slope, "slope")
      near(fit.deviance, "deviance")
      near(fit.pearson, "pearson")
      near(fit.scatter.dispersion, "dispersion")
      // Tails as small as 1e-300 magnify what is left of the sums.
      expect(
        fit.scatter.lackOfFitP, equals: wanted["lackOfFitPPearson"], relative: 1e-6, "\(id) p")
      let isOver = fit.scatter.isOverdispersed
      #expect(
        isOver == ((wanted["lackOfFitPPearson"].optional ?? 1) < 0.05), "\(id) overdispersion")
      let root = isOver ? wanted["dispersion"].number.squareRoot() : 1
      expect(
        fit.interceptError.map { $0 / root }, equals: wanted["seIntercept"], relative: 1e-8,
        "\(id) se")
      expect(
        fit.slopeError.map { $0 / root }, equals: wanted["seSlope"], relative: 1e-8, "\(id) se")
      ends(fit.slopeSet, wanted[isOver ? "slopeIntervalOverdispersed" : "slopeInterval"], id)
      for (dose, place) in matched(wanted["doses"].array, wanted["doses"], id) {
        let level = place["level"].number
        expect(fit.dose(at: level), equals: dose["dose"], relative: 1e-8, "\(id) dose")
        let set = dose[isOver ? "intervalOverdispersed" : "interval"]
        guard !set.isMissing else {
          #expect(fit.doseSet(at: level).ends == (nil, nil), "\(id)")
          #expect(fit.doseError(at: level) == nil && !fit.slopeIsSignificant, "\(id)")
          continue
        }
        ends(fit.doseSet(at: level), set, "\(id) \(level)")
        expect(
          fit.doseError(at: level).map { $0 / root }, equals: dose["seDelta"], relative: 1e-8,
          "\(id) se of the dose")
      }
    }
  }

  private func separated(_ id: String, _ wanted: JSON, _ fit: DoseResponseFit) {
    #expect(!fit.converged && fit.separation != nil, "\(id)")
    let sign = fit.separation?.isRising.map { $0 ? 1 : -1 } ?? 0
    #expect(sign == wanted["slopeSign"].int, "\(id)")
    ends(fit.slopeSet, wanted["slopeInterval"], id)
    #expect(fit.slopeError == nil && fit.doseSet(at: 0.5) == .unknown, "\(id)")
    if !wanted["perfectDoses"].isMissing {
      let doses = wanted["perfectDoses"].numbers
      #expect(
        fit.separation == .complete(isRising: sign > 0, between: doses[0]...doses[1]), "\(id)")
    }
  }

  @Test("shares of runs: quasi-binomial")
  func shares() throws {
    let cases = try ReferenceFile.cases("doseResponseShares", in: Self.file)
    #expect(cases.count == 2)
    for test in cases {
      let (id, wanted, fit) = (test["id"].text, test["expected"], try Self.fit(test))
      #expect(!fit.scatter.isOverdispersed)
      let found: [(String, Double?)] = [
        ("intercept", fit.intercept), ("slope", fit.slope), ("dispersion", fit.scatter.dispersion),
        ("seIntercept", fit.interceptError), ("seSlope", fit.slopeError),
        ("quasiDeviance", fit.deviance), ("df", fit.degreesOfFreedom),
        ("lackOfFitP", fit.scatter.lackOfFitP), ("dose50", fit.dose(at: 0.5)),
      ]
      for (key, value) in found {
        expect(value, equals: wanted[key], relative: 1e-8, "\(id) \(key)")
      }
    }
  }
}
