import PlainText
import SpreadModel
import Statistics
import StudyFiles
import Tables

/// How a threshold search ended.
enum ThresholdStatus: String, RowStatus {
  case runFailed = "run_failed"
  case unfinished
  case alwaysAbove = "always_above"
  case alwaysBelow = "always_below"
  case noBracket = "no_bracket"
  case maxRuns = "max_runs"
  case severalCrossings = "several_crossings"
  case rising, falling

  var meaning: String {
    switch self {
    case .runFailed: "a run failed, which ended the search"
    case .unfinished: "the search goes on"
    case .alwaysAbove: "no crossing: the mean is above the target at every level tried"
    case .alwaysBelow: "no crossing: the mean is below the target at every level tried"
    case .noBracket: "max_runs was reached before there were levels on both sides of the target"
    case .maxRuns: "max_runs was reached before the interval was narrow enough"
    case .severalCrossings:
      "the mean crosses the target more than once; this crossing is the nearest to from"
    case .rising: "found; the mean rises through the target"
    case .falling: "found; the mean falls through the target"
    }
  }
}

/// What the numbers of a threshold search do not say.
struct ThresholdWords {
  private let design: ThresholdDesign
  private let search: ThresholdSearch
  private let failure: FailedRun?

  /// - Parameter failure: the run that ended the search.
  init(_ design: ThresholdDesign, _ search: ThresholdSearch, failure: FailedRun?) {
    self.design = design
    self.search = search
    self.failure = failure
  }

  var remarks: [Remark<ThresholdStatus>] {
    var parts: [Remark<ThresholdStatus>] = []
    if let direction { parts.append(Remark(direction, direction.rawValue)) }
    if search.isRepeated {
      parts.append(
        Remark(
          .severalCrossings,
          "the mean crosses the target more than once: this is the crossing nearest to "
            + shortNumber(design.from)))
    }
    return parts + [end].compactMap(\.self)
  }

  private var direction: ThresholdStatus? { search.isRising.map { $0 ? .rising : .falling } }

  private var end: Remark<ThresholdStatus>? {
    let range = "from \(shortNumber(design.from)) to \(shortNumber(design.to))"
    switch search.outcome {
    case .open: return Remark(.unfinished, "the search is not finished")
    case .noCrossing(let isAbove):
      return Remark(
        isAbove ? .alwaysAbove : .alwaysBelow,
        "no crossing \(range): the mean response is \(isAbove ? "above" : "below") the target at "
          + "every level tried")
    case .usedUp where search.isRising == nil:
      return Remark(
        .noBracket,
        "no crossing found: within max_runs, no two levels \(range) were distinguished from the "
          + "target, one on each side of it")
    case .usedUp:
      return Remark(
        .maxRuns,
        search.estimate == nil
          ? "max_runs used up before the crossing had an interval"
          : "max_runs used up before the interval was narrow enough")
    case .runFailed: return Remark(.runFailed, failure?.endWords ?? "ended because a run failed")
    case .narrowEnough: return search.estimate.flatMap { widthRemark($0) }
    }
  }

  /// Without scatter nothing lies between two levels that could tell more.
  private func widthRemark(_ estimate: ThresholdSearch.Estimate) -> Remark<ThresholdStatus>? {
    guard estimate.lower == estimate.upper, let direction else { return nil }
    return Remark(direction, "all runs at this level have the target's value")
  }
}
