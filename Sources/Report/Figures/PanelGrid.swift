/// Panels of one picture in rows and columns: where they stand, and which of them are at an edge.
struct PanelGrid {
  let count, columns: Int
  /// Pixels of a panel, between two rows for titles and tic labels, and above the first row.
  private let panel, gap, top: Int
  /// Pixels that are neither of panels nor between them, and those of them below the last row.
  private let outer, bottom: Int
  /// Between two columns, and where the first begins and the last ends, as shares of the width.
  private let spacing, left, right: Double

  /// - Parameter columns: at most.
  init(
    _ count: Int, columns: Int, panel: Int, gap: Int = 60, top: Int = 16, outer: Int = 70,
    bottom: Int = 52, spacing: Double = 0.07, left: Double = 0.08, right: Double = 0.985
  ) {
    (self.count, self.columns) = (count, max(1, min(columns, count)))
    (self.panel, self.gap, self.top, self.outer) = (panel, gap, top, outer)
    self.bottom = bottom
    (self.spacing, self.left, self.right) = (spacing, left, right)
  }

  /// As few columns as the rows leave, so that the last row is not much shorter than the others.
  static func balanced(_ count: Int, most: Int) -> Int {
    let rows = (count + most - 1) / max(1, most)
    return rows == 0 ? 1 : (count + rows - 1) / rows
  }

  private var rows: Int { (count + columns - 1) / columns }
  var height: Int { outer + panel * rows + gap * (rows - 1) }

  func isLeft(_ index: Int) -> Bool { index % columns == 0 }
  /// Whether a label of the vertical axis stands beside a panel: in the middle row alone, where each would touch the next.
  func isLabeled(_ index: Int, _ label: String) -> Bool {
    isLeft(index) && (7 * label.count < panel + gap || index / columns == rows / 2)
  }
  /// Whether no panel is below.
  func isBottom(_ index: Int) -> Bool { index + columns >= count }

  /// Settings of all panels, then the commands of each.
  func script(
    _ settings: [GnuplotScript], panel: (Int) -> [GnuplotScript]
  ) -> GnuplotScript {
    ([multiplot] + settings + (0..<count).flatMap(panel) + ["unset multiplot"])
      .joined(separator: "\n")
  }

  /// Outer space is the same for any number of rows.
  private var multiplot: GnuplotScript {
    func rounded(_ share: Double) -> Double { (share * 1e4).rounded() / 1e4 }
    func share(_ pixels: Int) -> Double { rounded(Double(pixels) / Double(height)) }
    return "set multiplot layout \(rows),\(columns) margins \(rounded(left)),\(rounded(right)),"
      + "\(share(bottom)),\(share(height - top)) spacing \(rounded(spacing)),\(share(gap))"
  }
}
