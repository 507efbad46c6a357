import Foundation
import KeyedRandom
import Statistics
import TestSupport
import Testing

/// Searches through priors whose posteriors are known, with simulations of a line or two.
@Suite("Approximate Bayesian computation", .slow) struct SequentialABCTests {

  /// Runs a search to its end; the simulation gets a draw's place and a stream of its own.
  private static func search(
    _ observed: [[Double]], dimension: Int = 1, draws: Int = 500, tolerance: Double? = nil,
    acceptance: Double = 0.02, most: Int = 200_000, key: UInt64 = 1,
    _ simulate: ([Double], inout RandomStream) -> [[Double?]]
  ) -> SequentialABC {
    var search = SequentialABC(
      observed: observed, dimension: dimension,
      settings: SequentialABC.Settings(
        draws: draws, tolerance: tolerance, leastAcceptance: acceptance, mostDraws: most, key: key))
    while search.stop == nil {
      let outcomes = search.propose().map { draw in
        var stream = RandomStream(key: key, 77, UInt64(draw))
        return simulate(search.shares[draw], &stream)
      }
      search.take(outcomes)
    }
    return search
  }

  /// One that has drawn nothing yet, for an observed 0.
  private static func search(draws: Int) -> SequentialABC {
    SequentialABC(
      observed: [[0]], dimension: 1,
      settings: SequentialABC.Settings(
        draws: draws, tolerance: nil, leastAcceptance: 1e-6, mostDraws: 100_000, key: 4))
  }

  /// Successes among `count` trials.
  private static func binomial(
    _ count: Int, _ p: Double, _ stream: inout RandomStream
  ) -> Double {
    Double((0..<count).count { _ in stream.unit() < p })
  }

  private static func sample(_ search: SequentialABC, _ parameter: Int = 0) -> WeightedSample {
    WeightedSample(
      search.accepted.map { search.shares[$0.draw][parameter] },
      weights: search.accepted.map(\.weight))
  }

  @Test("generations draw independently of each other")
  func streams() {
    // Distances that say nothing, so that generations have about one distribution.
    var search = Self.search(draws: 1_000)
    var noise = RandomStream(key: 5)
    var generations: [[Double]] = []
    for _ in 0..<3 {
      let draws = search.propose()
      generations.append(draws.map { search.shares[$0][0] })
      search.take(draws.map { _ in [[noise.unit()]] })
    }
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
      let (x, y) = (generations[one].prefix(1_000), generations[other])
      let (meanX, meanY) = (x.reduce(0, +) / 1_000, y.reduce(0, +) / 1_000)
      var (xy, xx, yy) = (0.0, 0.0, 0.0)
      for (a, b) in zip(x, y) {
        xy += (a - meanX) * (b - meanY)
        xx += (a - meanX) * (a - meanX)
        yy += (b - meanY) * (b - meanY)
      }
      #expect(abs(xy / (xx * yy).squareRoot()) < 4 / 1_000.0.squareRoot(), "\(one), \(other)")
    }
  }

  @Test("tolerance 0 takes the number that was observed, and not its neighbor")
  func neighbors() {
    // Numbers that single precision does not have.
    let observed = 16_777_217.0
    let search = Self.search([[observed]], draws: 50, tolerance: 0) { place, _ in
      [[place[0] < 0.5 ? observed - 1 : observed]]
    }
    #expect(search.accepted.count >= 50)
    #expect(search.accepted.allSatisfy { search.shares[$0.draw][0] >= 0.5 })
  }

  @Test("binomial counts at tolerance 0: the posterior is Beta(8, 14)")
  func beta() throws {
    let search = Self.search([[7]], draws: 2_000) { place, stream in
      [[Self.binomial(20, place[0], &stream)]]
    }
    #expect(search.stop == .tolerance)
    #expect(search.accepted.allSatisfy { $0.distance == 0 })
    let sample = Self.sample(search)
    let size = sample.effectiveSize
    #expect(size > 1_500)
    // Of weights that add up to 1.
    let squares = search.accepted.reduce(0) { $0 + $1.weight * $1.weight }
    #expect(abs(try #require(search.generations.last).effectiveSize * squares - 1) < 1e-9)
    let sd = (8.0 * 14 / (22 * 22 * 23)).squareRoot()
    #expect(abs(sample.mean - 8.0 / 22) < 4 * sd / size.squareRoot())
    #expect(abs(try #require(sample.sd) / sd - 1) < 4 / (2 * size).squareRoot())
    // Median of Beta(8, 14).
    let below = zip(search.accepted, search.accepted.map { search.shares[$0.draw][0] })
      .reduce(0) { $0 + ($1.1 <= 0.35943426664624734 ? $1.0.weight : 0) }
    #expect(abs(below - 0.5) < 4 * 0.5 / size.squareRoot())
  }

  @Test("replicates have no order, and each counts: three counts give Beta(15, 17)")
  func replicates() {
    let search = Self.search([[5, 4, 5]], draws: 400, tolerance: 0) { place, stream in
      [(0..<3).map { _ in Self.binomial(10, place[0], &stream) as Double? }]
    }
    #expect(search.stop == .tolerance)
    // The counts as a set have the likelihood of their sum, 14 of 30.
    let sample = Self.sample(search)
    let sd = (15.0 * 17 / (32 * 32 * 33)).squareRoot()
    #expect(abs(sample.mean - 15.0 / 32) < 4 * sd / sample.effectiveSize.squareRoot())
  }

  @Test("two parameters of which only the product matters keep their ridge")
  func ridge() {
    let search = Self.search([[12]], dimension: 2, draws: 1_000) { place, stream in
      [[Self.binomial(30, place[0] * place[1], &stream)]]
    }
    let products = WeightedSample(
      search.accepted.map { search.shares[$0.draw][0] * search.shares[$0.draw][1] },
      weights: search.accepted.map(\.weight))
    // Density of the product of two uniforms is -log z: moments by numerical integration.
    let grid = (1..<20_000).map { Double($0) / 20_000 }
    let density = grid.map { -log($0) * pow($0, 12) * pow(1 - $0, 18) }
    let mean = zip(grid, density).reduce(0) { $0 + $1.0 * $1.1 } / density.reduce(0, +)
    let square = zip(grid, density).reduce(0) { $0 + $1.0 * $1.0 * $1.1 } / density.reduce(0, +)
    let sd = (square - mean * mean).squareRoot()
    #expect(search.stop == .tolerance)
    #expect(abs(products.mean - mean) < 4 * sd / products.effectiveSize.squareRoot())
  }

  @Test("the same settings give the same draws, another key others")
  func keyed() {
    func run(_ key: UInt64) -> SequentialABC {
      Self.search([[4]], draws: 100, key: key) { place, stream in
        [[Self.binomial(10, place[0], &stream)]]
      }
    }
    let (one, same, other) = (run(1), run(1), run(2))
    #expect(one.shares == same.shares && one.accepted == same.accepted)
    #expect(one.shares != other.shares)
    let prior = SequentialABC.priorShares(count: 200, dimension: 1, key: 1)
    #expect(Array(one.shares.prefix(200)) == prior)
  }

  @Test("tolerances fall, and a continuous outcome ends by its acceptance")
  func continuous() {
    let search = Self.search([[0.4]], draws: 200, acceptance: 0.1) { place, stream in
      [[place[0] + 0.05 * (stream.unit() - 0.5)]]
    }
    #expect(search.stop == .acceptance)
    let last = search.generations[search.generations.count - 1]
    #expect(
      last.acceptance < 0.1 && search.generations.dropLast().allSatisfy { $0.acceptance >= 0.1 })
    #expect(abs(Self.sample(search).mean - 0.4) < 0.02)
    #expect(search.accepted.count == 200)
    let tolerances = search.generations.map(\.tolerance)
    #expect(zip(tolerances, tolerances.dropFirst()).allSatisfy { $0 > $1 })
    #expect(last.tolerance == search.accepted.map(\.distance).max())
  }

  @Test("a tolerance that is asked for is reached however few are accepted, or runs end it")
  func asked() {
    func run(_ most: Int) -> SequentialABC {
      Self.search([[5]], draws: 200, tolerance: 0, acceptance: 0.9, most: most) { place, stream in
        [[Self.binomial(40, place[0], &stream)]]
      }
    }
    #expect(run(100_000).stop == .tolerance)
    let short = run(700)
    #expect(short.stop == .mostDraws && short.shares.count == 600)
    #expect(short.accepted.contains { $0.distance > 0 })
  }

  @Test("draws that are all equally far off are accepted, and leave the prior as it is")
  func ties() {
    let search = Self.search([[0]], draws: 200, most: 1_000) { _, stream in
      [[stream.unit() < 0.5 ? 1 : -1]]
    }
    #expect(search.stop == .mostDraws && search.shares.count == 1_000)
    #expect(search.accepted.map(\.draw) == Array(0..<1_000))
    let sample = Self.sample(search)
    #expect(abs(sample.mean - 0.5) < 4 * (1 / 12 / sample.effectiveSize).squareRoot())
    #expect(sample.distanceFromUniform < 1.95 / sample.effectiveSize.squareRoot())
  }

  @Test("draws without a value are never accepted; if there are no others the search ends")
  func missing() {
    let none = Self.search([[1]], draws: 50) { _, _ in [[nil]] }
    #expect(none.stop == .noValue && none.accepted.isEmpty)
    let some = Self.search([[3]], draws: 100) { place, stream in
      [[place[0] < 0.5 ? nil : Self.binomial(5, place[0], &stream)]]
    }
    #expect(some.accepted.allSatisfy { some.shares[$0.draw][0] >= 0.5 })
  }

  @Test("a quantity is measured in its scatter: one in thousandths counts like one in thousands")
  func scales() {
    func run(_ unit: Double) -> SequentialABC {
      Self.search([[0.3], [0.3 * unit]], draws: 200, acceptance: 0.2) { place, stream in
        [[place[0] + 0.1 * stream.unit()], [unit * (place[0] + 0.1 * stream.unit())]]
      }
    }
    let (plain, large) = (run(1), run(1_024))
    #expect(abs(large.scales[1] / plain.scales[1] - 1_024) < 1e-2)
    #expect(large.accepted.map(\.draw) == plain.accepted.map(\.draw))
    // From the median of those known, which is 1, by (1 + 0 + 4) / 3.
    var three = Self.search(draws: 3)
    three.take(three.propose().map { [[$0 < 3 ? [5.0, 0, 1][$0] : nil]] })
    #expect(three.scales == [5.0 / 3])
    #expect(three.values(of: 0, in: 0) == [5] && three.values(of: 0, in: 4) == [])
    // What does not scatter keeps its unit.
    var equal = Self.search(draws: 3)
    equal.take(equal.propose().map { _ in [[2]] })
    #expect(equal.scales == [1] && equal.accepted.map(\.distance) == [2, 2, 2, 2, 2, 2])
  }

  @Test("a generation is judged once it is taken, by its own draws; a failed run ends the search")
  func generations() {
    var search = Self.search(draws: 4)
    #expect(search.propose() == 0..<8 && search.generations[0].draws == 0..<8)
    #expect(!search.generations[0].isJudged)
    search.take((0..<8).map { [[Double($0)]] })
    #expect(search.generations[0].isJudged && search.generations[0].accepted == 4)
    #expect(search.propose() == 8..<12 && search.generations[1].draws == 8..<12)
    search.take((8..<12).map { [[$0 == 11 ? 2.5 : 9]] })
    #expect(search.accepted.map(\.draw) == [0, 1, 2, 11])
    #expect(search.generations[1].accepted == 1 && search.stop == nil)
    search.endByFailure()
    #expect(search.stop == .runFailed)
  }

  @Test(
    "the next draws are around those nearer than the tolerance if they are enough, else around all",
    arguments: [(100, 29, false), (100, 30, true), (400, 39, false), (400, 40, true)])
  func nearer(draws: Int, count: Int, areEnough: Bool) throws {
    var search = Self.search(draws: draws)
    let first = search.propose()
    let lowest = Set(
      first.sorted { search.shares[$0][0] < search.shares[$1][0] }.prefix(count))
    search.take(first.map { [[lowest.contains($0) ? 0 : 1]] })
    let next = Moments(of: search.propose().map { search.shares[$0][0] })
    let (mean, sd) = (try #require(next.mean), try #require(next.sd))
    // The lowest lie below 0.2; all lie anywhere.
    #expect(areEnough ? mean < 0.2 && sd < 0.1 : abs(mean - 0.5) < 0.1 && sd > 0.2)
  }

  @Test("a proposal's density is that of its draws: it integrates to the share inside the cube")
  func density() {
    let proposal = DrawProposal(
      around: [[0.2, 0.3], [0.9, 0.5], [0.6, 0.95]], weights: [0.5, 0.3, 0.2])
    let side = 200
    var sum = 0.0
    for x in 0..<side {
      for y in 0..<side {
        sum += proposal.density(
          at: [(Double(x) + 0.5) / Double(side), (Double(y) + 0.5) / Double(side)])
      }
    }
    let inside = sum / Double(side * side)
    let count = 20_000
    var attempts = 0
    var left = 0
    for draw in 0..<count {
      let made = proposal.draw(key: fold(9, UInt64(draw)))
      attempts += made.attempts
      if made.shares[0] < 0.4 { left += 1 }
    }
    let error = (inside * (1 - inside) / Double(attempts)).squareRoot()
    #expect(abs(Double(count) / Double(attempts) - inside) < 4 * error)
    // And in a part of it.
    var part = 0.0
    for x in 0..<80 {
      for y in 0..<side {
        part += proposal.density(
          at: [(Double(x) + 0.5) / Double(side), (Double(y) + 0.5) / Double(side)])
      }
    }
    let share = part / sum
    #expect(
      abs(Double(left) / Double(count) - share)
        < 4 * (share * (1 - share) / Double(count)).squareRoot())
  }

  @Test("simulation-based calibration: the truth's rank is uniform (200 data sets)", .deep)
  func ranks() throws {
    let sets = 200
    let bins = 10
    var counts = [Int](repeating: 0, count: bins)
    for set in 0..<sets {
      var stream = RandomStream(key: 2_024, UInt64(set))
      let truth = stream.unit()
      let data = Self.binomial(12, truth, &stream)
      let search = Self.search([[data]], draws: 400, key: UInt64(set) + 5) {
        [[Self.binomial(12, $0[0], &$1)]]
      }
      try #require(search.stop == .tolerance)
      let below = search.accepted.reduce(0) {
        $0 + (search.shares[$1.draw][0] < truth ? $1.weight : 0)
      }
      counts[min(bins - 1, Int(below * Double(bins)))] += 1
    }
    let expected = Double(sets) / Double(bins)
    let square = counts.reduce(0) { $0 + pow(Double($1) - expected, 2) / expected }
    // The 0.1 % point of chi-square with 9 degrees of freedom.
    #expect(square < 27.88, "\(counts)")
  }

  @Test(
    "90 % intervals of continuous data cover at least 84 % (200 data sets)", .deep)
  func coverage() {
    var covered = 0
    let sets = 200
    for set in 0..<sets {
      var stream = RandomStream(key: 31, UInt64(set))
      func noise(_ stream: inout RandomStream) -> Double {
        Normal.quantile(max(1e-12, stream.unit()))
      }
      let truth = (stream.unit(), stream.unit())
      func curve(_ a: Double, _ b: Double, _ stream: inout RandomStream) -> [[Double?]] {
        (0..<6).map { [a + b * Double($0) / 5 + 0.1 * noise(&stream)] }
      }
      let data = curve(truth.0, truth.1, &stream).map { $0.compactMap { $0 } }
      let search = Self.search(data, dimension: 2, draws: 300, key: UInt64(set)) {
        curve($0[0], $0[1], &$1)
      }
      let sample = Self.sample(search)
      if sample.quantile(0.05) <= truth.0, truth.0 <= sample.quantile(0.95) { covered += 1 }
    }
    print("continuous: \(covered) of \(sets) 90 % intervals hold the truth")
    // 84 %, less 3.5 standard errors of a coverage of 84 % would hide a fault of 9 points.
    #expect(Double(covered) >= 0.84 * Double(sets))
  }

  @Test("draws around earlier ones scatter as twice their weighted covariance, in three dimensions")
  func covariance() {
    // So near to each other that no draw leaves the cube.
    let centers = [
      [0.50, 0.51, 0.49], [0.52, 0.50, 0.53], [0.49, 0.48, 0.48], [0.51, 0.53, 0.53],
      [0.48, 0.49, 0.47],
    ]
    let weights = [0.3, 0.1, 0.2, 0.25, 0.15]
    func covariance(_ places: [[Double]], _ shares: [Double]) -> [Double] {
      let means = (0..<3).map { row in zip(places, shares).reduce(0) { $0 + $1.0[row] * $1.1 } }
      return [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)].map { a, b in
        zip(places, shares).reduce(0) {
          $0 + $1.1 * ($1.0[a] - means[a]) * ($1.0[b] - means[b])
        }
      }
    }
    let proposal = DrawProposal(around: centers, weights: weights)
    let count = 20_000
    let draws = (0..<count).map { proposal.draw(key: fold(10, UInt64($0))).shares }
    let found = covariance(draws, [Double](repeating: 1 / Double(count), count: count))
    // That of the centers beside twice the same.
    let wanted = covariance(centers, weights).map { 3 * $0 }
    // The error of a covariance of so many draws is at most that of the largest variance.
    let error = (wanted.max() ?? 0) * (2 / Double(count)).squareRoot()
    for (a, b) in zip(found, wanted) { #expect(abs(a - b) < 5 * error, "\(a) \(b)") }
  }
}
