import CGSL

extension GSL {
  /// The coefficients of columns whose weighted sum of squares is least, and (X'WX)^-1.
  struct LinearSolution {
    var coefficients: [Double]
    /// Not scaled by what is left: the covariance of a fit with weights. NaN where columns depend on each
    /// other within rounding: GSL leaves directions out then, and the sum of squares is not the least.
    var inverse: [[Double]]
    /// GSL's; `GSL_SUCCESS` if all went well.
    var code: Int32
  }

  /// Weighted linear least squares by GSL's singular value decomposition of the weighted columns.
  ///
  /// - Parameter rows: as long as each other, at least as many as they are long.
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
    // The tolerance is that of gsl_multifit_wlinear.
    let hasFullRank = gsl_multifit_linear_rank(Double.ulpOfOne, workspace) == q
    let unknown = [[Double]](repeating: [Double](repeating: .nan, count: q), count: q)
    return LinearSolution(
      coefficients: found.values, inverse: hasFullRank ? covariance.rows : unknown, code: code)
  }
}
