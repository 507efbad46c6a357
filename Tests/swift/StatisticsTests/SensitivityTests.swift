import Foundation
import KeyedRandom
import Statistics
import TestSupport
import Testing

@Suite("Sensitivity")
struct SensitivityTests {
  @Test("given samples lead to the reference's indices")
  func estimators() throws {
    let cases = try ReferenceFile.cases("sobolEstimators")
    #expect(cases.count == 1)
    for test in cases {
      let (input, wanted) = (test["input"], test["expected"])
      let indices = SobolIndices(
        a: input["fA"].numbers, b: input["fB"].numbers, ab: input["fAB"].array.map(\.numbers))
      expect(indices.variance, equals: wanted["variance"], "variance")
      // The reference's first orders are mean(fB (fAB - fA)) / V, without the mean of all values.
      let (count, all) = (Double(indices.a.count), indices.a + indices.b)
      let center = all.reduce(0, +) / Double(all.count)
      let first = zip(try #require(indices.first()), indices.ab).map { index, mixed in
        index + center * zip(mixed, indices.a).reduce(0) { $0 + $1.0 - $1.1 } / count
          / indices.variance
      }
      for (name, found) in [("firstSaltelli2010", first), ("totalJansen", indices.total())] {
        for (found, value) in matched(try #require(found), wanted[name], name) {
          expect(found, equals: value, name)
        }
      }
    }
  }

  /// The two test functions, on the unit cube.
  static func model(_ input: JSON) -> (dimension: Int, f: ([Double]) -> Double) {
    if input["model"].text == "ishigami" {
      let (a, b) = (input["a"].number, input["b"].number)
      return (
        3,
        { point in
          let x = point.map { (2 * $0 - 1) * Double.pi }
          return sin(x[0]) + a * sin(x[1]) * sin(x[1]) + b * x[2] * x[2] * x[2] * x[2] * sin(x[0])
        }
      )
    }
    let a = input["a"].numbers
    return (
      a.count,
      { point in
        zip(point, a).reduce(1) { $0 * (abs(4 * $1.0 - 2) + $1.1) / (1 + $1.1) }
      }
    )
  }

  @Test("Saltelli designs find the analytic indices of Ishigami's and the g-function", .slow)
  func analytic() throws {
    let cases = try ReferenceFile.cases("sobolExact")
    #expect(cases.count == 2)
    for test in cases {
      let (id, wanted) = (test["id"].text, test["expected"])
      let (dimension, f) = Self.model(test["input"])
      let design = try SaltelliDesign(
        dimension: dimension, baseCount: 4_096, withPairs: true, key: 5)
      // A large offset must not matter.
      let indices = design.indices(try design.points().map { f($0) + 1_000 })
      let first = try #require(indices.first())
      let total = try #require(indices.total())
      let intervals = try #require(indices.intervals(level: 0.99, resamples: 200, key: 3))
      for factor in 0..<dimension {
        let (s, t) = (wanted["first"][factor].number, wanted["total"][factor].number)
        // Sobol' points do better than random ones, whose error is about 2 / sqrt(4096).
        #expect(abs(first[factor] - s) < 0.02, "\(id) first \(factor): \(first[factor]), \(s)")
        #expect(abs(total[factor] - t) < 0.02, "\(id) total \(factor): \(total[factor]), \(t)")
        #expect(intervals.first[factor].contains(s), "\(id) first \(factor)")
        #expect(intervals.total[factor].contains(t), "\(id) total \(factor)")
      }
      #expect(abs(indices.variance / wanted["variance"].number - 1) < 0.02)
      guard id.contains("ishigami") else { continue }
      // All interaction of Ishigami's function is between the first and the third factor.
      let pairs = try #require(indices.pairs())
      let third = wanted["total"][2].number
      for pair in pairs {
        let exact = (pair.i, pair.j) == (0, 2) ? third : 0
        #expect(abs(pair.index - exact) < 0.03, "pair \(pair.i) \(pair.j): \(pair.index)")
      }
    }
  }

  @Test("intervals of indices leave out half of the resamples beyond the level at each end")
  func percentiles() throws {
    let count = 24
    var random = RandomStream(key: 17)
    let columns = (0..<6).map { _ in (0..<count).map { _ in Double(random.below(1_000)) } }
    func indices(_ rows: [Int]) -> SobolIndices {
      let drawn = columns.map { column in rows.map { column[$0] } }
      return SobolIndices(
        a: drawn[0], b: drawn[1], ab: [drawn[2], drawn[3]], ba: [drawn[4], drawn[5]])
    }
    let (level, resamples) = (0.9, 10_000)
    let intervals = try #require(
      indices(Array(0..<count)).intervals(level: level, resamples: resamples, key: 3))
    // The index of the pair, of values 1,000 larger, by its definition.
    let (m, n) = (columns[0..<2].joined().reduce(0, +) / Double(2 * count), Double(count))
    func mean(_ a: Int, _ b: Int) -> Double {
      zip(columns[a], columns[b]).reduce(0) { $0 + ($1.0 - m) * ($1.1 - m) } / n
    }
    let variance = (mean(0, 0) + mean(1, 1)) / 2
    let firsts = [2, 3].map { (mean(1, $0) - mean(1, 0)) / variance }
    let index = (mean(4, 3) - mean(0, 1)) / variance - firsts[0] - firsts[1]
    let raised = columns.map { $0.map { $0 + 1_000 } }
    let pairs = SobolIndices(
      a: raised[0], b: raised[1], ab: [raised[2], raised[3]], ba: [raised[4], raised[5]]
    ).pairs()
    #expect(pairs?.count == 1 && abs((pairs?[0].index ?? .nan) - index) < 1e-9)
    let ends = intervals.first + intervals.total + intervals.pairs
    #expect(ends.count == 5)
    var (below, above) = ([Int](repeating: 0, count: 5), [Int](repeating: 0, count: 5))
    for _ in 0..<resamples {
      let again = indices((0..<count).map { _ in Int(random.below(UInt64(count))) })
      let values =
        try #require(again.first()) + #require(again.total())
        + #require(again.pairs()).map(\.index)
      for (place, value) in values.enumerated() {
        if value < ends[place].lower ?? -.infinity { below[place] += 1 }
        if value > ends[place].upper ?? .infinity { above[place] += 1 }
      }
    }
    // Two samples of resamples scatter: their quantile, and the share beyond it. Ten shares: 4 standard errors.
    let share = (1 - level) / 2
    let error = (2 * share * (1 - share) / Double(resamples)).squareRoot()
    for seen in below + above {
      #expect(abs(Double(seen) / Double(resamples) - share) < 4 * error)
    }
  }

  @Test("a constant response has no indices")
  func constant() throws {
    let design = try SaltelliDesign(dimension: 2, baseCount: 4, withPairs: false, key: 5)
    let indices = design.indices(Array(repeating: 5, count: design.pointCount))
    #expect(indices.first() == nil && indices.total() == nil)
    #expect(indices.intervals(level: 0.95, key: 1) == nil)
  }

  @Test("Morris finds slopes of a plane exactly, and interaction by sigma")
  func morris() throws {
    let design = try MorrisScreening(dimension: 4, paths: 20, key: 7)
    #expect(design.points.count == 100)
    #expect(design.points.allSatisfy { $0.allSatisfy { (0...1).contains($0) } })
    let plane = design.effects(design.points.map { 3 * $0[0] - 2 * $0[1] + 0 * $0[2] + 7 })
    for (effect, slope) in zip(plane, [3.0, -2, 0, 0]) {
      #expect(abs((effect.mu ?? .nan) - slope) < 1e-9)
      #expect(abs((effect.muStar ?? .nan) - abs(slope)) < 1e-9 && (effect.sigma ?? 1) < 1e-9)
    }
    let product = design.effects(design.points.map { $0[0] * $0[3] })
    #expect((product[0].sigma ?? 0) > 0.1 && product[1].muStar == 0)
    for (dimension, paths, levels) in [(0, 4, 4), (2, 1, 4), (2, 4, 3), (2, 4, 0)] {
      #expect(throws: DesignError.self) {
        try MorrisScreening(dimension: dimension, paths: paths, levels: levels, key: 1)
      }
    }
    // Two levels are the ends of the range.
    let smallest = try MorrisScreening(dimension: 1, paths: 2, levels: 2, key: 1)
    #expect(smallest.points.count == 4 && Set(smallest.points) == [[0], [1]])
  }

  @Test("effects are changes over the steps that were made; a step of 0 has none")
  func morrisPlaces() throws {
    let design = try MorrisScreening(dimension: 3, paths: 12, key: 3)
    // The first factor falls on halves, as whole numbers do, the third nowhere else than on 0.
    let places = design.points.map { [($0[0] * 2).rounded() / 2, $0[1], 0] }
    let effects = design.effects(places.map { 5 * $0[0] - $0[1] }, at: places)
    for (effect, slope) in zip(effects, [5.0, -1]) {
      #expect(abs((effect.mu ?? .nan) - slope) < 1e-9 && (effect.sigma ?? 1) < 1e-9)
    }
    #expect(effects[2].mu == nil && effects[2].muStar == nil && effects[2].sigma == nil)
  }

  @Test("variance shares of a two by two table, by hand")
  func factorialByHand() throws {
    // f = 4 x + 2 y + 2 x y on {-1, 1}: variances 16, 4, 4 of 24.
    let corners: [(x: Double, y: Double)] = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    let cells: [[Double]] = corners.map { corner in
      [4 * corner.x + 2 * corner.y + 2 * corner.x * corner.y]
    }
    let shares = try #require(
      FactorialShares(levels: [2, 2], cells: cells, replicates: .independent))
    #expect(abs(shares.first[0].estimate - 16.0 / 24) < 1e-12)
    #expect(abs(shares.first[1].estimate - 4.0 / 24) < 1e-12)
    #expect(abs(shares.total[0].estimate - 20.0 / 24) < 1e-12)
    #expect(abs(shares.total[1].estimate - 8.0 / 24) < 1e-12)
    #expect(abs(shares.pairs[0].share.estimate - 4.0 / 24) < 1e-12)
    #expect(shares.first[0].interval == nil)
    // Means that are equal, or differ by less than their error; a cell without a value.
    for cells in [[[1.0, 1], [1, 1]], [[0, 10], [1, 11]], [[0, 1], []]] {
      #expect(FactorialShares(levels: [2], cells: cells, replicates: .independent) == nil)
    }
  }

  /// Sums of squares: 126.75 and 36.75, interaction 0.75, within cells 12 with 8 degrees of freedom; of
  /// these 3.5 with 2 between replicates, which is no error where they are common.
  @Test(
    "with replicates shares are those of an analysis of variance, their errors a jackknife's",
    arguments: [(FactorialShares.Replicates.independent, 12.0 / 8), (.common, 8.5 / 6)])
  func factorialVariances(replicates: FactorialShares.Replicates, error: Double) throws {
    let cells: [[Double]] = [[1, 2, 3], [4, 6, 5], [9, 7, 8], [10, 13, 13]]
    func shares(without left: Int?) throws -> [FactorialShares.Share] {
      let kept = cells.map { values in values.indices.filter { $0 != left }.map { values[$0] } }
      let found = try #require(
        FactorialShares(levels: [2, 2], cells: kept, replicates: replicates, level: 0.9))
      return found.first + found.total + found.pairs.map(\.share)
    }
    let (found, whole) = (try shares(without: nil), 164.25 - 3 * error)
    let squares = [
      126.75 - error, 36.75 - error, 127.5 - 2 * error, 37.5 - 2 * error, 0.75 - error,
    ]
    let left = try (0..<3).map { try shares(without: $0) }
    for (place, share) in found.enumerated() {
      #expect(abs(share.estimate - squares[place] / whole) < 1e-12)
      let spread = Moments(of: left.map { $0[place].estimate }).sumOfSquaredDeviations
      let half =
        StudentT(degreesOfFreedom: 2).twoSided(level: 0.9) * (2.0 / 3 * spread).squareRoot()
      let interval = try #require(share.interval)
      #expect(abs(try #require(interval.lower) - (share.estimate - half)) < 1e-12)
      #expect(abs(try #require(interval.upper) - (share.estimate + half)) < 1e-12)
    }
    // Two replicates leave too few for intervals.
    #expect(left.joined().allSatisfy { $0.interval == nil })
  }

  @Test(
    "with noisy replicates the shares are unbiased and their intervals cover",
    arguments: [true, false])
  func factorialNoise(common: Bool) throws {
    var stream = RandomStream(key: 21)
    let (trials, replicates) = (400, 12)
    var covered = 0
    var estimates = Moments()
    for _ in 0..<trials {
      let shared = (0..<replicates).map { _ in common ? 6 * stream.unit() : 0 }
      let cells: [[Double]] = (0..<6).map { cell in
        // Levels 3 x 2: effects 0, 3, 6 and 0, 2: variances 6 and 1.
        (0..<replicates).map { replicate -> Double in
          let effect = Double(3 * (cell / 2) + 2 * (cell % 2))
          return effect + shared[replicate] + 8 * (stream.unit() - 0.5)
        }
      }
      let shares = try #require(
        FactorialShares(
          levels: [3, 2], cells: cells, replicates: common ? .common : .independent))
      estimates.add(shares.first[1].estimate)
      if shares.first[1].interval?.contains(1.0 / 7) ?? false { covered += 1 }
    }
    let error = try #require(estimates.standardError)
    let mean = try #require(estimates.mean)
    // A ratio is biased by terms of second order: allow 0.01 besides five standard errors.
    #expect(abs(mean - 1.0 / 7) < 5 * error + 0.01, "mean share \(mean)")
    // Binomial(400, 0.95): sd 4.4.
    #expect(covered >= 356, "\(covered) of 400 covered")
  }
}

@Suite("Partial rank correlations") struct PartialRankCorrelationTests {
  private func all(
    _ factors: [[Double]], _ response: [Double], level: Double = 0.95
  ) -> [PartialRankCorrelation] {
    PartialRankCorrelation.all(factors, response, level: level)
  }

  @Test("agree with R's epiR and lm on 12 data sets")
  func reference() throws {
    let cases = try ReferenceFile.cases("prcc", in: "prcc.json")
    #expect(cases.count == 12)
    for test in cases {
      let (id, input, wanted) = (test["id"].text, test["input"], test["expected"])
      let found = all(
        input["x"].array.map(\.numbers), input["y"].numbers, level: input["level"].number)
      for (factor, one) in found.enumerated() {
        guard case .found(let estimate, let interval) = one else {
          Issue.record("\(id): \(one)")
          continue
        }
        let ends = wanted["ends"][factor]
        expect(estimate, equals: wanted["estimate"][factor], "\(id) estimate \(factor)")
        expect(interval?.lower, equals: ends[0], "\(id) lower \(factor)")
        expect(interval?.upper, equals: ends[1], "\(id) upper \(factor)")
      }
    }
  }

  @Test("what does not vary, or follows from the rest, has no correlation; the others keep theirs")
  func undetermined() {
    let (x, y) = ([1.0, 2, 3, 4, 5, 6], [2.0, 6, 3, 9, 8, 7])
    let same = x.map { _ in 7.0 }
    #expect(all([x, y], same) == [.constantResponse, .constantResponse])
    #expect(all([x, same], y) == [all([x], y)[0], .constantFactor])
    #expect(all([x, x.map { 3 - $0 * $0 }], y) == [.undetermined, .undetermined])
    // The response has the ranks of the first factor: beside it nothing is left for the second.
    #expect(
      all([x, y], x.map { exp($0) }) == [.found(estimate: 1, interval: nil), .undetermined])
    #expect(all([x], x.map { -$0 }) == [.found(estimate: -1, interval: nil)])
  }

  @Test("as few points as there can be leave every correlation possible")
  func fewest() {
    guard case .found(let estimate, let interval) = all([[1, 2, 3]], [1, 3, 2])[0] else {
      Issue.record("no correlation")
      return
    }
    #expect(abs(estimate - 0.5) < 1e-12 && interval?.lower == -1 && interval?.upper == 1)
  }

  /// The correlation of a very large sample is the truth; factors are those of `latin_hypercube`.
  @Test("intervals of noisy responses cover nearly as often as they say", .deep)
  func coverage() throws {
    func values(_ points: [[Double]], _ kind: Int, _ stream: inout RandomStream) -> [Double] {
      points.map { u in
        let noise = Normal.quantile(stream.unit() + 0x1p-54)
        switch kind {
        case 0: return 2 * u[0] + u[1] - 0.5 * u[2] + 0.3 * noise
        case 1: return u[0] + 0.8 * u[1] * noise
        // Either a large outbreak or hardly any.
        case 2:
          return stream.unit() < 1 - exp(-2 * u[0]) ? 0.3 + 0.6 * u[1] + 0.05 * noise : 0.01 * noise
        default: return (4 * exp(1.5 * u[0] - u[1]) + noise).rounded()
        }
      }
    }
    func factors(_ points: [[Double]]) -> [[Double]] {
      points[0].indices.map { factor in points.map { $0[factor] } }
    }
    for kind in 0..<4 {
      var stream = RandomStream(key: 64, UInt64(kind))
      let large = LatinHypercube.points(count: 200_000, dimension: 4, key: 1)
      let truth = all(factors(large), values(large, kind, &stream)).map(\.estimate)
      for count in [16, 64, 256] {
        let studies = 2_000
        var covered = truth.map { _ in 0 }
        for study in 0..<studies {
          let points = LatinHypercube.points(count: count, dimension: 4, key: UInt64(study))
          let found = all(factors(points), values(points, kind, &stream))
          for place in found.indices {
            guard case .found(_, let interval?) = found[place] else { continue }
            if interval.contains(truth[place]) { covered[place] += 1 }
          }
        }
        let shares = covered.map { Double($0) / Double(studies) }
        print("coverage: partial rank correlations, response \(kind), \(count) points: \(shares)")
        #expect(shares.allSatisfy { (0.88...0.995).contains($0) }, "\(kind), \(count): \(shares)")
      }
    }
  }
}

extension PartialRankCorrelation {
  fileprivate var estimate: Double {
    if case .found(let estimate, _) = self { estimate } else { .nan }
  }
}
