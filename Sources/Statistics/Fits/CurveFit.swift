/// A least-squares fit as it is reported: estimates with their precision, or an honest failure.
package struct CurveFit: Hashable, Sendable {
  /// One parameter of the curve.
  package struct Parameter: Hashable, Sendable {
    package let name: String
    /// Nil if the fit could not even begin; the best point found if it did not converge.
    package let estimate: Double?
    /// Root of the diagonal of `covariance`; nil unless that is known.
    package let standardError: Double?
    /// estimate ± t(`degreesOfFreedom`) standard error.
    package let interval: Interval?
  }

  package private(set) var parameters: [Parameter] = []
  /// Of the parameters: rss / (n - q) (J'WJ)^-1, or that of `withErrors`; nil unless converged.
  package private(set) var covariance: [[Double]]?
  /// Of the covariance; 0 if the fit could not even begin.
  private(set) var degreesOfFreedom = 0.0
  /// Nil if the fit could not even begin.
  package let quality: FitQuality?
  package private(set) var converged: Bool
  /// Why it did not converge, or has no errors; nil if it has all.
  package internal(set) var problem: FitProblem?
  package var status: FitStatus { problem?.status ?? .ok }
  package var message: String { problem?.words ?? "" }

  /// The best of the searches from `starts`: a converged one first, then the smallest rss.
  ///
  /// A solution needs more points than parameters: without a degree of freedom left there is no
  /// standard error, and the fit is reported as not converged.
  package init(_ problem: LeastSquares, names: [String], starts: [[Double]], level: Double) {
    let q = names.count
    if let reason = Self.obstacle(problem, parameterCount: q) {
      self.init(names: names, problem: reason)
      return
    }
    var best: LeastSquares.Solution?
    var failure = FitProblem(.noStart, "no usable starting values")
    for start in starts where problem.rss(at: start).isFinite {
      do {
        let found = try problem.solve(from: start)
        if best.map({ Self.isBetter(found, than: $0) }) ?? true { best = found }
      } catch {
        failure = FitProblem(.outOfMemory, error.description)
      }
    }
    guard let best, best.rss.isFinite else {
      self.init(names: names, problem: failure)
      return
    }
    self.init(best, problem: problem, names: names, level: level)
  }

  /// A fit that could not begin.
  init(names: [String], problem: FitProblem) {
    covariance = nil
    quality = nil
    converged = false
    self.problem = problem
    parameters = parameters(names, names.map { _ in nil }, level: nil)
  }

  private init(
    _ solution: LeastSquares.Solution, problem: LeastSquares, names: [String], level: Double
  ) {
    let quality = FitQuality(
      y: problem.y, weights: problem.weights, parameterCount: names.count, rss: solution.rss,
      repeats: problem.repeats)
    let variance = quality.residualVariance ?? .nan
    let converged = solution.failure == nil
    covariance = converged ? solution.unscaledCovariance.map { $0.map { $0 * variance } } : nil
    degreesOfFreedom = Double(quality.degreesOfFreedom)
    self.quality = quality
    self.converged = converged
    self.problem = solution.failure
    parameters = parameters(names, solution.parameters, level: level)
  }

  /// Estimates with the errors that the covariance gives them.
  private func parameters(
    _ names: [String], _ estimates: [Double?], level: Double?
  ) -> [Parameter] {
    let t = level.map { StudentT(degreesOfFreedom: degreesOfFreedom).twoSided(level: $0) }
    return names.indices.map { index in
      let error = covariance?[index][index].squareRoot()
      var interval: Interval?
      if let error, let t, let estimate = estimates[index] {
        interval = Interval(center: estimate, halfWidth: t * error, method: .t)
      }
      return Parameter(
        name: names[index], estimate: estimates[index], standardError: error, interval: interval)
    }
  }

  /// The same estimates with errors that were found otherwise.
  ///
  /// - Parameter covariance: of the parameters; nil: their errors are not known.
  func withErrors(
    _ covariance: [[Double]]?, degreesOfFreedom: Double, level: Double
  ) -> CurveFit {
    var result = self
    result.covariance = covariance
    result.degreesOfFreedom = degreesOfFreedom
    result.parameters = result.parameters(
      parameters.map(\.name), parameters.map(\.estimate), level: level)
    return result
  }

  /// All estimates; nil if one is missing.
  var values: [Double]? {
    let known = parameters.compactMap(\.estimate)
    return known.count == parameters.count ? known : nil
  }

  /// A fit on a model's clock, in the model's own parameters.
  ///
  /// The curve and what is left of the points are the same; errors follow exactly, because least
  /// squares do not depend on how the curve's parameters are written.
  func converted(
    by conversion: ClockConversion, _ clock: TimeScaling, level: Double
  ) -> CurveFit {
    guard let inner = values else { return self }
    let outer = conversion.outer(inner, clock)
    let jacobian = conversion.jacobian(inner, clock)
    // The factor of a power is the curve at 1, which may leave the range of numbers.
    let lost = outer.indices.filter { !outer[$0].isNormal && (outer[$0] != 0 || inner[$0] != 0) }
    let covariance = covariance.map { inner in
      jacobian.map { row in
        jacobian.map { column in
          row.indices.reduce(0) { sum, i in
            sum + column.indices.reduce(0) { $0 + row[i] * inner[i][$1] * column[$1] }
          }
        }
      }
    }
    var result = self
    result.converged = converged && lost.isEmpty
    result.covariance = result.converged ? covariance : nil
    result.parameters = result.parameters(
      parameters.map(\.name), outer.indices.map { lost.contains($0) ? nil : outer[$0] },
      level: level)
    if let first = lost.first, converged {
      result.problem = FitProblem(
        .overflow,
        "\(parameters[first].name) is beyond what a number holds: the times are too far from 0; "
          + "subtract an offset from them")
    }
    return result
  }

  /// What makes a fit hopeless before it begins; nil if nothing does.
  private static func obstacle(_ problem: LeastSquares, parameterCount q: Int) -> FitProblem? {
    let (x, y) = (problem.x, problem.y)
    guard x.allSatisfy(\.isFinite), y.allSatisfy(\.isFinite) else {
      return FitProblem(.missingValue, "a value is missing or not finite")
    }
    if let weights = problem.weights {
      guard weights.allSatisfy({ $0 > 0 && $0.isFinite }) else {
        return FitProblem(.badWeight, "every weight must be a positive number")
      }
    }
    let count = problem.repeats?.count ?? y.count
    guard count > q else {
      let points = count == 1 ? "1 point is" : "\(count) points are"
      return FitProblem(
        .tooFewPoints, "\(points) too few for \(q) parameters; give at least \(q + 1)")
    }
    guard Set(x).count >= q else {
      return FitProblem(
        .tooFewPositions, "\(Set(x).count) different positions are too few for \(q) parameters")
    }
    guard let low = y.min(), let high = y.max(),
      high - low > 1e-12 * max(abs(low), abs(high)) || (problem.repeats?.squares ?? 0) > 0
    else {
      return FitProblem(.constant, "all values are equal: the data do not determine the parameters")
    }
    guard (1e-140...1e150).contains(max(abs(low), abs(high))) else {
      return FitProblem(
        .overflow,
        "squares of the values are beyond what a number holds; give them in another unit")
    }
    return nil
  }

  private static func isBetter(
    _ one: LeastSquares.Solution, than other: LeastSquares.Solution
  ) -> Bool {
    if (one.failure == nil) != (other.failure == nil) { return one.failure == nil }
    return one.rss < other.rss
  }

  /// The value of the parameter called `name`.
  package func estimate(_ name: String) -> Double? {
    parameters.first { $0.name == name }?.estimate
  }
}
