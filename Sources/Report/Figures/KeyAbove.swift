/// A key above all panels of a picture, in as many columns as its names leave room for.
struct KeyAbove {
  private let names: [String]
  private let rows: Int
  /// Of one row, in pixels.
  private static let rowHeight = 18

  /// - Parameter further: entries besides the names, which are no longer than they are.
  init(_ names: [String], further: Int = 0) {
    self.names = names
    let longest = names.map(\.count).max() ?? 0
    let columns = max(1, Int(880 / (Double(longest) * 7 + 62)))
    rows = (names.count + further + columns - 1) / columns
  }

  /// Pixels that the key needs above the panels.
  var height: Int { names.isEmpty ? 0 : 10 + Self.rowHeight * rows }

  var setting: GnuplotScript {
    "set key at screen 0.08, screen 0.99 left top Left reverse samplen 3 font small maxrows \(rows)"
  }

  /// Entries for the plot of the first panel.
  ///
  /// - Parameter areDots: whether the panels have dots and no lines.
  func entries(areDots: Bool = false) -> [GnuplotScript] {
    names.enumerated().map { index, name in
      let sign: GnuplotScript =
        areDots
        ? "points pt 7 ps 0.6 lc rgb \(Palette.color(index))" : "lines \(Palette.line(index))"
      return "keyentry with \(sign) title \(text: name)"
    }
  }
}
