import KeyedRandom
import Statistics
import TestSupport
import Testing

@Suite("Random permutations and sign flips")
struct ResamplingBudgetTests {
  private func sample(_ count: Int, shift: Double, key: UInt64) -> [Double] {
    var stream = RandomStream(key: key)
    return (0..<count).map { _ in stream.unit() + shift }
  }

  @Test(
    "the smallest p reaches alpha after Holm among any number of rows", arguments: [1, 150, 5_000])
  func attainable(family: Int) throws {
    let draws = ResamplingBudget(first: PermutationTest.defaultBudget.first, family: family)
    let clear = try #require(
      PermutationTest(
        sample(30, shift: 0, key: 1), sample(30, shift: 2, key: 2), draws: draws, key: 3))
    // The other rows show nothing.
    let p = [clear.p] + [Double](repeating: 1, count: family - 1)
    #expect(Correction.holm.adjust(p)[0] <= 0.05)
  }

  @Test("and the test of a comparison makes as many as its family needs")
  func ofComparison() throws {
    let groups = [(0.0, 1), (2.0, 2)].map { shift, key in
      var values = GroupValues(ComparisonTest.permutation.needs)
      for value in sample(30, shift: shift, key: UInt64(key)) { values.add(value) }
      return values
    }
    func p(_ family: Int) throws -> Double {
      let compared = ComparedValues(
        groups, pairs: nil, times: [], level: 0.95, family: family, key: 3)
      return try #require(ComparisonTest.permutation.result(of: compared)).p
    }
    #expect(try p(5_000) * 5_000 <= 0.05)
    #expect(try p(1) > 1e-5)
  }

  @Test("so does that of whole curves, paired and unpaired")
  func curves() throws {
    let draws = ResamplingBudget(first: CurveComparison.defaultBudget.first, family: 1_000)
    func curves(_ shift: Double, key: UInt64) -> [[Double]] {
      (0..<30).map { sample(4, shift: shift, key: key * 100 + $0) }
    }
    let (a, b) = (curves(0, key: 1), curves(2, key: 2))
    for found in [
      CurveComparison(a, b, level: 0.95, draws: draws, key: 1),
      CurveComparison(paired: a, b, level: 0.95, draws: draws, key: 1),
    ] {
      let p = [try #require(found?.p)] + [Double](repeating: 1, count: 999)
      #expect(Correction.holm.adjust(p)[0] <= 0.05)
    }
  }

  @Test("a p that is clear costs no more than it does in a small family")
  func cost() throws {
    let x = sample(40, shift: 0, key: 4)
    let y = sample(40, shift: 0.02, key: 5)
    let large = ResamplingBudget(first: 1_000, family: 100_000)
    let test = try #require(PermutationTest(x, y, draws: large, key: 6))
    let small = try #require(
      PermutationTest(x, y, draws: ResamplingBudget(first: 1_000), key: 6))
    // A count of extreme ones among 1,000, and the data themselves.
    let count = test.p * 1_001
    #expect(test == small && abs(count - count.rounded()) < 1e-9)
  }

  @Test("p counts the data once, and not where the last draw was waited for")
  func count() {
    var few = ResamplingBudget.Count(ResamplingBudget(first: 9))
    while !few.isDone { few.add(isExtreme: few.drawn == 4) }
    #expect(few.drawn == 40 && few.p == 2.0 / 41)
    var waited = ResamplingBudget.Count(ResamplingBudget(first: 9, family: 1_000))
    while !waited.isDone { waited.add(isExtreme: waited.drawn % 10 == 0) }
    #expect(waited.drawn == 191 && waited.p == 20.0 / 191)
  }

  @Test(
    "p is uniform without a difference, whatever number was drawn", .deep,
    arguments: [0.004, 0.05, 0.4])
  func valid(level: Double) {
    // A share u of all arrangements is as extreme as the data, and u itself is uniform.
    let trials = 200_000
    let draws = ResamplingBudget(first: 200, family: 20)
    var hits = 0
    for trial in 0..<trials {
      var stream = RandomStream(key: 77, UInt64(trial))
      let share = stream.unit()
      var count = ResamplingBudget.Count(draws)
      while !count.isDone { count.add(isExtreme: stream.unit() < share) }
      if count.p <= level { hits += 1 }
    }
    let rate = Double(hits) / Double(trials)
    let error = (level * (1 - level) / Double(trials)).squareRoot()
    #expect(rate <= level + 4 * error, "\(rate)")
    #expect(rate >= 0.9 * level - 4 * error, "\(rate)")
  }
}
