import PlainText
import SpreadModel
import Statistics

extension StudyDecoder {
  func doseResponse(_ value: JSONValue) -> DoseResponseRequest? {
    guard let response = response(child(value, "response")),
      let factor = child(value, "factor")?.string.flatMap(parameter(named:))
    else { return nil }
    return DoseResponseRequest(
      response: response, factor: factor, link: name(value, "link") ?? .logit,
      levels: child(value, "levels")?.elements.map { $0.compactMap(share) }
        ?? DoseResponseRequest.standardLevels)
  }

  private func share(_ value: JSONValue) -> Double? { mistakes.sound(value)?.number?.double }

  mutating func checkDoseResponses(_ analysis: JSONValue?, _ path: JSONPath, _ study: Study) {
    let requests = child(analysis, "dose_responses")?.elements ?? []
    for (index, request) in requests.enumerated() {
      let place = path.index(index)
      if let name = child(request, "factor"),
        let parameter = name.string.flatMap(self.parameter(named:)),
        let factor = factor(parameter, askedBy: name, place.key("factor"), in: study)
      {
        checkDoses(factor, name, place.key("factor"), study)
      }
      checkRepeated(child(request, "levels")?.elements ?? [], place.key("levels"), share)
    }
    checkRepeated(requests, path, doseResponse)
  }

  /// A curve needs two doses or more, and points that differ in nothing else.
  private mutating func checkDoses(
    _ factor: Factor, _ name: JSONValue, _ path: JSONPath, _ study: Study
  ) {
    let parameter = factor.parameter
    if factor.levelCount < 2 {
      mistakes.add(
        .badRelation, at: name.span, path,
        "\(parameter.name) has one level; a curve over it needs two or more")
    }
    if case .values(let values) = factor.levels,
      let word = values.first(where: { $0.number == nil })
    {
      mistakes.add(
        .badRelation, at: name.span, path,
        "\(parameter.name) has the level \(word), which cannot be a dose; give only numbers")
    }
    let others = study.factors.filter { $0.parameter != parameter && $0.levelCount > 1 }
    if study.design.variesAllTogether, !others.isEmpty {
      mistakes.add(
        .badRelation, at: name.span, path,
        "no two points of the design \"\(study.design.name)\" differ in \(parameter.name) alone; "
          + "use the design \"factorial\", or remove the other factors")
    }
  }
}
