/// Named rows, one below the other, over an axis that they share.
enum BarRows {
  static func height(_ rows: Int) -> Int { 70 + 26 * rows }

  /// The number of a row on the axis of names: the first one is on top.
  static func number(_ index: Int, of rows: Int) -> String { String(rows - index) }

  /// A bar from `ci_low` to `ci_high` in each row.
  ///
  /// - Parameter scale: how many times as large numbers are drawn.
  static func intervals(scale: Int = 1) -> GnuplotScript {
    "data using (\(scale) * column('ci_low')):'row':(\(scale) * (column('ci_high') - column('ci_low'))):(0) "
      + "with vectors nohead lw 2.5 lc rgb navy"
  }

  /// From the least number to the greatest, with a little room.
  static func range(_ numbers: [Double], scale: Int = 1) -> GnuplotScript {
    let (low, high) = (numbers.min() ?? 0, numbers.max() ?? 1)
    let room = max(0.05 * (high - low), 1e-9)
    return "\(Double(scale) * (low - room)):\(Double(scale) * (high + room))"
  }

  /// - Parameters:
  ///   - axis: what the numbers are.
  ///   - range: of the numbers.
  ///   - mark: where a line crosses all rows, if one does, and its dashes.
  static func script(
    _ names: [String], axis: GnuplotScript, range: GnuplotScript, mark: Double?,
    dashes: GnuplotScript = " dt 2", settings: [GnuplotScript] = [], _ plots: [GnuplotScript]
  ) -> GnuplotScript {
    let tics = names.enumerated()
      .map { "\(tic: $1) \(names.count - $0)" as GnuplotScript }
    let left = names.map { Figure.width(of: $0, pixels: 6.5) }.max() ?? 0
    return
      ([
        "set lmargin at screen \(min(0.6, max(left, 0.08))); set bmargin 3.5; set tmargin 0.5",
        "set border 1; set grid noy x",
        "set xrange [\(range)]; set yrange [0.4:\(names.count).6]",
        "set ytics scale 0 (\(tics.joined(separator: ", ")))",
        "set xlabel \(axis) offset 0,0.3",
        mark.map {
          "set arrow 1 from \($0), graph 0 to \($0), graph 1 nohead lc rgb 'black'\(dashes)"
        }
          ?? "",
      ] + settings + [.plot(plots)]).joined(separator: "\n")
  }
}
