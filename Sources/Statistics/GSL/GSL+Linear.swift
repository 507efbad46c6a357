import CGSL

extension GSL {
  /// The coefficients of columns whose weighted sum of squares is least, and (X'WX)^-1.
  struct LinearSolution {
    var coefficients: [Double]
    /// Not scaled by what is left: the covariance of a fit with weights.
    var inverse: [[Double]]
    /// GSL's; `GSL_SUCCESS` if all went well.
    var code: Int32
  }

  /// Weighted linear least squares by GSL's singular value decomposition of the weighted columns.
  ///
  /// - Parameter rows: as long as each other, at least as many as they are long; dependent columns
  ///   are the caller's to rule out.
  /// - Throws: `GSLError` if memory is short.
  static func linear(
    _ rows: [[Double]], _ values: [Double], weights: [Double]
  ) throws(GSLError) -> LinearSolution {
    let (n, q) = (rows.count, rows[0].count)
    precondition(n >= q && q > 0 && values.count == n && weights.count == n)
    let (columns, right) = (try GSLMatrix(rows), try GSLVector(values))
    let scale = try GSLVector(weights)
    let found = try GSLVector(count: q)
    let covariance = try GSLMatrix(rows: q, columns: q)
    let workspace = try allocate("gsl_multifit_linear_alloc") { gsl_multifit_linear_alloc(n, q) }
    defer { gsl_multifit_linear_free(workspace) }
    var rss = 0.0
    let code = code {
      gsl_multifit_wlinear(
        columns.pointer, scale.pointer, right.pointer, found.pointer, covariance.pointer, &rss,
        workspace)
    }
    return LinearSolution(coefficients: found.values, inverse: covariance.rows, code: code)
  }

  /// Eigenvalues of a symmetric matrix, from the smallest, with the eigenvector of each.
  ///
  /// - Throws: `GSLError` if memory is short, or the matrix is not finite.
  static func eigenvalues(
    ofSymmetric rows: [[Double]]
  ) throws(GSLError) -> [(value: Double, vector: [Double])] {
    let n = rows.count
    let (a, vectors) = (try GSLMatrix(rows), try GSLMatrix(rows: n, columns: n))
    let values = try GSLVector(count: n)
    let workspace = try allocate("gsl_eigen_symmv_alloc") { gsl_eigen_symmv_alloc(n) }
    defer { gsl_eigen_symmv_free(workspace) }
    try check("gsl_eigen_symmv") {
      gsl_eigen_symmv(a.pointer, values.pointer, vectors.pointer, workspace)
    }
    let columns = vectors.rows
    return values.values.enumerated().map { place, value in (value, columns.map { $0[place] }) }
      .sorted { $0.0 < $1.0 }
  }
}
