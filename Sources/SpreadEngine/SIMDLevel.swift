internal import CSpreadSIMD

/// Passes in C, each a function of the same name as the portable one.
typealias VectorPasses = UnsafePointer<spread_passes>

/// The vectors of the processor that the heavy passes use; each case is more than the one before, and
/// all give the same results.
package enum SIMDLevel: String, CaseIterable, Comparable, Sendable {
  /// The portable passes, which every processor can run.
  case none
  case avx2
  case avx512

  /// The most this processor has.
  package static let best: SIMDLevel =
    switch spread_simd_best() {
    case .none: .none
    case .AVX2: .avx2
    case .AVX512: .avx512
    }

  /// Those this processor has.
  package static let available = allCases.filter { $0 <= best }

  /// Those that `SPREADLAB_SIMD` asks for, else the most there are.
  package static let chosen =
    wanted.flatMap { name in available.first { $0.rawValue == name } } ?? best

  /// What is wrong with `SPREADLAB_SIMD`; nil if nothing is.
  package static var objection: String? {
    guard let wanted, !available.contains(where: { $0.rawValue == wanted }) else { return nil }
    let names = available.map(\.rawValue).joined(separator: ", ")
    return "SPREADLAB_SIMD is \(wanted), which this processor does not have; it has: \(names)"
  }

  private static var wanted: String? { spread_simd_wanted().map { String(cString: $0) } }

  /// The heavy passes by them; nil for the portable ones, which are in Swift.
  var passes: VectorPasses? {
    switch self {
    case .none: nil
    case .avx2: spread_passes_of(.AVX2)
    case .avx512: spread_passes_of(.AVX512)
    }
  }

  package static func < (one: SIMDLevel, other: SIMDLevel) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .none: 0
    case .avx2: 1
    case .avx512: 2
    }
  }
}
