import PlainText
import SpreadModel

/// What does not go with runs of which final values alone are asked for: it would need their steps.
extension StudyDecoder {
  mutating func checkFinalValues(_ study: Study) {
    guard study.record.responses == .final else { return }
    let (record, stop) = (root["record"], child(root["model"], "stop"))
    if let steps = child(stop, "max_steps") {
      mistakes.add(
        .needsSteps, at: steps,
        "with \"record.responses\": \"final\" a run goes on until nothing can change any more, and a step at "
          + "which it is cut off has no meaning; leave out max_steps, or \"responses\"")
    }
    for key in ["curves", "maps", "transmissions", "groups"] {
      guard let value = child(record, key), value.string != "none", value.number?.integer != 0
      else { continue }
      needSteps(value, "\(key) are")
    }
    for series in root[ModelKey.observed].members { needSteps(series.key, "observed series are") }
    for fit in child(root["analysis"], "fits").elements { needSteps(fit, "fits are") }
    for request in child(root["analysis"], "comparisons").elements {
      if let response = child(request, "response"), response.string == "curve" {
        needSteps(response, "whole curves are")
      }
    }
    for member in root["responses"].members {
      let own = keys.ownResponses.first { $0.name == member.name }
      // What follows from another response is reported where that is named.
      guard let own, own.measure.inner == nil, !own.responses.contains(where: \.isFinalValue)
      else { continue }
      needSteps(member.key, "\(member.name) is")
    }
    for introduction in child(root["model"], "introductions").elements
    where introduction["from"] != nil && introduction["to"] == nil {
      needSteps(introduction, "introductions that never end are", instead: "give \"to\"")
    }
    if study.calibration != nil, let design = root["design"] {
      needSteps(design, "calibrations are")
    }
  }

  /// Results that only passes give are asked for where passes make the runs.
  mutating func checkPasses(_ study: Study) {
    guard mistakes.isEmpty, study.needsPasses, let failed = try? study.failedPassCondition() else {
      return
    }
    let asking = root["responses"].members.filter { $0["critical_probability"] != nil }
    for place in asking + [root["record"]?["final_size_curves"]].compactMap(\.self) {
      mistakes.add(
        .needsPasses, at: place.key,
        "\(place.name) follows from passes over all infection probabilities, and here \(failed.failure); "
          + "change that, or leave it out")
    }
  }

  /// Final size curves are of a fixed number of replicates, and their table is no larger than others may be.
  mutating func checkFinalSizeCurves(_ study: Study) {
    guard let value = child(root["record"], "final_size_curves"),
      let curves = study.record.finalSizeCurves
    else { return }
    if study.isAdaptive, let replicates = root["replicates"] {
      mistakes.add(
        .badRelation, at: replicates,
        "final size curves are of the same replicates at all points; give a number of replicates")
    }
    let varied = study.factors.first { $0.parameter == .infectionProbability }?.levelCount ?? 1
    let combinations = study.pointCount / max(1, varied)
    let rows = combinations * (combinations + 1) / 2 * Double(curves.levels)
    if rows > Self.mostCurveRows, let levels = child(value, "levels") {
      mistakes.add(
        .tooMany, at: levels,
        "\(Shape.plain(combinations)) combinations, and pairs of them, at \(curves.levels) levels are "
          + "\(Shape.plain(rows)) rows; give fewer levels")
    }
  }

  private static let mostCurveRows = 1e6

  /// Something is made of the steps of runs.
  ///
  /// - Parameters:
  ///   - subject: with its verb.
  ///   - remedy: besides asking for all responses.
  mutating func needSteps(_ place: Node, _ subject: String, instead remedy: String = "leave it out")
  {
    needSteps(place.place, subject, instead: remedy)
  }

  mutating func needSteps(
    _ place: Node.Place, _ subject: String, instead remedy: String = "leave it out"
  ) {
    mistakes.add(.needsSteps, at: place, Self.needOfSteps(subject, instead: remedy))
  }

  static func needOfSteps(_ subject: String, instead remedy: String) -> String {
    "\(subject) made of the steps of a run, and \"record.responses\" is \"final\"; \(remedy), or "
      + "leave out \"responses\""
  }
}
