import PlainText
import ResultTables
import SpreadModel
import Statistics
import StudyFiles
import StudyFolders
import StudyRuns

extension StudyRounds {
  /// What a selection found, in sentences; empty for other designs.
  var selectionAnswer: String {
    guard case .selection(let selection)? = findings.first, let design = study.selection else {
      return ""
    }
    let runs = "\(readable(Double(selection.runs))) runs"
    switch selection.verdict {
    case nil: return ""
    case .noneFeasible:
      return "No alternative keeps all constraints (\(runs))." + closeCalls(selection)
    case .inconclusive:
      let left = selection.survivors.map(String.init)
      return """
        No alternative was selected with \(runs): \(left.count) of \(selection.rule.alternatives) may be \
        the best, points \(left.prefix(20).joined(separator: ", "))\(left.count > 20 ? ", ..." : ""). \
        selection.csv has the reason as message; a larger max_runs goes on.
        """ + closeCalls(selection)
    case .tied:
      let tied = selection.survivors.map { name($0) }.joined(separator: "; ")
      return "Tied for the best, with the same \(design.response.name) in every replicate: \(tied)."
        + closeCalls(selection)
    case .selected:
      return selected(selection, design) + " " + cost(selection, runs) + closeCalls(selection)
    }
  }

  private func selected(_ selection: Selection, _ design: SelectDesign) -> String {
    guard let best = selection.best else { return "" }
    let estimates = selection.estimates
    let mean = estimates[best].mean.map { shortNumber($0) } ?? ""
    let words = "\(name(best).capitalizedFirst) is best: mean \(design.response.name) \(mean)"
    guard let next = selection.next, let difference = estimates[next].difference else {
      return words + "."
    }
    var interval = ""
    if let low = estimates[next].low, let high = estimates[next].high {
      let ends = difference < 0 ? (-high, -low) : (low, high)
      interval = " (\(shortNumber(ends.0)) to \(shortNumber(ends.1)))"
    }
    return """
      \(words), \(shortNumber(abs(difference)))\(interval) \(design.isLargestBest ? "more" : "less") than the \
      next, \(name(next)).
      """
  }

  /// Which alternatives only just miss a constraint; empty without any.
  private func closeCalls(_ selection: Selection) -> String {
    let points = selection.closeCalls
    guard let first = points.first else { return "" }
    let rest = points.count > 1 ? " and \(plural(points.count - 1, "other alternative"))" : ""
    return """
       Infeasible by no more than the tolerance of a constraint, where runs may decide either way: \
      \(name(first))\(rest).
      """
  }

  private func cost(_ selection: Selection, _ runs: String) -> String {
    "Selected with \(runs)"
      + (selection.equalAllocation.map { "; \($0)" } ?? "") + "."
  }

  /// Such as "point 3 (rule exact, group_size 100)".
  private func name(_ number: Int) -> String {
    let point = plan.points[number]
    let levels = study.factors.map { $0.parameter.words(point.level(of: $0.parameter)) }
    return "point \(number) (\(levels.joined(separator: ", ")))"
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
