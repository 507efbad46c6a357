import Statistics
import Testing

@Suite("Shares of pairs in which the first level is smaller") struct SmallerShareTests {
  private func inference(_ differences: [Double]) -> (any Inference)? {
    var pairs = PairValues([.counts])
    for difference in differences { pairs.add(difference, 0) }
    return ComparisonEffect.smallerShare.inference(
      of: ComparedValues([], pairs: pairs, times: [], level: 0.95, key: 1))
  }

  /// Wilson's interval of 93 of 100 as R's `prop.test(93, 100, correct = FALSE)` prints it.
  @Test("93 smaller of 100 are 0.93 with Wilson's interval, and equal ones count as half")
  func counted() throws {
    for differences in [
      [Double](repeating: -2, count: 93) + [Double](repeating: 1, count: 7),
      [Double](repeating: -1, count: 92) + [0, 0] + [Double](repeating: 3, count: 6),
    ] {
      let share = try #require(inference(differences))
      let interval = try #require(share.interval(level: 0.95))
      #expect(share.estimate == 0.93 && interval.method == .wilson)
      #expect(abs(try #require(interval.lower) - 0.8625) < 1e-4)
      #expect(abs(try #require(interval.upper) - 0.9657) < 1e-4)
    }
    #expect(inference([]) == nil)
  }

  @Test("a level that is smaller in most pairs is lower, whichever values are better")
  func direction() throws {
    let effect = ComparisonEffect.smallerShare
    #expect(effect.distance(0.93) < 0 && effect.distance(0.2) > 0 && effect.distance(0.5) == 0)
    let most = inference([Double](repeating: -1, count: 95) + [Double](repeating: 1, count: 5))
    for (better, isInferior) in [(Better.smaller, false), (.larger, true)] {
      let found = effect.equivalence(most, Margin(0.1, better: better), level: 0.95)
      #expect(found.isWithinMargin == !isInferior, "\(better)")
      #expect((try #require(found.result?.p) < 0.01) == !isInferior, "\(better)")
    }
  }

  /// Both invert one score test, so no pair of counts can have them disagree.
  @Test("Wilson's interval leaves out a share exactly where the score test rejects it")
  func agreement() throws {
    for n in 1...60 {
      for k in 0...n {
        let share = Proportion(successes: k, trials: n)
        let interval = try #require(share.interval(level: 0.95))
        for value in [0.05, 0.3, 0.5, 0.77] {
          let p = try #require(share.p(against: value)?.difference?.p)
          #expect(interval.contains(value) == (p >= 0.05), "\(k) of \(n), \(value)")
        }
      }
    }
  }
}
