import CGSL

/// A curve y = f(x; parameters) to be fitted by weighted least squares.
package struct LeastSquares: Sendable {
  package typealias Value = @Sendable (_ x: Double, _ parameters: [Double]) -> Double
  package typealias Gradient =
    @Sendable (_ x: Double, _ parameters: [Double], _ slope: inout [Double]) -> Void

  package var x: [Double]
  package var y: [Double]
  /// One per point, > 0, such as 1 / sigma^2; only their ratios matter. Nil: all 1.
  package var weights: [Double]?
  /// Whether the curve is linear in its parameters: no search is needed then.
  package var isLinear: Bool
  package var value: Value
  package var gradient: Gradient
  /// Nil where every point stands for itself.
  var repeats: Repeats?

  /// What is known of points at equal x beside their mean, which stands for them with the sum of
  /// their weights: the same curve fits best, and only what it leaves is larger.
  package struct Repeats: Hashable, Sendable {
    /// Of all points.
    let count: Int
    /// Weighted sum of squared deviations from the mean at their x.
    let squares: Double
    /// Sum of ln w over all points.
    let logWeights: Double
  }

  package init(
    x: [Double], y: [Double], weights: [Double]? = nil, isLinear: Bool = false,
    value: @escaping Value,
    gradient: @escaping Gradient
  ) {
    precondition(x.count == y.count && (weights ?? y).count == y.count)
    self.x = x
    self.y = y
    self.weights = weights
    self.isLinear = isLinear
    self.value = value
    self.gradient = gradient
  }

  /// Where the search ended.
  package struct Solution: Hashable, Sendable {
    package var parameters: [Double]
    /// Sum of w (y - f)^2.
    package var rss: Double
    /// (J'WJ)^-1, not scaled by the residual variance.
    package var unscaledCovariance: [[Double]]
    /// Why the search is not at a minimum; nil if it converged.
    package var failure: FitProblem?
  }

  /// Sum of w (y - f)^2 at `parameters`.
  package func rss(at parameters: [Double]) -> Double {
    var sum = 0.0
    for index in x.indices {
      let residual = y[index] - value(x[index], parameters)
      sum += (weights?[index] ?? 1) * residual * residual
    }
    return sum
  }

  /// The minimum: searched for from `start` with GSL's trust region (Levenberg-Marquardt, More
  /// scaling, QR), or computed where the curve is linear in its parameters.
  ///
  /// Source: GSL 2.7 manual, "Nonlinear Least-Squares Fitting"; More (1978),
  /// doi:10.1007/BFb0067700.
  /// - Throws: `GSLError` if memory is short.
  package func solve(from start: [Double]) throws(GSLError) -> Solution {
    isLinear ? try solveLinear(parameterCount: start.count) : try search(from: start)
  }

  private func search(from start: [Double]) throws(GSLError) -> Solution {
    let (n, q) = (x.count, start.count)
    precondition(n >= q && q > 0)
    let context = Context(self, parameterCount: q)
    // On the heap: the workspace keeps the pointer.
    let system = UnsafeMutablePointer<gsl_multifit_nlinear_fdf>.allocate(capacity: 1)
    defer { system.deallocate() }
    system.initialize(
      to: gsl_multifit_nlinear_fdf(
        f: residuals, df: jacobian, fvv: nil, n: n, p: q,
        params: Unmanaged.passUnretained(context).toOpaque(), nevalf: 0, nevaldf: 0, nevalfvv: 0))
    // Levenberg and Marquardt's steps, Moré's scaling, QR.
    var options = gsl_multifit_nlinear_default_parameters()
    let workspace = try GSL.allocate("gsl_multifit_nlinear_alloc") {
      gsl_multifit_nlinear_alloc(cgsl_nlinear_trust(), &options, n, q)
    }
    defer { gsl_multifit_nlinear_free(workspace) }
    let covariance = try GSLMatrix(rows: q, columns: q)

    return try withExtendedLifetime(context) { () throws(GSLError) in
      try initialize(workspace, system, start: start)
      var reason: Int32 = 0
      let code = GSL.code {
        gsl_multifit_nlinear_driver(
          Self.mostIterations, Self.tolerance, Self.tolerance * min(1, size), 0, nil, nil, &reason,
          workspace)
      }
      let position = gsl_multifit_nlinear_position(workspace)
      let parameters = (0..<q).map { gsl_vector_get(position, $0) }
      let normal = gsl_multifit_nlinear_jac(workspace)
      _ = GSL.code { gsl_multifit_nlinear_covar(normal, 0, covariance.pointer) }
      return solution(parameters, inverse: covariance.rows, code: code)
    }
  }

  private static let mostIterations = 500
  /// Of a step relative to the parameters, and of the gradient relative to what is left.
  private static let tolerance = 1e-13

  /// The sum of w y^2. GSL takes gradients for small that are small beside 1; where all squares
  /// are, they must be small beside these, or a search ends before it has begun.
  private var size: Double {
    y.indices.reduce(0) { $0 + (weights?[$1] ?? 1) * y[$1] * y[$1] }
  }

  /// What was found, and whether it is a minimum that determines all parameters.
  func solution(_ parameters: [Double], inverse: [[Double]], code: Int32) -> Solution {
    let rss = rss(at: parameters)
    return Solution(
      parameters: parameters, rss: rss, unscaledCovariance: inverse,
      failure: Self.failure(
        code: code, offset: relativeOffset(at: parameters, rss: rss, inverse: inverse),
        inflation: inflation(at: parameters, inverse: inverse)))
  }

  private func initialize(
    _ workspace: UnsafeMutablePointer<gsl_multifit_nlinear_workspace>,
    _ system: UnsafeMutablePointer<gsl_multifit_nlinear_fdf>, start: [Double]
  ) throws(GSLError) {
    let first = try GSLVector(start)
    guard let weights else {
      return try GSL.check("gsl_multifit_nlinear_init") {
        gsl_multifit_nlinear_init(first.pointer, system, workspace)
      }
    }
    let scale = try GSLVector(weights)
    try GSL.check("gsl_multifit_nlinear_winit") {
      gsl_multifit_nlinear_winit(first.pointer, scale.pointer, system, workspace)
    }
  }

  /// How far the residuals are from being orthogonal to the curve's tangent plane: the length of
  /// their projection on it, relative to the rest; 0 at a minimum.
  ///
  /// Source: Bates and Watts (1981), doi:10.1080/00401706.1981.10487659.
  private func relativeOffset(at parameters: [Double], rss: Double, inverse: [[Double]]) -> Double {
    let q = parameters.count
    var slope = [Double](repeating: 0, count: q)
    var inner = slope  // J'W (y - f)
    for index in x.indices {
      let weight = weights?[index] ?? 1
      gradient(x[index], parameters, &slope)
      let residual = weight * (y[index] - value(x[index], parameters))
      for place in 0..<q { inner[place] += slope[place] * residual }
    }
    var projection = 0.0
    for row in 0..<q {
      for column in 0..<q { projection += inner[row] * inverse[row][column] * inner[column] }
    }
    // Residuals at the level of the values' rounding are none.
    let rest = max(rss + (repeats?.squares ?? 0), 1e-18 * size)
    return (max(projection, 0) / rest).squareRoot()
  }

  /// The largest variance inflation of a parameter: how many times larger its variance is than if
  /// the others were known, 1 / (1 - R^2) of its tangent on theirs. NaN or infinite without rank.
  private func inflation(at parameters: [Double], inverse: [[Double]]) -> Double {
    var slope = [Double](repeating: 0, count: parameters.count)
    var squares = slope
    for index in x.indices {
      gradient(x[index], parameters, &slope)
      for place in slope.indices {
        squares[place] += (weights?[index] ?? 1) * slope[place] * slope[place]
      }
    }
    let factors = squares.indices.map { squares[$0] * inverse[$0][$0] }
    return factors.allSatisfy { $0 > 0 } ? factors.max() ?? 1 : .nan
  }

  /// Beyond this inflation rounding alone decides the variances: the tangents are dependent.
  private static let largestInflation = 1e20

  /// Largest relative offset taken as a minimum: parameters then are right to a millionth of
  /// their standard errors.
  private static let largestOffset = 1e-6

  private static func failure(code: Int32, offset: Double, inflation: Double) -> FitProblem? {
    guard inflation <= largestInflation else {
      return FitProblem(.undetermined, "the data do not determine all parameters")
    }
    if offset <= largestOffset { return nil }
    if code == Int32(GSL_EMAXITER) {
      return FitProblem(.maxIterations, "no minimum within the allowed iterations")
    }
    let reason = code == Int32(GSL_SUCCESS) ? "" : ": \(String(cString: gsl_strerror(code)))"
    return FitProblem(.noMinimum, "the search ended at a place that is not a minimum\(reason)")
  }
}

/// What GSL's callbacks need, handed through as an unretained reference.
private final class Context {
  let problem: LeastSquares
  var parameters: [Double]
  var slope: [Double]

  init(_ problem: LeastSquares, parameterCount: Int) {
    self.problem = problem
    parameters = [Double](repeating: 0, count: parameterCount)
    slope = parameters
  }

  func read(_ vector: UnsafePointer<gsl_vector>?) {
    for index in parameters.indices { parameters[index] = gsl_vector_get(vector, index) }
  }

  static func at(_ pointer: UnsafeMutableRawPointer?) -> Context? {
    pointer.map { Unmanaged<Context>.fromOpaque($0).takeUnretainedValue() }
  }
}

private func residuals(
  _ vector: UnsafePointer<gsl_vector>?, _ pointer: UnsafeMutableRawPointer?,
  _ result: UnsafeMutablePointer<gsl_vector>?
) -> Int32 {
  guard let context = Context.at(pointer) else { return Int32(GSL_EFAULT) }
  context.read(vector)
  let problem = context.problem
  for index in problem.x.indices {
    let residual = problem.value(problem.x[index], context.parameters) - problem.y[index]
    // Outside a parameter's range: so bad that the step is taken back. NaN would not be.
    gsl_vector_set(result, index, residual.isFinite ? residual : 1e120)
  }
  return Int32(GSL_SUCCESS)
}

private func jacobian(
  _ vector: UnsafePointer<gsl_vector>?, _ pointer: UnsafeMutableRawPointer?,
  _ result: UnsafeMutablePointer<gsl_matrix>?
) -> Int32 {
  guard let context = Context.at(pointer) else { return Int32(GSL_EFAULT) }
  context.read(vector)
  let problem = context.problem
  for index in problem.x.indices {
    problem.gradient(problem.x[index], context.parameters, &context.slope)
    for (column, slope) in context.slope.enumerated() {
      gsl_matrix_set(result, index, column, slope.isFinite ? slope : 0)
    }
  }
  return Int32(GSL_SUCCESS)
}
