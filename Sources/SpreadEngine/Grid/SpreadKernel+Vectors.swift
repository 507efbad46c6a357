internal import CSpreadSIMD
import SpreadModel

/// What the vector passes need to know of a draw.
extension SpreadKernel {
  /// Nil where the processor has no such vectors, or cells do not fit their signed indices.
  static func vectorDraw(
    _ form: DrawForm, _ draw: SourceDraw, _ chances: DrawChances, _ grid: PaddedGrid,
    _ rule: SpreadRule
  ) -> spread_draw? {
    guard spread_simd_available() != 0, grid.byteCount <= Int(Int32.max) else { return nil }
    let offsets = grid.directionOffsets.map { UInt32(truncatingIfNeeded: $0) }
    return spread_draw(
      halves: draw.orders.halves, rest: draw.orders.rest, fours: draw.orders.fours,
      coin_threshold: chances.coinThreshold, cap: draw.cap,
      least_contacts: rule.draw == .uniform ? 0 : 1,
      offsets: (
        offsets[0], offsets[1], offsets[2], offsets[3], offsets[4], offsets[5], offsets[6],
        offsets[7]
      ),
      form: form.vectorForm, is_moore: rule.neighborhood == .moore ? 1 : 0,
      takes_all: rule.pool == .all ? 1 : 0)
  }
}

extension DrawForm {
  fileprivate var vectorForm: spread_form {
    switch self {
    case .coinsOnly: spread_coins_only
    case .exact: spread_exact
    case .random: spread_random
    case .capped: spread_capped
    case .scan: spread_scan
    }
  }
}
