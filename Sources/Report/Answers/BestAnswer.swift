import PlainText
import Statistics

/// Which alternative a selection found, by how much, and what it keeps.
struct BestAnswer {
  struct Constraint {
    let subject: String
    /// Such as "at most 25 people".
    let bound: String
    let mean: Measured
    /// Runs of the best that keep it by themselves; nil of shares of runs, whose mean says it.
    let met: (runs: Int, of: Int)?
  }

  let verdict: Selection.Verdict?
  let subject: String
  /// The best, or those that may be, the best mean first.
  let names: [String]
  let alternatives: Int
  let mean: Measured?
  /// How far the next is behind, and its name.
  let next: (name: String, difference: Measured)?
  let indifference: Measured
  let constraints: [Constraint]
  /// Those that miss a constraint by no more than its tolerance.
  let closeCalls: [String]
  let runs: Int
  /// The most that the study allows; nil where it sets no bound.
  let mostRuns: Int?
  /// Why nothing was decided; empty where that is not known.
  let reason: String

  private static let most = 3

  /// - Parameters:
  ///   - level: of the selection's simultaneous intervals.
  ///   - ofMeans: of the intervals of means.
  func sentences(level: String, ofMeans: String) -> [String] {
    let all = grouped(alternatives)
    let after = "after \(grouped(runs)) runs"
    let value = mean.map { ": \(subject) is \($0.text)" } ?? ""
    func listed(_ names: [String]) -> String {
      let rest = names.count - Self.most
      return rest > 0
        ? names.prefix(Self.most).joined(separator: "; ") + " and \(grouped(rest)) more"
        : names.joined(separator: "; ")
    }
    let close =
      closeCalls.isEmpty
      ? ""
      : "A constraint is missed by no more than its tolerance, within which runs may decide either way, at "
        + "\(listed(closeCalls))."
    guard let first = names.first, verdict != .noneFeasible else {
      return ["None of the \(all) alternatives keeps all constraints, \(after).", close]
        .filter { !$0.isEmpty }
    }
    let ahead =
      value
      + (next.map { next in
        ", \(next.difference.magnitude.words(level)) \(next.difference.value > 0 ? "less" : "more")"
          + " than at the next, \(next.name)"
      } ?? "")
    var sentences: [String]
    switch verdict {
    case .selected:
      let room = indifference.value > 0 ? " to within \(indifference.text)" : ""
      sentences = ["Of \(all) alternatives, \(first) is best\(room)\(ahead)."]
    case .tied:
      sentences = [
        "\(grouped(names.count)) of \(all) alternatives are tied for the best, \(after): "
          + "\(listed(names)). Differences below \(indifference.text) do not matter to the study."
      ]
    default:
      let most = mostRuns.map { " of at most \(grouped($0))" } ?? ""
      let why = reason.isEmpty ? "" : " (\(reason))"
      sentences = [
        "Not decided \(after)\(most)\(why): \(grouped(names.count)) of \(all) alternatives may be the best. "
          + "Ahead is \(first)\(ahead)."
      ]
      if names.count > 1 { sentences[0] += " The others are \(listed(Array(names.dropFirst())))." }
    }
    for constraint in constraints {
      let met = constraint.met.map {
        "; \(grouped($0.runs)) of \(grouped($0.of)) single runs keep to it"
      }
      sentences.append(
        (verdict == .selected ? "There" : "At \(first),")
          + " \(constraint.mean.unit == "%" ? "" : "the mean of ")\(constraint.subject) is \(constraint.mean.words(ofMeans)); the study asks for "
          + "\(constraint.bound)\(met ?? "").")
    }
    return sentences + [close].filter { !$0.isEmpty }
  }
}
