import Statistics
import Testing

@Suite("Estimates and intervals agree with the reference data to 1e-9")
struct EstimateReferenceTests {
  @Test func meansAndTheirIntervals() throws {
    let cases = try ReferenceFile.cases("meanCI")
    #expect(cases.count == 5)
    for test in cases {
      let (id, wanted) = (test["id"].text, test["expected"])
      let values = test["input"]["x"].numbers
      let level = test["input"]["level"].number
      var added = Moments()
      for value in values { added.add(value) }
      var (left, right) = (Moments(), Moments())
      for value in values.prefix(values.count / 3) { left.add(value) }
      for value in values.dropFirst(values.count / 3) { right.add(value) }
      left.merge(right)
      for moments in [Moments(of: values), added, left] {
        #expect(moments.count == wanted["n"].int)
        expect(moments.mean, equals: wanted["mean"], "\(id) mean")
        expect(moments.sd, equals: wanted["sd"], "\(id) sd")
        expect(moments.standardError, equals: wanted["standardError"], "\(id) se")
        expect(moments.min, equals: wanted["min"], "\(id) min")
        expect(moments.max, equals: wanted["max"], "\(id) max")
        let t = moments.meanInterval(level: level)
        expect(t?.lower, equals: wanted["t"][0], "\(id) t lower")
        expect(t?.upper, equals: wanted["t"][1], "\(id) t upper")
      }
      expect(SortedSample(values).median, equals: wanted["median"], "\(id) median")
      guard values.allSatisfy({ $0 == $0.rounded() }) else { continue }
      var exact = CountMoments()
      for value in values.reversed() { exact.add(Int(value)) }
      expect(exact.mean, equals: wanted["mean"], "\(id) exact mean")
      expect(exact.variance?.squareRoot(), equals: wanted["sd"], "\(id) exact sd")
    }
  }

  @Test func proportions() throws {
    let cases = try ReferenceFile.cases("proportion")
    #expect(cases.count == 5)
    for test in cases {
      let (id, input, wanted) = (test["id"].text, test["input"], test["expected"])
      let share = Proportion(successes: input["successes"].int, trials: input["trials"].int)
      let level = input["level"].number
      expect(share.estimate, equals: wanted["estimate"], id)
      let wilson = share.interval(level: level)
      expect(wilson?.lower, equals: wanted["wilson"][0], "\(id) Wilson lower")
      expect(wilson?.upper, equals: wanted["wilson"][1], "\(id) Wilson upper")
    }
  }

  @Test func quantiles() throws {
    let cases = try ReferenceFile.cases("quantiles")
    #expect(cases.count == 3)
    for test in cases {
      let (id, wanted) = (test["id"].text, test["expected"])
      let sample = SortedSample(test["input"]["x"].numbers)
      for (p, value) in matched(test["input"]["probs"].numbers, wanted["type7"], id) {
        expect(sample.quantile(p), equals: value, "\(id) at \(p)")
      }
    }
  }

  @Test func quantileIntervals() throws {
    let cases = try ReferenceFile.cases("quantileCI")
    #expect(cases.count == 4)
    for test in cases {
      let (id, input, wanted) = (test["id"].text, test["input"], test["expected"])
      let sample = SortedSample(input["x"].numbers)
      let (q, level) = (input["q"].number, input["level"].number)
      let ranks = SortedSample.quantileRanks(count: sample.count, p: q, level: level)
      expect(ranks.lower.map(Double.init), equals: wanted["lowerRank"], "\(id) lower rank")
      expect(ranks.upper.map(Double.init), equals: wanted["upperRank"], "\(id) upper rank")
      expect(ranks.coverage, equals: wanted["coverage"], "\(id) coverage")
      let interval = sample.quantileInterval(q, level: level)
      expect(interval?.lower, equals: wanted["lower"], "\(id) lower")
      expect(interval?.upper, equals: wanted["upper"], "\(id) upper")
    }
  }

  @Test func kaplanMeier() throws {
    let cases = try ReferenceFile.cases("kaplanMeier")
    #expect(cases.count == 3)
    for test in cases {
      let (id, input, wanted) = (test["id"].text, test["input"], test["expected"])
      let curve = KaplanMeier(censoredTimes(input))
      let level = input["level"].number
      #expect(curve.rows.count == wanted["table"].array.count)
      for (row, line) in zip(curve.rows, wanted["table"].array) {
        let place = "\(id) at \(row.time)"
        expect(row.time, equals: line["time"], place)
        #expect(row.atRisk == line["atRisk"].int)
        #expect(row.events == line["events"].int)
        expect(row.survival, equals: line["survival"], "\(place) survival")
        expect(row.standardError, equals: line["standardError"], "\(place) se")
        let interval = row.interval(level: level)
        let limits = line["logLogConfidence"]
        if limits.isMissing {
          #expect(interval == nil)
        } else {
          expect(interval?.lower, equals: limits[0], "\(place) lower")
          expect(interval?.upper, equals: limits[1], "\(place) upper")
        }
      }
      expect(curve.median, equals: wanted["median"], "\(id) median")
      let tau = wanted["restrictedMeanTau"].number
      expect(curve.restrictedMean(to: tau), equals: wanted["restrictedMean"], "\(id) area")
    }
  }
}

/// The lists `time` and `event` of a case.
func censoredTimes(_ input: JSON) -> [CensoredTime] {
  zip(input["time"].numbers, input["event"].ints).map {
    CensoredTime(time: $0, happened: $1 == 1)
  }
}
