import KeyedRandom
import Statistics
import Testing

@Suite("Growth fits")
struct GrowthFitTests {
  /// Plausible parameters of each model for curves over 0...40.
  static let examples: [(GrowthModel, [Double])] = [
    (.logistic, [400, 0.35, 12]), (.gompertz, [900, 0.22, 9.5]),
    (.richards, [250, 0.6, 8, 2.5]), (.weibull, [1_000, 14, 2.1]),
    (.monomolecular, [80, 0.12]), (.power, [3.2, 1.95]), (.power, [3.2, 0.5]),
    (.quadratic, [1, 3.5, 4.1]), (.exponential, [2, 0.1]),
  ]

  @Test("every model has an example")
  func everyModel() {
    #expect(Set(Self.examples.map(\.0)) == Set(GrowthModel.allCases))
  }

  @Test("the analytic gradients are the slopes of the curves", arguments: examples)
  func gradients(model: GrowthModel, parameters: [Double]) {
    var slope = [Double](repeating: 0, count: parameters.count)
    for t in stride(from: 0.0, through: 40, by: 2.5) {
      model.gradient(at: t, parameters, into: &slope)
      for index in parameters.indices {
        let step = 1e-5 * abs(parameters[index])
        var (low, high) = (parameters, parameters)
        low[index] -= step
        high[index] += step
        let difference = (model.value(at: t, high) - model.value(at: t, low)) / (2 * step)
        let scale = abs(model.value(at: t, parameters) / parameters[index])
        #expect(abs(slope[index] - difference) <= 1e-6 * max(scale, abs(difference), 1e-6))
      }
      let ahead = model.value(at: t + 1e-5, parameters)
      let behind = model.value(at: t - 1e-5, parameters)
      if t > 0 {
        let rise = (ahead - behind) / 2e-5
        #expect(abs(model.slope(at: t, parameters) - rise) <= 1e-5 * max(abs(rise), 1))
      }
    }
  }

  @Test("a hump is reported by every model that only rises, and a total or a decay by none")
  func humps() {
    let days = (0..<40).map(Double.init)
    let cases = days.map { 100 / ((($0 - 15) / 5) * (($0 - 15) / 5) + 1) }
    let total = cases.reduce(into: [Double]()) { $0.append(($0.last ?? 0) + $1) }
    for model in GrowthModel.allCases {
      let hump = GrowthFit(model, t: days, y: cases).fit
      #expect((hump.status == .risesAndFalls) == (model != .quadratic), "\(model.rawValue)")
      #expect(GrowthFit(model, t: days.reversed(), y: cases.reversed()).fit.status == hump.status)
      for others in [total, cases.reversed().dropFirst(25) + [], [Double](repeating: 7, count: 40)]
      {
        let fit = GrowthFit(model, t: Array(days.prefix(others.count)), y: Array(others)).fit
        #expect(fit.status != .risesAndFalls, "\(model.rawValue)")
      }
    }
    let broken = GrowthFit(.logistic, t: days, y: cases.dropLast() + [.nan]).fit
    #expect(broken.status == .missingValue)
  }

  @Test(
    "far from the growth the slope by the height is the share, and all others are 0",
    arguments: examples.filter { model, parameters in
      model.value(at: farBefore(model), parameters) == 0
        && model.value(at: 1e5, parameters) == parameters[0]
    })
  func farGradients(model: GrowthModel, parameters: [Double]) {
    var slope = [Double](repeating: .nan, count: parameters.count)
    for (t, share) in [(Self.farBefore(model), 0.0), (1e5, 1)] {
      model.gradient(at: t, parameters, into: &slope)
      #expect(slope == [share] + [Double](repeating: 0, count: parameters.count - 1), "\(t)")
    }
  }

  private static func farBefore(_ model: GrowthModel) -> Double {
    model.isDefined(at: -1e5) ? -1e5 : 0
  }

  @Test("a Weibull curve begins with the rise of its power of t: none, K / lambda or infinite")
  func firstRise() {
    for (power, rise) in [(0.5, Double.infinity), (1, 100.0 / 8), (2, 0)] {
      #expect(GrowthModel.weibull.slope(at: 0, [100, 8, power]) == rise)
    }
  }

  @Test("models without a plateau are fitted to the steps up to half of the group, or to enough")
  func fittedSteps() {
    let cases: [(GrowthModel, [Double], Range<Int>)] = [
      (.logistic, [1, 5, 9, 10], 0..<4), (.exponential, [1, 2, 3, 5, 6, 9], 0..<4),
      (.exponential, [1, 9, 10, 10], 0..<3), (.quadratic, [1, 9, 10, 10, 10], 0..<4),
      (.power, [1, 2, 3, 5, 6, 9], 1..<4), (.power, [1, 9, 10, 10, 10], 1..<4),
      (.power, [1, 9], 1..<2), (.power, [], 0..<0), (.exponential, [1, 2, 3, 4], 0..<4),
    ]
    for (model, curve, steps) in cases {
      #expect(model.fittedSteps(curve, people: 10) == steps, "\(model.rawValue) \(curve)")
    }
  }

  @Test("our starting values lead to the true curve for a wide range of shapes and noise")
  func ownStarts() {
    var stream = RandomStream(key: 11)
    var (failures, total) = (0, 0)
    for (model, base) in Self.examples {
      for trial in 0..<60 {
        // Curves cut off early or late, in units of time from 1/3 to 3, and sizes over six decades. Every model
        // has a curve for each.
        let end = pow3(1.5 * stream.unit() - 0.5)
        let unit = pow3(2 * stream.unit() - 1)
        let size = [0.01, 1, 1_000, 100_000][trial % 4]
        let times = (0...40).map { Double($0) * end * unit }
        let exact = times.map { size * model.value(at: $0 / unit, base) }
        let noise = 0.01 * (exact.max() ?? 0)
        let y = exact.map { $0 + noise * (2 * stream.unit() - 1) }
        let found = GrowthFit(model, t: times, y: y)
        total += 1
        let truth = zip(y, exact).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        // The least-squares curve is at least as close to the points as the true one.
        if !found.fit.converged || (found.fit.quality?.rss ?? .infinity) > truth * 1.000001 {
          failures += 1
        }
      }
    }
    #expect(failures == 0, "\(failures) of \(total) fits missed the least-squares curve")
  }

  @Test("the unit of a curve changes its fit by rounding only", arguments: examples)
  func unitOfValues(model: GrowthModel, parameters: [Double]) throws {
    let t = (0...40).map(Double.init)
    let exact = t.map { model.value(at: $0, parameters) }
    let noise = 0.01 * (exact.max() ?? 0)
    let y = zip(t, exact).map { $1 + noise * (($0 * 7).truncatingRemainder(dividingBy: 5) - 2) }
    let plain = GrowthFit(model, t: t, y: y)
    let small = GrowthFit(model, t: t, y: y.map { $0 * 0x1p-40 })
    #expect(plain.fit.converged && small.fit.converged, "\(small.fit.message)")
    // Searches end within 1e-13 of the parameters, or where rounding stops them.
    let rss = try #require(plain.fit.quality?.rss)
    #expect(abs((small.fit.quality?.rss ?? .nan) * 0x1p80 / rss - 1) < 1e-11)
    for time in t {
      let value = try #require(plain.value(at: time))
      #expect(
        abs((small.value(at: time) ?? .nan) * 0x1p40 - value) <= 1e-8 * (exact.max() ?? 0))
    }
  }

  @Test("values whose squares no number holds are refused", arguments: [1e-200, 1e300])
  func squaresOutOfRange(unit: Double) {
    let y = [2.0, 4, 9, 20, 22, 23]
    func fit(_ unit: Double) -> CurveFit {
      GrowthFit(.logistic, t: (1...6).map(Double.init), y: y.map { $0 * unit }).fit
    }
    #expect(fit(1).status == .ok && fit(unit).status == .overflow)
  }

  @Test("the unit of times changes a fit by rounding only", arguments: examples)
  func unitOfTimes(model: GrowthModel, parameters: [Double]) throws {
    let t = (0...40).map(Double.init)
    let exact = t.map { model.value(at: $0, parameters) }
    let noise = 0.01 * (exact.max() ?? 0)
    let y = zip(t, exact).map { $1 + noise * (($0 * 7).truncatingRemainder(dividingBy: 5) - 2) }
    let plain = GrowthFit(model, t: t, y: y)
    for unit in [0x1p-30, 0x1p20] {
      let found = GrowthFit(model, t: t.map { $0 * unit }, y: y)
      try #require(plain.fit.converged && found.fit.converged, "\(found.fit.message)")
      let rss = try #require(plain.fit.quality?.rss)
      #expect(abs((found.fit.quality?.rss ?? .nan) / rss - 1) < 1e-11)
      for time in t {
        let apart = (found.value(at: time * unit) ?? .nan) - (plain.value(at: time) ?? 0)
        #expect(abs(apart) <= 1e-8 * (exact.max() ?? 0))
      }
    }
  }

  @Test("the factor of a power far from 0 is beyond what a number holds, and is reported so")
  func overflow() {
    let days = Array(0...40)
    let (t, y) = (
      days.map { 1.7e9 + 86_400 * Double($0) }, days.map { Double(40 + $0 + $0 * 7 % 5) }
    )
    let fit = GrowthFit(.power, t: t, y: y)
    #expect(!fit.fit.converged && fit.fit.status == .overflow)
    #expect(fit.fit.estimate("a") == nil && fit.fit.parameters.allSatisfy { $0.interval == nil })
  }

  @Test("a quadratic far from 0, whose columns are one within rounding, is undetermined")
  func quadraticFarAway() {
    let y = [3.0, 8, 11, 40, 52, 80, 97]
    let near = GrowthFit(.quadratic, t: (1...7).map(Double.init), y: y)
    #expect(near.fit.converged)
    let far = GrowthFit(.quadratic, t: (1...7).map { 1.7e9 + Double($0) }, y: y)
    #expect(!far.fit.converged && far.fit.status == .undetermined)
  }

  @Test("a model without an inflection has no value there")
  func noInflection() {
    let t = (1...20).map(Double.init)
    let fit = GrowthFit(
      .power, t: t, y: t.map { 3 * $0 * $0 + ($0 * 7).truncatingRemainder(dividingBy: 5) })
    #expect(fit.fit.converged)
    #expect(
      fit.derived(first: 1).map(\.name) == ["initial_growth_rate", "doubling_time"])
  }

  private func pow3(_ exponent: Double) -> Double {
    exponent < 0 ? 1 / (1 - 2 * exponent) : 1 + 2 * exponent
  }

  @Test("flat, short, missing or impossible data fail with the reason and without numbers")
  func honestFailures() {
    func status(_ model: GrowthModel, t: [Double], y: [Double]) -> FitStatus {
      let found = GrowthFit(model, t: t, y: y)
      #expect(!found.fit.converged && found.fit.parameters.allSatisfy { $0.interval == nil })
      #expect(!found.fit.message.isEmpty)
      return found.fit.status
    }
    let ten = (0..<10).map(Double.init)
    for model in GrowthModel.allCases {
      let (q, equal) = (model.parameterNames.count, Array(repeating: 5.0, count: 10))
      #expect(status(model, t: ten, y: equal) == .constant)
      #expect(status(model, t: Array(ten[..<q]), y: Array(ten[..<q])) == .tooFewPoints)
      #expect(status(model, t: [], y: []) == .tooFewPoints)
      // One point more is a fit, or has another reason.
      #expect(
        GrowthFit(model, t: Array(ten[...q]), y: ten[...q].map { 1 + $0 * $0 }).fit.status
          != .tooFewPoints)
      var holes = ten
      holes[3] = .nan
      #expect(status(model, t: ten, y: holes) == .missingValue)
      #expect(status(model, t: holes, y: ten) == .missingValue)
      let places = { (count: Int) in (0..<10).map { Double(min($0, count - 1)) } }
      #expect(status(model, t: places(q - 1), y: ten) == .tooFewPositions)
      #expect(GrowthFit(model, t: places(q), y: ten).fit.status != .tooFewPositions)
    }
    #expect(status(.power, t: [-1, 0, 1, 2, 3], y: [1, 2, 3, 4, 5]) == .badTime)
    for start in [[10.0, 1], [10, 1, 5, 1]] {
      #expect(GrowthFit(.logistic, t: ten, y: ten, start: start).fit.status == .badStart)
    }
    for (model, start) in [(GrowthModel.weibull, [10, -1, 2.0]), (.richards, [10, 1, 5, -0.5])] {
      #expect(GrowthFit(model, t: ten, y: ten, start: start).fit.status == .badStart)
    }
    // What counts as equal is a matter of digits, not of the unit.
    for unit in [1e-15, 1, 1e15] {
      let nearly = ten.map { unit * (5 + 1e-13 * $0) }
      #expect(status(.logistic, t: ten, y: nearly) == .constant, "\(unit)")
      #expect(
        GrowthFit(.quadratic, t: ten, y: ten.map { unit * $0 * $0 }).fit.status != .constant)
    }
    #expect(GrowthFit(.power, t: [0, 1, 2, 3], y: [0, 2, 8, 17]).fit.status == .ok)
  }

  @Test("curves without a plateau or with a single jump end in a reason or a fit, never in a crash")
  func hostileShapes() {
    let t = (0..<30).map(Double.init)
    let shapes: [[Double]] = [
      t.map { $0 < 15 ? 0 : 1 }, t.map { $0 == 7 ? 1e300 : 0 }, t.map { -$0 }, t.map { $0 },
      t.map { 1e-300 * $0 }, t.map { $0 < 1 ? 1 : 100 }, t.map { 100 - $0 * $0 },
      t.enumerated().map { $0.offset.isMultiple(of: 2) ? 1 : -1 },
    ]
    for model in GrowthModel.allCases {
      for y in shapes {
        let fit = GrowthFit(model, t: t, y: y).fit
        #expect(fit.converged == (fit.status == .ok) && fit.converged == fit.message.isEmpty)
        if fit.converged {
          #expect(fit.parameters.allSatisfy { $0.standardError?.isFinite ?? false })
        }
      }
    }
  }

  @Test("a model whose parameters cannot be distinguished has no standard errors")
  func dependentTangents() {
    // On the way up all curves of this kind are exponential: K, t0 and nu act as one.
    let found = GrowthFit(.richards, t: [0, 1, 2, 3, 4], y: [2, 2, 3, 3, 5]).fit
    #expect(!found.converged && found.status == .undetermined)
    #expect(found.parameters.allSatisfy { $0.standardError == nil })
  }

  /// What a parabola leaves of four places is a multiple of -1, 3, -3, 1; here it is 0.1 of that.
  @Test(
    "one point more than parameters leaves one degree of freedom, also where c1 is 0",
    arguments: [(0.0, 0.0), (0, 2), (3, 6), (3, 1)])
  func onePointMore(start: Double, rise: Double) throws {
    let y = [-0.1, 1.3 + rise, 3.7 + 2 * rise, 9.1 + 3 * rise]
    let fit = GrowthFit(.quadratic, t: [start, start + 1, start + 2, start + 3], y: y).fit
    #expect(fit.converged && fit.quality?.degreesOfFreedom == 1 && fit.quality?.aicc == nil)
    #expect(abs(try #require(fit.estimate("c1")) - (rise - 2 * start)) < 1e-9)
    #expect(abs(try #require(fit.estimate("c2")) - 1) < 1e-12)
    // By -1.5, -0.5, 0.5, 1.5 and 1, -1, -1, 1: the slope at the middle, and four times the bend.
    let (middle, variance) = (start + 1.5, 20 * 0.01)
    for (place, square) in [(1, variance * (1.0 / 5 + middle * middle)), (2, variance / 4)] {
      let error = try #require(fit.parameters[place].standardError)
      #expect(abs(error / square.squareRoot() - 1) < 1e-9, "c\(place)")
    }
  }

  @Test("weights count only by their ratios")
  func relativeWeights() {
    let t = (0..<20).map(Double.init)
    let y = t.map { 3 * $0 * $0 + ($0.truncatingRemainder(dividingBy: 3) - 1) }
    let weights = t.map { 1 / (1 + $0) }
    let one = GrowthFit(.power, t: t, y: y, weights: weights).fit
    let other = GrowthFit(.power, t: t, y: y, weights: weights.map { 1_000 * $0 }).fit
    for (a, b) in zip(one.parameters, other.parameters) {
      #expect(abs((a.estimate ?? 0) / (b.estimate ?? 1) - 1) < 1e-9)
      #expect(abs((a.standardError ?? 0) / (b.standardError ?? 1) - 1) < 1e-6)
    }
  }

  @Test("an exponential's doubling time is ln 2 / r, a logistic's inflection is at t0 and K / 2")
  func derivedQuantities() {
    let t = (0..<25).map(Double.init)
    let noise = t.map { 0.001 * (($0 * 7).truncatingRemainder(dividingBy: 5) - 2) }
    let growth = GrowthFit(
      .exponential, t: t,
      y: zip(t, noise).map {
        GrowthModel.exponential.value(at: $0, [2, 0.3]) + $1
      })
    let derived = Dictionary(
      uniqueKeysWithValues: growth.derived(first: 0).map { ($0.name, $0) })
    let rate = growth.fit.parameters[1]
    let r = rate.estimate ?? .nan
    #expect(abs((derived["doubling_time"]?.estimate ?? 0) - 0.693147180559945 / r) < 1e-9)
    let error = (rate.standardError ?? .nan) * 0.693147180559945 / (r * r)
    #expect(abs((derived["doubling_time"]?.standardError ?? 0) / error - 1) < 1e-5)

    let logistic = GrowthFit(
      .logistic, t: t,
      y: zip(t, noise).map {
        GrowthModel.logistic.value(at: $0, [50, 0.8, 10]) + $1
      })
    let sigmoid = Dictionary(
      uniqueKeysWithValues: logistic.derived(first: 0).map { ($0.name, $0) })
    #expect(sigmoid["inflection_time"]?.estimate == logistic.fit.estimate("t0"))
    let half = (logistic.fit.estimate("K") ?? .nan) / 2
    #expect(abs((sigmoid["inflection_value"]?.estimate ?? 0) - half) < 1e-9)
    let steepest = half * (logistic.fit.estimate("r") ?? .nan) / 2
    #expect(abs((sigmoid["largest_growth"]?.estimate ?? 0) - steepest) < 1e-9)
  }

  @Test("what follows from a fit is what its curve does", arguments: examples)
  func derivedFromCurve(model: GrowthModel, parameters: [Double]) throws {
    let t = (0...40).map(Double.init)
    let fit = GrowthFit(model, t: t, y: t.map { model.value(at: $0, parameters) + $0 / 1_000 })
    try #require(fit.fit.converged)
    func value(_ t: Double) -> Double { fit.value(at: t) ?? .nan }
    func slope(_ t: Double) -> Double { (value(t + 1e-4) - value(t - 1e-4)) / 2e-4 }
    let derived = Dictionary(
      uniqueKeysWithValues: fit.derived(first: 2).map { ($0.name, $0.estimate) })
    let rate = slope(2) / value(2)
    #expect(abs(try #require(derived["initial_growth_rate"]) / rate - 1) < 1e-6)
    #expect(abs(try #require(derived["doubling_time"]) * rate / 0.6931471805599453 - 1) < 1e-6)
    // S-shaped is what grows fastest in between.
    let slopes = (1...40).map {
      model.value(at: Double($0), parameters) - model.value(at: Double($0 - 1), parameters)
    }
    let fastest = slopes.indices.max { slopes[$0] < slopes[$1] } ?? 0
    #expect((derived["inflection_time"] != nil) == (0 < fastest && fastest < 39))
    if let time = derived["inflection_time"] {
      #expect(abs(try #require(derived["inflection_value"]) / value(time) - 1) < 1e-9)
      #expect(abs(try #require(derived["largest_growth"]) / slope(time) - 1) < 1e-6)
      #expect(slope(time) > slope(time - 0.1) && slope(time) > slope(time + 0.1))
    }
    if model == .quadratic {
      // People on a disc that grows by this each step.
      let speed = try #require(derived["disc_front_speed"])
      #expect(abs(Double.pi * speed * speed / (fit.fit.estimate("c2") ?? .nan) - 1) < 1e-9)
    }
  }

  @Test("of a curve that falls, and of a Weibull curve fastest at once, less follows")
  func lessDerived() throws {
    let t = (0...20).map(Double.init)
    func names(_ model: GrowthModel, _ parameters: [Double]) -> [String] {
      GrowthFit(model, t: t, y: t.map { model.value(at: $0, parameters) + 1e-3 * ($0 - 9) * $0 })
        .derived(first: 1).map(\.name)
    }
    #expect(names(.exponential, [50, -0.3]) == ["initial_growth_rate"])
    #expect(names(.weibull, [100, 6, 0.7]) == ["initial_growth_rate", "doubling_time"])
  }

  @Test("a model whose best parameters are infinite says where the search was heading")
  func limits() {
    let t = (0..<20).map(Double.init)
    // An S-shaped curve has no place for a model without an inflection but a straight line.
    let sigmoid = t.map { GrowthModel.logistic.value(at: $0, [100, 0.5, 10]) }
    let straight = GrowthFit(.monomolecular, t: t, y: sigmoid)
    #expect(!straight.fit.converged && straight.fit.status == .noPlateau)
    // Between a gompertz and what lies beyond it: the best nu would be negative.
    let y = t.map { GrowthModel.gompertz.value(at: $0, [100, 0.4, 6]) }
    let beyond = zip(t, y).map { $1 - ($0 < 6 ? 3.0 : 0) }
    let richards = GrowthFit(.richards, t: t, y: beyond)
    #expect(!richards.fit.converged && richards.fit.status == .gompertzLimit)
    #expect(richards.fit.parameters.allSatisfy { $0.estimate?.isFinite ?? false })
  }

  @Test("lack of fit: a hand-made example")
  func lackOfFit() {
    // Three places, two values each: means 1, 5, 1, scatter +-0.5; fitted by a constant 7/3:
    // misfit 2 (16/9 + 64/9 + 16/9) = 64/3 on 2 df; scatter 3 x 0.5 on 3 df.
    let groups = [[0.5, 1.5], [4.5, 5.5], [0.5, 1.5]].map {
      LackOfFit.Group(moments: Moments(of: $0), fitted: 7.0 / 3)
    }
    let test = LackOfFit(groups, parameterCount: 1)
    #expect(abs((test?.f ?? 0) - 64.0 / 3) < 1e-12)
    #expect(test?.numerator == 2 && test?.denominator == 3)
    #expect(LackOfFit([], parameterCount: 1) == nil)
    // The same by a line of two parameters: misfit 2 (1/4 + 0 + 1) = 5/2 on 1 df, scatter
    // 1/2 + 0 + 2 on 3 df. F(1, 3) is the square of t(3), whose model at sqrt(3) is known.
    let line = LackOfFit(
      zip([[1.0, 2], [4, 4], [5, 7]], [1.0, 4, 7]).map {
        LackOfFit.Group(moments: Moments(of: $0), fitted: $1)
      }, parameterCount: 2)
    #expect(line?.numerator == 1 && line?.denominator == 3)
    #expect(abs((line?.f ?? 0) - 3) < 1e-12)
    #expect(abs((line?.p ?? 0) - (0.5 - 1 / Double.pi)) < 1e-12)
    // A straight line is no parabola: 4 places, of which 3 hold two values.
    let (t, y) = ([1.0, 1, 2, 2, 3, 3, 4], [0.9, 1.1, 3.9, 4.1, 8.9, 9.1, 16])
    func p(_ model: GrowthModel, _ t: [Double], isWeighted: Bool = false) -> Double? {
      var points = RepeatedPoints(isWeighted: isWeighted)
      for (time, value) in zip(t, y) { points.add(time, value) }
      return LackOfFit(of: GrowthFit(model, to: points), to: points)?.p
    }
    #expect((p(.exponential, t) ?? 1) < 0.01)
    #expect((p(.power, t) ?? 0) > 0.5)
    #expect(p(.power, t.indices.map(Double.init)) == nil)
    #expect(p(.power, t, isWeighted: true) == nil)
  }

  /// Runs that share a random level and speed, as runs of one study do.
  private func runs(_ count: Int, bend: Double, key: UInt64) -> [[Double]] {
    var stream = RandomStream(key: key)
    return (0..<count).map { _ in
      let (height, delay) = (100 + 20 * stream.unit(), 10 + 2 * stream.unit())
      return (0..<25).map { step in
        GrowthModel.logistic.value(at: Double(step), [height, 0.1, delay])
          + (step == 12 ? bend : 0) + stream.unit()
      }
    }
  }

  @Test("a model that misses the mean curve is rejected, the true one passes in 95 % of studies")
  func curveLackOfFit() throws {
    let times = (0..<25).map(Double.init)
    func test(_ curves: [[Double]], sample: Int? = nil, key: UInt64) throws -> CurveLackOfFit {
      let mean = times.indices.map { step in
        curves.reduce(0) { $0 + $1[step] } / Double(curves.count)
      }
      let fit = GrowthFit(.quadratic, t: times, y: mean)
      return try #require(
        CurveLackOfFit(
          curves: Array(curves.prefix(sample ?? curves.count)), times: times, fit: fit,
          whole: sample == nil ? nil : (mean: mean, count: curves.count), draws: 199, key: key))
    }
    #expect(try test(runs(40, bend: 1, key: 1), key: 2).p < 0.01)
    #expect(try test(runs(90, bend: 1, key: 1), sample: 40, key: 2).p < 0.01)
    // A sample's misfit counts as that of all: of four times as many runs t is twice as large.
    let curves = runs(40, bend: 1, key: 1)
    let mean = times.indices.map { step in curves.reduce(0) { $0 + $1[step] } / 40 }
    let fit = GrowthFit(.quadratic, t: times, y: mean)
    func largest(_ count: Int) throws -> Double {
      try #require(
        CurveLackOfFit(curves: curves, times: times, fit: fit, whole: (mean, count), key: 1)
      ).maximumT
    }
    #expect(try abs(largest(160) / largest(40) - 2) < 1e-9)
    // By hand: a parabola is linear in its parameters, so the scatter is that of what is left of each
    // run by a parabola of its own.
    func left(_ curve: [Double]) -> [Double] {
      let own = GrowthFit(.quadratic, t: times, y: curve)
      return zip(times, curve).map { $1 - (own.value(at: $0) ?? .nan) }
    }
    let (rests, rest) = (curves.map(left), left(mean))
    let t = times.indices.map { step in
      let squares = rests.reduce(0) { $0 + ($1[step] - rest[step]) * ($1[step] - rest[step]) }
      return abs(rest[step]) / (squares / 39 / 40).squareRoot()
    }
    let found = try test(curves, key: 3)
    #expect(abs(found.maximumT / (t.max() ?? .nan) - 1) < 1e-9)
    #expect(found.step == t.indices.max { t[$0] < t[$1] })
    for few in [Array(curves.prefix(2)), [curves[0], curves[0], curves[0]]] {
      #expect(CurveLackOfFit(curves: few, times: times, fit: fit, key: 1) == nil)
    }
    // Under the null: exact parabolas with common scatter.
    var (rejected, rejectedBySample) = (0, 0)
    for study in 0..<300 {
      var stream = RandomStream(key: 77, UInt64(study))
      let curves = (0..<60).map { _ in
        let (offset, slope) = (stream.unit(), stream.unit())
        return times.map { offset + slope * $0 + 0.1 * $0 * $0 + stream.unit() }
      }
      let few = Array(curves.prefix(20))
      if try test(few, key: UInt64(study)).p <= 0.05 { rejected += 1 }
      if try test(curves, sample: 30, key: UInt64(study)).p <= 0.05 { rejectedBySample += 1 }
    }
    // Binomial(300, 0.05): mean 15, sd 3.8; four sd.
    #expect(abs(rejected - 15) <= 15, "\(rejected) of 300 rejected")
    #expect(abs(rejectedBySample - 15) <= 15, "\(rejectedBySample) of 300 rejected by a sample")
  }
}
