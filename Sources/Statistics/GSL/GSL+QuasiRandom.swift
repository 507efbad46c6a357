import CGSL

extension GSL {
  /// Points `skip`..<`skip + count` of a sequence; `dimension` is one that the sequence has.
  ///
  /// - Throws: `GSLError` if memory is short.
  static func points(
    _ sequence: QuasiRandomSequence, count: Int, dimension: Int, skipping skip: Int
  ) throws(GSLError) -> [[Double]] {
    let kind =
      switch sequence {
      case .sobol: cgsl_qrng_sobol()
      case .halton: cgsl_qrng_halton()
      }
    let generator = try allocate("gsl_qrng_alloc") { gsl_qrng_alloc(kind, UInt32(dimension)) }
    defer { gsl_qrng_free(generator) }
    var point = [Double](repeating: 0, count: dimension)
    for _ in 0..<skip { gsl_qrng_get(generator, &point) }
    return (0..<count).map { _ in
      gsl_qrng_get(generator, &point)
      return point
    }
  }
}
