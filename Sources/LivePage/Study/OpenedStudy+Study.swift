import PlainText
import SpreadModel
package import StudyFiles

extension OpenedStudy {
  /// A study without results.
  ///
  /// - Parameter points: all of the study, by number.
  package init(_ study: Study, _ points: [StudyFiles.Point]) {
    let rules = study.rules.filter { $0.value.isForPages }.map {
      OfferedRule(name: $0.name, explanation: "A rule of the study.", rule: $0.value)
    }
    self.init(
      studyName: study.name, description: study.description ?? "", rules: rules,
      pointCount: points.count,
      point: { points.indices.contains($0) ? OpenedStudy.Point(points[$0], of: study) : nil })
    guard points.count <= Self.mostPicked else { return }
    let varied = study.factors.map(\.parameter)
    factors = varied.map(\.name)
    levels = points.map { point in varied.map { "\(point.level(of: $0))" } }
  }
}

extension OpenedStudy.Point {
  package init(_ point: StudyFiles.Point, of study: Study) {
    values = study.constants
    for key in ModelKey.factors { values[key] = point.level(of: key) }
    values[.introductions] = .introductions(point.scenario.introductions)
    // Real ones have an objection.
    values[.infectionFactor] = .whole(point.scenario.infectionFactor)
    objection = point.objectionOfPages
    interventions = point.scenario.interventions
    contacts = .model(point.scenario.contacts)
    if case .edges = point.scenario.contacts,
      let listed = study.contactsByName[point.level(of: .contacts).description]
    {
      contacts = listed
    }
    let shown = PageControl.periods
    parameters = Parameters(
      values: values, seed: Int(study.seed),
      period: min(max(values(.period), shown.lowest), shown.highest))
    label = point.label(in: study)
  }
}

extension SpreadRule {
  /// Whether pages play it: they draw squares and honeycombs, and ask for an infection factor.
  fileprivate var isForPages: Bool {
    switch draw {
    case .number(.weights), .own: false
    case .exact, .atLeastOne, .uniform, .capped, .each, .scan, .number:
      Neighborhood.allCases.contains(neighborhood)
    }
  }
}

extension StudyFiles.Point {
  /// Why a page does not play it; nil if it does.
  var objectionOfPages: String? {
    let others = "Watch the runs of its results folder instead, or see the report."
    if !rule.isForPages {
      return
        "Its rule is \"\(ruleName)\", but this page plays only rules with an infection factor and "
        + "four, six or eight neighbors. \(others)"
    }
    if scenario.hasDifferingContacts || scenario.hasSeries || scenario.groups != nil {
      return
        "Its contacts have layers, places, weights or groups, or its interventions close contacts or follow a series, "
        + "which this page does not play. \(others)"
    }
    if scenario.immuneOrder.name == nil {
      return "Its order of vaccination comes from a file, which this page does not read. \(others)"
    }
    let course = scenario.course
    if [course.latentSteps, course.infectiousSteps, course.immuneSteps].contains(where: \.isDrawn) {
      return
        "Some of its periods have a distribution, but this page asks for numbers of steps. \(others)"
    }
    if let factor = scenario.realInfectionFactor {
      return "Its infection factor is \(factor), but this page asks for a whole number. \(others)"
    }
    return nil
  }

  /// The values of the study's factors, or its group size and rule if nothing varies.
  func label(in study: Study) -> String {
    let varied = study.factors.map(\.parameter)
    return (varied.isEmpty ? [.groupSize, .rule] : varied)
      .map { "\($0.name) \(level(of: $0))" }.joined(separator: ", ")
  }
}
