import Glibc

/// How the mean responses of doses are correlated whose runs share their random numbers.
///
/// Replicate r of every dose has the same draws then, so that the means of two doses are correlated:
/// by the correlation of their replicates. Taken for independent, the doses of a study would seem to
/// tell far more about where the curve lies than they do. Source: docs/dose-response.md, "Common
/// random numbers".
package struct DoseCorrelation: Sendable {
  package let count: Int
  /// Of replicates that both doses of a pair have; by row, the diagonal left out of use.
  private var pairs: [Sums]
  /// Subtracted from the values of a dose, so that a small scatter keeps its digits.
  private var origins: [Double]
  private var runs: [Double]

  private struct Sums {
    var shared = 0.0
    var x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0
  }

  package init(count: Int) {
    self.count = count
    pairs = [Sums](repeating: Sums(), count: count * count)
    origins = [Double](repeating: .nan, count: count)
    runs = [Double](repeating: 0, count: count)
  }

  /// Adds some replicates.
  ///
  /// - Parameter values: by dose, then by replicate, all of one length; NaN: there is none.
  package mutating func add(_ values: [[Double]]) {
    precondition(values.count == count)
    for dose in values.indices {
      for value in values[dose] where !value.isNaN {
        runs[dose] += 1
        if origins[dose].isNaN { origins[dose] = value }
      }
    }
    for a in 0..<count {
      for b in 0..<a {
        var sums = pairs[a * count + b]
        for (one, other) in zip(values[a], values[b]) where !one.isNaN && !other.isNaN {
          let (x, y) = (one - origins[a], other - origins[b])
          sums.shared += 1
          sums.x += x
          sums.y += y
          sums.xx += x * x
          sums.yy += y * y
          sums.xy += x * y
        }
        pairs[a * count + b] = sums
      }
    }
  }

  /// Of the means of some of the doses.
  func of(_ places: [Int]) -> MeanCorrelation {
    MeanCorrelation(
      count: places.count,
      values: places.flatMap { a in places.map { ofMeans(a, $0) } },
      degreesOfFreedom: max(1, (places.map { runs[$0] }.min() ?? 0) - 1))
  }

  /// Of the means of two doses; 0 where one of them has no scatter.
  private func ofMeans(_ a: Int, _ b: Int) -> Double {
    guard a != b else { return 1 }
    let sums = pairs[max(a, b) * count + min(a, b)]
    guard sums.shared > 1 else { return 0 }
    let xx = sums.xx - sums.x * sums.x / sums.shared
    let yy = sums.yy - sums.y * sums.y / sums.shared
    guard xx > 1e-12 * sums.xx, yy > 1e-12 * sums.yy else { return 0 }
    let covariance = sums.xy - sums.x * sums.y / sums.shared
    return covariance / (xx * yy).squareRoot() * sums.shared / (runs[a] * runs[b]).squareRoot()
  }
}

/// The correlations of the mean responses of doses.
struct MeanCorrelation {
  let count: Int
  /// Row by row.
  let values: [Double]
  /// The number of replicates behind it, less one.
  let degreesOfFreedom: Double

  /// The matrix times a vector.
  func times(_ vector: [Double]) -> [Double] {
    vector.withUnsafeBufferPointer { vector in
      (0..<count).map { row in
        var sum = 0.0
        for place in 0..<count { sum += values[row * count + place] * vector[place] }
        return sum
      }
    }
  }
}
