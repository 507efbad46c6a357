import PlainText
import SpreadModel
import Statistics

/// What must hold for sensitivities: the method and the design.
extension StudyDecoder {
  /// That is asked for; nil where none is named.
  var sensitivityMethod: SensitivityMethod? {
    let asked = child(child(root, "analysis"), "sensitivity")
    return asked?.string.flatMap(SensitivityMethod.init) ?? name(asked, "method")
  }

  mutating func checkSensitivity(_ study: Study) {
    guard let value = child(child(root, "analysis"), "sensitivity"), !hasUnknownDesign else {
      return
    }
    let method = sensitivityMethod
    let fitting = study.design.sensitivity
    guard let fitting, (method ?? fitting) == fitting else {
      let advice =
        if let fitting, let method {
          "\(method.rawValue) needs the design \(method.designs); for "
            + "\"\(study.design.name)\" give \"\(fitting.rawValue)\", or leave out \"method\""
        } else {
          "sensitivity needs a design: "
            + SensitivityMethod.allCases.map { "\($0.designs) for \($0.rawValue)" }
            .joined(separator: ", ")
        }
      mistakes.add(.badRelation, at: child(value, "method") ?? value, advice)
      return
    }
    let fewest = study.factors.count + 2
    guard fitting == .prcc, study.design.pointCount(study) < Double(fewest),
      let points = child(root["design"], "points")
    else { return }
    mistakes.add(
      .badRelation, at: points,
      "partial rank correlations of \(study.factors.count) factors need \(fewest) points or more; "
        + "some 10 per factor give useful intervals")
  }
}
