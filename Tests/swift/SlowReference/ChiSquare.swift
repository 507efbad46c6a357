internal import Foundation

/// Chi-square tests of counted outcomes.
package enum ChiSquare {
  /// Cells with fewer expected counts are joined: at the small levels of our families the
  /// asymptotic tail needs more than the usual 5.
  private static let leastExpected = 20.0

  /// P-value of observed counts against probabilities; 1 if only one cell is left.
  ///
  /// - Parameter probabilities: of all outcomes; they add up to 1.
  package static func pValue(observed: [Int], probabilities: [Double]) -> Double {
    let total = Double(observed.reduce(0, +))
    var cells: [(observed: Double, expected: Double)] = []
    var rest = (observed: 0.0, expected: 0.0)
    for (count, probability) in zip(observed, probabilities) {
      if probability * total >= leastExpected {
        cells.append((Double(count), probability * total))
      } else {
        rest.observed += Double(count)
        rest.expected += probability * total
      }
    }
    if rest.expected >= leastExpected {
      cells.append(rest)
    } else if let smallest = cells.indices.min(by: { cells[$0].expected < cells[$1].expected }) {
      cells[smallest].observed += rest.observed
      cells[smallest].expected += rest.expected
    }
    if cells.count < 2 { return 1 }
    let statistic = cells.reduce(0) {
      $0 + ($1.observed - $1.expected) * ($1.observed - $1.expected) / $1.expected
    }
    return upperTail(statistic, degreesOfFreedom: cells.count - 1)
  }

  /// P-value of two samples of counted outcomes having one distribution.
  package static func pValue(_ first: [Int: Int], _ second: [Int: Int]) -> Double {
    let firstTotal = Double(first.values.reduce(0, +))
    let secondTotal = Double(second.values.reduce(0, +))
    var cells: [(first: Double, second: Double)] = []
    var open = (first: 0.0, second: 0.0)
    for outcome in Set(first.keys).union(second.keys).sorted() {
      open.first += Double(first[outcome] ?? 0)
      open.second += Double(second[outcome] ?? 0)
      if open.first + open.second >= 2 * leastExpected {
        cells.append(open)
        open = (0, 0)
      }
    }
    if let last = cells.popLast() {
      cells.append((last.first + open.first, last.second + open.second))
    }
    if cells.count < 2 { return 1 }
    let statistic = cells.reduce(0) { sum, cell in
      let scaled =
        cell.first * (secondTotal / firstTotal).squareRoot()
        - cell.second * (firstTotal / secondTotal).squareRoot()
      return sum + scaled * scaled / (cell.first + cell.second)
    }
    return upperTail(statistic, degreesOfFreedom: cells.count - 1)
  }

  /// P(chi-square with these degrees of freedom >= statistic): the regularized incomplete
  /// gamma function Q(df / 2, statistic / 2).
  ///
  /// Source: Abramowitz & Stegun, 6.5.29 (series) and 6.5.31 (continued fraction, by Lentz).
  package static func upperTail(_ statistic: Double, degreesOfFreedom: Int) -> Double {
    let (a, x) = (Double(degreesOfFreedom) / 2, statistic / 2)
    if x <= 0 { return 1 }
    let scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1 {
      var term = 1 / a
      var sum = term
      var n = a
      while term > sum * 1e-16 {
        n += 1
        term *= x / n
        sum += term
      }
      return max(0, 1 - scale * sum)
    }
    var b = x + 1 - a
    var c = 1e300
    var d = 1 / b
    var fraction = d
    for i in 1..<10_000 {
      let an = -Double(i) * (Double(i) - a)
      b += 2
      d = 1 / (an * d + b)
      c = b + an / c
      fraction *= d * c
      if abs(d * c - 1) < 1e-15 { break }
    }
    return scale * fraction
  }
}
