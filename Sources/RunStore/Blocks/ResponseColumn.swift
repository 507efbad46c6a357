/// One response of all finished runs of a block: 8 bytes each in memory, as tables read all columns side by side. In a store
/// it takes the shortest of four forms.
///
/// | form     | bytes                                        |
/// |----------|----------------------------------------------|
/// | missing  | none: all cells are empty                    |
/// | constant | 8: the value all share                       |
/// | wholes   | the smallest, then what each is above it, varints |
/// | reals    | 8 per value                                  |
///
/// Where only some cells are empty, a bit per run says which are there.
package struct ResponseColumn: Sendable {
  private static let missing: UInt8 = 0
  private static let constant: UInt8 = 1
  private static let wholes: UInt8 = 2
  private static let reals: UInt8 = 3
  private static let hasGaps: UInt8 = 0x80

  /// The bits that stand for an empty cell: a NaN that arithmetic never makes.
  @usableFromInline static var gap: UInt64 { 0x7ff8_6761_7070_6564 }

  /// The bits of 2^53; those of smaller positive numbers are below.
  private static let largestWhole = Double(0x1p53).bitPattern

  /// By finished run; `gap` where a cell is empty.
  @usableFromInline var values: [Double]

  init(values: [Double]) { self.values = values }

  package init(_ cells: some Sequence<Double?>) { values = cells.map(Self.value) }

  static func value(_ cell: Double?) -> Double { cell ?? Double(bitPattern: gap) }

  /// nil is an empty cell.
  @inlinable package subscript(row: Int) -> Double? {
    let value = values[row]
    return value.bitPattern == Self.gap ? nil : value
  }

  /// The values in some rows, one after the other, and those of the rows that have none.
  package func values(in rows: [Int]) -> (values: [Double], missing: [Int]) {
    var (found, missing): ([Double], [Int]) = ([], [])
    found.reserveCapacity(rows.count)
    for row in rows {
      let value = values[row]
      if value.bitPattern == Self.gap { missing.append(row) } else { found.append(value) }
    }
    return (found, missing)
  }

  /// - Precondition: some run finished.
  func write(to writer: inout ByteWriter) {
    // Most columns of a block are constant, and this loop is the fastest: looked at first.
    let head = values[0].bitPattern
    if head != Self.gap, values.allSatisfy({ $0.bitPattern == head }) {
      writer.byte(Self.constant)
      writer.word(head)
      return
    }
    var isWhole = true
    var isConstant = true
    var gaps = 0
    var smallest = Double.infinity
    var first = Self.gap
    for value in values {
      let bits = value.bitPattern
      if bits == Self.gap {
        gaps += 1
        continue
      }
      if first == Self.gap { first = bits }
      if bits != first { isConstant = false }
      // Not -0.0 (the sign bit is looked at): its bits would be lost.
      if isWhole, bits < Self.largestWhole, Double(Int64(value)) == value {
        if value < smallest { smallest = value }
      } else {
        isWhole = false
      }
    }
    guard gaps < values.count else {
      writer.byte(Self.missing)
      return
    }
    let form = isConstant ? Self.constant : isWhole ? Self.wholes : Self.reals
    writer.byte(gaps > 0 ? form | Self.hasGaps : form)
    if gaps > 0 { writer.bytes(presence) }
    let present = gaps > 0 ? values.filter { $0.bitPattern != Self.gap } : values
    switch form {
    case Self.constant: writer.word(first)
    case Self.wholes:
      writer.varint(UInt64(smallest))
      writer.wholes(present, base: UInt64(smallest))
    default: writer.reals(present)
    }
  }

  /// A bit per run.
  private var presence: [UInt8] {
    var bits = [UInt8](repeating: 0, count: (values.count + 7) / 8)
    for (row, value) in values.enumerated() where value.bitPattern != Self.gap {
      bits[row >> 3] |= 1 << UInt8(row & 7)
    }
    return bits
  }

  /// Reads the column of `count` runs.
  init(_ count: Int, from reader: inout ByteReader) throws(MalformedBytes) {
    values = [Double](repeating: Self.value(nil), count: count)
    let tag = try reader.byte()
    guard tag != Self.missing else { return }
    let present = tag & Self.hasGaps == 0 ? nil : try reader.bytes((count + 7) / 8)
    func isThere(_ row: Int) -> Bool {
      present.map { $0[row >> 3] >> UInt8(row & 7) & 1 == 1 } ?? true
    }
    switch tag & ~Self.hasGaps {
    case Self.constant:
      let value = Double(bitPattern: try reader.word())
      for row in 0..<count where isThere(row) { values[row] = value }
    case Self.wholes:
      let base = try reader.varint()
      for row in 0..<count where isThere(row) {
        let (value, overflow) = base.addingReportingOverflow(try reader.varint())
        guard !overflow, value < 1 << 53 else { throw MalformedBytes("a number is too large") }
        values[row] = Double(value)
      }
    case Self.reals:
      for row in 0..<count where isThere(row) {
        values[row] = Double(bitPattern: try reader.word())
      }
    default: throw MalformedBytes("a column has an unknown form")
    }
  }
}
