package import PlainText
import SpreadEngine
package import StudyFiles

extension Study {
  /// What may not do what the author expects: by the file, and by how its runs are made.
  package var allNotes: [Note] { notes + notesOnCommonNumbers }

  /// Points that are drawn in the rare form have hardly any random numbers in common with others
  /// (docs/randomness.md).
  private var notesOnCommonNumbers: [Note] {
    guard randomNumbers == .common else { return [] }
    var (rare, others): ([Int], [Int]) = ([], [])
    for point in pointsToNote {
      let plan = Plan(point.scenario, vectors: .none)
      if plan.isRare {
        rare.append(point.number)
      } else if plan.strategy != .inert, plan.meeting == .masks {
        others.append(point.number)
      }
    }
    guard !rare.isEmpty, !others.isEmpty else { return [] }
    return [
      Note(
        .unsharedRandomNumbers, path: "$.random_numbers",
        "where a source hardly ever infects anybody (points \(numberRanges(rare))), runs are drawn in a form "
          + "of their own, and share only who is introduced with those of other points "
          + "(\(numberRanges(others))): comparisons of the two kinds are valid, but as wide as without common "
          + "random numbers. Points with interventions, also without effect, are never of that form"
      )
    ]
  }
}
