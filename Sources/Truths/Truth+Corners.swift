internal import SpreadModel

/// E5: where visiting or scanning has an order, corners differ.
extension [Truth] {
  /// Steps to all on 2 x 3 people from the corners NW, SE and NE: equal where nothing has an
  /// order, different where visiting or scanning has one.
  static var corners: [Truth] {
    let expected: [(SpreadRule.Draw, SpreadRule.Update, [Double])] = [
      (.exact, .synchronous, [6.03596, 6.03596, 6.03596]),
      (.exact, .sequential, [5.67873, 5.77700, 5.74322]),
      (.scan, .synchronous, [4.27458, 4.14445, 4.01172]),
      (.scan, .sequential, [3.99976, 4.01315, 3.85920]),
    ]
    return expected.flatMap { (draw, update, means) in
      zip([("nw", 0), ("se", 5), ("ne", 2)], means).map { (corner, mean) in
        Truth(
          "E5.\(draw.rawValue)_\(update.rawValue)_\(corner.0)",
          source: "enumerated",
          Scenario(
            .moore, .healthy, draw, update, k: 1, p: 0.5, people: 6, columns: 3, start: [corner.1]),
          runs: 40_000, .stepsToAll, .means([mean], tolerance: 5e-6))
      }
    }
  }
}
