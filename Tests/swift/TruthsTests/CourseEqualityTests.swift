import SpreadModel
import Testing
import Truths

/// C11 is asked by what is kept of a run; here of runs that nobody simulated.
@Suite struct CourseEqualityTests {
  @Test(
    "runs that differ in the people of one step, their end or their infections are not the same")
  func steps() {
    func result(
      _ infected: UInt32 = 2, _ everInfected: UInt32 = 3, _ new: UInt32 = 2,
      ends: StopReason = .extinct, infections: Int = 3, byIntroduced: Int = 2
    ) -> RunResult {
      let curves = CourseCurves(
        newInfections: [1, new, 0], everInfected: [1, everInfected, 4], immune: [0, 1, 4],
        latent: [0, 0, 0])
      return RunResult(
        stopReason: ends, curve: [1, infected, 0], shape: nil, infectionSteps: [0, 1, 1, 2],
        course: CourseResult(
          curves: curves, infections: infections, introduced: 1,
          infectionsByIntroduced: byIntroduced))
    }
    let truths = [Truth].all(upTo: .quick).filter { $0.matches("C11") && $0.id != "C11.latent" }
    #expect(truths.count == 11)
    for truth in truths {
      let seen = truth.observe(truth.arms[0], result())
      let others = [
        result(1, 3, 2), result(2, 2, 2), result(2, 3, 1), result(ends: .maxSteps),
        result(infections: 4),
      ]
      for other in others {
        #expect(truth.observe(truth.arms[0], other) != seen, "\(truth.id)")
      }
      // Rules of one distribution may differ in who infected whom.
      let isOneRule = ["certain_recovery", "walls"].contains { truth.id.hasSuffix($0) }
      let byOthers = truth.observe(truth.arms[0], result(byIntroduced: 1))
      #expect((byOthers != seen) == isOneRule, "\(truth.id)")
    }
  }

  @Test("nor are runs in which one person is infected in another step, where people are compared")
  func people() throws {
    let truths = [Truth].all(upTo: .quick)
    // Of the row with the wall only those before it.
    for (id, compared) in [("certain_recovery", 4), ("latent", 4), ("walls", 3)] {
      let truth = try #require(truths.first { $0.id == "C11.\(id)" })
      let seen = (-1..<compared).map { person in
        var infectionSteps: [Int32] = [0, 1, 1, 2]
        if person >= 0 { infectionSteps[person] = -1 }
        return truth.observe(
          truth.arms[0],
          RunResult(
            stopReason: .extinct, curve: [1, 0], shape: nil, infectionSteps: infectionSteps))
      }
      #expect(Set(seen).count == compared + 1, "\(id)")
    }
  }
}
