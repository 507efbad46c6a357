import CGSL

/// Solves A x = b for a symmetric positive definite A by Cholesky's decomposition.
///
/// - Returns: nil if A is not positive definite to working precision, and where memory is short.
func solveSymmetric(_ matrix: [[Double]], _ right: [Double]) -> [Double]? {
  let n = right.count
  guard n > 0, let a = try? GSL.allocate("gsl_matrix_alloc", { gsl_matrix_alloc(n, n) })
  else { return nil }
  defer { gsl_matrix_free(a) }
  guard let b = try? GSL.allocate("gsl_vector_alloc", { gsl_vector_alloc(n) }) else { return nil }
  defer { gsl_vector_free(b) }
  // Scaled to a unit diagonal, so that "singular" does not depend on the units.
  let scales = matrix.indices.map { matrix[$0][$0].squareRoot() }
  guard scales.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
  for row in 0..<n {
    gsl_vector_set(b, row, right[row] / scales[row])
    for column in 0..<n {
      gsl_matrix_set(a, row, column, matrix[row][column] / (scales[row] * scales[column]))
    }
  }
  do {
    try GSL.check("gsl_linalg_cholesky_decomp1") { gsl_linalg_cholesky_decomp1(a) }
    guard (0..<n).allSatisfy({ gsl_matrix_get(a, $0, $0) > 1e-7 }) else { return nil }
    try GSL.check("gsl_linalg_cholesky_svx") { gsl_linalg_cholesky_svx(a, b) }
  } catch { return nil }
  return (0..<n).map { gsl_vector_get(b, $0) / scales[$0] }
}
