import PlainText
import SpreadModel

/// What does not go with the way in which runs are made and kept.
extension Record {
  static let relationsToStudy: [Relation<StudyFile>] = [
    .ofFile { file, read in
      file.record.responses == .final ? file.objectionsToSteps(read) : []
    },
    .ofFile { file, read in read.objectionsToFinalSizeCurves(file) },
    .ofFile { file, read in read.objectionsToPasses(file) },
  ]
}

extension StudyFile {
  /// What does not go with runs of which final values alone are asked for: it would need their steps.
  fileprivate func objectionsToSteps(_ read: ReadStudy) -> [Objection] {
    var found: [Objection] = []
    if model[.maxSteps] != nil {
      found.append(
        Objection(
          .needsSteps, at: "model", "stop", "max_steps",
          say:
            "with \"record.responses\": \"final\" a run goes on until nothing can change any more, and a "
            + "step at which it is cut off has no meaning; leave out max_steps, or \"responses\""))
    }
    let isKept = [
      ("curves", record.curves != .none && record.curves != .first(0)), ("maps", record.maps > 0),
      ("transmissions", record.transmissions > 0), ("groups", record.groups > 0),
    ]
    found += isKept.filter(\.1).map { read.needSteps(.given(["record", $0.0]), "\($0.0) are") }
    found += observed.map {
      read.needSteps(.key([ModelKey.observed, $0.name]), "observed series are")
    }
    // What follows from another response is reported where that is named.
    found += read.keys.ownResponses
      .filter { $0.measure.inner == nil && !$0.responses.contains(where: \.isFinalValue) }
      .map { read.needSteps(.key(["responses", $0.name]), "\($0.name) is") }
    let introductions = model[.introductions].flatMap { [Introduction]($0) } ?? []
    for (index, introduction) in introductions.enumerated() {
      guard case .rate(_, to: nil) = introduction.place else { continue }
      found.append(
        read.needSteps(
          .value(["model", ModelKey.introductions.name, "\(index)"]),
          "introductions that never end are", instead: "give \"to\""))
    }
    if design is Calibration {
      found.append(read.needSteps(.value(["design"]), "calibrations are"))
    }
    return found
  }
}

extension ReadStudy {
  /// Results that only passes give are asked for where passes make the runs.
  fileprivate func objectionsToPasses(_ file: StudyFile) -> [Objection] {
    guard isFaultless, study.needsPasses, let failed = try? study.failedPassCondition() else {
      return []
    }
    let asking = keys.ownResponses.compactMap { response -> [String]? in
      if case .criticalProbability = response.measure { ["responses", response.name] } else { nil }
    }
    return (asking + [["record", "final_size_curves"]]).map { way in
      Objection(
        .needsPasses, .givenKey(way),
        "\(way[1]) follows from passes over all infection probabilities, and here \(failed.failure); "
          + "change that, or leave it out")
    }
  }

  private static let mostCurveRows = 1e6

  /// Final size curves are of a fixed number of replicates, and their table is no larger than others may be.
  fileprivate func objectionsToFinalSizeCurves(_ file: StudyFile) -> [Objection] {
    guard let curves = study.record.finalSizeCurves else { return [] }
    var found: [Objection] = []
    if study.isAdaptive {
      found.append(
        Objection(
          .badRelation, given: "replicates",
          say:
            "final size curves are of the same replicates at all points; give a number of replicates"
        ))
    }
    let varied = study.factors.first { $0.parameter == .infectionProbability }
    let combinations = study.pointCount / study.levelsTogether(of: varied)
    let rows = combinations * (combinations + 1) / 2 * Double(curves.levels)
    if rows > Self.mostCurveRows {
      found.append(
        Objection(
          .tooMany, at: "record", "final_size_curves", "levels",
          say:
            "\(Shape.plain(combinations)) combinations, and pairs of them, at \(curves.levels) levels are "
            + "\(Shape.plain(rows)) rows; give fewer levels"))
    }
    return found
  }

  /// Something is made of the steps of runs.
  ///
  /// - Parameters:
  ///   - subject: with its verb.
  ///   - remedy: besides asking for all responses.
  func needSteps(
    _ place: Objection.Place, _ subject: String, instead remedy: String = "leave it out"
  ) -> Objection {
    Objection(
      .needsSteps, place,
      "\(subject) made of the steps of a run, and \"record.responses\" is \"final\"; \(remedy), or "
        + "leave out \"responses\"")
  }
}
