/// One response of all finished runs of a block, in the shortest of four forms.
///
/// | form     | bytes                                        |
/// |----------|----------------------------------------------|
/// | missing  | none: all cells are empty                    |
/// | constant | 8: the value all share                       |
/// | wholes   | the smallest, then what each is above it, varints |
/// | reals    | 8 per value                                  |
///
/// Where only some cells are empty, a bit per run says which are there.
enum ResponseColumn {
  private static let missing: UInt8 = 0
  private static let constant: UInt8 = 1
  private static let wholes: UInt8 = 2
  private static let reals: UInt8 = 3
  private static let hasGaps: UInt8 = 0x80

  /// Stands for an empty cell while a block is encoded: a NaN that arithmetic never makes.
  static let gap: UInt64 = 0x7ff8_6761_7070_6564

  /// The bits of 2^53; those of smaller positive numbers are below.
  private static let largestWhole = Double(0x1p53).bitPattern

  /// Writes a column of at least one value; they are packed to the front of `values`.
  static func write(_ values: UnsafeMutableBufferPointer<Double>, to writer: inout ByteWriter) {
    // Most columns of a block are constant, and this loop is the fastest: looked at first.
    let head = values[0].bitPattern
    if head != gap, values.allSatisfy({ $0.bitPattern == head }) {
      writer.byte(constant)
      writer.word(head)
      return
    }
    var isWhole = true
    var isConstant = true
    var gaps = 0
    var smallest = Double.infinity
    var first = gap
    for value in values {
      let bits = value.bitPattern
      if bits == gap {
        gaps += 1
        continue
      }
      if first == gap { first = bits }
      if bits != first { isConstant = false }
      // Not -0.0 (the sign bit is looked at): its bits would be lost.
      if isWhole, bits < largestWhole, Double(Int64(value)) == value {
        if value < smallest { smallest = value }
      } else {
        isWhole = false
      }
    }
    guard gaps < values.count else {
      writer.byte(missing)
      return
    }
    let form = isConstant ? constant : isWhole ? wholes : reals
    writer.byte(gaps > 0 ? form | hasGaps : form)
    var present = UnsafeBufferPointer(values)
    if gaps > 0 { present = writePresence(values, to: &writer) }
    switch form {
    case constant: writer.word(first)
    case wholes:
      writer.varint(UInt64(smallest))
      writer.wholes(present, base: UInt64(smallest))
    default: writer.reals(present)
    }
  }

  private static func writePresence(
    _ values: UnsafeMutableBufferPointer<Double>, to writer: inout ByteWriter
  ) -> UnsafeBufferPointer<Double> {
    var count = 0
    var bits: UInt8 = 0
    for (index, value) in values.enumerated() {
      if value.bitPattern != gap {
        values[count] = value
        count += 1
        bits |= 1 << UInt8(index & 7)
      }
      if index & 7 == 7 || index == values.count - 1 {
        writer.byte(bits)
        bits = 0
      }
    }
    return UnsafeBufferPointer(rebasing: values[..<count])
  }

  /// Reads the column of `count` runs.
  static func read(_ count: Int, from reader: inout ByteReader) throws(MalformedBytes) -> [Double?]
  {
    let tag = try reader.byte()
    guard tag != missing else { return Array(repeating: nil, count: count) }
    let present = tag & hasGaps == 0 ? nil : try reader.bytes((count + 7) / 8)
    func isThere(_ index: Int) -> Bool {
      present.map { $0[index >> 3] >> UInt8(index & 7) & 1 == 1 } ?? true
    }
    var values = [Double?](repeating: nil, count: count)
    switch tag & ~hasGaps {
    case constant:
      let value = Double(bitPattern: try reader.word())
      for index in 0..<count where isThere(index) { values[index] = value }
    case wholes:
      let base = try reader.varint()
      for index in 0..<count where isThere(index) {
        let (value, overflow) = base.addingReportingOverflow(try reader.varint())
        guard !overflow, value < 1 << 53 else { throw MalformedBytes("a number is too large") }
        values[index] = Double(value)
      }
    case reals:
      for index in 0..<count where isThere(index) {
        values[index] = Double(bitPattern: try reader.word())
      }
    default: throw MalformedBytes("a column has an unknown form")
    }
    return values
  }
}
