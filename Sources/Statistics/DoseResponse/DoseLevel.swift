import Glibc

/// The responses of all runs at one dose, 0 or 1 or a share each.
package struct DoseLevel: Hashable, Sendable {
  package let dose: Double
  package private(set) var runs = 0.0
  /// Sum of the responses: the number that responded, where they are 0 or 1.
  package private(set) var responded = 0.0
  /// Sum of squared deviations from the mean of the level.
  private(set) var squares = 0.0
  /// Sum of y ln y + (1 - y) ln(1 - y): 0 where all are 0 or 1.
  private(set) var entropy = 0.0

  package init(dose: Double) { self.dose = dose }

  /// - Parameters:
  ///   - dose: any finite number.
  ///   - responded: at most `runs`.
  ///   - runs: 1 or more.
  package init(dose: Double, responded: Double, of runs: Double) {
    self.init(dose: dose)
    self.runs = runs
    self.responded = responded
    squares = responded * (runs - responded) / runs
  }

  /// Adds a run.
  ///
  /// - Parameter response: in 0...1.
  package mutating func add(_ response: Double) {
    let before = mean
    runs += 1
    responded += response
    if runs > 1 { squares += (response - before) * (response - mean) }
    entropy += Self.timesLog(response) + Self.timesLog(1 - response)
  }

  /// Adds the runs of a level of the same dose.
  package mutating func add(_ other: DoseLevel) {
    let apart = runs > 0 && other.runs > 0 ? mean - other.mean : 0
    squares += other.squares + apart * apart * runs * other.runs / max(1, runs + other.runs)
    runs += other.runs
    responded += other.responded
    entropy += other.entropy
  }

  package var mean: Double { responded / runs }
  /// What did not respond.
  var rest: Double { runs - responded }

  /// Twice the log-likelihood of a mean of its own, for binomial counts.
  var saturated: Double {
    2 * (Self.timesLog(responded) + Self.timesLog(rest) - Self.timesLog(runs))
  }

  /// y ln y, which is 0 at 0.
  static func timesLog(_ y: Double) -> Double { y > 0 ? y * log(y) : 0 }
}

/// What a curve is fitted to: the levels of one combination of the other factors.
package struct DoseData: Sendable {
  package enum Kind: Sendable {
    /// Each run responded or did not: binomial counts.
    case events
    /// Each run has a share: quasi-binomial, with the runs' own scatter as dispersion.
    case shares
  }

  package let kind: Kind
  /// By dose, each once, with one run or more.
  package let levels: [DoseLevel]
  /// How the doses are correlated; nil where their runs are independent.
  let correlation: MeanCorrelation?

  /// - Parameters:
  ///   - levels: in any order; those of one dose are taken together.
  ///   - correlation: of the same levels in the same order.
  package init(_ kind: Kind, _ levels: [DoseLevel], correlation: DoseCorrelation? = nil) {
    precondition(correlation == nil || correlation?.count == levels.count)
    self.kind = kind
    let order = levels.indices.filter { levels[$0].runs > 0 }
      .sorted { (levels[$0].dose, $0) < (levels[$1].dose, $1) }
    var together: [DoseLevel] = []
    var places: [Int] = []
    for place in order {
      guard together.last?.dose == levels[place].dose else {
        together.append(levels[place])
        places.append(place)
        continue
      }
      // With the same random numbers the same runs again.
      if correlation == nil { together[together.count - 1].add(levels[place]) }
    }
    self.levels = together
    self.correlation = correlation?.of(places)
  }

  package var runs: Double { levels.reduce(0) { $0 + $1.runs } }
}
