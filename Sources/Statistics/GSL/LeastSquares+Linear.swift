import CGSL

extension LeastSquares {
  /// The best parameters of a curve that is linear in them, by GSL's singular value decomposition
  /// of the weighted columns.
  ///
  /// - Throws: `GSLError` if memory is short.
  func solveLinear(parameterCount q: Int) throws(GSLError) -> Solution {
    let n = x.count
    precondition(n >= q && q > 0)
    let columns = try GSL.allocate("gsl_matrix_alloc") { gsl_matrix_alloc(n, q) }
    defer { gsl_matrix_free(columns) }
    let right = try GSL.allocate("gsl_vector_alloc") { gsl_vector_alloc(n) }
    defer { gsl_vector_free(right) }
    let scale = try GSL.allocate("gsl_vector_alloc") { gsl_vector_alloc(n) }
    defer { gsl_vector_free(scale) }
    var slope = [Double](repeating: 0, count: q)
    let origin = slope
    for row in 0..<n {
      gradient(x[row], origin, &slope)
      for column in 0..<q { gsl_matrix_set(columns, row, column, slope[column]) }
      gsl_vector_set(right, row, y[row])
      gsl_vector_set(scale, row, weights?[row] ?? 1)
    }
    let found = try GSL.allocate("gsl_vector_alloc") { gsl_vector_alloc(q) }
    defer { gsl_vector_free(found) }
    let covariance = try GSL.allocate("gsl_matrix_alloc") { gsl_matrix_alloc(q, q) }
    defer { gsl_matrix_free(covariance) }
    let workspace = try GSL.allocate("gsl_multifit_linear_alloc") {
      gsl_multifit_linear_alloc(n, q)
    }
    defer { gsl_multifit_linear_free(workspace) }
    var rss = 0.0
    // The covariance of a fit with weights is (J'WJ)^-1, not scaled by what is left.
    let code = GSL.code {
      gsl_multifit_wlinear(columns, scale, right, found, covariance, &rss, workspace)
    }
    return solution(
      (0..<q).map { gsl_vector_get(found, $0) },
      inverse: (0..<q).map { row in (0..<q).map { gsl_matrix_get(covariance, row, $0) } },
      code: code)
  }
}
