/// Where the parabola through the mean responses of three levels crosses the target, with the
/// interval of all levels whose mean response is not distinguished from it.
///
/// At a position u the parabola is sum l_i(u) m_i, with Lagrange's polynomials l_i and the means m_i;
/// its variance is sum l_i(u)^2 v_i / n_i. The interval is what lies between the nearest positions on
/// both sides of the crossing where (parabola - target)^2 exceeds t^2 times that; of a straight line
/// this is Fieller's (1954), doi:10.1111/j.2517-6161.1954.tb00159.x. `t` is Student's, with the degrees
/// of freedom of Welch and Satterthwaite at the crossing. The variance of 0 and 1 is p (1 - p) with
/// one more of each counted, so that a level where all runs are alike does not count as exact; that
/// of other responses allows for rare outbreaks that die out at once (`OutbreakSample`).
package struct CrossingFit {
  /// Where the parabola crosses the target between the outer levels; nil where it does not.
  package private(set) var crossing: Double?
  /// Ends of the interval; nil where the outer level is reached before.
  package private(set) var lower: Double?
  package private(set) var upper: Double?
  /// The parabola's slope at the crossing, or at the middle level.
  package private(set) var slope: Double
  /// Of one run at the middle level.
  package let sd: Double

  private let places: [Double]
  private let offsets: [Double]
  private let variances: [Double]

  /// Steps from the crossing to an outer level in which an end is looked for.
  private static let steps = 64

  /// - Parameters:
  ///   - places: of three levels on the scale, rising.
  ///   - seen: their runs, two or more each.
  package init(
    places: [Double], seen: [OutbreakSample], target: Double, isEvent: Bool, confidence: Double
  ) {
    self.places = places
    offsets = seen.map { ($0.mean ?? .nan) - target }
    let ofRun = seen.map { level in
      guard isEvent, let mean = level.mean else { return level.variance ?? .nan }
      let count = Double(level.count)
      let share = (mean * count + 1) / (count + 2)
      return share * (1 - share)
    }
    variances = zip(ofRun, seen).map { $0 / Double($1.count) }
    sd = ofRun[1].squareRoot()
    let (first, last) = (places[1] - places[0], places[2] - places[1])
    let (before, after) = ((offsets[1] - offsets[0]) / first, (offsets[2] - offsets[1]) / last)
    let bend = (after - before) / (first + last)
    slope = before + bend * first
    let discriminant = slope * slope - 4 * bend * offsets[1]
    guard discriminant >= 0 else { return }
    // The root nearer to the middle level, without cancellation.
    let root = discriminant.squareRoot()
    let shift = -2 * offsets[1] / (slope + (slope < 0 ? -root : root))
    guard shift.isFinite, -first <= shift, shift <= last else { return }
    crossing = places[1] + shift
    slope += 2 * bend * shift
    findEnds(confidence: confidence, runs: seen.map(\.count))
  }

  private mutating func findEnds(confidence: Double, runs: [Int]) {
    guard let crossing else { return }
    guard variances.contains(where: { $0 > 0 }) else { return takeNeighbors() }
    let parts = zip(weights(at: crossing), variances).map { $0 * $0 * $1 }
    let sum = parts.reduce(0, +)
    let freedom = sum * sum / zip(parts, runs).reduce(0) { $0 + $1.0 * $1.0 / Double($1.1 - 1) }
    let t = StudentT(degreesOfFreedom: freedom).twoSided(level: confidence)
    lower = end(from: crossing, to: places[0], bound: t * t)
    upper = end(from: crossing, to: places[2], bound: t * t)
  }

  /// Without any scatter the crossing is between two levels, and no more is known.
  private mutating func takeNeighbors() {
    guard let crossing else { return }
    let isAbove = crossing > places[1]
    lower = crossing == places[1] ? crossing : places[isAbove ? 1 : 0]
    upper = crossing == places[1] ? crossing : places[isAbove ? 2 : 1]
  }

  private func weights(at place: Double) -> [Double] {
    let (a, b, c) = (place - places[0], place - places[1], place - places[2])
    let (ab, bc, ac) = (places[1] - places[0], places[2] - places[1], places[2] - places[0])
    return [b * c / (ab * ac), -a * c / (ab * bc), a * b / (ac * bc)]
  }

  private func differs(at place: Double, bound: Double) -> Bool {
    let weights = weights(at: place)
    let offset = zip(weights, offsets).reduce(0) { $0 + $1.0 * $1.1 }
    let variance = zip(weights, variances).reduce(0) { $0 + $1.0 * $1.0 * $1.1 }
    return offset * offset > bound * variance
  }

  private func end(from crossing: Double, to edge: Double, bound: Double) -> Double? {
    var inside = crossing
    for step in 1...Self.steps {
      var outside = crossing + (edge - crossing) * Double(step) / Double(Self.steps)
      guard differs(at: outside, bound: bound) else {
        inside = outside
        continue
      }
      for _ in 0..<60 {
        let middle = (inside + outside) / 2
        if differs(at: middle, bound: bound) { outside = middle } else { inside = middle }
      }
      return (inside + outside) / 2
    }
    return nil
  }
}
