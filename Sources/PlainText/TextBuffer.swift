/// Text on its way to a file, number by number, handed on in pieces.
///
/// Not `Sendable`: one owner.
package final class TextBuffer {
  private let buffer: UnsafeMutablePointer<UInt8>
  private var used = 0
  private let capacity: Int
  private let handOn: (UnsafeBufferPointer<UInt8>) -> Void

  /// - Parameters:
  ///   - capacity: most bytes of a piece.
  ///   - handOn: takes the next piece, which is gone when it returns.
  package init(capacity: Int, handOn: @escaping (UnsafeBufferPointer<UInt8>) -> Void) {
    self.capacity = max(capacity, 2 * IntegerDigits.mostCharacters)
    self.handOn = handOn
    buffer = .allocate(capacity: self.capacity)
  }

  deinit { buffer.deallocate() }

  package func write(byte: UInt8) {
    reserve(1)
    buffer[used] = byte
    used += 1
  }

  /// Decimal digits, with `-` where negative.
  package func write(integer: Int) {
    reserve(IntegerDigits.mostCharacters)
    used += IntegerDigits.write(integer, to: buffer + used)
  }

  /// As `realText`.
  package func write(real: Double) {
    // Most real numbers of a study are small whole ones; their text is digits and ".0".
    let whole = real.magnitude < 0x1p53 ? Int(real) : 0
    if Double(whole).bitPattern == real.bitPattern {
      reserve(IntegerDigits.mostCharacters + 2)
      used += IntegerDigits.write(whole, to: buffer + used)
      buffer[used] = UInt8(ascii: ".")
      buffer[used + 1] = UInt8(ascii: "0")
      used += 2
    } else {
      reserve(RealDigits.mostCharacters)
      used += RealDigits.write(real, to: buffer + used)
    }
  }

  /// Numbers as cells of a row, a comma before each; one that is not finite leaves its cell empty.
  ///
  /// - Parameter areReal: by number: whether it is written as `realText`, or is a whole one.
  package func write(cells: UnsafeBufferPointer<Double>, areReal: [Bool]) {
    let areReal = areReal.span
    for (place, cell) in cells.enumerated() {
      write(byte: UInt8(ascii: ","))
      guard cell.isFinite else { continue }
      if areReal[place] { write(real: cell) } else { write(integer: Int(cell)) }
    }
  }

  package func write(text: StaticString) {
    text.withUTF8Buffer { write($0) }
  }

  package func write(text: String) {
    var text = text
    text.withUTF8 { write($0) }
  }

  package func write(bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { write($0) }
  }

  package func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      if used == capacity { flush() }
      let count = min(bytes.count - done, capacity - used)
      (buffer + used).update(from: start + done, count: count)
      used += count
      done += count
    }
  }

  /// Hands on what is there, even an empty piece.
  package func flush() {
    handOn(UnsafeBufferPointer(start: buffer, count: used))
    used = 0
  }

  private func reserve(_ count: Int) {
    if used + count > capacity { flush() }
  }
}
