import RunStore
import SpreadEngine
import SpreadModel
import Statistics
import StudyFiles

/// A few short runs of some points, to see how long runs take on this machine.
struct Probes {
  /// Seconds of the probes for each second (not nanosecond) that was expected; 1 without any.
  private(set) var secondsPerExpected = 1e-9
  /// Rows of a run's curve, for each step that was expected of it; nil without any.
  private(set) var stepsPerExpected: Double?
  /// Rows of the longest of a point's curves, likewise.
  private(set) var longestPerExpected: Double?
  /// Of making a point's engine.
  private(set) var secondsPerPoint = 0.0
  /// Infections of a run, introductions included; nil without any.
  private(set) var meanInfections: Double?
  /// Whether some runs of a point died out and others are large.
  private(set) var areOfTwoKinds = false
  /// Bytes of the tables of a point's curves: of the largest.
  private(set) var curveBytes = 0.0
  /// Of all fits that the study asks for of each run.
  private(set) var secondsPerCurveFit = 0.0
  /// Of all fits that the study asks for of the mean of each point's curves.
  private(set) var secondsPerMeanFit = 0.0
  /// With a precision target: replicates in the end over those of the first round, and the same
  /// weighted with their work.
  private(set) var replicateGrowth = Growth()
  private(set) var workGrowth = Growth()
  /// Whether runs were not made, or given up, because they are too long.
  private(set) var isCutShort = false

  /// Fewer replicates than this say nothing of how intervals shrink.
  private static let fewestForGrowth = 10
  /// Expected nanoseconds of a run that is left to the expectation: it would outlast all probes.
  private static let longRun = 0.5e9

  /// - Parameters:
  ///   - work: expected nanoseconds of a run of each scenario.
  ///   - curves: kept of a point.
  ///   - clock: processor time in seconds.
  init(
    _ study: Study, _ scenarios: [Scenario], _ work: [Double], curves: Double, seconds: Double,
    most: Int, _ clock: () -> Double
  ) {
    var (expected, taken) = (0.0, 0.0)
    // Steps of a run, summed over the points: each counts once, however often it was run.
    var (steps, infections, points) = (0.0, 0.0, 0.0)
    var (longest, expectedSteps, preparing) = (0.0, 0.0, 0.0)
    var (fitted, tried) = (0.0, 0)
    let begin = clock()
    let perPoint = seconds / Double(most)
    let fits = Dictionary(grouping: study.analysis.fits, by: \.to).mapValues { $0.map(\.model) }
    let step = max(1, scenarios.count / most)
    // From the middle of each part: the ends of a factor's range are like nothing else. Those that there is time for
    // lie everywhere.
    let places = Array(stride(from: step / 2, to: scenarios.count, by: step))
    let golden = places.indices.map { (Double($0) * 0.618_034).truncatingRemainder(dividingBy: 1) }
    for index in zip(golden, places).sorted(by: { $0.0 < $1.0 }).map(\.1) {
      if index != step / 2, clock() - begin > seconds { break }
      guard work[index] < Self.longRun, work[index] < seconds * 0.5e9 || points == 0 else {
        isCutShort = true
        continue
      }
      let probe = Probe(
        study, scenarios[index], number: index, seconds: perPoint, most: seconds, clock)
      isCutShort = isCutShort || probe.replicates == 0
      // A point counts once, however often it was run.
      taken += probe.seconds / Double(max(1, probe.replicates))
      expected += work[index]
      guard probe.replicates > 0 else { continue }
      steps += Double(probe.rows) / Double(probe.replicates)
      longest += Double(probe.longest)
      expectedSteps += scenarios[index].expectedSteps
      preparing += probe.preparing
      infections += probe.infections / Double(probe.replicates)
      points += 1
      areOfTwoKinds = areOfTwoKinds || probe.sizes.areOfTwoKinds
      curveBytes = max(curveBytes, probe.spread.bytes(curves: curves))
      if let judge = probe.judge, probe.replicates >= Self.fewestForGrowth {
        let (first, last) = (Double(study.replicates.first), Double(judge.expected))
        replicateGrowth.add(first, to: last)
        workGrowth.add(first * work[index], to: last * work[index])
      }
      // Some curves are much harder to fit than others.
      if fitted == 0 || tried % 4 == 2, let curve = probe.curve {
        secondsPerCurveFit += Self.seconds(of: fits[.eachRun] ?? [], curve, clock)
        secondsPerMeanFit += Self.seconds(of: fits[.meanCurve] ?? [], curve, draws: 10, clock)
        fitted += 1
      }
      tried += 1
    }
    if expected > 0 { secondsPerExpected = taken / expected }
    if points > 0 {
      meanInfections = infections / points
      secondsPerPoint = preparing / points
    }
    if expectedSteps > 0 {
      (stepsPerExpected, longestPerExpected) = (steps / expectedSteps, longest / expectedSteps)
    }
    if fitted > 0 {
      secondsPerCurveFit /= fitted
      secondsPerMeanFit /= fitted
    }
  }

  /// - Parameter draws: of the fits that the errors of a mean curve need, to be made here; nil of a run's
  ///   own curve, whose errors need none.
  private static func seconds(
    of models: [GrowthModel], _ curve: [UInt32], draws: Int? = nil, _ clock: () -> Double
  ) -> Double {
    // Of a long curve the beginning: the time grows with the steps.
    let steps = curve.prefix(2_000)
    let values = steps.map { Double($0) }
    let times = values.indices.map { Double($0) }
    var (seconds, begin) = (0.0, clock())
    func lap() -> Double {
      defer { begin = clock() }
      return clock() - begin
    }
    for model in models {
      let fit = GrowthFit(model, t: times, y: values)
      seconds += lap()
      guard let draws else { continue }
      // A run that is a step late, to have something to distinguish.
      _ = fit.withErrors(
        ofRuns: [values, [values[0]] + values.dropLast()], people: Int(values.max() ?? 1),
        level: 0.95, draws: draws, key: 0)
      seconds += lap() * Double(GrowthFit.errorDraws) / Double(draws)
    }
    return seconds * Double(curve.count) / Double(max(1, steps.count))
  }
}

/// The first replicates of one point.
private struct Probe {
  private(set) var replicates = 0
  private(set) var rows = 0
  /// Of the longest run, of as many as the study keeps the curves of.
  private(set) var longest = 0
  /// Seconds of making the engine.
  private(set) var preparing = 0.0
  private(set) var infections = 0.0
  private(set) var seconds = 0.0
  private(set) var judge: JudgedPoint?
  private(set) var curve: [UInt32]?
  private(set) var spread = CurveSpread()
  /// Where people recover, of as many runs as the study makes.
  private(set) var sizes = OutbreakSizes()

  /// - Parameters:
  ///   - seconds: after these no further run is begun.
  ///   - most: after these a run that goes on is given up.
  init(
    _ study: Study, _ scenario: Scenario, number: Int, seconds: Double, most: Double,
    _ clock: () -> Double
  ) {
    let responses = study.storedResponses.adding(study.judgedResponses)
    let needsMaps = study.needsMaps
    let prepare = clock()
    let engine = Simulator(scenario, describesCourse: responses.describeCourse)
    judge = study.judgedPoint(of: scenario)
    let begin = clock()
    preparing = begin - prepare
    // Together where a study makes them together.
    let together = engine.goesSideBySide && !needsMaps ? 25 : 1
    let pause = study.stepsBetweenLooks
    var looks = 0
    func isTooLong() -> Bool {
      looks += 1
      return looks % pause == 0 && clock() - begin > most
    }
    var results: [RunResult] = []
    var made = 0
    repeat {
      let keys = (replicates..<replicates + together).map { replicate in
        RunKey(
          seed: study.seed, point: study.randomNumbers == .common ? nil : UInt64(number),
          replicate: replicate)
      }
      results =
        needsMaps
        ? keys.compactMap { engine.run($0, recordMap: true, isCancelled: isTooLong) }
        : engine.runs(keys, isCancelled: isTooLong)
      for result in results {
        rows += result.steps + 1
        made += 1
        if made <= study.record.curvesKept(of: study.replicates.first, points: 1) {
          longest = max(longest, result.steps + 1)
        }
        if made <= study.replicates.first {
          if let infected = result.course?.curves.everInfected.last.map(Int.init) {
            sizes.runs += 1
            if infected >= scenario.grid.leastPeople(ofShare: 0.1) { sizes.atLeastTenth += 1 }
            if infected >= scenario.grid.leastPeople(ofShare: 0.5) { sizes.atLeastHalf += 1 }
          }
        }
        infections += result.newInfections
        if study.record.curves != .none { spread.add(result.curves) }
        guard let indices = judge?.indices(in: responses) else { continue }
        judge?.add(
          study.failure(of: result).map { .failed(reason: $0) }
            ?? .finished(
              .init(
                stopReason: result.stopReason,
                responses: responses.values(of: result, on: scenario.grid))),
          indices, maxSteps: scenario.maxSteps)
      }
      replicates += results.count
      curve = curve ?? results.first?.curve
    } while results.count == together && replicates < 50 && clock() - begin < seconds
    self.seconds = clock() - begin
  }
}

extension RunResult {
  /// People infected in all steps, introductions included.
  fileprivate var newInfections: Double {
    guard let course else { return Double(curve.last ?? 0) }
    return course.curves.newInfections.reduce(0) { $0 + Double($1) }
  }
}

/// How much larger sums over points are in the end than in the first round.
struct Growth {
  private var first = 0.0
  private var last = 0.0

  mutating func add(_ first: Double, to last: Double) {
    self.first += first
    self.last += last
  }

  /// 1 where nothing is known.
  var factor: Double { first > 0 ? last / first : 1 }
}

extension Study {
  /// Steps of a probe from one look at the clock to the next: a look costs more than a small step, but the
  /// conditions of many interventions more than a look.
  var stepsBetweenLooks: Int {
    max(1, 256 / (1 + (interventions.map(\.value.count).max() ?? 0) / 100))
  }

  /// A judge of a point's precision; nil where the number of replicates is fixed.
  func judgedPoint(of scenario: Scenario) -> JudgedPoint? {
    guard case .adaptive(let rule) = replicates else { return nil }
    return JudgedPoint(rule, scenario, level: analysis.confidence)
  }
}
