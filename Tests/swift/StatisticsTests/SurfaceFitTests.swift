import Foundation
import KeyedRandom
import Statistics
import TestSupport
import Testing

@Suite struct SurfaceFitTests {
  /// A study with these places: values by point and replicate.
  private func values(_ places: [[Double]], _ runs: [[Double?]]) -> SurfaceValues {
    var values = SurfaceValues(places: places)
    for (point, runs) in runs.enumerated() {
      for (replicate, value) in runs.enumerated() {
        values.add(value, point: point, replicate: replicate)
      }
    }
    return values
  }

  private func fit(
    _ places: [[Double]], _ runs: [[Double?]], _ terms: SurfaceTerms = .quadratic,
    _ transform: SurfaceTransform = .none, _ weights: SurfaceWeights = .runs,
    isCommon: Bool = false
  ) throws -> SurfaceFit {
    try values(places, runs).fit(terms, transform, weights, isCommon: isCommon, level: 0.95)
  }

  private static let composite = SurfaceDesigns.centralComposite(factors: 2, reach: 1)

  @Test("finds the polynomial itself where there is no scatter, anywhere and in any unit")
  func exact() throws {
    for (shift, unit) in [(0.0, 1.0), (1e4, 1), (0, 1e-6), (-300, 1e5)] {
      let places = Self.composite.map { [shift + unit * $0[0], 5 + $0[1]] }
      func polynomial(_ x: [Double]) -> Double {
        let (a, b) = ((x[0] - shift) / unit, x[1] - 5)
        return 2 + 3 * a - b + 0.5 * a * b - 4 * a * a - b * b
      }
      let found = try fit(places, places.map { [polynomial($0), polynomial($0)] })
      for x in [0.1, 0.7, 1.3] {
        let place = [shift + unit * x, 5 + x / 2]
        #expect(abs(found.surface.value(at: place) - polynomial(place)) < 1e-9)
      }
      // Slopes 0: 3 + b/2 - 8 a = 0 and -1 + a/2 - 2 b = 0.
      let top = try #require(found.surface.stationary)
      let a = (3 - 0.25) / (8 - 0.125)
      #expect(top.kind == .maximum)
      #expect(abs((top.at[0] - shift) / unit - a) < 1e-7 * (1 + abs(shift / unit)) / 1e3 + 1e-9)
      #expect(abs(top.at[1] - 5 - (a / 4 - 0.5)) < 1e-7)
      #expect(found.surface.outside(top.at) == [1])
      #expect(found.surface.outside([shift + 9 * unit, 5.5]) == [0])
      #expect(found.surface.outside([shift + 0.5 * unit, 5.5]) == [])
      #expect(found.rows.allSatisfy { $0.t == nil && $0.p == nil }, "no scatter, no test")
    }
  }

  @Test("an upward bowl has a minimum, opposite curvatures a saddle, a trough neither")
  func kinds() throws {
    for (curvature, kind) in [
      ((1.0, 2.0), StationaryPoint.Kind.minimum), ((1, -2), .saddle), ((-1, -2), .maximum),
    ] {
      let runs = Self.composite.map { x in
        [curvature.0 * (x[0] - 0.4) * (x[0] - 0.4) + curvature.1 * (x[1] - 0.6) * (x[1] - 0.6)]
      }
      let found = try #require(try fit(Self.composite, runs).surface.stationary)
      #expect(found.kind == kind)
      #expect(abs(found.at[0] - 0.4) < 1e-9 && abs(found.at[1] - 0.6) < 1e-9)
    }
    // (a + b)^2 is level along a + b = 0.
    let trough = Self.composite.map { x in [(x[0] + x[1]) * (x[0] + x[1])] }
    #expect(try fit(Self.composite, trough).surface.stationary == nil)
  }

  @Test("a point left out: what the others would have said of it")
  func leaveOneOut() throws {
    let runs = [[1.0, 2], [3, 5], [2, 2.5], [8, 9], [4, 4.5], [6], [1, 1], [7, 3], [2, 2]]
    let whole = try fit(Self.composite, runs, .interactions)
    let distances = try #require(whole.surface.leaveOneOut)
    for left in runs.indices {
      var (places, others) = (Self.composite, runs)
      places.remove(at: left)
      others.remove(at: left)
      let rest = try fit(places, others, .interactions)
      let mean = runs[left].reduce(0, +) / Double(runs[left].count)
      let distance = mean - rest.surface.value(at: Self.composite[left])
      #expect(abs(distances[left] - distance) < 1e-9)
    }
    // Four corners determine the four terms of interactions: none can be left out.
    let corners = Array(Self.composite.prefix(4))
    let four = try fit(corners, [[1, 2], [3, 4], [5, 7], [2, 2]], .interactions)
    #expect(four.surface.leaveOneOut == nil)
    #expect(four.lackOfFit == nil)
    // Values without scatter, or one of each place, give nothing to judge a misfit by.
    let places = corners + [[0.5, 0.5]]
    for count in 1...2 {
      let values = [1.0, 2, 3, 4, 9].map { Array(repeating: $0, count: count) }
      #expect(try fit(places, values, .linear).lackOfFit == nil)
    }
  }

  @Test("says what cannot be estimated instead of numbers")
  func problems() {
    func problem(
      _ places: [[Double]], _ runs: [[Double?]], _ terms: SurfaceTerms = .linear,
      _ transform: SurfaceTransform = .none, _ weights: SurfaceWeights = .runs
    ) -> SurfaceProblem? {
      #expect(throws: SurfaceProblem.self) { try fit(places, runs, terms, transform, weights) }
    }
    let square = [[0.0, 0], [0, 1], [1, 0], [1, 1]]
    let runs: [[Double?]] = [[1, 2], [2, 4], [3, 3.5], [1, 5]]
    #expect(problem(square, runs, .quadratic) == .aliased(terms: [4, 5], places: 4))
    #expect(problem([[0, 3], [1, 3]], [[1, 2], [3, 4]]) == .aliased(terms: [2], places: 2))
    let line = problem([[0, 0], [1, 2], [2, 4]], [[1], [2, 4], [3]])
    #expect(line == .aliased(terms: [2], places: 3))
    #expect(problem([], []) == .aliased(terms: [], places: 0))
    #expect(problem(square, [[1, nil], [2, 4], [3, nil], [1]]) == .missing(2, of: 7))
    #expect(problem(square, [[1, 0], [2, 4], [3, -1], [1]], .linear, .log) == .notPositive(2))
    #expect(problem(square, [[7, 7], [7], [7], [7, 7]]) == .constant(7))
    #expect(
      problem(square, [[1, 1], [2, 4], [3], [5, 6]], .linear, .none, .variances)
        == .noScatter(points: 2))
    #expect(problem(square, [[1e200, -1e200], [2], [3], [5]]) == .notFinite)
  }

  @Test("replicates that are looked at grow fewer as points grow more, and never fewer than two")
  func mostReplicates() {
    func most(_ points: Int) -> Int {
      SurfaceValues(places: Array(repeating: [0], count: points)).mostReplicates
    }
    #expect(most(1) > most(10) && most(10) > most(1_000) && most(10_000_000) == 2)
    #expect(abs(10 * most(10) - most(1)) < 10)
  }

  @Test("failed runs are left out, and points without runs")
  func gaps() throws {
    var gathered = SurfaceValues(places: [[0, 0], [9, 9], [0, 1], [1, 0], [1, 1]])
    for (point, replicate, value) in [
      (0, 0, 1.0), (0, 2, 3), (2, 0, 4), (2, 1, 6), (3, 1, 2), (4, 0, 5), (4, 1, 5.5),
    ] { gathered.add(value, point: point, replicate: replicate) }
    let found = try gathered.fit(.linear, .none, .runs, isCommon: false, level: 0.9)
    #expect(found.surface.points.map(\.mean) == [2, 5, 2, 5.25])
    #expect(found.surface.points.map(\.count) == [2, 2, 1, 2])
    #expect(found.degreesOfFreedom == 4)
  }

  @Test("common numbers: estimates are means of the replicates' own surfaces, errors their scatter")
  func replicates() throws {
    let runs = [[1.0, 2, 4], [3, 5, 4.5], [2, 2.5, 3], [8, 9, 11], [4, 4.5, 4]]
    let places = [[0.0, 0], [0, 1], [1, 0], [1, 1], [0.5, 0.5]]
    let found = try fit(places, runs, .linear, isCommon: true)
    let own = try (0..<3).map { replicate in
      try fit(places, runs.map { [$0[replicate]] }, .linear).surface.coefficients
    }
    #expect(found.degreesOfFreedom == 2 && found.replicates == 3)
    for (term, row) in found.rows.enumerated() {
      let moments = Moments(of: own.map { $0[term] })
      #expect(abs(row.estimate - (moments.mean ?? .nan)) < 1e-12)
      #expect(abs((row.standardError ?? .nan) - (moments.standardError ?? .nan)) < 1e-12)
      let interval = moments.meanInterval(level: 0.95)
      #expect(abs((row.interval?.lower ?? .nan) - (interval?.lower ?? .nan)) < 1e-10)
    }
    // Two contrasts, three replicates: F with 2 and 1 degrees of freedom.
    #expect(found.lackOfFit?.distribution == .f(2, 1))
    // A shift that all points of a replicate share moves the intercept alone.
    let shifted = runs.map { run in [run[0] + 100, run[1] - 50, run[2] + 7] }
    let moved = try fit(places, shifted, .linear, isCommon: true)
    for term in 1...2 {
      let (before, after) = (found.rows[term], moved.rows[term])
      #expect(abs((before.standardError ?? .nan) - (after.standardError ?? .nan)) < 1e-12)
    }
    #expect((moved.rows[0].standardError ?? 0) > 30)
    // No more replicates than contrasts leave no misfit to judge, nor does a surface through all points.
    let two = try fit(places, runs.map { Array($0.prefix(2)) }, .linear, isCommon: true)
    #expect(two.lackOfFit == nil && two.rows[0].standardError != nil)
    let three = try fit(
      Array(places.prefix(3)), Array(runs.prefix(3)), .linear, isCommon: true)
    #expect(three.lackOfFit == nil && three.rows[0].standardError != nil)
  }

  @Test("weighted values of one place: as many values as the weights say")
  func weighted() throws {
    let places = [[0.0, 0], [0, 1], [1, 0], [1, 1]]
    let (values, weights) = (
      [[1.0, 4], [2, 3], [5, 7], [6, 1]], [[2.0, 1], [3, 2], [1, 1], [2, 5]]
    )
    let points = zip(places, zip(values, weights)).map {
      var together = WeightedMoments()
      for (value, weight) in zip($1.0, $1.1) { together.add(value, weight: weight) }
      return SurfacePoint($0, together)
    }
    let repeated = zip(values, weights).map { values, weights in
      zip(values, weights).flatMap { [Double](repeating: $0, count: Int($1)) }
    }
    let found = try ResponseSurface(.linear, points)
    let plain = try fit(places, repeated, .linear).surface
    for (one, other) in zip(found.coefficients, plain.coefficients) {
      #expect(abs(one - other) < 1e-12)
    }
    #expect(abs(found.residualSquares - plain.residualSquares) < 1e-10)
    #expect(found.degreesOfFreedom == 5 && plain.degreesOfFreedom == 14)
  }
}

/// Studies of a known surface, whose points scatter alike and share their replicates' numbers or not.
@Suite(.slow) struct SurfaceCoverageTests {
  private static let studies = TestDepth.isDeep ? 4_000 : 400
  private static let truth = [2.0, -1, 0.5, 0.7, 0, -0.3]
  private static let places = SurfaceDesigns.centralComposite(factors: 2, reach: 1)

  private func study(
    _ stream: inout RandomStream, shared: Double, replicates: Int, scatter: (Int) -> Double
  ) -> SurfaceValues {
    var values = SurfaceValues(places: Self.places)
    let terms = SurfaceTerms.quadratic.list(factors: 2)
    func normal() -> Double { Normal.quantile(stream.unit() + 0x1p-54) }
    for replicate in 0..<replicates {
      // What common numbers do: whole replicates are high or low, or steeper.
      let (lift, tilt) = (shared * normal(), shared * normal())
      for (point, x) in Self.places.enumerated() {
        let mean = zip(terms, Self.truth).reduce(0) { $0 + $1.0.value(at: x) * $1.1 }
        values.add(
          mean + lift + tilt * x[0] + scatter(point) * normal(), point: point, replicate: replicate)
      }
    }
    return values
  }

  @Test(
    "intervals of all terms and of the mean cover their level; the misfit's p is uniform",
    arguments: [
      (shared: 0.0, isCommon: false, SurfaceWeights.runs),
      (shared: 0, isCommon: true, .runs), (shared: 1.5, isCommon: true, .runs),
      (shared: 1.5, isCommon: true, .variances),
    ])
  func coverage(shared: Double, isCommon: Bool, weights: SurfaceWeights) throws {
    var hits = [Int](repeating: 0, count: Self.truth.count + 2)
    for study in 0..<Self.studies {
      var stream = RandomStream(key: 0x7375_7266, UInt64(study))
      // Weights by variances are right for large samples.
      let values = self.study(
        &stream, shared: shared, replicates: weights == .variances ? 60 : 8, scatter: { _ in 0.6 })
      let fit = try values.fit(.quadratic, .none, weights, isCommon: isCommon, level: 0.9)
      for (term, row) in fit.rows.enumerated()
      where row.interval?.contains(Self.truth[term]) ?? false {
        hits[term] += 1
      }
      // At (0.3, 0.8): 2 - 0.3 + 0.4 + 0.168 - 0.192.
      if fit.interval(at: [0.3, 0.8])?.contains(2.076) ?? false { hits[6] += 1 }
      if let p = fit.lackOfFit?.p, p > 0.1 { hits[7] += 1 }
    }
    let error = (0.9 * 0.1 / Double(Self.studies)).squareRoot()
    for (place, count) in hits.enumerated() {
      let share = Double(count) / Double(Self.studies)
      // Eight shares in each of four kinds of studies.
      let bound = weights == .variances ? 4.5 : 3.5
      #expect(abs(share - 0.9) < bound * error, "\(place): \(share)")
    }
  }
}
