import CGSL

/// A vector of GSL's, which lives as long as its owner.
final class GSLVector {
  let pointer: UnsafeMutablePointer<gsl_vector>

  /// - Throws: `GSLError` if memory is short.
  init(count: Int) throws(GSLError) {
    pointer = try GSL.allocate("gsl_vector_alloc") { gsl_vector_alloc(count) }
  }

  /// - Throws: `GSLError` if memory is short.
  convenience init(_ values: [Double]) throws(GSLError) {
    try self.init(count: values.count)
    for (place, value) in values.enumerated() { gsl_vector_set(pointer, place, value) }
  }

  deinit { gsl_vector_free(pointer) }

  var values: [Double] { (0..<pointer.pointee.size).map { gsl_vector_get(pointer, $0) } }
}

/// A matrix of GSL's, which lives as long as its owner.
final class GSLMatrix {
  let pointer: UnsafeMutablePointer<gsl_matrix>

  /// - Throws: `GSLError` if memory is short.
  init(rows: Int, columns: Int) throws(GSLError) {
    pointer = try GSL.allocate("gsl_matrix_alloc") { gsl_matrix_alloc(rows, columns) }
  }

  /// - Precondition: a row.
  /// - Throws: `GSLError` if memory is short.
  convenience init(_ rows: [[Double]]) throws(GSLError) {
    try self.init(rows: rows.count, columns: rows[0].count)
    for (row, values) in rows.enumerated() {
      for (column, value) in values.enumerated() { gsl_matrix_set(pointer, row, column, value) }
    }
  }

  deinit { gsl_matrix_free(pointer) }

  var rows: [[Double]] {
    (0..<pointer.pointee.size1).map { row in
      (0..<pointer.pointee.size2).map { gsl_matrix_get(pointer, row, $0) }
    }
  }
}
