import Foundation
import KeyedRandom
import Statistics
import Testing

@Suite("Dose-response curves: what must hold of all of them")
struct DoseResponseTests {
  /// Deviance from the formulas alone, on raw doses.
  private struct Plain {
    let link: ResponseLink
    let doses, responded, runs: [Double]

    func mean(_ eta: Double) -> Double {
      switch link {
      case .logit: 1 / (1 + exp(-eta))
      case .probit: 0.5 * erfc(-eta / 2.0.squareRoot())
      case .cloglog: 1 - exp(-exp(eta))
      }
    }

    /// 1 - mean, with its digits where it is next to nothing.
    func rest(_ eta: Double) -> Double {
      switch link {
      case .logit: 1 / (1 + exp(eta))
      case .probit: 0.5 * erfc(eta / 2.0.squareRoot())
      case .cloglog: exp(-exp(eta))
      }
    }

    func deviance(_ a: Double, _ b: Double) -> Double {
      func part(_ y: Double, _ expected: Double) -> Double {
        y == 0 ? 0 : 2 * y * log(y / expected)
      }
      return doses.indices.reduce(0) { sum, i in
        let eta = a + b * doses[i]
        return sum + part(responded[i], runs[i] * mean(eta))
          + part(runs[i] - responded[i], runs[i] * rest(eta))
      }
    }

    /// The least deviance of curves (a, b) = curve(t) for t in a range, by golden sections.
    func least(_ range: ClosedRange<Double>, _ curve: (Double) -> (Double, Double)) -> Double {
      var (low, high) = (range.lowerBound, range.upperBound)
      let golden = (5.0.squareRoot() - 1) / 2
      func value(_ t: Double) -> Double {
        let (a, b) = curve(t)
        let found = deviance(a, b)
        return found.isNaN ? .infinity : found
      }
      var (p, q) = (high - golden * (high - low), low + golden * (high - low))
      var (atP, atQ) = (value(p), value(q))
      for _ in 0..<90 {
        if atP < atQ {
          (high, q, atQ) = (q, p, atP)
          p = high - golden * (high - low)
          atP = value(p)
        } else {
          (low, p, atP) = (p, q, atQ)
          q = low + golden * (high - low)
          atQ = value(q)
        }
      }
      return min(atP, atQ)
    }
  }

  private static let plain = ResponseLink.allCases.map { link in
    Plain(
      link: link, doses: [1, 2, 3, 4, 6], responded: [1, 4, 7, 12, 18], runs: [20, 18, 20, 20, 19])
  }

  private func fit(_ data: Plain, shift: Double = 0, scale: Double = 1) -> DoseResponseFit {
    let levels = data.doses.indices.map {
      DoseLevel(
        dose: shift + scale * data.doses[$0], responded: data.responded[$0], of: data.runs[$0])
    }
    return DoseResponseFit(data.link, DoseData(.events, levels), level: 0.95)
  }

  @Test("ends of profile intervals are where a direct search of the likelihood puts them")
  func profiles() throws {
    for data in Self.plain {
      let fit = fit(data)
      let bound = fit.deviance + 3.841458820694124
      let slopes = fit.slopeSet.ends
      for end in [slopes.lower, slopes.upper] {
        let slope = try #require(end)
        let least = data.least(-16...4) { ($0, slope) }
        #expect(abs(least - bound) < 1e-6, "\(data.link) slope \(slope): \(least - bound)")
      }
      for level in [0.1, 0.5, 0.95] {
        let eta = data.link.predictor(level)
        let ends = fit.doseSet(at: level).ends
        for end in [ends.lower, ends.upper] {
          let dose = try #require(end)
          let least = data.least(0.2 * fit.slope...2 * fit.slope) { (eta - $0 * dose, $0) }
          #expect(abs(least - bound) < 1e-6, "\(data.link) dose \(dose) at \(level)")
        }
      }
      let intercepts = fit.interceptSet.ends
      for end in [intercepts.lower, intercepts.upper] {
        let intercept = try #require(end)
        let least = data.least(0.2 * fit.slope...2 * fit.slope) { (intercept, $0) }
        #expect(abs(least - bound) < 1e-6, "\(data.link) intercept \(intercept)")
      }
    }
  }

  @Test("doses in other units, or far from 0, give the same curve")
  func units() throws {
    for data in Self.plain {
      let (near, far) = (fit(data), fit(data, shift: 1.7e9, scale: 86_400))
      let small = fit(data, scale: 0x1p-40)
      #expect(small.slope * 0x1p-40 == near.slope)
      #expect(small.slopeSet.ends.lower.map { $0 * 0x1p-40 } == near.slopeSet.ends.lower)
      #expect(abs(far.slope * 86_400 / near.slope - 1) < 1e-9)
      #expect(abs(far.deviance - near.deviance) < 1e-9)
      for level in [0.1, 0.5, 0.9] {
        let (a, b) = (try #require(near.dose(at: level)), try #require(far.dose(at: level)))
        #expect(abs((b - 1.7e9) / 86_400 - a) < 1e-8)
        let (one, other) = (near.doseSet(at: level).ends, far.doseSet(at: level).ends)
        let low = try #require(one.lower)
        #expect(abs((try #require(other.lower) - 1.7e9) / 86_400 - low) < 1e-5)
      }
    }
  }

  @Test("levels in any order, split or whole, give the same curve")
  func levels() {
    for kind in [DoseData.Kind.events, .shares] {
      var (parts, whole) = ([DoseLevel](), [DoseLevel]())
      for dose in [3.0, 1, 2, 4] {
        var (a, b, all) = (DoseLevel(dose: dose), DoseLevel(dose: dose), DoseLevel(dose: dose))
        for run in 0..<9 {
          let share =
            kind == .events ? (run % 4 < Int(dose) ? 1.0 : 0) : dose / 5 + 0.02 * Double(run)
          if run < 4 { a.add(share) } else { b.add(share) }
          all.add(share)
        }
        parts += [b, a]
        whole.append(all)
      }
      let one = DoseResponseFit(.logit, DoseData(kind, parts.reversed()), level: 0.9)
      let other = DoseResponseFit(.logit, DoseData(kind, whole), level: 0.9)
      #expect(one.data.levels.count == 4 && one.converged == other.converged)
      #expect(abs(one.deviance - other.deviance) < 1e-9)
      #expect(abs(one.slope - other.slope) < 1e-9 && abs(one.pearson - other.pearson) < 1e-9)
    }
  }

  @Test("what is exchanged with what is left turns the curve round; a logit keeps its shape")
  func turned() throws {
    let data = Self.plain[0]
    let turned = Plain(
      link: .logit, doses: data.doses, responded: zip(data.runs, data.responded).map { $0 - $1 },
      runs: data.runs)
    let (one, other) = (fit(data), fit(turned))
    #expect(abs(one.slope + other.slope) < 1e-9)
    let low = try #require(one.slopeSet.ends.lower)
    let high = try #require(other.slopeSet.ends.upper)
    #expect(abs(low + high) < 1e-8)
    let (a, b) = (one.doseSet(at: 0.1).ends, other.doseSet(at: 0.9).ends)
    #expect(abs(try #require(a.lower) - (try #require(b.lower))) < 1e-8)
  }

  @Test(
    "where the slope cannot be distinguished from 0, the doses that can be ruled out lie between two"
  )
  func outside() {
    // A mean near 0.45 and hardly a slope: a level of 0.9 is not reached near the doses tried.
    let levels = zip([1.0, 2, 3], [8.0, 9, 11]).map { DoseLevel(dose: $0, responded: $1, of: 20) }
    let fit = DoseResponseFit(.logit, DoseData(.events, levels), level: 0.95)
    #expect(!fit.slopeIsSignificant)
    #expect(fit.doseSet(at: 0.5) == .everything)
    guard case .outside(let lower, let upper) = fit.doseSet(at: 0.9) else {
      Issue.record("\(fit.doseSet(at: 0.9))")
      return
    }
    #expect(lower < 1 && 3 < upper)
    let plain = Plain(link: .logit, doses: [1, 2, 3], responded: [8, 9, 11], runs: [20, 20, 20])
    let eta = ResponseLink.logit.predictor(0.9)
    for dose in [lower, upper] {
      let least = plain.least(-8...8) { (eta - $0 * dose, $0) }
      #expect(abs(least - fit.deviance - 3.841458820694124) < 1e-6)
    }
  }

  @Test("shares at a dose where the curve is all but 1 have no dispersion, and no intervals")
  func beyondReason() {
    // 0.9995 at the last dose, where cloglog's curve comes to 1 - 1e-40 or so.
    func fit(_ link: ResponseLink, upTo last: Int) -> DoseResponseFit {
      let levels = (0...last).map { dose in
        let mean = min(0.9995, 1 - exp(-exp(0.8 * Double(dose) - 2)))
        var level = DoseLevel(dose: Double(dose))
        for scatter in [-0.4, 0.4, -0.2, 0.2] { level.add(mean + scatter * mean * (1 - mean)) }
        return level
      }
      return DoseResponseFit(link, DoseData(.shares, levels), level: 0.95)
    }
    for (link, last) in [(ResponseLink.cloglog, 10), (.probit, 20)] {
      let found = fit(link, upTo: last)
      #expect(found.converged && found.scatter.dispersionIsImplausible, "\(link)")
      #expect(found.scatter.dispersion == nil && found.scatter.lackOfFitP ?? 1 < 0.05)
      #expect(
        found.slopeError == nil && found.interceptError == nil && found.doseError(at: 0.5) == nil)
      #expect(found.slopeSet == .unknown && found.doseSet(at: 0.5) == .unknown)
      #expect(abs(found.dose(at: 0.5) ?? 0) < 4)
    }
    // The same curve where it is no such thing.
    let reported = fit(.cloglog, upTo: 4)
    #expect(!reported.scatter.dispersionIsImplausible && (reported.scatter.dispersion ?? 1) < 1)
    #expect(reported.slopeError != nil && abs(reported.slope - 0.8) < 0.01)
  }

  @Test("means that level off below 1 are distinguished from those that follow the curve")
  func plateau() throws {
    func fit(_ means: [Double]) -> DoseResponseFit {
      let levels = means.enumerated().map { place, mean in
        DoseLevel(dose: Double(place + 1) / 10, responded: (400 * mean).rounded(), of: 400)
      }
      return DoseResponseFit(.logit, DoseData(.events, levels), level: 0.95)
    }
    let level = [0.02, 0.1, 0.4, 0.72, 0.8, 0.8, 0.81, 0.8]
    let found = fit(level)
    #expect((found.scatter.dispersion ?? 0) > 10)
    #expect(try #require(found.levelsOff) >= 0.5)
    // The same the other way round: it falls from a plateau on.
    #expect(try #require(fit(level.reversed()).levelsOff) <= 0.4)
    // A logistic curve, and one that is steeper at its upper end.
    #expect(fit([0.076, 0.182, 0.378, 0.622, 0.818, 0.924]).levelsOff == nil)
    #expect(fit([0.02, 0.05, 0.12, 0.3, 0.8, 0.99, 1]).levelsOff == nil)
  }

  @Test("under common numbers the dispersion is Pearson's sum over what these doses let expect")
  func commonDispersion() throws {
    let doses = [0.2, 0.4, 0.6, 0.8]
    var stream = RandomStream(key: 38)
    let shared = (0..<300).map { _ in stream.unit() }
    var values = [0.05, 0.5, 0.6, 0.62].map { chance in
      shared.map {
        ($0 + 0.2 * stream.unit()).truncatingRemainder(dividingBy: 1) < chance ? 1.0 : 0
      }
    }
    // Some replicates lack the last dose, the first of them too.
    for replicate in stride(from: 0, to: 300, by: 7) { values[3][replicate] = .nan }
    var correlation = DoseCorrelation(count: 4)
    correlation.add(values)
    let known = values.map { $0.filter { !$0.isNaN } }
    let runs = known.map { Double($0.count) }
    let means = known.map { $0.reduce(0, +) / Double($0.count) }
    let levels = doses.indices.map {
      DoseLevel(dose: doses[$0], responded: known[$0].reduce(0, +), of: runs[$0])
    }
    let fit = DoseResponseFit(
      .logit, DoseData(.events, levels, correlation: correlation), level: 0.95)
    // Directly: H = W^1/2 X (X'WX)^-1 X' W^1/2, and the trace of (1 - H) R (1 - H) with R from the values.
    let curve = doses.map { 1 / (1 + exp(-fit.intercept - fit.slope * $0)) }
    let weights = zip(runs, curve).map { $0 * $1 * (1 - $1) }
    let pearson = (0..<4).reduce(0.0) { (sum: Double, level: Int) in
      let variance = curve[level] * (1 - curve[level])
      return sum + runs[level] * pow(means[level] - curve[level], 2) / variance
    }
    let sums = [0.0, 1, 2].map { power in
      zip(weights, doses).map { weight, dose in weight * pow(dose, power) }.reduce(0, +)
    }
    let determinant = sums[0] * sums[2] - sums[1] * sums[1]
    func rest(_ i: Int, _ j: Int) -> Double {
      let inner = sums[2] - sums[1] * (doses[i] + doses[j]) + sums[0] * doses[i] * doses[j]
      return (i == j ? 1 : 0) - (weights[i] * weights[j]).squareRoot() * inner / determinant
    }
    func correlated(_ i: Int, _ j: Int) -> Double {
      // Of the replicates that have both; the others are independent.
      let shared = zip(values[i], values[j]).filter { !$0.isNaN && !$1.isNaN }
      let n = Double(shared.count)
      let (both, p, q) = shared.reduce((0.0, 0.0, 0.0)) {
        ($0.0 + $1.0 * $1.1 / n, $0.1 + $1.0 / n, $0.2 + $1.1 / n)
      }
      return (both - p * q) / (p * (1 - p) * q * (1 - q)).squareRoot()
        * n / (runs[i] * runs[j]).squareRoot()
    }
    var expected = 0.0
    for i in 0..<4 {
      for j in 0..<4 {
        for k in 0..<4 { expected += rest(i, j) * correlated(j, k) * rest(k, i) }
      }
    }
    let dispersion = try #require(fit.scatter.dispersion)
    #expect(abs(dispersion / (pearson / expected) - 1) < 1e-6)
    // Not over doses less two, which is what independent doses let expect.
    #expect(dispersion > 1.5 * pearson / 2)
  }

  @Test("with as many doses as numbers, or on the curve, there is no misfit to judge")
  func noMisfit() {
    for means in [[0.2, 0.7], [1.0, 2, 3].map { 1 / (1 + exp(2 - $0)) }] {
      let levels = means.enumerated().map { place, mean in
        var level = DoseLevel(dose: Double(place + 1))
        for scatter in [-0.1, 0.1, -0.05, 0.05] { level.add(mean + scatter) }
        return level
      }
      for kind in [DoseData.Kind.shares, .events] {
        let fit = DoseResponseFit(.logit, DoseData(kind, levels), level: 0.95)
        #expect(fit.converged && fit.slopeError != nil, "\(kind)")
        #expect((fit.scatter.lackOfFitP ?? 1) > 0.99, "\(kind)")
        if means.count == 2 { #expect(fit.scatter.lackOfFitP == nil, "\(kind)") }
      }
    }
  }

  @Test("shares without any scatter have a curve and no intervals")
  func noScatter() {
    let levels = [(1.0, 0.25), (2, 0.75)].map { dose, share in
      var level = DoseLevel(dose: dose)
      for _ in 0..<5 { level.add(share) }
      return level
    }
    let fit = DoseResponseFit(.logit, DoseData(.shares, levels), level: 0.95)
    #expect(fit.converged && abs((fit.dose(at: 0.5) ?? 0) - 1.5) < 1e-9)
    #expect(fit.slopeError == nil && fit.slopeSet == .unknown && fit.doseSet(at: 0.5) == .unknown)
  }

  @Test("without overlap, or with one at a single dose, says between which doses and which way")
  func separated() {
    func separation(_ responded: [Int]) -> DoseSeparation? {
      let levels = zip([0.1, 0.2, 0.3, 0.4], responded).map { dose, count in
        var level = DoseLevel(dose: dose)
        for run in 0..<5 { level.add(run < count ? 1 : 0) }
        return level
      }
      return DoseResponseFit(.logit, DoseData(.events, levels), level: 0.95).separation
    }
    #expect(separation([0, 0, 5, 5]) == .complete(isRising: true, between: 0.2...0.3))
    #expect(separation([5, 5, 0, 0]) == .complete(isRising: false, between: 0.2...0.3))
    #expect(separation([0, 0, 2, 5]) == .quasi(isRising: true, at: 0.3))
    #expect(separation([5, 2, 0, 0]) == .quasi(isRising: false, at: 0.2))
    #expect(separation([0, 0, 0, 0]) == .noResponse)
    #expect(separation([5, 5, 5, 5]) == .onlyResponses)
    #expect(separation([0, 2, 1, 5]) == nil)
  }

  @Test("a separated curve is steeper than some slope, rising or falling")
  func separatedSlopes() throws {
    let slopes = [[0.0, 0, 5, 5], [5, 5, 0, 0]].map { responded in
      let levels = zip([-2.0, -1, 1, 2], responded)
        .map { DoseLevel(dose: $0, responded: $1, of: 5) }
      return DoseResponseFit(.logit, DoseData(.events, levels), level: 0.95).slopeSet
    }
    let (rising, falling) = (slopes[0].ends, slopes[1].ends)
    let (flattest, mirrored) = (try #require(rising.lower), try #require(falling.upper))
    #expect(flattest > 0 && abs(flattest + mirrored) < 1e-9)
    #expect(rising.upper == nil && falling.lower == nil)
  }

  @Test("of few runs the slopes that are left out end on either side of 0", arguments: [1.0, 3])
  func fewSeparated(without: Double) throws {
    let bound = 3.841458820694124
    let plain = Plain(link: .logit, doses: [0, 1], responded: [0, 1], runs: [without, 1])
    func set(_ responded: [Double], of runs: [Double]) -> ConfidenceSet {
      let levels = [0, 1].map {
        DoseLevel(dose: Double($0), responded: responded[$0], of: runs[$0])
      }
      return DoseResponseFit(.logit, DoseData(.events, levels), level: 0.95).slopeSet
    }
    let rising = set([0, 1], of: [without, 1]).ends
    let end = try #require(rising.lower)
    #expect(rising.upper == nil && abs(plain.least(-30...30) { ($0, end) } - bound) < 1e-6)
    // A flat curve is excluded by four runs, and not by two.
    #expect((end > 0) == (without > 1))
    #expect((plain.least(-30...30) { ($0, 0) } > bound) == (without > 1))
    let falling = set([1, 0], of: [1, without]).ends
    #expect(abs(try #require(falling.upper) + end) < 1e-9 && falling.lower == nil)
  }

  @Test("means level off where they rise by less than half of what the curve does")
  func levelsOff() {
    var stream = RandomStream(key: 39)
    var (seen, spared) = (0, 0)
    for _ in 0..<300 {
      let (plateau, bend) = (0.7 + 0.3 * stream.unit(), 2 + 6 * stream.unit())
      let levels = (1...8).map { dose in
        let mean = plateau / (1 + exp(bend * (0.4 - Double(dose) / 8))) + 0.06 * stream.unit()
        return DoseLevel(dose: Double(dose), responded: (200 * mean).rounded(), of: 212)
      }
      let fit = DoseResponseFit(.logit, DoseData(.events, levels), level: 0.95)
      let curve = levels.indices.map { fit.fitted($0).mean }
      let below = levels.indices.reversed().prefix { levels[$0].mean < curve[$0] }
      guard let last = below.first, let first = below.last, last != first else {
        #expect(fit.levelsOff == nil)
        continue
      }
      let share = (levels[last].mean - levels[first].mean) / (curve[last] - curve[first])
      #expect(fit.levelsOff == (share < 0.5 ? levels[first].dose : nil))
      if share < 0.5 { seen += 1 } else if share < 1 { spared += 1 }
    }
    #expect(seen > 10 && spared > 10, "\(seen) \(spared)")
  }

  @Test("two replicates of common numbers are one degree of freedom")
  func twoReplicates() throws {
    let values: [[Double]] = [[0, 0], [0, 1], [1, 0], [0, 1], [1, 1], [1, 1]]
    var correlation = DoseCorrelation(count: 6)
    correlation.add(values)
    let levels = values.enumerated().map {
      DoseLevel(dose: Double($0.offset), responded: $0.element.reduce(0, +), of: 2)
    }
    let fit = DoseResponseFit(
      .logit, DoseData(.events, levels, correlation: correlation), level: 0.95)
    let quantile = StudentT(degreesOfFreedom: 1).twoSided(level: 0.95)
    #expect(abs(fit.scatter.allowed.squareRoot() / quantile - 1) < 1e-12)
  }
}
