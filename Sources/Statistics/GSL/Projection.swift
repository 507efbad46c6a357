import CGSL

/// The part of values that no sum of given columns can follow, for many lists of values.
///
/// The columns' singular values are decomposed once, by GSL's linear least squares.
final class Projection {
  private let columns: GSLMatrix
  private let workspace: UnsafeMutablePointer<gsl_multifit_linear_workspace>

  /// Columns this close to dependent, relative to their sizes, count as dependent.
  private static let smallestCondition = 1e-7

  /// - Parameter rows: as long as each other, and at least as many as they are long.
  /// - Returns: nil for columns that are dependent or not finite, and where memory is short.
  init?(_ rows: [[Double]]) {
    guard let width = rows.first?.count, width > 0, rows.count >= width,
      rows.allSatisfy({ $0.allSatisfy(\.isFinite) }),
      let columns = try? GSLMatrix(rows),
      let workspace = try? GSL.allocate(
        "gsl_multifit_linear_alloc", { gsl_multifit_linear_alloc(rows.count, width) })
    else { return nil }
    (self.columns, self.workspace) = (columns, workspace)
    let code = GSL.code { gsl_multifit_linear_bsvd(columns.pointer, workspace) }
    guard code == GSL.success, gsl_multifit_linear_rcond(workspace) > Self.smallestCondition
    else { return nil }
  }

  deinit { gsl_multifit_linear_free(workspace) }

  /// `values` less their least-squares sum of the columns; nil where that cannot be computed.
  ///
  /// - Precondition: as many values as rows.
  func residual(of values: [Double]) -> [Double]? {
    let size = columns.pointer.pointee
    precondition(values.count == size.size1)
    guard let right = try? GSLVector(values), let rest = try? GSLVector(count: values.count),
      let factors = try? GSLVector(count: size.size2)
    else { return nil }
    var (norm, length) = (0.0, 0.0)
    let code = GSL.code {
      gsl_multifit_linear_solve(
        0, columns.pointer, right.pointer, factors.pointer, &norm, &length, workspace)
    }
    guard code == GSL.success else { return nil }
    _ = GSL.code {
      gsl_multifit_linear_residuals(columns.pointer, right.pointer, factors.pointer, rest.pointer)
    }
    return rest.values
  }
}
