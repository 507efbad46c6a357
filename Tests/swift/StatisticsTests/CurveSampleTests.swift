import KeyedRandom
import Statistics
import TestSupport
import Testing

@Suite("Curves of many runs")
struct CurveSampleTests {
  /// Rising walks of different lengths, whose steps are correlated.
  private func curves(_ count: Int, steps: Int, faster: UInt64 = 0, key: UInt64) -> [[Int]] {
    var stream = RandomStream(key: key)
    return (0..<count).map { _ in
      var value = 1
      let pace = 3 + stream.below(6) + faster
      return (0..<steps - Int(stream.below(UInt64(steps / 2)))).map { step in
        defer { value += Int(stream.below(pace)) }
        return value
      }
    }
  }

  private func sample(_ curves: [[Int]]) -> CurveSample {
    curves.reduce(into: CurveSample()) { $0.add($1) }
  }

  /// A curve that has ended keeps its last value.
  private func whole(_ curves: [[Int]], steps: Int) -> [[Double]] {
    curves.map { curve in (0..<steps).map { Double(curve[min($0, curve.count - 1)]) } }
  }

  private func expectSame(_ one: CurveComparison?, _ other: CurveComparison?) throws {
    let (one, other) = (try #require(one), try #require(other))
    #expect(one.difference == other.difference && one.standardError == other.standardError)
    #expect(one.maximumT == other.maximumT && one.step == other.step)
    #expect(one.p == other.p && one.factor == other.factor)
  }

  @Test("where all curves fit, the comparison is that of all of them")
  func fitting() throws {
    let draws = 99
    let (a, b) = (curves(40, steps: 30, faster: 1, key: 1), curves(30, steps: 25, key: 2))
    let steps = (a + b).map(\.count).max() ?? 0
    try expectSame(
      CurveComparison(sample(a), sample(b), level: 0.9, draws: draws, key: 3),
      CurveComparison(
        whole(a, steps: steps), whole(b, steps: steps), level: 0.9, draws: draws, key: 3))
    let pairs = zip(whole(a, steps: steps), whole(b, steps: steps)).map { one, other in
      zip(one, other).map { Int($0 - $1) }
    }
    try expectSame(
      CurveComparison(paired: sample(pairs), level: 0.9, draws: draws, key: 3),
      CurveComparison(
        paired: Array(whole(a, steps: steps).prefix(30)), whole(b, steps: steps), level: 0.9,
        draws: draws, key: 3))
  }

  @Test(
    "of more curves, max |t| is that of all, and its distribution that of the first ones", .slow)
  func more() throws {
    let steps = 1_100  // of which 256 curves are kept
    let draws = 499
    let (a, b) = (curves(500, steps: steps, key: 4), curves(450, steps: steps, key: 17))
    let (x, y) = (whole(a, steps: steps), whole(b, steps: steps))
    func expectClose(_ some: CurveComparison?, _ all: CurveComparison?) throws {
      let (some, all) = (try #require(some), try #require(all))
      #expect(some.step == all.step && abs(some.maximumT / all.maximumT - 1) < 1e-9)
      for (one, other) in zip(some.standardError, all.standardError) {
        #expect(abs(one - other) <= 1e-9 * other)
      }
      // Two counts of 499 draws; the distribution of 256 curves instead of 450 adds less than 0.02.
      #expect((0.05...0.95).contains(all.p), "\(all.p)")
      #expect(abs(some.p - all.p) < 5 * (2 * all.p * (1 - all.p) / 499).squareRoot() + 0.02)
      #expect(abs(some.factor / all.factor - 1) < 0.1)
    }
    try expectClose(
      CurveComparison(sample(a), sample(b), level: 0.95, draws: draws, key: 6),
      CurveComparison(x, y, level: 0.95, draws: draws, key: 6))
    let pairs = zip(x, y).map { one, other in zip(one, other).map { Int($0 - $1) } }
    try expectClose(
      CurveComparison(paired: sample(pairs), level: 0.95, draws: draws, key: 6),
      CurveComparison(paired: Array(x.prefix(450)), y, level: 0.95, draws: draws, key: 6))
  }

  @Test("the first curves are kept, and fewer of long ones are given out")
  func kept() throws {
    for (count, steps, wanted) in [
      (300, 1, 256), (300, 390, 256), (300, 391, 255), (300, 400, 250), (40, 3_125, 32),
      (40, 9_000, 32), (7, 5, 7),
    ] {
      let sample = sample((0..<count).map { [Int](repeating: $0, count: steps) })
      #expect(sample.few.count == wanted && sample.few(0..<steps).count == wanted)
      #expect(sample.few.map { $0[0] } == (0..<wanted).map(Double.init))
      #expect(sample.length == steps && sample.mean.last == Double(count - 1) / 2)
    }
    let (one, other) = (sample([[1, 2], [3]]), sample([[4, 5, 6], [7]]))
    var merged = one
    merged.merge(other)
    #expect(merged.few == [[1, 2], [3], [4, 5, 6], [7]] && merged.ends == [2, 1, 1])
    #expect(merged.few(1..<4) == [[2, 2, 2], [3, 3, 3], [5, 6, 6], [7, 7, 7]])
    #expect(merged.mean == [3.75, 4.25, 4.5])
  }

  /// A curve of s steps takes s + 4 of 2^18 values; 256 are always kept.
  @Test(
    "a band is that of the curves that are kept",
    arguments: [(508, 512), (1_020, 256), (1_500, 256)]
  )
  func keptCurves(steps: Int, kept: Int) throws {
    var stream = RandomStream(key: 8)
    // They differ at three steps.
    let curves = (0..<kept + 1).map { _ in
      (0..<steps).map { $0 % (steps / 3) == 7 ? Int(stream.below(9)) : 0 }
    }
    let draws = 99
    func factor(_ curves: [[Int]]) -> Double? {
      CurveComparison(paired: sample(curves), level: 0.95, draws: draws, key: 6)?.factor
    }
    let first = factor(Array(curves.prefix(kept)))
    #expect(first != nil && factor(curves) == first)
    #expect(factor(Array(curves.prefix(kept - 1))) != first)
    // A longer one of another group makes all of them longer.
    let long = (0...1).map { number in (0..<2 * steps).map { $0 == 7 ? number : 0 } }
    func factorBeside(_ curves: [[Int]]) -> Double? {
      CurveComparison(sample(curves), sample(long), level: 0.95, draws: draws, key: 6)?.factor
    }
    let fewer = max(256, (1 << 18) / (2 * steps + 4))
    #expect(factorBeside(curves) == factorBeside(Array(curves.prefix(fewer))))
  }

  @Test("a step at which none of the kept curves differ has no distribution to be judged by")
  func unseen() throws {
    // Runs of 1,100 steps, all alike but for one behind the 256 that are kept and a bump at step 9.
    func group(_ key: UInt64, odd: Int) -> CurveSample {
      var stream = RandomStream(key: key)
      var sample = CurveSample()
      for number in 0..<400 {
        var curve = [Int](repeating: 5, count: 1_100)
        curve[9] = Int(stream.below(4))
        if number >= 300, odd > 0 { curve[20] = odd }
        sample.add(curve)
      }
      return sample
    }
    let found = try #require(
      CurveComparison(
        group(1, odd: 50), group(2, odd: 0), level: 0.95, draws: 99, key: 1
      ))
    #expect(found.step == 9 && found.difference[20] == 11.25)
  }
}
