extension LeastSquares {
  /// The best parameters of a curve that is linear in them (`GSL.linear`).
  ///
  /// - Throws: `GSLError` if memory is short.
  func solveLinear(parameterCount q: Int) throws(GSLError) -> Solution {
    var slope = [Double](repeating: 0, count: q)
    let origin = slope
    let rows = x.map { place in
      gradient(place, origin, &slope)
      return slope
    }
    let found = try GSL.linear(
      rows, y, weights: weights ?? [Double](repeating: 1, count: x.count))
    return solution(found.coefficients, inverse: found.inverse, code: found.code)
  }
}
