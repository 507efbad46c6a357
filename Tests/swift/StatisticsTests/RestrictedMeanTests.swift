import Foundation
import KeyedRandom
import Statistics
import TestSupport
import Testing

@Suite("Restricted means and log-rank") struct RestrictedMeanTests {
  private static let file = "censored.json"

  private func times(_ input: JSON, _ side: String) -> CountedTimes {
    if input["reachedAt\(side)"].isMissing {
      return CountedTimes(
        zip(input["time\(side)"].numbers, input["event\(side)"].ints).map {
          CensoredTime(time: $0, happened: $1 == 1)
        })
    }
    var times = CountedTimes(
      input["reachedAt\(side)"].numbers.map { CensoredTime(time: $0, happened: true) })
    let censored = input["censored\(side)"].int
    if censored > 0 { times.add(input["censoredAt"].number, happened: false, times: censored) }
    return times
  }

  @Test("agree with the reference: means, errors, interval, p, log-rank")
  func reference() throws {
    let cases =
      try ReferenceFile.cases("censoredComparison", in: Self.file)
      + ReferenceFile.cases("heavilyCensored", in: Self.file)
    #expect(cases.count == 8)
    for test in cases {
      let (id, wanted) = (test["id"].text, test["expected"]["rmst"])
      let (a, b) = (times(test["input"], "A"), times(test["input"], "B"))
      let found = try #require(
        RestrictedMeanDifference(a, b, limit: test["input"]["tau"].number))
      #expect(found.limit == test["input"]["tau"].number)
      expect(found.means[0], equals: wanted["a"], "\(id) a")
      expect(found.means[1], equals: wanted["b"], "\(id) b")
      expect(found.errors[0], equals: wanted["seA"], "\(id) error of a")
      expect(found.errors[1], equals: wanted["seB"], "\(id) error of b")
      expect(found.standardError, equals: wanted["se"], "\(id) error")
      let interval = found.interval(level: 0.95)
      if wanted["interval"].isMissing {
        #expect(interval == nil, "\(id)")
      } else {
        expect(
          found.degreesOfFreedom, equals: wanted["df"], "\(id) degrees of freedom")
        expect(interval?.lower, equals: wanted["interval"][0], "\(id) lower")
        expect(interval?.upper, equals: wanted["interval"][1], "\(id) upper")
      }
      expect(found.result?.p, equals: wanted["p"], "\(id) p")
      expect(LogRank(a, b)?.chiSquare, equals: test["expected"]["logRank"]["chi2"], "\(id) chi2")
    }
  }

  /// What a run adds to a mean makes up all of its variance, so that none is left of its difference
  /// from itself; whoever left at the time of an event was not in it.
  @Test(
    "of pairs that are one run twice, the difference has no error, with ties and runs that left")
  func ofItself() throws {
    for study in 0..<20 {
      var stream = RandomStream(key: 41, UInt64(study))
      var pairs = CountedTimePairs()
      for _ in 0..<25 {
        let time = CensoredTime(
          time: Double(1 + stream.below(8)), happened: stream.below(10) < 7)
        pairs.add(time, time)
      }
      let found = try #require(RestrictedMeanDifference(pairs, limit: 7))
      #expect(found.errors[0] > 0.1)
      #expect(found.standardError < 1e-6 * found.errors[0], "\(study)")
    }
  }

  @Test("agree with R's survival on data simulated there")
  func rSurvival() throws {
    let cases = try ReferenceFile.cases("censoredR", in: Self.file)
    #expect(cases.count == 7)
    for test in cases {
      let (id, input, wanted) = (test["id"].text, test["input"], test["expected"])
      var items: [(CensoredTime, Int)] = []
      for ((time, event), group) in zip(
        zip(input["time"].numbers, input["event"].ints), input["group"].ints)
      {
        items.append((CensoredTime(time: time, happened: event == 1), group))
      }
      let groups = [0, 1].map { group in
        CountedTimes(items.filter { $0.1 == group }.map(\.0))
      }
      let found = try #require(
        RestrictedMeanDifference(groups[0], groups[1], limit: input["tau"].number))
      for group in 0...1 {
        expect(found.means[group], equals: wanted["means"][group], "\(id) mean")
        expect(found.errors[group], equals: wanted["errors"][group], "\(id) error")
      }
      expect(LogRank(groups[0], groups[1])?.chiSquare, equals: wanted["logRank"], "\(id) log-rank")
    }
  }

  private func times(_ list: [(Double, Bool)]) -> [CensoredTime] {
    list.map { CensoredTime(time: $0.0, happened: $0.1) }
  }

  private func pairs(_ a: [CensoredTime], _ b: [CensoredTime]) -> CountedTimePairs {
    var pairs = CountedTimePairs()
    for (one, other) in zip(a, b) { pairs.add(one, other) }
    return pairs
  }

  @Test("the limit is the last time up to which both curves are known")
  func limits() throws {
    func limit(_ a: [(Double, Bool)], _ b: [(Double, Bool)]) throws -> Double {
      try #require(
        RestrictedMeanDifference(CountedTimes(times(a)), CountedTimes(times(b)))?.limit)
    }
    #expect(try limit([(3, true), (9, false)], [(2, true), (12, false)]) == 9)
    // Everybody of a got there: its curve is 0 from then on.
    #expect(try limit([(3, true), (5, true)], [(2, true), (12, false)]) == 12)
    #expect(try limit([(3, true), (5, true)], [(2, true), (7, true)]) == 7)
    // Reached by some and not by others at the last time.
    #expect(try limit([(3, true), (5, true), (5, false)], [(9, true)]) == 5)
    #expect(RestrictedMeanDifference(CountedTimes(), CountedTimes(times([(1, true)]))) == nil)
  }

  @Test("of uncensored pairs the standard error is that of the mean difference of pairs")
  func uncensoredPairs() throws {
    var stream = RandomStream(key: 31)
    let a = (0..<40).map { _ in Double(stream.below(30)) + stream.unit() }
    let b = a.map { $0 + 3 * stream.unit() }
    let found = try #require(
      RestrictedMeanDifference(
        pairs(times(a.map { ($0, true) }), times(b.map { ($0, true) }))))
    let t = try #require(MeanDifference(paired: a, b))
    #expect(abs(found.estimate - t.estimate) < 1e-9)
    #expect(abs(found.standardError - t.standardError) < 1e-9 * t.standardError)
    let apart = try #require(
      RestrictedMeanDifference(
        CountedTimes(times(a.map { ($0, true) })), CountedTimes(times(b.map { ($0, true) }))))
    #expect(apart.standardError > 3 * found.standardError)
  }

  /// 60, 60, 60 against 8, 9, 10 is t = -88.3 of two degrees of freedom: R's t.test, paired.
  @Test("of few pairs that were watched up to one step, the test is the t test of pairs")
  func fewPairs() throws {
    let never = times([(60, false), (60, false), (60, false)])
    let early = times([(8, true), (9, true), (10, true)])
    let found = try #require(RestrictedMeanDifference(pairs(early, never)))
    #expect(abs((found.result?.p ?? 0) / 1.281312069e-4 - 1) < 1e-6)
    #expect(found.interval(level: 0.95)?.method == .t)
    for count in 0...1 {
      let few = RestrictedMeanDifference(
        pairs(Array(early.prefix(count)), Array(never.prefix(count))))
      #expect(few?.result == nil && few?.interval(level: 0.95) == nil)
    }
    let one = try #require(
      RestrictedMeanDifference(CountedTimes(Array(early.prefix(1))), CountedTimes(early)))
    #expect(one.result == nil && one.interval(level: 0.95) == nil)
  }

  @Test(
    "where all are watched up to one step, it is the t test of pairs, and Welch's, of min(time, step)",
    arguments: [2, 3, 5, 40])
  func watchedToOneStep(count: Int) throws {
    for study in 0..<20 {
      var stream = RandomStream(key: 77, UInt64(study))
      let (a, b) = Self.study(&stream, pairs: count, shift: 1, common: true)
      let (x, y) = (a.map(\.time), b.map(\.time))
      func seen(_ values: [Double]) -> [CensoredTime] {
        values.map { CensoredTime(time: min($0, 9), happened: $0 < 9) }
      }
      let (c, d) = (x.map { min($0, 9) }, y.map { min($0, 9) })
      let found = [
        RestrictedMeanDifference(pairs(seen(x), seen(y)), limit: 9),
        RestrictedMeanDifference(CountedTimes(seen(x)), CountedTimes(seen(y)), limit: 9),
      ]
      for (found, t) in zip(found, [MeanDifference(paired: c, d), MeanDifference(welch: c, d)]) {
        let (found, t) = (try #require(found), try #require(t))
        #expect(abs(found.estimate - t.estimate) < 1e-9)
        guard t.standardError > 0 else {
          #expect(found.result == nil)
          continue
        }
        #expect(abs(found.standardError / t.standardError - 1) < 1e-9)
        #expect(abs(found.degreesOfFreedom / t.degreesOfFreedom - 1) < 1e-9)
        let (p, expected) = (try #require(found.result?.p), try #require(t.result?.p))
        #expect(abs(p / expected - 1) < 1e-8)
      }
    }
  }

  @Test("pairs that differ by one amount have no spread, whatever rounding leaves of it")
  func constantDifference() throws {
    let a = (0..<30).map { 0.1 * Double($0) + 0.3 }
    let found = try #require(
      RestrictedMeanDifference(
        pairs(times(a.map { ($0, true) }), times(a.map { ($0 + 0.7, true) }))))
    #expect(found.standardError == 0 && found.result == nil && found.hasEvents)
  }

  @Test("equal groups of pairs differ by nothing, and no test says more; nobody there has none")
  func nothing() throws {
    let some = times([(3, true), (5, true), (9, false), (9, false)])
    let equal = try #require(RestrictedMeanDifference(pairs(some, some)))
    #expect(equal.estimate == 0)
    let nobody = times([(9, false), (9, false)])
    let none = try #require(RestrictedMeanDifference(pairs(nobody, nobody)))
    #expect(none.result == nil && none.interval(level: 0.95) == nil)
    #expect(none.p(against: 1) == nil && none.limit == 9)
  }

  @Test("two one-sided tests are the interval of level 1 - 2 alpha inside the margin")
  func equivalence() throws {
    let a = times([(3, true), (5, true), (6, true), (9, false), (4, true), (8, true)])
    let b = times([(4, true), (5, true), (7, true), (9, false), (4, true), (9, false)])
    let found = try #require(RestrictedMeanDifference(CountedTimes(a), CountedTimes(b)))
    let interval = try #require(found.interval(level: 0.9))
    let reach = max(abs(interval.lower ?? 0), abs(interval.upper ?? 0))
    let (low, high) = (
      try #require(found.p(against: -reach)?.larger?.p),
      try #require(found.p(against: reach)?.smaller?.p)
    )
    #expect(abs(max(low, high) - 0.05) < 1e-9)
  }

  /// Runs that get there after about `mean` steps and are watched up to step 12 or to an end of their
  /// own; of pairs half of the wait is shared.
  private static func study(
    _ stream: inout RandomStream, pairs count: Int, shift: Double, common: Bool
  ) -> (a: [CensoredTime], b: [CensoredTime]) {
    func wait() -> Double { -log(1 - stream.unit()) }
    func seen(_ time: Double, _ end: Double) -> CensoredTime {
      CensoredTime(time: min(time, end).rounded(.up), happened: time <= end)
    }
    var (a, b): ([CensoredTime], [CensoredTime]) = ([], [])
    for _ in 0..<count {
      let shared = wait()
      let (one, other) = (
        4 * (shared + wait()), (4 + shift) * ((common ? shared : wait()) + wait())
      )
      let ends = (0..<2).map { _ in stream.unit() < 0.2 ? Double(3 + stream.below(9)) : 12 }
      a.append(seen(one, ends[0]))
      b.append(seen(other, ends[1]))
    }
    return (a, b)
  }

  /// The mean of ceil(min(T, 12)) for T the sum of two exponential waits of mean `scale`.
  private static func truth(_ scale: Double) -> Double {
    (0..<12).reduce(0) { $0 + (1 + Double($1) / scale) * exp(-Double($1) / scale) }
  }

  @Test(
    "intervals cover what they say, of pairs and of independent runs", .deep,
    arguments: [(true, 0.0), (true, 1.0), (false, 0.0), (false, 1.0)])
  func coverage(common: Bool, shift: Double) {
    let studies = 10_000
    let truth = Self.truth(4) - Self.truth(4 + shift)
    var (covered, wide) = (0, 0)
    for study in 0..<studies {
      var stream = RandomStream(key: 618, UInt64(study))
      let (a, b) = Self.study(&stream, pairs: 80, shift: shift, common: common)
      let of =
        common
        ? RestrictedMeanDifference(pairs(a, b), limit: 12)
        : RestrictedMeanDifference(CountedTimes(a), CountedTimes(b), limit: 12)
      if of?.interval(level: 0.95)?.contains(truth) == true { covered += 1 }
      let apart = RestrictedMeanDifference(CountedTimes(a), CountedTimes(b), limit: 12)
      if apart?.interval(level: 0.95)?.contains(truth) == true { wide += 1 }
    }
    let share = Double(covered) / Double(studies)
    let error = (0.95 * 0.05 / Double(studies)).squareRoot()
    Simulation.report("restricted mean, common \(common), shift \(shift)", share)
    #expect(abs(share - 0.95) < 3.5 * error, "\(share)")
    if common {
      // Taken as independent they cover too often: the pairs go together.
      #expect(Double(wide) / Double(studies) > share)
    }
  }
}
