import SpreadModel
import Testing
import Truths

/// C11 is asked by what is kept of a run; here of runs that nobody simulated.
@Suite struct CourseEqualityTests {
  @Test("runs that differ in the people of one step are not the same")
  func steps() {
    func result(_ infected: UInt32, _ everInfected: UInt32, _ new: UInt32) -> RunResult {
      let curves = CourseCurves(
        newInfections: [1, new, 0], everInfected: [1, everInfected, 4], immune: [0, 1, 4],
        latent: [0, 0, 0])
      return RunResult(
        stopReason: .extinct, curve: [1, infected, 0], shape: nil, infectionSteps: [0, 1, 1, 2],
        course: CourseResult(
          curves: curves, infections: 3, introduced: 1, infectionsByIntroduced: 2))
    }
    let truths = [Truth].all(upTo: .quick).filter { $0.matches("C11") && $0.id != "C11.latent" }
    #expect(truths.count == 11)
    for truth in truths {
      let seen = truth.observe(truth.arms[0], result(2, 3, 2))
      for other in [result(1, 3, 2), result(2, 2, 2), result(2, 3, 1)] {
        #expect(truth.observe(truth.arms[0], other) != seen, "\(truth.id)")
      }
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
