import Foundation
import KeyedRandom
import Statistics
import TestSupport
import Testing

@Suite("Errors of a model fitted to a mean curve come from its runs", .slow)
struct RunErrorsTests {
  private static let times = (0...30).map(Double.init)
  private static let level = 0.95

  /// Curves around a model, each with a course of its own: it is larger or smaller as a whole, and what
  /// happens at a step stays.
  private static func curves(
    _ count: Int, around model: (Double) -> Double, stream: inout RandomStream
  ) -> [[Double]] {
    (0..<count).map { _ in
      let size = 1 + 0.2 * (stream.unit() - 0.5)
      var offset = 0.0
      return times.map { time in
        offset += 2 * (stream.unit() - 0.5)
        return size * model(time) + offset
      }
    }
  }

  private static func mean(_ curves: [[Double]]) -> [Double] {
    times.indices.map { step in
      curves.reduce(0) { $0 + $1[step] } / Double(curves.count)
    }
  }

  private static func fit(_ model: GrowthModel, _ curves: [[Double]]) -> GrowthFit {
    GrowthFit(model, t: times, y: mean(curves), level: level)
  }

  /// The parameters of `quadratic` are linear in the values: those of the mean curve are the means of the
  /// runs' own.
  @Test(
    "of a linear model they are the errors of the mean of the runs' parameters", arguments: [5, 40])
  func linear(count: Int) throws {
    var stream = RandomStream(key: 3, UInt64(count))
    let curves = Self.curves(count, around: { 2 + 3 * $0 + 0.5 * $0 * $0 }, stream: &stream)
    let own = curves.map { Self.fit(.quadratic, [$0]).fit.parameters.map { $0.estimate ?? .nan } }
    // Of all runs, and of as many of which these are the first.
    for whole in [count, 4 * count] {
      let draws = 4_000
      let found = Self.fit(.quadratic, curves).withErrors(
        ofRuns: curves, people: 1 << 30,
        whole: (Self.mean(curves), Self.times.map { $0 == 30 ? whole : 0 }), level: Self.level,
        draws: draws, key: 1)
      for (place, parameter) in found.fit.parameters.enumerated() {
        let moments = Moments(of: own.map { $0[place] })
        let right = try #require(moments.sd) / Double(whole).squareRoot()
        let error = try #require(parameter.standardError)
        #expect(
          abs(error / right - 1) < 5 / Double(2 * draws).squareRoot(),
          "\(parameter.name), \(count) of \(whole) runs: \(error), not \(right)")
        let interval = try #require(parameter.interval)
        let t = StudentT(degreesOfFreedom: Double(whole - 1)).twoSided(level: Self.level)
        let half = (try #require(interval.upper) - (try #require(interval.lower))) / 2
        #expect(abs(half - t * error) < 1e-9 * half)
      }
    }
  }

  @Test("runs that agree leave no error, and a single run has those of its points")
  func without() throws {
    var stream = RandomStream(key: 4)
    let one = Self.curves(1, around: { 100 / (1 + 30 * exp2(-$0 / 3)) }, stream: &stream)
    let fit = Self.fit(.logistic, one)
    #expect(
      fit.withErrors(ofRuns: one, people: 1 << 30, level: Self.level, key: 1) == fit)
    let same = fit.withErrors(
      ofRuns: [one[0], one[0], one[0]], people: 1 << 30, level: Self.level, key: 1)
    for parameter in same.fit.parameters { #expect(parameter.standardError == 0) }
    for quantity in same.derived(first: 1) { #expect(quantity.standardError == 0) }
    #expect(same.fit.parameters.map(\.estimate) == fit.fit.parameters.map(\.estimate))
  }

  @Test("where many means of runs have no fit they are not known, and the fit says so")
  func unknown() {
    // Two of three runs die out; means of these alone have no growth.
    let curves = [199.0, 0, 0].map { most in
      Self.times.map { 1 + most / (1 + exp2(-($0 - 12) / 2)) }
    }
    let fit = Self.fit(.logistic, curves)
    #expect(fit.fit.converged)
    let found = fit.withErrors(
      ofRuns: curves, people: 1 << 30, level: Self.level, key: 1)
    #expect(found.fit.converged)
    #expect(found.fit.status == .errorsUnknown)
    #expect(found.fit.parameters.allSatisfy { $0.standardError == nil && $0.interval == nil })
    #expect(found.derived(first: 1).allSatisfy { $0.standardError == nil })
    #expect(found.fit.parameters.map(\.estimate) == fit.fit.parameters.map(\.estimate))
  }

  /// Runs end when all are infected, some later than others, and the model does not hold: how long the
  /// plateau is that is fitted decides on K, and the longest run decides on that.
  @Test("that runs end at different steps counts", .deep, arguments: [nil, 20])
  func ends(sample: Int?) throws {
    let (runs, studies) = (40, 1_000)
    var (estimates, errors) = (Moments(), Moments())
    for study in 0..<studies {
      var stream = RandomStream(key: 78, UInt64(study))
      let curves = (0..<runs).map { _ -> [Double] in
        let late = -2 * log(1 - stream.unit())
        var step = 0.0
        var curve: [Double] = []
        while curve.last ?? 0 < 200 {
          curve.append(min(200, 210 / (1 + exp2(-(step - 12 - late) / 2))))
          step += 1
        }
        return curve
      }
      let steps = curves.map(\.count).max() ?? 0
      let mean = (0..<steps).map { step in
        curves.reduce(0) { $0 + ($1.count > step ? $1[step] : 200) } / Double(runs)
      }
      let ends = (0..<steps).map { step in curves.count { $0.count == step + 1 } }
      let fit = GrowthFit(.logistic, t: (0..<steps).map(Double.init), y: mean)
      let known = fit.withErrors(
        ofRuns: Array(curves.prefix(sample ?? runs)), people: 200, whole: (mean, ends),
        level: Self.level, key: UInt64(study))
      estimates.add(try #require(known.fit.parameters[0].estimate))
      errors.add(try #require(known.fit.parameters[0].standardError))
    }
    let ratio = try #require(errors.mean) / (try #require(estimates.sd))
    print("coverage: K of runs that end: errors \(ratio) of the true ones")
    // The latest of the runs drawn again is one of them, so that not all of its scatter is seen; with the
    // steps of the mean curve alone it would be a tenth.
    #expect(ratio > 0.4 && ratio < 1.4, "\(ratio)")
  }

  @Test("in means of drawn runs a run that has ended keeps its last value")
  func kept() {
    var means = ResampledMeans([[1], [1, 3]], whole: nil, key: 6)
    #expect(Set((0..<60).map { _ in means.next() }) == [[1], [1, 2], [1, 3]])
  }

  @Test("means of drawn runs end as late as the latest of all runs would")
  func latest() {
    // One of a hundred runs ends at step 29, the others at 19; two of them are known whole.
    let curves = [[Double]](repeating: [Double](repeating: 1, count: 20), count: 2)
    let ends = (0..<30).map { $0 == 29 ? 1 : $0 == 19 ? 99 : 0 }
    var means = ResampledMeans(
      curves, whole: ([Double](repeating: 1, count: 30), ends), key: 5)
    let draws = 4_000
    let late = (0..<draws).count { _ in means.next().count == 30 }
    let share = 1 - exp(100 * log(0.99))
    let error = (share * (1 - share) / Double(draws)).squareRoot()
    #expect(abs(Double(late) / Double(draws) - share) < 4 * error, "\(late)")
  }

  private static let studies = 2_000

  /// How often the intervals of the parameters cover those of the model that is fitted to the mean of all
  /// possible runs; and how often those of independent points would.
  private func coverage(
    _ model: GrowthModel, truth: GrowthFit, runs: (inout RandomStream) -> [[Double]]
  ) -> (byRuns: [Double], byPoints: [Double]) {
    let names = truth.fit.parameters.count
    let right =
      truth.fit.parameters.map { $0.estimate ?? .nan } + [truth.derived(first: 1)[0].estimate]
    var byRuns = [Int](repeating: 0, count: names + 1)
    var byPoints = byRuns
    for study in 0..<Self.studies {
      var stream = RandomStream(key: 77, UInt64(study))
      let curves = runs(&stream)
      let fit = Self.fit(model, curves)
      let known = fit.withErrors(
        ofRuns: curves, people: 1 << 30, level: Self.level, key: UInt64(study))
      for (fit, isOfRuns) in [(known, true), (fit, false)] {
        let intervals =
          fit.fit.parameters.map(\.interval) + [
            fit.derived(first: 1, level: Self.level)[0].interval
          ]
        for (place, interval) in intervals.enumerated() {
          guard let low = interval?.lower, let high = interval?.upper else { continue }
          let covers = low <= right[place] && right[place] <= high
          if isOfRuns { byRuns[place] += covers ? 1 : 0 } else { byPoints[place] += covers ? 1 : 0 }
        }
      }
    }
    func share(_ count: Int) -> Double { Double(count) / Double(Self.studies) }
    return (byRuns.map(share), byPoints.map(share))
  }

  private func expectCovers(_ what: String, _ found: (byRuns: [Double], byPoints: [Double])) {
    let error = (Self.level * (1 - Self.level) / Double(Self.studies)).squareRoot()
    print("coverage: \(what): \(found.byRuns), of points \(found.byPoints)")
    for share in found.byRuns {
      #expect(abs(share - Self.level) < 3.5 * error, "\(what): \(found.byRuns)")
    }
    // What they are for: those of independent points are far off.
    #expect(found.byPoints.contains { $0 < 0.7 }, "\(what): \(found.byPoints)")
  }

  @Test("intervals cover the parameters of the model that the runs scatter about", .deep)
  func coversTheModel() {
    func model(_ t: Double) -> Double { 200 / (1 + exp2(-(t - 12) / 2)) }
    let truth = GrowthFit(.logistic, t: Self.times, y: Self.times.map(model))
    expectCovers(
      "logistic",
      coverage(.logistic, truth: truth) { Self.curves(30, around: model, stream: &$0) })
  }

  @Test("intervals cover the best model of its kind where the mean curve follows another", .deep)
  func coversTheBestModel() {
    // Each run is logistic, and starts early or late: their mean is not.
    func run(_ late: Double) -> [Double] {
      Self.times.map { 200 / (1 + exp2(-($0 - 12 - late) / 2)) }
    }
    let lates: [Double] = (0..<2_000).map { (Double($0) + 0.5) / 250 - 4 }
    let truth = Self.fit(.gompertz, lates.map(run))
    expectCovers(
      "gompertz of logistic runs",
      coverage(.gompertz, truth: truth) { stream in
        (0..<60).map { _ in run(8 * (stream.unit() - 0.5)) }
      })
  }
}
