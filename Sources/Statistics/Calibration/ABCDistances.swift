/// How far simulations are from what was observed.
///
/// Each quantity is measured in units of its own scatter among simulations; the distance is the root of
/// the mean square over quantities and replicates. Replicates have no order: their sorted values are
/// compared, so that 0 means the same values in any order.
struct ABCDistances: Sendable {
  private let quantities: Int
  private let replicates: Int
  /// Observed values, quantity by quantity, each sorted.
  private let observed: [Double]
  /// Of all draws, one after the other, as `observed`; NaN where there is no value.
  private var simulated: [Double] = []
  /// By quantity: the scatter its distances are measured in.
  private(set) var scales: [Double]

  init(observed: [[Double]]) {
    quantities = observed.count
    replicates = observed.first?.count ?? 0
    self.observed = observed.flatMap { $0.sorted() }
    scales = observed.map { _ in 1 }
  }

  private var width: Int { quantities * replicates }
  /// Number of draws.
  var count: Int { width == 0 ? 0 : simulated.count / width }

  mutating func add(_ outcomes: [[[Double?]]]) {
    for outcome in outcomes {
      for values in outcome {
        let known = values.compactMap { $0 }.sorted()
        simulated += known
        simulated += [Double](repeating: .nan, count: values.count - known.count)
      }
    }
  }

  /// The values of a quantity in a draw, sorted; fewer than replicates where some have none.
  func values(of quantity: Int, in draw: Int) -> [Double] {
    let first = draw * width + quantity * replicates
    return simulated[first..<first + replicates].filter { !$0.isNaN }
  }

  /// Measures from now on in the scatter among these draws: the mean absolute deviation from the
  /// median. A quantity that does not scatter keeps its unit.
  ///
  /// Source: Prangle (2017), doi:10.1214/16-BA1002, whose median of deviations is 0 where most
  /// simulations agree.
  mutating func rescale(to draws: Range<Int>) {
    for quantity in 0..<quantities {
      let values = draws.flatMap { self.values(of: quantity, in: $0) }.sorted()
      guard !values.isEmpty else { continue }
      let (low, high) = (values[(values.count - 1) / 2], values[values.count / 2])
      let median = (low + high) / 2
      let deviation = values.reduce(0) { $0 + abs($1 - median) } / Double(values.count)
      if deviation > 0 { scales[quantity] = deviation }
    }
  }

  /// The distances of all draws; infinite where a simulation lacks a value.
  func all() -> [Double] {
    (0..<count).map { draw in
      var sum = 0.0
      var index = 0
      for scale in scales {
        for _ in 0..<replicates {
          let difference = (simulated[draw * width + index] - observed[index]) / scale
          sum += difference * difference
          index += 1
        }
      }
      return sum.isNaN ? .infinity : (sum / Double(width)).squareRoot()
    }
  }
}
