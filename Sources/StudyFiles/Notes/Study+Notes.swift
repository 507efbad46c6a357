package import PlainText
import SpreadModel

extension Note {
  init(_ code: NoteCode, _ path: JSONPath, _ message: String) {
    self.init(code, path: path.text, message)
  }
}

/// A study with its points, as the notes on it are made from it.
struct NotedStudy {
  let study: Study
  /// All of them; none where they are so many that making them would take long, or cannot be made,
  /// which is a mistake that is reported elsewhere. Their identities serve only to distinguish them.
  let points: [Point]
  /// The same by the name of their list of interventions.
  let pointsByInterventions: [String: [Point]]

  /// Points are looked at up to this number, and up to so many interventions of all of them.
  private static let mostPoints = 10_000.0
  private static let mostInterventions = 200_000.0

  init(_ study: Study) {
    self.study = study
    let longest = study.interventions.map(\.list.count).max() ?? 0
    points =
      study.pointCount <= Self.mostPoints
        && study.pointCount * Double(longest) <= Self.mostInterventions
      ? (try? study.pointsToCheck()) ?? [] : []
    pointsByInterventions = Dictionary(grouping: points) {
      $0.level(of: .interventions).description
    }
  }

  /// Of every check, in the order in which they are printed.
  var notes: [Note] {
    [
      notesOnNames, notesOnEdges, notesOnLonelyPeople, notesOnImmuneShares, notesOnHealthyPools,
      notesOnCutContacts, notesOnFactors, notesOnEffects, notesOnLateIntroductions,
      notesOnLateInterventions, notesOnTargets, notesOnComparisons, notesOnBands,
    ].flatMap { $0 }
  }

  /// Where a key of the model has its values.
  func path(of key: ModelKey) -> JSONPath {
    guard study.factors.contains(where: { $0.parameter == key }) else {
      return JSONPath.root.keys("model", key.name)
    }
    if study.design.givesPoints { return JSONPath.root.keys("design", "points") }
    return JSONPath.root.keys("factors", key.name)
  }
}

extension Study {
  /// What may not do what the author expects, whatever the study costs.
  package var notes: [Note] { NotedStudy(self).notes }
}
