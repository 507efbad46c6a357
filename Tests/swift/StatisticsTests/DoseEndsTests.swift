import KeyedRandom
import Statistics
import Testing

@Suite("Dose-response curves between fitted ends: the best curve, and all that the data do not exclude")
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
//CASES
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

  @Test("a falling curve is the mirror of the rising one", arguments: ResponseLink.allCases)
  func mirror(link: ResponseLink) {
    var stream = RandomStream(key: 1_140)
    var compared = 0
    for _ in 0..<20 {
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
    #expect(compared > 10)
  }
}
