import Statistics
import TestSupport
import Testing

/// The references are made by Tests/data/statistics/effects.R.
@Suite("Ratios, hazards and blocks agree with R") struct EffectReferenceTests {
  static let file = "effects.json"

  private func cases(_ name: String, _ count: Int) throws -> [JSON] {
    let cases = try ReferenceFile.cases(name, in: Self.file)
    #expect(cases.count == count)
    return cases
  }

  private func ends(_ interval: Interval?, _ wanted: JSON, _ what: String) {
    expect(interval?.lower, equals: wanted["lower"], "\(what) lower")
    expect(interval?.upper, equals: wanted["upper"], "\(what) upper")
  }

  /// What the data say against 1.1 or 1.5, and against 0.9 or 0.8.
  private func sides(
    _ below: OneSided?, _ above: OneSided?, _ wanted: (below: JSON, above: JSON), _ what: String
  ) {
    // Tails as small as 1e-180 magnify what is left of the statistic.
    expect(below?.below, equals: wanted.below, relative: 1e-7, "\(what) below")
    expect(above?.above, equals: wanted.above, relative: 1e-7, "\(what) above")
  }

  @Test("ratios of means: all that t tests do not reject, independent and of pairs")
  func means() throws {
    for test in try cases("ratioOfMeans", 17) {
      let (id, input, wanted) = (test["id"].text, test["input"], test["expected"])
      let (x, y) = (input["x"].numbers, input["y"].numbers)
      let isPaired = input["paired"].int == 1
      let ratio = try #require(
        isPaired
          ? RatioOfMeans(PairSummary(x, y)) : RatioOfMeans(ValueSummary(x), ValueSummary(y)))
      let t = isPaired ? MeanDifference(paired: x, y) : MeanDifference(welch: x, y)
      expect(ratio.estimate, equals: wanted["estimate"], "\(id) estimate")
      ends(ratio.interval(level: 0.95), wanted, id)
      expect(ratio.p(against: 1)?.difference?.p, equals: wanted["p"], relative: 1e-8, "\(id) p")
      expect(t?.result?.p, equals: wanted["p"], relative: 1e-8, "\(id) p of the t test")
      // R's "less" is about x - r y, which falls with x where y is negative.
      let names = ratio.estimate > 0 && y[0] < 0 ? ["above", "below"] : ["below", "above"]
      if names[0] == "below" {
        sides(
          ratio.p(against: 1.1), ratio.p(against: 0.9), (wanted["below_1.1"], wanted["above_0.9"]),
          id)
      } else {
        expect(ratio.p(against: 1.1)?.above, equals: wanted["below_1.1"], relative: 1e-7, id)
        expect(ratio.p(against: 0.9)?.below, equals: wanted["above_0.9"], relative: 1e-7, id)
      }
    }
  }

  @Test("ratios of risks: score intervals, chi-square tests, and cells of 0")
  func risks() throws {
    for test in try cases("riskRatio", 15) {
      let input = test["input"]
      check(
        test,
        RiskRatio(
          events: input["a"].int, of: input["n"].int, and: input["b"].int, of: input["m"].int))
    }
    for test in try cases("riskRatioPairs", 13) {
      let input = test["input"]
      check(
        test,
        RiskRatio(
          both: input["both"].int, first: input["a"].int, second: input["b"].int,
          pairs: input["n"].int))
    }
  }

  private func check(_ test: JSON, _ ratio: RiskRatio) {
    let (id, wanted) = (test["id"].text, test["expected"])
    // Over a share of 0 it is beyond all numbers.
    expect(
      ratio.estimate.isFinite ? ratio.estimate : nil, equals: wanted["estimate"], "\(id) estimate")
    ends(ratio.interval(level: 0.95), wanted, id)
    expect(ratio.result?.p, equals: wanted["p"], "\(id) p")
    sides(
      ratio.p(against: 1.5), ratio.p(against: 0.8), (wanted["below_1.5"], wanted["above_0.8"]), id)
  }

  @Test("dose-response curves between a floor and a plateau: optim and Fisher scoring")
  func bounds() throws {
    // Profiles take seconds: in the quick tier of every fourth.
    let all = try cases("doseBounds", 14).enumerated()
    for (place, test) in all where TestDepth.isDeep || place.isMultiple(of: 4) {
      let (id, input, wanted) = (test["id"].text, test["input"], test["expected"])
      let (responded, runs) = (input["responded"].numbers, input["n"].numbers)
      let levels = zip(input["x"].numbers, zip(responded, runs)).map {
        DoseLevel(dose: $0, responded: $1.0, of: $1.1)
      }
      let link = try #require(ResponseLink(rawValue: input["link"].text))
      let fit = DoseResponseFit(
        link, DoseData(.events, levels),
        fitting: .init(floor: input["floor"].int == 1, plateau: input["plateau"].int == 1),
        level: 0.95)
      #expect(fit.converged, "\(id)")
      let (errors, level) = (wanted["errors"], input["level"].number)
      let isBounded = (input["floor"].int == 1, input["plateau"].int == 1)
      for (name, found, wanted) in [
        ("intercept", fit.intercept, wanted["intercept"]), ("slope", fit.slope, wanted["slope"]),
        ("floor", fit.value(of: .floor), wanted["floor"]),
        ("plateau", fit.value(of: .plateau), wanted["plateau"]),
        ("intercept error", fit.interceptError, errors[0]),
        ("slope error", fit.slopeError, errors[1]),
        ("floor error", isBounded.0 ? fit.error(of: .floor) : 0, errors[2]),
        ("plateau error", isBounded.1 ? fit.error(of: .plateau) : 0, errors[3]),
        ("dose", fit.dose(at: level), wanted["dose"]), ("p", fit.scatter.lackOfFitP, wanted["p"]),
      ] {
        expect(found, equals: wanted, relative: 1e-8, "\(id) \(name)")
      }
      for (name, set) in [
        ("slope", fit.slopeSet), ("floor", fit.set(of: .floor)),
        ("plateau", fit.set(of: .plateau)), ("dose", fit.doseSet(at: level)),
      ] where !wanted["profile"][name].isMissing {
        let profile = wanted["profile"][name]
        expect(set.ends.lower, equals: profile[0], relative: 1e-5, "\(id) \(name) lower")
        expect(set.ends.upper, equals: profile[1], relative: 1e-5, "\(id) \(name) upper")
      }
      // R's derivatives of the dose are differences. Without a slope a dose has no error here.
      guard fit.slopeIsSignificant else { continue }
      expect(
        fit.doseError(at: level), equals: wanted["dose_error"], relative: 1e-6, "\(id) dose error")
      guard !wanted["p"].isMissing else { continue }
      expect(fit.deviance, equals: wanted["deviance"], relative: 1e-7, "\(id) deviance")
      expect(fit.pearson, equals: wanted["pearson"], relative: 1e-7, "\(id) pearson")
    }
  }
}
