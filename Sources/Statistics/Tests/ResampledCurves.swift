import KeyedRandom

/// max |t| over all steps of two groups of curves, of labels permuted or signs flipped at random.
struct ResampledCurves {
  private let curves: [[Double]]
  /// Curves in the first group; the others follow.
  private let first: Int
  private let totals: [Double]
  private let totalSquares: [Double]
  /// Of the first group as it stands.
  private let firstSquares: [Double]
  private var order: [Int]
  private var one: [Double]
  private var two: [Double]
  private var stream: RandomStream

  /// - Precondition: there are curves.
  init(_ curves: [[Double]], first: Int, _ stream: RandomStream) {
    self.curves = curves
    self.first = first
    self.stream = stream
    let steps = curves[0].indices
    func squares(_ curves: some Sequence<[Double]>) -> [Double] {
      steps.map { step in curves.reduce(0) { $0 + $1[step] * $1[step] } }
    }
    totals = steps.map { step in curves.reduce(0) { $0 + $1[step] } }
    totalSquares = squares(curves)
    firstSquares = squares(curves.prefix(first))
    order = Array(curves.indices)
    (one, two) = (totals, totals)
  }

  /// The next one with labels permuted: some random curves against the others.
  mutating func nextPermutation() -> Double {
    // The first group's sums are enough; the other's follow from the totals. `two`: of squares.
    for step in one.indices { (one[step], two[step]) = (0, 0) }
    for place in 0..<first {
      order.swapAt(place, place + Int(stream.below(UInt64(order.count - place))))
      let curve = curves[order[place]]
      for step in one.indices {
        one[step] += curve[step]
        two[step] += curve[step] * curve[step]
      }
    }
    return largest { step in
      (one[step], two[step], totals[step] - one[step], totalSquares[step] - two[step])
    }
  }

  /// The next one with random signs of each curve, which are deviations from their group's mean.
  mutating func nextSigns() -> Double {
    for step in one.indices { (one[step], two[step]) = (0, 0) }
    var signs = RandomSigns()
    for (number, curve) in curves.enumerated() {
      let sign = signs.next(&stream) ? 1.0 : -1.0
      if number < first {
        for step in one.indices { one[step] += sign * curve[step] }
      } else {
        for step in two.indices { two[step] += sign * curve[step] }
      }
    }
    return largest { step in
      (one[step], firstSquares[step], two[step], totalSquares[step] - firstSquares[step])
    }
  }

  /// max |t| from each step's sum and sum of squares of both groups.
  private func largest(_ sums: (Int) -> (Double, Double, Double, Double)) -> Double {
    let (n1, n2) = (Double(first), Double(curves.count - first))
    var largest = 0.0  // of t^2
    for step in totals.indices {
      let (s1, q1, s2, q2) = sums(step)
      // The other group's squares are a difference of larger sums, and are rounded like these.
      let v1 = spread(q1, sum: s1, count: n1, within: totalSquares[step]) / (n1 - 1)
      let v2 = spread(q2, sum: s2, count: n2, within: totalSquares[step]) / (n2 - 1)
      let distance = s1 / n1 - s2 / n2
      let variance = v1 / n1 + v2 / n2
      if variance > 0 {
        largest = max(largest, distance * distance / variance)
      } else if distance * distance > 1e-18 * totalSquares[step] {
        largest = .infinity  // two different constants
      }
    }
    return largest.squareRoot()
  }
}
