import Glibc
import KeyedRandom
import Statistics
import TestSupport
import Testing

@Suite("Dose-response curves between fitted ends agree with R, and with their mirrors")
struct DoseEndsTests {
  private static let floor = FittedEnds(floor: true, plateau: false)
  private static let plateau = FittedEnds(floor: false, plateau: true)

  private func fit(
    _ link: ResponseLink, _ ends: FittedEnds, _ doses: [Double], _ responded: [Double],
    of runs: Double
  ) -> DoseResponseFit {
    let levels = zip(doses, responded).map { DoseLevel(dose: $0, responded: $1, of: runs) }
    return DoseResponseFit(link, DoseData(.events, levels), fitting: ends, level: 0.95)
  }

  /// By R's optim from 32 starts at each value of the end, optimize and uniroot.
  @Test("curves that fall from a plateau or rise from a floor agree with R")
  func ends() throws {
    // Deviance, slope, end, lower and upper end of its interval.
    let cases: [(ResponseLink, CurveEnd, [Double], [Double], Double, [Double])] = [
      (
        .cloglog, .plateau, [8, 6, 4, 2], [3, 22, 40, 39], 43,
        [0.158737839, -1.168872, 0.9186675, 0.8485338, 0.9649002]
      ),
      (
        .cloglog, .plateau, [8, 6, 4, 2], [3, 22, 40, 37], 43,
        [1.14025302, -1.176815, 0.8953447, 0.8192263, 0.9483719]
      ),
      (
        .probit, .floor, [0, 2, 4, 6, 8, 10], [4, 5, 5, 27, 34, 34], 34,
        [0.137930894, 1.459343, 0.1331819, 0.06646446, 0.2123682]
      ),
      (
        .cloglog, .plateau, [0, 1, 2, 3, 4, 5], [146, 146, 142, 70, 18, 3], 178,
        [0.111482667, -1.668791, 0.8207662, 0.7832558, 0.8564403]
      ),
    ]
    for (link, end, doses, responded, runs, wanted) in cases {
      let ends = end == .floor ? Self.floor : Self.plateau
      let fit = fit(link, ends, doses, responded, of: runs)
      let what = "\(link) \(responded)"
      try #require(fit.converged, "\(what)")
      let set = fit.set(of: end).ends
      let found = [fit.deviance, fit.slope, fit.value(of: end), set.lower ?? 0, set.upper ?? 1]
      for (found, wanted) in zip(found, wanted) {
        #expect(abs(found - wanted) < 1e-4 * max(1, abs(wanted)), "\(what): \(found) \(wanted)")
      }
    }
  }

  /// Deviances by Nelder and Mead's search from 200 starts.
  @Test("a falling curve that the doses determine is found")
  func determined() {
    let doses = (0..<8).map { Double($0) }
    let first = fit(.cloglog, Self.plateau, doses, [79, 88, 64, 17, 2, 0, 0, 0], of: 102)
    #expect(first.converged && abs(first.deviance - 3.68095173) < 1e-6)
    let second = fit(.cloglog, Self.plateau, [2.64, 5.32, 7.56, 9.9], [37, 40, 22, 3], of: 43)
    #expect(second.converged && abs(second.deviance - 1.145223514) < 1e-6)
  }

  @Test("a falling curve is the mirror of the rising one", arguments: ResponseLink.allCases)
  func mirror(link: ResponseLink) {
    var stream = RandomStream(key: 1_140)
    var compared = 0
    let curves = TestDepth.choose(quick: 4, deep: 20)
    for _ in 0..<curves {
      let (plateau, bend) = (0.7 + 0.25 * stream.unit(), 0.8 + stream.unit())
      let doses = (0..<6).map { Double($0) }
      let responded = doses.map { dose in
        let mean = plateau * link.mean(bend * (dose - 2.5))
        return Double((0..<60).count { _ in stream.unit() < mean })
      }
      let rising = fit(link, Self.plateau, doses, responded, of: 60)
      let falling = fit(link, Self.plateau, doses.map { 7 - $0 }, responded, of: 60)
      #expect(rising.converged == falling.converged)
      guard rising.converged, falling.converged else { continue }
      compared += 1
      #expect(abs(rising.deviance - falling.deviance) < 1e-9, "\(responded)")
      let (a, b) = (rising.set(of: .plateau).ends, falling.set(of: .plateau).ends)
      #expect(abs((a.lower ?? 0) - (b.lower ?? 0)) < 1e-6, "\(responded)")
      #expect(abs((a.upper ?? 1) - (b.upper ?? 1)) < 1e-6, "\(responded)")
    }
    #expect(2 * compared > curves)
  }

  @Test("curves of failures are those of successes, with floor and plateau exchanged")
  func failures() {
    var stream = RandomStream(key: 1_141)
    var compared = 0
    for _ in 0..<30 {
      let doses = (0..<6).map { Double($0) }
      let responded = doses.map { _ in Double(stream.below(21)) }
      for link in [ResponseLink.logit, .probit] {
        let failed = responded.map { 20 - $0 }
        let (one, other) = (
          fit(link, Self.floor, doses, responded, of: 20),
          fit(link, Self.plateau, doses, failed, of: 20)
        )
        #expect(one.converged == other.converged, "\(link) \(responded)")
        #expect(abs(one.leastDeviance - other.leastDeviance) < 1e-9, "\(link) \(responded)")
        guard one.converged, other.converged else { continue }
        compared += 1
        let (a, b) = (one.set(of: .floor).ends, other.set(of: .plateau).ends)
        #expect(abs((a.lower ?? 0) - 1 + (b.upper ?? 1)) < 1e-6, "\(link) \(responded)")
        #expect(abs((a.upper ?? 1) - 1 + (b.lower ?? 0)) < 1e-6, "\(link) \(responded)")
      }
    }
    #expect(compared > 20)
  }

  /// The deviance of a curve as steep as one likes: the doses before 4 have the mean 42/60, 4 has its own.
  @Test("where steps are more likely than all curves, no slope is determined")
  func steps() {
    let step = fit(.cloglog, Self.plateau, [1, 2, 3, 4], [17, 11, 14, 4], of: 20)
    #expect(step.isFound && !step.converged)
    let wanted = [17.0, 11, 14].reduce(0) { sum, responded in
      sum + 2 * responded * log(responded / 14) + 2 * (20 - responded) * log((20 - responded) / 6)
    }
    #expect(abs(step.leastDeviance - wanted) < 1e-9)
    let both = FittedEnds(floor: true, plateau: true)
    let many = (0..<100).map { Double($0) }
    let jump = fit(
      .logit, both, many, many.map { 3 + ($0 < 61 ? 0 : 12) + $0.remainder(dividingBy: 3) }, of: 20)
    #expect(jump.isFound && !jump.converged)
  }

  /// Deviances by other searches, to as many digits as these gave.
  @Test("along ridges that are all but flat the curve is found; of equal shares none is")
  func ridges() {
    let doses = (0..<5).map { Double($0) }
    let flat = fit(.cloglog, Self.plateau, Array(doses.prefix(4)), [11, 12, 18, 16], of: 20)
    #expect(flat.converged && abs(flat.deviance - 2.386) < 1e-3)
    let falling = fit(.probit, Self.floor, doses, [20, 20, 19, 18, 17], of: 20)
    #expect(falling.converged && abs(falling.deviance - 0.222362759) < 1e-6)
    for ends in [Self.floor, Self.plateau] {
      #expect(!fit(.logit, ends, doses, [5, 5, 5, 5, 5], of: 10).converged)
    }
  }
}
