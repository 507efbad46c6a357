import CGSL

extension GSL {
  /// The coefficients of columns whose weighted sum of squares is least, and (X'WX)^-1.
  ///
  /// By GSL's singular value decomposition of the weighted columns.
  /// - Parameter rows: as long as each other, at least as many as they are long.
  /// - Returns: nil where memory is short or GSL refuses; dependent columns are the caller's to
  ///   rule out.
  static func linear(
    _ rows: [[Double]], _ values: [Double], weights: [Double]
  ) -> (coefficients: [Double], inverse: [[Double]])? {
    let (n, q) = (rows.count, rows.first?.count ?? 0)
    precondition(n >= q && q > 0 && values.count == n && weights.count == n)
    guard let columns = gsl_matrix_alloc(n, q), let right = gsl_vector_alloc(n),
      let scale = gsl_vector_alloc(n), let found = gsl_vector_alloc(q),
      let covariance = gsl_matrix_alloc(q, q), let workspace = gsl_multifit_linear_alloc(n, q)
    else { return nil }
    defer {
      gsl_matrix_free(columns)
      gsl_vector_free(right)
      gsl_vector_free(scale)
      gsl_vector_free(found)
      gsl_matrix_free(covariance)
      gsl_multifit_linear_free(workspace)
    }
    for row in 0..<n {
      for column in 0..<q { gsl_matrix_set(columns, row, column, rows[row][column]) }
      gsl_vector_set(right, row, values[row])
      gsl_vector_set(scale, row, weights[row])
    }
    var rss = 0.0
    let code = code {
      gsl_multifit_wlinear(columns, scale, right, found, covariance, &rss, workspace)
    }
    guard code == Int32(GSL_SUCCESS) else { return nil }
    return (
      (0..<q).map { gsl_vector_get(found, $0) },
      (0..<q).map { row in (0..<q).map { gsl_matrix_get(covariance, row, $0) } }
    )
  }

  /// Eigenvalues of a symmetric matrix, from the smallest, with the eigenvector of each; nil where
  /// memory is short.
  static func eigenvalues(
    ofSymmetric matrix: [[Double]]
  ) -> [(value: Double, vector: [Double])]? {
    let n = matrix.count
    guard n > 0, let a = gsl_matrix_alloc(n, n), let vectors = gsl_matrix_alloc(n, n),
      let values = gsl_vector_alloc(n), let workspace = gsl_eigen_symmv_alloc(n)
    else { return nil }
    defer {
      gsl_matrix_free(a)
      gsl_matrix_free(vectors)
      gsl_vector_free(values)
      gsl_eigen_symmv_free(workspace)
    }
    for row in 0..<n {
      for column in 0..<n { gsl_matrix_set(a, row, column, matrix[row][column]) }
    }
    guard code({ gsl_eigen_symmv(a, values, vectors, workspace) }) == Int32(GSL_SUCCESS) else {
      return nil
    }
    return (0..<n).map { place in
      (gsl_vector_get(values, place), (0..<n).map { gsl_matrix_get(vectors, $0, place) })
    }.sorted { $0.0 < $1.0 }
  }
}
