internal import CSpreadSIMD
import SpreadModel

extension spread_draw {
  /// What the vector passes need to know of a draw.
  init(_ draw: SourceDraw, _ plan: Plan, _ grid: PaddedGrid, _ rule: SpreadRule) {
    let offsets = grid.directionOffsets.map { UInt32(truncatingIfNeeded: $0) }
    let tables = draw.tables
    let orders = draw.orders
    self.init(
      halves: orders.halves.pointer(room: orders.halves.count),
      rest: orders.rest.pointer(room: orders.rest.count),
      fours: tables.fours.pointer(room: tables.fours.count),
      coin_threshold: plan.coinThreshold, cap: draw.cap,
      contacts_from: tables.contactsFrom.pointer(room: 9),
      contacts_span: tables.contactsSpan.pointer(room: 9),
      offsets: (
        offsets[0], offsets[1], offsets[2], offsets[3], offsets[4], offsets[5], offsets[6],
        offsets[7]
      ),
      directions: UInt32(grid.directions), form: plan.form, orders: plan.orders,
      takes_all: rule.pool == .all ? 1 : 0,
      packed_offsets: tables.offsets.pointer(room: tables.offsets.count))
  }
}
