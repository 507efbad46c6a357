import Glibc
import KeyedRandom

/// What a generation of draws comes from: the prior, or normal distributions around earlier draws.
///
/// Draws are shares: positions in the unit cube of as many dimensions as there are parameters, where the
/// prior is uniform.
package struct DrawProposal: Sendable {
  /// Nil for the prior.
  fileprivate let kernel: Kernel?
  private let dimension: Int

  fileprivate struct Kernel: Sendable {
    /// The draws around which new ones are made, and the sums of their weights, the last one 1.
    var centers: [[Double]]
    var sums: [Double]
    /// The lower triangle whose product with its transpose is the covariance.
    var factor: [[Double]]
    /// The centers in units of the factor, one after the other.
    var scaled: [Double]
    /// 1 / ((2 pi)^(d/2) |factor|).
    var height: Double
  }

  /// The prior.
  package init(priorOf dimension: Int) {
    self.dimension = dimension
    kernel = nil
  }

  /// Normal distributions around draws, with twice their weighted covariance.
  ///
  /// Source: Beaumont, Cornuet, Marin, Robert (2009), doi:10.1093/biomet/asp052; for several
  /// parameters Filippi, Barnes, Cornebise, Stumpf (2013), doi:10.1515/sagmb-2012-0069.
  /// - Precondition: at least one center, weights above 0.
  package init(around centers: [[Double]], weights: [Double]) {
    dimension = centers[0].count
    let sum = weights.reduce(0, +)
    let shares = weights.map { $0 / sum }
    let factor = Self.choleskyFactor(of: Self.covariance(centers, shares))
    var sums: [Double] = []
    var total = 0.0
    for share in shares {
      total += share
      sums.append(total)
    }
    let volume = factor.indices.reduce(1.0) { $0 * factor[$1][$1] }
    let height =
      1 / (volume * Double(sign: .plus, exponent: dimension, significand: 1).squareRoot())
    kernel = Kernel(
      centers: centers, sums: sums, factor: factor,
      scaled: centers.flatMap { Self.scaled($0, by: factor) },
      height: height
        / (0..<dimension).reduce(1.0) { product, _ in product * Double.pi.squareRoot() })
  }

  /// The draw that belongs to a key, and how many had to be made until one lay in the cube.
  package func draw(key: UInt64) -> (shares: [Double], attempts: Int) {
    var stream = RandomStream(key: key)
    guard let kernel else { return ((0..<dimension).map { _ in stream.unit() }, 1) }
    var attempts = 0
    while true {
      attempts += 1
      let place = kernel.place(of: stream.unit())
      let steps = (0..<dimension).map { _ in normalQuantile(stream.unit()) }
      let shares = (0..<dimension).map { row in
        let step = (0...row).reduce(0.0) { $0 + kernel.factor[row][$1] * steps[$1] }
        return withoutLastDigits(kernel.centers[place][row] + step)
      }
      if shares.allSatisfy({ $0 >= 0 && $0 < 1 }) { return (shares, attempts) }
    }
  }

  /// The density of one attempt at a position in the cube.
  package func density(at shares: [Double]) -> Double {
    guard let kernel else { return 1 }
    let place = Self.scaled(shares, by: kernel.factor)
    var (sum, below, index) = (0.0, 0.0, 0)
    kernel.scaled.withUnsafeBufferPointer { centers in
      for next in kernel.sums {
        var square = 0.0
        for coordinate in place {
          let distance = coordinate - centers[index]
          square += distance * distance
          index += 1
        }
        // Beyond 12 standard deviations nothing is left.
        if square < 144 { sum += (next - below) * exp(-0.5 * square) }
        below = next
      }
    }
    return sum * kernel.height
  }

  /// Twice the weighted covariance; variances are kept above 0, so that equal draws do not end the
  /// search.
  private static func covariance(_ centers: [[Double]], _ shares: [Double]) -> [[Double]] {
    let dimension = centers[0].count
    let means = (0..<dimension).map { column in
      zip(centers, shares).reduce(0.0) { $0 + $1.0[column] * $1.1 }
    }
    var matrix = [[Double]](
      repeating: [Double](repeating: 0, count: dimension), count: dimension)
    for (center, share) in zip(centers, shares) {
      for row in 0..<dimension {
        for column in 0...row {
          matrix[row][column] +=
            2 * share * (center[row] - means[row]) * (center[column] - means[column])
        }
      }
    }
    for row in 0..<dimension { matrix[row][row] = matrix[row][row] * (1 + 1e-9) + 1e-12 }
    return matrix
  }

  private static func choleskyFactor(of matrix: [[Double]]) -> [[Double]] {
    var factor = matrix.map { $0.map { _ in 0.0 } }
    for row in matrix.indices {
      for column in 0...row {
        let known = (0..<column).reduce(0.0) { $0 + factor[row][$1] * factor[column][$1] }
        let rest = matrix[row][column] - known
        factor[row][column] =
          row == column ? max(rest, 1e-14).squareRoot() : rest / factor[column][column]
      }
    }
    return factor
  }

  /// A position in units of the factor: what a forward substitution gives.
  private static func scaled(_ place: [Double], by factor: [[Double]]) -> [Double] {
    var result: [Double] = []
    for (row, line) in factor.enumerated() {
      let known = result.indices.reduce(0.0) { $0 + line[$1] * result[$1] }
      result.append((place[row] - known) / line[row])
    }
    return result
  }
}

extension DrawProposal.Kernel {
  /// The center that a uniform number picks.
  fileprivate func place(of number: Double) -> Int {
    (0..<sums.count - 1).bisected { sums[$0] > number }
  }
}

/// The number with 40 of its 53 binary digits: the others of a logarithm or a power may differ between
/// machines, and nothing may follow from them.
func withoutLastDigits(_ number: Double) -> Double {
  guard number.isFinite, number != 0 else { return number }
  let unit = number.ulp * 8192
  return (number / unit).rounded() * unit
}
