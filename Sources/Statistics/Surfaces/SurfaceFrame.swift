/// Factors moved to the middle of their values and measured in half their range: numbers of the
/// order of 1, whatever the units, so that sums of products keep their digits.
struct SurfaceFrame: Sendable {
  let terms: [SurfaceTerm]
  let centers: [Double]
  /// 1 for a factor with one value.
  let scales: [Double]

  init(_ terms: [SurfaceTerm], _ points: [[Double]]) {
    self.terms = terms
    let ranges = (points.first ?? []).indices.map { place in
      let values = points.map { $0[place] }
      return (low: values.min() ?? 0, high: values.max() ?? 0)
    }
    centers = ranges.map { $0.low + ($0.high - $0.low) / 2 }
    scales = ranges.map { $0.high > $0.low ? ($0.high - $0.low) / 2 : 1 }
  }

  func place(of x: [Double]) -> [Double] {
    x.indices.map { (x[$0] - centers[$0]) / scales[$0] }
  }

  /// The values of the terms in this frame.
  func row(at x: [Double]) -> [Double] {
    let place = place(of: x)
    return terms.map { $0.value(at: place) }
  }

  /// By term of the factors as they are: how much of each coefficient of this frame it holds.
  ///
  /// (a - c)(b - d) = ab - da - cb + cd, so each term spreads over those it is a multiple of.
  var expansion: [[Double]] {
    var matrix = terms.map { _ in [Double](repeating: 0, count: terms.count) }
    let places = Dictionary(uniqueKeysWithValues: terms.enumerated().map { ($1, $0) })
    for (column, term) in terms.enumerated() {
      var parts: [(factors: [Int], value: Double)] = [([], 1)]
      for factor in term.factors {
        parts = parts.flatMap { part in
          [
            ((part.factors + [factor]).sorted(), part.value / scales[factor]),
            (part.factors, -part.value * centers[factor] / scales[factor]),
          ]
        }
      }
      for part in parts {
        guard let row = places[SurfaceTerm(factors: part.factors)] else { continue }
        matrix[row][column] += part.value
      }
    }
    return matrix
  }
}

/// Columns that follow from those before them, and a basis of all that none of them reaches.
struct ColumnSpan {
  /// Places of the columns that add nothing.
  private(set) var dependent: [Int] = []
  private var basis: [[Double]] = []
  private let length: Int

  /// Less of a column than this share of its length, left by those before it, is rounding.
  private static let smallestShare = 1e-9

  init(rows: [[Double]]) {
    length = rows.count
    for place in (rows.first ?? []).indices where !add(rows.map { $0[place] }) {
      dependent.append(place)
    }
  }

  /// Unit vectors at right angles to each other and to all columns.
  var complement: [[Double]] {
    var whole = self
    for place in 0..<length where whole.basis.count < length {
      var unit = [Double](repeating: 0, count: length)
      unit[place] = 1
      _ = whole.add(unit)
    }
    return Array(whole.basis.dropFirst(basis.count))
  }

  /// - Returns: whether the column adds a direction.
  private mutating func add(_ column: [Double]) -> Bool {
    func norm(_ vector: [Double]) -> Double {
      vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
    let size = norm(column)
    var rest = column
    // Twice is enough: Kahan and Parlett (Parlett 1998, doi:10.1137/1.9781611971163, section 6.9).
    for _ in 0..<2 {
      for direction in basis {
        let share = zip(rest, direction).reduce(0) { $0 + $1.0 * $1.1 }
        for place in rest.indices { rest[place] -= share * direction[place] }
      }
    }
    let left = norm(rest)
    guard left > Self.smallestShare * size else { return false }
    basis.append(rest.map { $0 / left })
    return true
  }
}
