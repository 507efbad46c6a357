/// Points of a curve, those at equal x together: memory grows with the different x.
package struct RepeatedPoints: Sendable {
  package struct Place: Sendable {
    package let x: Double
    package fileprivate(set) var values = WeightedMoments()
  }

  /// In the order in which they came.
  package private(set) var places: [Place] = []
  let isWeighted: Bool
  private var number: [Double: Int] = [:]
  private var count = 0
  /// Whether a weight was none: not above 0, or not finite.
  private(set) var hasWrongWeight = false

  package init(isWeighted: Bool) { self.isWeighted = isWeighted }

  package mutating func add(_ x: Double, _ y: Double, weight: Double = 1) {
    let place = number[x] ?? places.count
    if place == places.count {
      number[x] = place
      places.append(Place(x: x))
    }
    count += 1
    guard weight > 0, weight.isFinite else {
      hasWrongWeight = true
      return
    }
    places[place].values.add(y, weight: weight)
  }

  /// Nil where no x has two points.
  var repeats: LeastSquares.Repeats? {
    guard count > places.count else { return nil }
    return LeastSquares.Repeats(
      count: count, squares: places.reduce(0) { $0 + $1.values.squares },
      logWeights: isWeighted ? places.reduce(0) { $0 + $1.values.logWeights } : 0)
  }
}
