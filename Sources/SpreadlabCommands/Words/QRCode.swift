internal import CQRCodegen

/// A text as a QR code (ISO/IEC 18004; by qrcodegen), drawn in characters, each of two modules one
/// above the other.
struct QRCode {
  /// Light modules that readers ask for on every side.
  private static let margin: Int32 = 4

  /// Whether a module is dark, by row; the margin included.
  private let rows: [[Bool]]

  /// Columns of a terminal that it takes.
  var width: Int { rows.count }

  /// Nil for texts longer than a code can hold (2,953 bytes).
  init?(_ text: String) {
    var space = [UInt8](repeating: 0, count: Int(cqrcodegen_buffer_size))
    var code = space
    // The fewer modules the larger each is; a terminal loses none.
    guard
      qrcodegen_encodeText(
        text, &space, &code, qrcodegen_Ecc_LOW, qrcodegen_VERSION_MIN, qrcodegen_VERSION_MAX,
        qrcodegen_Mask_AUTO, true)
    else { return nil }
    let range = -Self.margin..<qrcodegen_getSize(code) + Self.margin
    // Outside of the code its modules are light.
    rows = range.map { y in range.map { x in qrcodegen_getModule(code, x, y) } }
  }

  /// - Parameter colored: dark on light whatever the terminal's colors: 16 and 231 of its 256, which no
  ///   theme changes. Otherwise light modules have the color of text, which suits dark terminals.
  func lines(colored: Bool) -> [String] {
    stride(from: 0, to: rows.count, by: 2).map { y in
      let below = y + 1 < rows.count ? rows[y + 1] : rows[0]
      let characters = zip(rows[y], below).map { top, bottom in
        switch (top == colored, bottom == colored) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
      return colored ? "\u{1B}[38;5;16;48;5;231m\(characters)\u{1B}[0m" : characters
    }
  }
}
