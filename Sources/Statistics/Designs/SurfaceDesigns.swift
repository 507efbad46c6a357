/// Designs for response surfaces: a few levels of each factor, from 0 to 1 with 0.5 as the center.
///
/// Each point comes once; replicates repeat all of them alike, the center too.
package enum SurfaceDesigns {
  /// Points of a central composite design: all combinations of two levels (the last factor varies
  /// fastest), each factor at its ends with the others at the center, the center.
  ///
  /// - Parameter reach: how far the combinations lie from the center, 0...1: 1 is face-centered.
  /// Source: Box and Wilson (1951), doi:10.1111/j.2517-6161.1951.tb00067.x.
  package static func centralComposite(factors count: Int, reach: Double) -> [[Double]] {
    let corners = (0..<1 << count).map { corner in
      (0..<count).map { factor in
        let isHigh = corner >> (count - 1 - factor) & 1 == 1
        return 0.5 + (isHigh ? reach : -reach) / 2
      }
    }
    var axes: [[Double]] = []
    for factor in 0..<count {
      for end in [0.0, 1] { axes.append((0..<count).map { $0 == factor ? end : 0.5 }) }
    }
    return corners + axes + [center(count)]
  }

  /// The reach with which the error of predictions depends on the distance from the center alone:
  /// corners at 1, axes at the fourth root of their number.
  package static func rotatableReach(factors count: Int) -> Double {
    1 / Double(1 << count).squareRoot().squareRoot()
  }

  /// Numbers of factors of which there is a Box-Behnken design here.
  package static let boxBehnkenFactors = 3...7

  /// Points of a Box-Behnken design: blocks of two or three factors at all combinations of their
  /// ends with the others at the center, then the center.
  ///
  /// - Precondition: `count` is one of `boxBehnkenFactors`.
  /// Source: Box and Behnken (1960), doi:10.1080/00401706.1960.10489912, table 4.
  package static func boxBehnken(factors count: Int) -> [[Double]] {
    precondition(boxBehnkenFactors.contains(count))
    return blocks(count).flatMap { block in
      (0..<1 << block.count).map { corner in
        var point = center(count)
        for (place, factor) in block.enumerated() {
          point[factor] = corner >> (block.count - 1 - place) & 1 == 1 ? 1 : 0
        }
        return point
      }
    } + [center(count)]
  }

  /// Up to five factors all pairs; above, triples in which each factor comes three times.
  private static func blocks(_ count: Int) -> [[Int]] {
    switch count {
    case 6: [[0, 1, 3], [1, 2, 4], [2, 3, 5], [0, 3, 4], [1, 4, 5], [0, 2, 5]]
    case 7: [[3, 4, 5], [0, 5, 6], [1, 4, 6], [0, 1, 3], [2, 3, 6], [0, 2, 4], [1, 2, 5]]
    default: (0..<count).flatMap { first in (first + 1..<count).map { [first, $0] } }
    }
  }

  private static func center(_ count: Int) -> [Double] { [Double](repeating: 0.5, count: count) }
}
