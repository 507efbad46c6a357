import CGSL

extension GSL {
  /// Calls `body` with every set of `size` indices of 0..<total, in lexicographic order.
  ///
  /// - Throws: `GSLError` if memory is short.
  static func forEachCombination(
    of size: Int, from total: Int, _ body: (UnsafeBufferPointer<Int>) -> Void
  ) throws(GSLError) {
    let chosen = try allocate("gsl_combination_calloc") { gsl_combination_calloc(total, size) }
    defer { gsl_combination_free(chosen) }
    let places = UnsafeMutableRawPointer(gsl_combination_data(chosen))?
      .assumingMemoryBound(to: Int.self)
    repeat {
      body(UnsafeBufferPointer(start: places, count: size))
    } while gsl_combination_next(chosen) == Int32(GSL_SUCCESS)
  }
}
