import SlowReference
import SpreadModel
import Testing
import Truths

/// The exact means of small grids once more, from the rule's definition and without randomness:
/// the sets of infected people are the states of a Markov chain that only grows.
@Suite struct EnumeratedTests {
  /// All truths about the mean number of steps to all.
  private static let truths = [Truth].all(upTo: .quick).filter { truth in
    ["L4", "L5", "L6", "L7", "L8", "L9", "L10", "L11", "E5"].contains { truth.matches($0) }
  }

  @Test("the mean number of steps to all is the one stated", arguments: truths.map(\.id))
  func mean(_ id: String) throws {
    let truth = try #require(Self.truths.first { $0.id == id })
    guard case .means(let means, let rounding, _) = truth.expected, truth.arms.count == 1 else {
      Issue.record("\(id) is no mean of one scenario")
      return
    }
    let arm = truth.arms[0]
    var chain = InfectionChain(arm)
    let start: Int
    if case .people(let people) = arm.introductions[0].place {
      start = people[0]
    } else {
      start = arm.grid.center
    }
    let mean = chain.meanSteps(from: 1 << start)
    #expect(abs(mean - means[0]) < rounding + 1e-11, "\(id): enumerated \(mean)")
  }

  /// Chances of 0...3 new infections among eight candidates, k = 3, p = 1/2, by hand: numerators
  /// over a common denominator.
  private static let counts: [(draw: SpreadRule.Draw, numerators: [Double], over: Double)] = [
    (.exact, [1, 3, 3, 1], 8), (.atLeastOne, [7, 11, 5, 1], 24), (.uniform, [15, 11, 5, 1], 32),
    (.capped, [1, 8, 28, 219], 256), (.each, [1, 8, 28, 56, 70, 56, 28, 8, 1], 256),
    (.scan, [1, 8, 28, 219], 256),
  ]

  @Test("chances of the first step are those worked out by hand")
  func firstStep() {
    func agree(_ found: [Double], _ numerators: [Double], _ over: Double) -> Bool {
      zip(found, numerators).allSatisfy { abs($0 - $1 / over) < 1e-15 }
    }
    for (draw, numerators, over) in Self.counts {
      let found = FirstStep.counts(draw, 8, 3, 0.5)
      #expect(found.count == numerators.count && agree(found, numerators, over), "\(draw)")
    }
    let places = FirstStep.places(.scan, 8, 3, 0.5)
    #expect(agree(places, [128, 128, 128, 112, 88, 64, 44, 29], 256))
  }
}
