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
    let (n, q) = (rows.count, rows.first?.count ?? 0)
    precondition(n >= q && q > 0 && values.count == n && weights.count == n)
    let columns = try matrix(rows)
    defer { gsl_matrix_free(columns) }
    let right = try vector(values)
    defer { gsl_vector_free(right) }
    let scale = try vector(weights)
    defer { gsl_vector_free(scale) }
    let found = try allocate("gsl_vector_alloc") { gsl_vector_alloc(q) }
    defer { gsl_vector_free(found) }
    let covariance = try allocate("gsl_matrix_alloc") { gsl_matrix_alloc(q, q) }
    defer { gsl_matrix_free(covariance) }
    let workspace = try allocate("gsl_multifit_linear_alloc") { gsl_multifit_linear_alloc(n, q) }
    defer { gsl_multifit_linear_free(workspace) }
    var rss = 0.0
    let code = code {
      gsl_multifit_wlinear(columns, scale, right, found, covariance, &rss, workspace)
    }
    return LinearSolution(
      coefficients: (0..<q).map { gsl_vector_get(found, $0) },
      inverse: (0..<q).map { row in (0..<q).map { gsl_matrix_get(covariance, row, $0) } },
      code: code)
  }

  /// Eigenvalues of a symmetric matrix, from the smallest, with the eigenvector of each.
  ///
  /// - Throws: `GSLError` if memory is short, or the matrix is not finite.
  static func eigenvalues(
    ofSymmetric rows: [[Double]]
  ) throws(GSLError) -> [(value: Double, vector: [Double])] {
    let n = rows.count
    let a = try matrix(rows)
    defer { gsl_matrix_free(a) }
    let vectors = try allocate("gsl_matrix_alloc") { gsl_matrix_alloc(n, n) }
    defer { gsl_matrix_free(vectors) }
    let values = try allocate("gsl_vector_alloc") { gsl_vector_alloc(n) }
    defer { gsl_vector_free(values) }
    let workspace = try allocate("gsl_eigen_symmv_alloc") { gsl_eigen_symmv_alloc(n) }
    defer { gsl_eigen_symmv_free(workspace) }
    try check("gsl_eigen_symmv") { gsl_eigen_symmv(a, values, vectors, workspace) }
    return (0..<n).map { place in
      (gsl_vector_get(values, place), (0..<n).map { gsl_matrix_get(vectors, $0, place) })
    }.sorted { $0.0 < $1.0 }
  }

  /// A matrix of these rows, which the caller frees.
  private static func matrix(
    _ rows: [[Double]]
  ) throws(GSLError) -> UnsafeMutablePointer<gsl_matrix> {
    let width = rows.first?.count ?? 0
    let matrix = try allocate("gsl_matrix_alloc") { gsl_matrix_alloc(rows.count, width) }
    for row in rows.indices {
      for column in 0..<width { gsl_matrix_set(matrix, row, column, rows[row][column]) }
    }
    return matrix
  }

  /// A vector of these values, which the caller frees.
  private static func vector(
    _ values: [Double]
  ) throws(GSLError) -> UnsafeMutablePointer<gsl_vector> {
    let vector = try allocate("gsl_vector_alloc") { gsl_vector_alloc(values.count) }
    for index in values.indices { gsl_vector_set(vector, index, values[index]) }
    return vector
  }
}
