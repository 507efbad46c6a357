import Foundation
import KeyedRandom
import Statistics
import Testing

@Suite("A threshold search") struct ThresholdSearchTests {
  private static func rule(
    _ from: Double = 0, _ to: Double = 1, isLog: Bool = false, isWhole: Bool = false,
    target: Double = 0.5, halfWidth: Double = 0.02, most: Int = 100_000, isEvent: Bool = true
  ) -> ThresholdSearchSettings {
    ThresholdSearchSettings(
      from: from, to: to, isLog: isLog, isWhole: isWhole, target: target, halfWidth: halfWidth,
      most: most, isEvent: isEvent)
  }

  /// A search to its end.
  ///
  /// - Parameter value: of a run at a level.
  static func search(
    _ rule: ThresholdSearchSettings, diedOut: Double? = nil, _ value: (Double) -> Double?
  ) -> (search: ThresholdSearch, rounds: [[ThresholdSearch.Placement]]) {
    var search = ThresholdSearch(rule)
    var rounds: [[ThresholdSearch.Placement]] = []
    while !search.round.isEmpty {
      rounds.append(search.round)
      search.add(
        search.round.map { placement in
          OutbreakSample(
            of: (0..<placement.runs).compactMap { _ in value(placement.level) }, diedOut: diedOut)
        })
    }
    return (search, rounds)
  }

  @Test(
    "ends within its runs, however small the half width",
    arguments: [.leastNormalMagnitude / 16, 1e-17, 1e-9])
  func tinyHalfWidth(_ halfWidth: Double) {
    var stream = RandomStream(key: 41)
    for isLog in [false, true] {
      let rule = Self.rule(0.01, 1, isLog: isLog, halfWidth: halfWidth, most: 3_000)
      let (search, rounds) = Self.search(rule) {
        stream.unit() < Self.logistic($0, at: 0.4, slope: 12) ? 1 : 0
      }
      #expect(search.outcome == .usedUp && search.runs <= 3_000)
      #expect(rounds.joined().allSatisfy { (0.01...1).contains($0.level) })
    }
  }

  private static func logistic(_ level: Double, at crossing: Double, slope: Double) -> Double {
    1 / (1 + exp(slope * (crossing - level)))
  }

  @Test(
    "begins with five levels over the range, on its scale, or with whole numbers")
  func firstLevels() {
    #expect(Self.rule().firstLevels == [0, 0.25, 0.5, 0.75, 1])
    #expect(Self.rule(0.02, 0.98).firstLevels == [0.02, 0.26, 0.5, 0.74, 0.98])
    #expect(
      Self.rule(0.01, 100, isLog: true, halfWidth: 0.5).firstLevels == [0.01, 0.1, 1, 10, 100])
    #expect(Self.rule(1, 3, isWhole: true, halfWidth: 0.2).firstLevels == [1, 2, 3])
    #expect(
      Self.rule(100, 900, isWhole: true, halfWidth: 60).firstLevels == [100, 300, 500, 700, 900])
  }

  @Test("and ends with the end of the range, whatever rounding its logarithm brings")
  func lastLevel() {
    for number in 0..<200 {
      let to = 0.5003 + 0.00247 * Double(number)
      let levels = Self.rule(0.01, to, isLog: true).firstLevels
      #expect(levels.first == 0.01 && levels.last == to && levels.count == 5, "\(levels)")
    }
  }

  @Test("needs about as many runs on a log scale as on a linear one, of the same curve")
  func scales() {
    func runs(_ isLog: Bool) -> Int {
      var stream = RandomStream(key: 12)
      return (0..<20).reduce(0) { sum, _ in
        let (found, _) = Self.search(Self.rule(0.01, 1, isLog: isLog, halfWidth: 0.01)) {
          stream.unit() < Self.logistic($0, at: 0.1, slope: 40) ? 1 : 0
        }
        #expect(found.outcome == .narrowEnough)
        return sum + found.runs
      }
    }
    let (log, linear) = (runs(true), runs(false))
    #expect(log < 2 * linear && linear < 2 * log, "\(log) and \(linear)")
  }

  @Test("places levels a fifth of the half width apart or less, as decimal numbers")
  func rounding() {
    let rule = Self.rule(halfWidth: 0.02)
    #expect(rule.rounded(0.123456) == 0.123)
    #expect(rule.rounded(-3) == 0 && rule.rounded(7) == 1)
    // The ends stay, also where they are no such numbers.
    let odd = Self.rule(0.17, 0.93, halfWidth: 0.5)
    #expect(odd.rounded(0.17) == 0.17 && odd.rounded(0.93) == 0.93 && odd.rounded(0.92) == 0.9)
    #expect(Self.rule(halfWidth: 0.05).rounded(0.123456) == 0.12)
    #expect(Self.rule(0, 1e6, isWhole: true, halfWidth: 60).rounded(123_456) == 123_460)
    #expect(Self.rule(0, 9, isWhole: true, halfWidth: 0.1).rounded(3.4) == 3)
    // By ratios the lowest levels are distinguished, too.
    #expect(Self.rule(0.001, 1, isLog: true, halfWidth: 0.1).rounded(0.00123456) == 0.00123)
  }

  @Test("takes three different levels wherever the crossing is, at the ends of the range too")
  func threeLevels() {
    for rule in [Self.rule(), Self.rule(1, 3, isWhole: true), Self.rule(0.001, 1, isLog: true)] {
      for share in [0, 0.001, 0.3, 0.5, 0.999, 1] {
        for reach in [1e-9, 0.01, 0.3, 5] {
          let levels = rule.levels(
            around: rule.from + share * (rule.to - rule.from), reach: reach)
          #expect(levels[0] < levels[1] && levels[1] < levels[2], "\(rule) \(share) \(reach)")
          #expect(levels[0] >= rule.from && levels[2] <= rule.to)
        }
      }
    }
    #expect(Self.rule().levels(around: 0.5, reach: 0.1) == [0.4, 0.5, 0.6])
    // At an end of the range the inner one stands a quarter of the way in.
    for (from, to) in [(0.0, 1.0), (3, 4)] {
      for (center, levels) in [
        (from, [from, from + 0.1, from + 0.4]), (to, [to - 0.4, to - 0.1, to]),
      ] {
        let found = Self.rule(from, to).levels(around: center, reach: 0.4)
        #expect(zip(found, levels).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
      }
    }
  }

  @Test("finds a step between two levels by halving, and says no more than that it is there")
  func step() throws {
    let (found, rounds) = Self.search(Self.rule(isEvent: false)) { $0 < 0.3 ? 0 : 1 }
    let estimate = try #require(found.estimate)
    let (lower, upper) = (try #require(estimate.lower), try #require(estimate.upper))
    #expect(found.outcome == .narrowEnough && found.isRising == true)
    #expect(lower < 0.3 && 0.3 <= upper && upper - lower <= 0.04)
    #expect(rounds.dropFirst().prefix(2).map { $0.map(\.level) } == [[0.375], [0.313]])
    #expect(rounds.joined().reduce(0) { $0 + $1.runs } == found.runs)
  }

  @Test("says where the mean stays, if it crosses nowhere", arguments: [(0.2, false), (0.9, true)])
  func noCrossing(mean: Double, isAbove: Bool) {
    var stream = RandomStream(key: 5)
    let (found, rounds) = Self.search(Self.rule()) { _ in stream.unit() < mean ? 1 : 0 }
    #expect(found.outcome == .noCrossing(isAbove: isAbove))
    #expect(found.estimate == nil && found.isRising == nil && rounds.count >= 1)
  }

  @Test("a falling mean is searched as a rising one")
  func falling() throws {
    var stream = RandomStream(key: 6)
    let (found, _) = Self.search(Self.rule()) {
      stream.unit() < Self.logistic($0, at: 0.7, slope: -20) ? 1 : 0
    }
    #expect(found.isRising == false && found.outcome == .narrowEnough && !found.isRepeated)
    let level = try #require(found.estimate?.level)
    #expect(abs(level - 0.7) < 0.04)
  }

  @Test("of several crossings the one nearest to the first level is followed, and that is said")
  func repeated() throws {
    var stream = RandomStream(key: 7)
    let (found, _) = Self.search(Self.rule()) {
      stream.unit() < ($0 < 0.6 ? Self.logistic($0, at: 0.4, slope: 40) : 0.02) ? 1 : 0
    }
    #expect(found.isRepeated && found.isRising == true)
    let level = try #require(found.estimate?.level)
    #expect(abs(level - 0.4) < 0.05)
  }

  @Test(
    "levels bracket the crossing if their means are 2.5 standard errors off", arguments: [4, 7])
  func distinguished(extraEvents: Int) {
    // Of 20 runs, 4 events more or less than half are 1.8 standard errors, 7 are 3.1.
    var search = ThresholdSearch(Self.rule())
    let first = search.round
    search.add(
      first.map { placement in
        let side = placement.level < 0.5 ? -1 : placement.level > 0.5 ? 1 : 0
        let events = placement.runs / 2 + side * extraEvents
        return OutbreakSample(of: (0..<placement.runs).map { $0 < events ? 1 : 0 })
      })
    #expect(first.count == 5 && first.allSatisfy { $0.runs == 20 })
    if extraEvents == 4 {
      #expect(search.round.map(\.level) == first.map(\.level))
    } else {
      #expect(search.round.count == 3 && search.isRising == true)
    }
  }

  @Test(
    "plans its rounds by the table of docs/threshold.md",
    arguments: [(0.7, 0.5), (0.5, 0.4), (0.2, 0.4), (0.02, 0.4)])
  func plans(halfWidth: Double, rise: Double) throws {
    var search = ThresholdSearch(Self.rule(halfWidth: halfWidth))
    func take(_ means: [Double]) {
      search.add(
        zip(search.round, means).map { OutbreakSample(of: .init(repeating: $1, count: $0.runs)) })
    }
    take([0, 0.1, 0.5, 0.9, 1])
    var (w, slope, before) = (0.25, 1.6, 60)
    for round in 0..<3 where !search.round.isEmpty {
      let x = 0.5 / slope
      let a = max(min(halfWidth, x / 5), halfWidth / 4)
      let near = max(2 * a, min(5 * a, x / 2))
      let isLast = round > 0 && w + a <= near
      let h = isLast ? a : max(near - a, w / 3)
      let d = isLast ? near : w + h
      let s = min(0.6, 1.5 * h / hypot(h, d))
      let precise = 1.1 * pow(1.959963984540054 * x / h, 2)
      let needed = precise / ((1 - s) * (1 - h * h / (d * d) * (1 - s) / s))
      let runs = max(isLast ? 100 : 60, Int(min(needed, Double(10 * before))))
      let outer = Int((Double(runs) * s / 2).rounded())
      #expect(search.round.map(\.runs) == [outer, runs - 2 * outer, outer], "round \(round)")
      for (level, wanted) in zip(search.round.map(\.level), [0.5 - d, 0.5, 0.5 + d]) {
        #expect(abs(level - wanted) <= 0.1001 * halfWidth, "round \(round)")
      }
      // Without values the same again.
      var unseen = search
      unseen.add(search.round.map { _ in OutbreakSample(of: []) })
      #expect(unseen.round == search.round)
      var single = search
      single.add(search.round.map { _ in OutbreakSample(of: [1]) })
      #expect(single.round == search.round, "one value has no scatter")
      slope = 2 * rise / (search.round[2].level - search.round[0].level)
      take([0.5 - rise, 0.5, 0.5 + rise])
      let known = try #require(search.estimate)
      (w, before) = ((try #require(known.upper) - #require(known.lower)) / 2, runs)
    }
  }

  @Test("a round that leaves the crossing open is followed by a wider one around its nearest level")
  func open() {
    for (means, nearest) in [
      ([0.1, 0.2, 0.4], 2), ([0.6, 0.8, 0.9], 0), ([0.3, 0.4, 0.2], 1), ([0.4, 0.5, 0.6], 1),
    ] {
      var search = ThresholdSearch(Self.rule(halfWidth: 0.01))
      func take(_ means: [Double]) {
        search.add(
          zip(search.round, means).map { placement, mean in
            let events = Int((mean * Double(placement.runs)).rounded())
            return OutbreakSample(of: (0..<placement.runs).map { $0 < events ? 1 : 0 })
          })
      }
      take([0, 0.1, 0.5, 0.9, 1])
      let levels = search.round.map(\.level)
      take(means)
      let next = search.round.map(\.level)
      #expect(next[1] == levels[nearest], "\(means)")
      #expect(next != levels && search.estimate?.lower == nil, "\(means)")
      search.endByFailure()
      #expect(search.outcome == .runFailed && search.round.isEmpty)
    }
  }

  @Test("a last round that was too small gets as many more as the table says, up to twice as many")
  func more() throws {
    let halfWidth = 0.02
    var search = ThresholdSearch(Self.rule(halfWidth: halfWidth))
    /// - Parameter share: of the runs, those that have a value.
    func taken(_ means: [Double], share: Double = 1) -> ThresholdSearch {
      var next = search
      next.add(
        zip(search.round, means).map {
          let count = max(2, Int((Double($0.runs) * share).rounded()))
          return OutbreakSample(of: .init(repeating: $1, count: count))
        })
      return next
    }
    search = taken([0, 0.1, 0.5, 0.9, 1])
    // The flattest means that end the search, in the first round that may be the last one.
    var flattest: [Double]?
    while flattest == nil {
      try #require(search.outcome == .open)
      for percent in 2...45 where flattest == nil {
        let half = Double(percent) / 100
        let means = [0.5 - half, 0.5, 0.5 + half]
        if taken(means).outcome == .narrowEnough { flattest = means }
      }
      if flattest == nil { search = taken([0.1, 0.5, 0.9]) }
    }
    let means = try #require(flattest)
    let (levels, made) = (search.round.map(\.level), search.round.reduce(0) { $0 + $1.runs })
    var seen = [0, 0, 0]
    for step in 1...400 {
      let next = taken(means, share: 1 / (1 + 4 * pow(Double(step) / 400, 3)))
      guard next.estimate != search.estimate, let known = next.estimate,
        let lower = known.lower, let upper = known.upper, upper - lower > 2 * halfWidth
      else { continue }
      let ratio = (upper - lower) / 2 / halfWidth
      let wanted = Int((Double(made) * (ratio * ratio * 1.03 - 1)).rounded(.up))
      let isLarger =
        next.round.map(\.level) == levels
        && next.round.reduce(0) { $0 + $1.runs } == max(wanted, made / 20)
      #expect(isLarger == (wanted <= 2 * made), "\(wanted) after \(made)")
      if wanted <= 3 * made { seen[wanted < made / 20 ? 0 : wanted <= 2 * made ? 1 : 2] += 1 }
    }
    #expect(seen.allSatisfy { $0 > 2 }, "\(seen)")
  }

  @Test("where rare outbreaks keep an interval open, the next round has twice the runs")
  func rare() throws {
    for diedOut in [nil, 0] as [Double?] {
      var search = ThresholdSearch(Self.rule(target: 10, halfWidth: 0.3, isEvent: false))
      func take(_ means: [Double]) {
        search.add(
          zip(search.round, means).map { placement, mean in
            OutbreakSample(
              of: (0..<placement.runs).map { mean + ($0 % 2 == 0 ? 0.5 : -0.5) }, diedOut: diedOut)
          })
      }
      take([1, 2, 10, 30, 40])
      let made = search.round.reduce(0) { $0 + $1.runs }
      // Above the crossing a run in 11 may be one that died out.
      take([7.5, 10, 12.5])
      let estimate = try #require(search.estimate)
      #expect(estimate.lower != nil && (estimate.upper == nil) == (diedOut != nil))
      let next = search.round.reduce(0) { $0 + $1.runs }
      #expect(made == 60 && (next == 2 * made) == (diedOut != nil), "\(next)")
    }
  }

  @Test("each round's levels take in the interval of the round before")
  func takenIn() throws {
    var (rounds, again) = (0, 0)
    for key in 0..<10 {
      var stream = RandomStream(key: UInt64(key))
      var search = ThresholdSearch(Self.rule(halfWidth: 0.001, most: 10_000_000))
      var known: ThresholdSearch.Estimate?
      var made = (levels: [Double](), runs: 0)
      while !search.round.isEmpty {
        let (placed, runs) = (search.round.map(\.level), search.round.reduce(0) { $0 + $1.runs })
        made = (placed, (made.levels == placed ? made.runs : 0) + runs)
        if let known, let lower = known.lower, let upper = known.upper {
          let levels = search.round.map(\.level)
          // Levels are rounded to a fifth of the half width.
          #expect(levels[2] - levels[0] > upper - lower - 0.0004, "\(key): \(levels), \(known)")
          rounds += 1
        }
        search.add(
          search.round.map { placement in
            let p = Self.logistic(placement.level, at: 0.43, slope: 8)
            let events = (0..<placement.runs).count { _ in stream.unit() < p }
            return OutbreakSample(of: (0..<placement.runs).map { $0 < events ? 1 : 0 })
          })
        if search.estimate != known, let lower = search.estimate?.lower,
          let upper = search.estimate?.upper, search.round.map(\.level) == placed
        {
          // As many more as the square of the width asks for, and 3 % beyond.
          let ratio = (upper - lower) / 2 / 0.001
          let wanted = Int((Double(made.runs) * (ratio * ratio * 1.03 - 1)).rounded(.up))
          let more = search.round.reduce(0) { $0 + $1.runs }
          #expect(more == max(wanted, made.runs / 20), "\(key)")
          again += 1
        }
        known = search.estimate
      }
      #expect(search.outcome == .narrowEnough)
    }
    #expect(rounds > 20 && again > 2, "\(again)")
  }

  @Test("never makes more runs than it may, and says so; six are enough for a round")
  func usedUp() {
    func search(_ most: Int) -> (search: ThresholdSearch, rounds: [[ThresholdSearch.Placement]]) {
      var stream = RandomStream(key: 8)
      return Self.search(Self.rule(halfWidth: 0.0005, most: most)) {
        stream.unit() < Self.logistic($0, at: 0.33, slope: 10) ? 1 : 0
      }
    }
    let made = search(100_000).rounds.prefix(4).joined().reduce(0) { $0 + $1.runs }
    for (most, runs) in [
      (200, 200), (201, 201), (260, 260), (1_000, 1_000), (made + 5, made), (made + 6, made + 6),
    ] {
      let (found, _) = search(most)
      #expect(found.outcome == .usedUp && found.runs == runs, "\(found.runs) of \(most)")
    }
  }

  @Test("runs without a value are left out, and none at all end with the runs")
  func missing() throws {
    var stream = RandomStream(key: 9)
    let (some, _) = Self.search(Self.rule()) { level in
      guard stream.unit() < 0.7 else { return nil }
      return stream.unit() < Self.logistic(level, at: 0.5, slope: 20) ? 1 : 0
    }
    #expect(some.outcome == .narrowEnough)
    let (none, _) = Self.search(Self.rule(most: 2_000)) { _ in nil }
    #expect(none.outcome == .usedUp && none.estimate == nil && none.runs <= 2_000)
  }

  @Test("a crossing between whole numbers lies between them")
  func whole() throws {
    var stream = RandomStream(key: 10)
    let rule = Self.rule(1, 8, isWhole: true, halfWidth: 0.2)
    let (found, rounds) = Self.search(rule) {
      stream.unit() < Self.logistic($0, at: 3.4, slope: 0.8) ? 1 : 0
    }
    let estimate = try #require(found.estimate)
    #expect(rounds.joined().allSatisfy { $0.level == $0.level.rounded() })
    #expect(found.outcome == .narrowEnough && abs(estimate.level - 3.4) < 0.5)
    // A jump between 1 and 2 may be anywhere between them.
    let (jump, _) = Self.search(rule) { $0 < 2 ? 0 : 1 }
    let bounds = try #require(jump.estimate)
    #expect(jump.outcome == .narrowEnough && bounds.level > 1 && bounds.level < 2)
    #expect(bounds.lower ?? .nan <= 1 && bounds.upper ?? .nan >= 2)
  }
}
