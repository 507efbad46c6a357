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
  /// which is a mistake that is reported elsewhere.
  let points: [Point]

  init(_ study: Study) {
    self.study = study
    points = study.pointCount <= 10_000 ? (try? study.points()) ?? [] : []
  }

  /// Of every check, in the order in which they are printed.
  var notes: [Note] {
    [
      notesOnNames, notesOnEdges, notesOnLonelyPeople, notesOnImmuneShares, notesOnHealthyPools,
      notesOnCutContacts, notesOnFactors, notesOnEffects, notesOnLateIntroductions,
      notesOnLateInterventions, notesOnTargets, notesOnComparisons,
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
