import PlainText
import SpreadModel
import Statistics
import StudyFiles

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

  var text: String {
    var parts: [String] = []
    if let isRising = search.isRising { parts.append(isRising ? "rising" : "falling") }
    if search.isRepeated {
      parts.append(
        "the mean crosses the target more than once: this is the crossing nearest to "
          + shortNumber(design.from))
    }
    parts += remarks
    return parts.joined(separator: "; ")
  }

  private var remarks: [String] {
    let range = "from \(shortNumber(design.from)) to \(shortNumber(design.to))"
    switch search.outcome {
    case .open: return ["the search is not finished"]
    case .noCrossing(let isAbove):
      return [
        "no crossing \(range): the mean response is \(isAbove ? "above" : "below") the target at "
          + "every level tried"
      ]
    case .usedUp where search.isRising == nil:
      return [
        "no crossing found: within max_runs, no two levels \(range) were distinguished from the "
          + "target, one on each side of it"
      ]
    case .usedUp where search.estimate == nil:
      return ["max_runs used up before the crossing had an interval"]
    case .usedUp: return ["max_runs used up before the interval was narrow enough"]
    case .runFailed: return [failure?.endWords ?? "ended because a run failed"]
    case .narrowEnough: return search.estimate.flatMap { widthRemark($0) }.map { [$0] } ?? []
    }
  }

  /// Without scatter nothing lies between two levels that could tell more.
  private func widthRemark(_ estimate: ThresholdSearch.Estimate) -> String? {
    guard estimate.lower == estimate.upper else { return nil }
    return "all runs at this level have the target's value"
  }
}
