import CGSL

/// The part of values that no sum of given columns can follow, for many lists of values.
///
/// The columns' singular values are decomposed once, by GSL's linear least squares.
final class Projection {
  private let rows: Int
  private let columns: UnsafeMutablePointer<gsl_matrix>
  private let workspace: UnsafeMutablePointer<gsl_multifit_linear_workspace>

  /// Columns this close to dependent, relative to their sizes, count as dependent.
  private static let smallestCondition = 1e-7

  /// - Parameter rows: as long as each other, and at least as many as they are long.
  /// - Returns: nil for columns that are dependent or not finite, and where memory is short.
  init?(_ rows: [[Double]]) {
    guard let width = rows.first?.count, width > 0, rows.count >= width,
      rows.allSatisfy({ $0.allSatisfy(\.isFinite) }),
      let columns = try? GSL.allocate("gsl_matrix_alloc", { gsl_matrix_alloc(rows.count, width) })
    else { return nil }
    guard
      let workspace = try? GSL.allocate(
        "gsl_multifit_linear_alloc", { gsl_multifit_linear_alloc(rows.count, width) })
    else {
      gsl_matrix_free(columns)
      return nil
    }
    self.rows = rows.count
    self.columns = columns
    self.workspace = workspace
    for (row, values) in rows.enumerated() {
      for (column, value) in values.enumerated() { gsl_matrix_set(columns, row, column, value) }
    }
    let code = GSL.code { gsl_multifit_linear_bsvd(columns, workspace) }
    guard code == Int32(GSL_SUCCESS),
      gsl_multifit_linear_rcond(workspace) > Self.smallestCondition
    else { return nil }
  }

  deinit {
    gsl_multifit_linear_free(workspace)
    gsl_matrix_free(columns)
  }

  /// `values` less their least-squares sum of the columns; nil where that cannot be computed.
  ///
  /// - Precondition: as many values as rows.
  func residual(of values: [Double]) -> [Double]? {
    precondition(values.count == rows)
    func vector(_ count: Int) -> UnsafeMutablePointer<gsl_vector>? {
      try? GSL.allocate("gsl_vector_alloc") { gsl_vector_alloc(count) }
    }
    guard let right = vector(rows) else { return nil }
    defer { gsl_vector_free(right) }
    guard let rest = vector(rows) else { return nil }
    defer { gsl_vector_free(rest) }
    guard let factors = vector(columns.pointee.size2) else { return nil }
    defer { gsl_vector_free(factors) }
    for (row, value) in values.enumerated() { gsl_vector_set(right, row, value) }
    var (norm, size) = (0.0, 0.0)
    let code = GSL.code {
      gsl_multifit_linear_solve(0, columns, right, factors, &norm, &size, workspace)
    }
    guard code == Int32(GSL_SUCCESS) else { return nil }
    _ = GSL.code { gsl_multifit_linear_residuals(columns, right, factors, rest) }
    return (0..<rows).map { gsl_vector_get(rest, $0) }
  }
}
