import SpreadModel
import Testing
import Truths

/// C1 is asked by a function of a run; here by runs that nobody simulated.
@Suite struct WaveTests {
  struct Wave: Sendable {
    let id: String
    let neighborhood: SpreadRule.Neighborhood
    let infected, everInfected, immune, latent: [UInt32]
  }

  /// Counted by hand, ring by ring.
  private static let waves = [
    Wave(
      id: "C1.L2_D3_Wforever", neighborhood: .vonNeumann,
      infected: [1, 1, 1, 5, 5, 4, 12, 12, 8, 20, 20, 12, 28],
      everInfected: [1, 1, 1, 5, 5, 5, 13, 13, 13, 25, 25, 25, 41],
      immune: [0, 0, 0, 0, 0, 1, 1, 1, 5, 5, 5, 13, 13],
      latent: [1, 1, 0, 4, 4, 0, 8, 8, 0, 12, 12, 0, 16]),
    Wave(
      id: "C1.L1_D2_W2", neighborhood: .moore,
      infected: [1, 1, 9, 8, 24, 16, 40, 24, 56, 32, 72, 40, 88],
      everInfected: [1, 1, 9, 9, 25, 25, 49, 49, 81, 81, 121, 121, 169],
      immune: [0, 0, 0, 1, 1, 8, 8, 16, 16, 24, 24, 32, 32],
      latent: [1, 0, 8, 0, 16, 0, 24, 0, 32, 0, 40, 0, 48]),
  ]

  @Test("a wave is what it should be, and one person more or less in one step is none")
  func waves() throws {
    for wave in Self.waves {
      let truth = try #require([Truth].all(upTo: .quick).first { $0.id == wave.id })
      let arm = try #require(truth.arms.first { $0.rule.neighborhood == wave.neighborhood })
      func isSeen(_ columns: [[UInt32]]) -> [Double] {
        let curves = CourseCurves(
          newInfections: columns[0].map { _ in 0 }, everInfected: columns[1], immune: columns[2],
          latent: columns[3])
        return truth.observe(
          arm,
          RunResult(
            stopReason: .maxSteps, curve: columns[0], shape: nil, infectionSteps: nil,
            course: CourseResult(
              curves: curves, infections: 0, introduced: 1, infectionsByIntroduced: 0)))
      }
      let columns = [wave.infected, wave.everInfected, wave.immune, wave.latent]
      #expect(isSeen(columns) == [1])
      #expect(isSeen(columns.map { Array($0.dropLast()) }) == [0])
      for column in columns.indices {
        for step in 0...12 {
          var wrong = columns
          wrong[column][step] += 1
          #expect(isSeen(wrong) == [0], "\(wave.id): column \(column), step \(step)")
        }
      }
    }
  }
}
