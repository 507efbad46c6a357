import CGSL

/// Solves A x = b for a symmetric positive definite A by Cholesky's decomposition.
///
/// - Returns: nil if A is not positive definite to working precision, and where memory is short.
func solveSymmetric(_ matrix: [[Double]], _ right: [Double]) -> [Double]? {
  // Scaled to a unit diagonal, so that "singular" does not depend on the units.
  let scales = matrix.indices.map { matrix[$0][$0].squareRoot() }
  guard !right.isEmpty, scales.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
  let scaled = zip(matrix, scales).map { line, scale in
    zip(line, scales).map { $0 / (scale * $1) }
  }
  do {
    let a = try GSLMatrix(scaled)
    let b = try GSLVector(zip(right, scales).map { $0 / $1 })
    try GSL.check("gsl_linalg_cholesky_decomp1") { gsl_linalg_cholesky_decomp1(a.pointer) }
    guard right.indices.allSatisfy({ gsl_matrix_get(a.pointer, $0, $0) > 1e-7 }) else { return nil }
    try GSL.check("gsl_linalg_cholesky_svx") { gsl_linalg_cholesky_svx(a.pointer, b.pointer) }
    return zip(b.values, scales).map { $0 / $1 }
  } catch { return nil }
}
