import Foundation
import KeyedRandom
import Statistics
import TestSupport
import Testing

@Suite("Simultaneous comparisons of means: Tukey and Dunnett") struct SimultaneousComparisonsTests {
  private static let file = "joint.json"

  private func groups(_ test: JSON) -> [ValueSummary] {
    test["input"]["groups"].array.map { ValueSummary($0.numbers) }
  }

  private func near(_ found: Double?, _ wanted: JSON, _ tolerance: Double, _ what: String) {
    #expect(
      abs((found ?? .nan) - wanted.number) < tolerance, "\(what): \(found ?? .nan), \(wanted)")
  }

  @Test("Dunnett: agree with the reference to 1e-6, p to 1e-8")
  func reference() throws {
    let ones = try ReferenceFile.cases("dunnett", in: Self.file)
    #expect(ones.count == 2)
    for test in ones {
      let control = test["input"]["control"].int
      let joint = try #require(
        SimultaneousComparisons(groups(test), reference: control, level: 0.95))
      for wanted in test["expected"]["comparisons"].array {
        let found = try #require(joint.comparison(wanted["group"].int, control))
        let id = "\(test["id"].text) \(wanted["group"])"
        near(found.estimate, wanted["difference"], 1e-12, id)
        near(found.result?.statistic, wanted["t"], 1e-10, id)
        near(found.interval.lower, wanted["low"], 1e-6, id)
        near(found.interval.upper, wanted["high"], 1e-6, id)
        near(found.result?.p, wanted["p"], 1e-8, id)
      }
    }
  }

  @Test("agree with R: TukeyHSD and ptukey to 1e-6, multcomp's Dunnett to 1e-3")
  func r() throws {
    let cases = try ReferenceFile.cases("jointR", in: Self.file)
    #expect(cases.count == 6)
    for test in cases {
      let (id, wanted, groups) = (test["id"].text, test["expected"], groups(test))
      let every = try #require(SimultaneousComparisons(groups, reference: nil, level: 0.95))
      var row = 0
      for b in groups.indices {
        for a in groups.indices.dropFirst(b + 1) {
          let found = try #require(every.comparison(a, b))
          near(found.estimate, wanted["difference"][row], 1e-9, id)
          near(found.interval.lower, wanted["low"][row], 1e-6, id)
          near(found.interval.upper, wanted["high"][row], 1e-6, id)
          near(found.result?.p, wanted["p"][row], 1e-7, id)
          row += 1
        }
      }
      let one = try #require(SimultaneousComparisons(groups, reference: 0, level: 0.95))
      for a in groups.indices.dropFirst() {
        let found = try #require(one.comparison(a, 0))
        near(found.result?.p, wanted["dunnettP"][a - 1], 1e-3, id)
        let width = (found.interval.halfWidth ?? .nan) * 1e-3
        near(found.interval.lower, wanted["dunnettLow"][a - 1], width, id)
        near(found.interval.upper, wanted["dunnettHigh"][a - 1], width, id)
      }
    }
    let table = try #require(try ReferenceFile.cases("ptukeyR", in: Self.file).first)
    #expect(table["input"]["rows"].array.count == 80)
    // With two degrees of freedom R's own is off by 8e-5: of two groups Student's distribution is known.
    for row in table["input"]["rows"].array where row[1].int > 2 {
      let distribution = MaxTDistribution(
        .everyPair(row[0].int), degreesOfFreedom: row[1].number)
      near(distribution.above(row[2].number / 2.0.squareRoot()), row[3], 1e-6, "ptukey \(row)")
    }
  }

  @Test("of two groups both are Student's distribution, also far out")
  func two() {
    for freedom in [1.0, 4, 38, 10_000] {
      let student = StudentT(degreesOfFreedom: freedom)
      for t in [0.3, 1.0, 2.5, 6.0] {
        let p = student.twoSidedP(t)
        for form in [MaxTDistribution.Form.everyPair(2), .withOne(7, others: [12])] {
          let found = MaxTDistribution(form, degreesOfFreedom: freedom).above(t)
          #expect(abs(found - p) < 1e-9 * max(p, 1e-3), "\(form) \(freedom) \(t): \(found), \(p)")
        }
      }
      for level in freedom == 4 ? [0.05, 0.5, 0.95, 0.999_999] : [0.9, 0.95, 0.999] {
        let found = MaxTDistribution(.everyPair(2), degreesOfFreedom: freedom)
          .critical(1 - level)
        let right = student.twoSided(level: level)
        #expect(abs(found - right) < 1e-6 * right, "\(freedom) \(level): \(found), \(right)")
      }
    }
  }

  @Test("where nothing varies, or too little is known, there is none")
  func none() {
    func joint(_ groups: [[Double]]) -> SimultaneousComparisons? {
      SimultaneousComparisons(groups.map { ValueSummary($0) }, reference: nil, level: 0.95)
    }
    #expect(joint([[1, 1], [2, 2]]) == nil)
    #expect(joint([[1], [2]]) == nil)
    // The root of the sum of their squares is no double.
    #expect(joint([[1.7e308, 0, 1.7e308, 0, 1.7e308, 0], [1, 2]]) == nil)
    #expect(joint([[1, 2]]) == nil)
    #expect(joint([[1, 2], []]) == nil)
    #expect(joint([[1, 2], [4]])?.comparison(0, 1)?.estimate == -2.5)
  }

  @Test("all intervals hold together as often as they say", .deep, arguments: [true, false])
  func coverage(everyPair: Bool) {
    let studies = 10_000
    let means = [0.0, 0.4, 0.4, 1]
    let sizes = everyPair ? [12, 12, 12, 12] : [15, 9, 12, 20]
    var held = 0
    for study in 0..<studies {
      var stream = RandomStream(key: 619, UInt64(study))
      let groups = zip(means, sizes).map { mean, size in
        ValueSummary((0..<size).map { _ in mean + Normal.quantile(stream.unit() + 0x1p-54) })
      }
      guard let joint = SimultaneousComparisons(groups, reference: everyPair ? nil : 0, level: 0.95)
      else {
        continue
      }
      let pairs =
        everyPair
        ? means.indices.flatMap { a in means.indices.dropFirst(a + 1).map { (a, $0) } }
        : [(1, 0), (2, 0), (3, 0)]
      let all = pairs.allSatisfy { a, b in
        joint.comparison(a, b)?.interval.contains(means[a] - means[b]) ?? false
      }
      if all { held += 1 }
    }
    let share = Double(held) / Double(studies)
    Simulation.report(everyPair ? "Tukey, all six" : "Dunnett, all three", share)
    #expect(abs(share - 0.95) < 3.5 * (0.95 * 0.05 / Double(studies)).squareRoot(), "\(share)")
  }
}
