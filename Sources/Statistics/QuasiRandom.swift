import CGSL

/// Points that fill the unit cube more evenly than random ones, by GSL.
///
/// Source: docs/statistics.md, "Designs"; GSL's manual, "Quasi-Random Sequences".
package enum QuasiRandom: String, CaseIterable, Sendable {
  case sobol, halton

  /// The largest number of dimensions of both sequences (Sobol's limit in GSL).
  package static let mostDimensions = 40

  /// The first `count` points of the sequence, each with `dimensions` shares in 0..<1.
  ///
  /// - Precondition: `dimensions` is in 0...40.
  package func points(_ count: Int, dimensions: Int) -> [[Double]] {
    precondition((0...Self.mostDimensions).contains(dimensions))
    guard dimensions > 0 else { return Array(repeating: [], count: count) }
    let type = self == .sobol ? cgsl_qrng_sobol() : cgsl_qrng_halton()
    guard let generator = gsl_qrng_alloc(type, UInt32(dimensions)) else {
      preconditionFailure("GSL has these sequences in 1...40 dimensions; only memory can fail")
    }
    defer { gsl_qrng_free(generator) }
    return (0..<count).map { _ in
      var point = Array(repeating: 0.0, count: dimensions)
      _ = gsl_qrng_get(generator, &point)
      return point
    }
  }
}
