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
  /// `Study.pointsToNote`.
  let points: [Point]
  /// The same by the name of their list of interventions.
  let pointsByInterventions: [String: [Point]]

  init(_ study: Study) {
    self.study = study
    points = study.pointsToNote
    pointsByInterventions = Dictionary(grouping: points) {
      $0.level(of: .interventions).description
    }
  }

  /// Of every check, in the order in which they are printed.
  var notes: [Note] {
    [
      notesOnNames, notesOnEdges, notesOnFiles, notesOnLonelyPeople, notesOnImmuneShares,
      notesOnOrders,
      notesOnHealthyPools, notesOnDefaultMeetings, notesOnCutContacts, notesOnFactors,
      notesOnCutChances, notesOnLayers, notesOnInterventions,
      notesOnEffects, notesOnLateIntroductions, notesOnLateResponses,
      notesOnLateInterventions, notesOnUnendingRuns, notesOnLengths,
      notesOnUnseen, notesOnUnrecorded,
      notesOnTargets, notesOnComparisons, notesOnBands, notesOnReach,
    ].flatMap { $0 }
  }

  /// Where a key of the model has its values.
  func path(of key: ModelKey) -> JSONPath {
    guard study.factors.contains(where: { $0.parameter == key }) else {
      return JSONPath.root.keys("model", key.path)
    }
    if (study.design as? ThresholdDesign)?.factor == key {
      return JSONPath.root.keys("design", "factor")
    }
    if study.design.givesPoints { return JSONPath.root.keys("design", "points") }
    return JSONPath.root.keys("factors", key.path)
  }
}

extension Study {
  /// The points that notes look at: all of them; none where they, or the interventions of all of them, are
  /// so many that it would take long, or where they cannot be made, which is a mistake that is reported
  /// elsewhere. Their identities serve only to distinguish them.
  package var pointsToNote: [Point] {
    let longest = interventions.map(\.value.count).max() ?? 0
    guard pointCount <= 10_000, pointCount * Double(longest) <= 200_000 else { return [] }
    return (try? pointsToCheck()) ?? []
  }

  /// What may not do what the author expects, whatever the study costs.
  package var notes: [Note] { NotedStudy(self).notes }
}
