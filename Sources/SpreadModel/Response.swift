/// A scalar outcome of a run; the order is that of the columns of `runs.csv`.
///
/// Source: docs/model.md, "Responses".
package enum Response: String, CaseIterable, Sendable {
  case steps
  case finalInfected = "final_infected"
  case finalShare = "final_share"
  case stepTo10pct = "step_to_10pct"
  case stepTo50pct = "step_to_50pct"
  case stepTo90pct = "step_to_90pct"
  case stepToAll = "step_to_all"
  case reached10pct = "reached_10pct"
  case reached50pct = "reached_50pct"
  case reached90pct = "reached_90pct"
  case reachedAll = "reached_all"
  case peakNew = "peak_new"
  case peakStep = "peak_step"
  case driftX = "drift_x"
  case driftY = "drift_y"
  case anisotropy4, elongation, roundness

  package enum Kind: Sendable {
    /// A whole number that is always there.
    case count
    /// A real number; empty where undefined.
    case real
    /// First step with a share reached; empty if it was not, right-censored at `steps`.
    case time
    /// 0 or 1: whether a share was reached.
    case flag
  }

  package var kind: Kind {
    switch self {
    case .steps, .finalInfected, .peakNew, .peakStep: .count
    case .stepTo10pct, .stepTo50pct, .stepTo90pct, .stepToAll: .time
    case .reached10pct, .reached50pct, .reached90pct, .reachedAll: .flag
    case .finalShare, .driftX, .driftY, .anisotropy4, .elongation, .roundness: .real
    }
  }

  package var unit: String {
    switch self {
    case .steps, .stepTo10pct, .stepTo50pct, .stepTo90pct, .stepToAll: "steps"
    case .finalInfected: "people"
    case .peakNew: "people/step"
    case .peakStep: "step"
    case .driftX, .driftY: "cells"
    case .reached10pct, .reached50pct, .reached90pct, .reachedAll: "0/1"
    case .finalShare, .anisotropy4, .elongation, .roundness: "1"
    }
  }

  /// One sentence for data dictionaries and reports.
  package var meaning: String {
    switch self {
    case .steps: "steps simulated"
    case .finalInfected: "infected people at the end"
    case .finalShare: "infected share of the group at the end"
    case .stepTo10pct: "first step with at least 10 % of the group infected; empty if not reached"
    case .stepTo50pct: "first step with at least 50 % of the group infected; empty if not reached"
    case .stepTo90pct: "first step with at least 90 % of the group infected; empty if not reached"
    case .stepToAll: "first step with everybody infected; empty if not reached"
    case .reached10pct: "whether 10 % of the group were infected (1) or not (0)"
    case .reached50pct: "whether 50 % of the group were infected (1) or not (0)"
    case .reached90pct: "whether 90 % of the group were infected (1) or not (0)"
    case .reachedAll: "whether everybody was infected (1) or not (0)"
    case .peakNew: "largest number of people infected in one step"
    case .peakStep: "first step with the largest number of new infections; 0 if there was none"
    case .driftX:
      "mean offset to the east of infected people from the people introduced at step 0"
    case .driftY:
      "mean offset to the south of infected people from the people introduced at step 0"
    case .anisotropy4: "sum of r^2 cos 4 theta over sum of r^2; positive along the grid's axes"
    case .elongation: "root of the ratio of the eigenvalues of the infected people's covariance"
    case .roundness: "2 pi mean squared distance from the centroid over their number; 1 is a disc"
    }
  }
}

extension RunResult {
  /// The run's responses in the order of `Response.allCases`; nil is an empty cell.
  package func responses(people: Int) -> [Double?] {
    let infected = Int(curve[steps])
    // The curve never falls: the first step with a share is found by halving.
    func step(toPercent percent: Int) -> Double? {
      if 100 * infected < percent * people { return nil }
      var before = -1
      var reached = steps
      while reached - before > 1 {
        let middle = (before + reached) / 2
        if 100 * Int(curve[middle]) >= percent * people {
          reached = middle
        } else {
          before = middle
        }
      }
      return Double(reached)
    }
    var peak: UInt32 = 0
    var peakStep = 0
    curve.withUnsafeBufferPointer { curve in
      for step in 1..<max(1, curve.count) where curve[step] &- curve[step - 1] > peak {
        peak = curve[step] &- curve[step - 1]
        peakStep = step
      }
    }
    let times = (
      step(toPercent: 10), step(toPercent: 50), step(toPercent: 90), step(toPercent: 100)
    )
    func flag(_ time: Double?) -> Double { time == nil ? 0 : 1 }
    return [
      Double(steps), Double(infected), Double(infected) / Double(people),
      times.0, times.1, times.2, times.3,
      flag(times.0), flag(times.1), flag(times.2), flag(times.3),
      Double(peak), Double(peakStep),
      shape?.driftX, shape?.driftY, shape?.anisotropy4, shape?.elongation, shape?.roundness,
    ]
  }
}
