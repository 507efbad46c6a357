import PlainText
import SpreadModel
import Statistics

extension StudyDecoder {
  private func share(_ value: Node) -> Double? { mistakes.sound(value)?.number?.double }

  mutating func checkDoseResponses(_ requests: Node?, _ study: Study) {
    let reader = DoseResponseRequest.codec.reader(keys)
    for request in requests.elements {
      if let name = child(request, "factor"),
        let parameter = name.string.flatMap(self.parameter(named:)),
        let factor = factor(parameter, askedBy: name, in: study)
      {
        checkDoses(factor, atLeast: 2 + (reader.again(request)?.ends.count ?? 0), name, study)
      }
      checkRepeated(child(request, "levels"), share)
    }
    // Two requests that differ in their ends or levels alone would have rows of one key.
    checkRepeated(requests) {
      var request = reader.again($0)
      request?.ends = .none
      request?.levels = []
      return request
    }
  }

  /// A curve needs as many doses as numbers are fitted, and points that differ in nothing else.
  private mutating func checkDoses(
    _ factor: Factor, atLeast fewest: Int, _ name: Node, _ study: Study
  ) {
    let parameter = factor.parameter
    if factor.levelCount < Double(fewest) {
      let count = Int(factor.levelCount)
      let (levels, most) = (
        count == 1 ? "one level" : "\(count) levels", fewest == 2 ? "two" : "\(fewest)"
      )
      mistakes.add(
        .badRelation, at: name,
        "\(parameter.name) has \(levels); a curve over it needs \(most) or more")
    }
    if case .values(let values) = factor.levels,
      let word = values.first(where: { $0.number == nil })
    {
      mistakes.add(
        .badRelation, at: name,
        "\(parameter.name) has the level \(word), which cannot be a dose; give only numbers")
    }
    checkVariesAlone(parameter, name, study)
  }

  /// Whether some points differ in a factor and in nothing else.
  mutating func checkVariesAlone(_ parameter: ModelKey, _ name: Node, _ study: Study) {
    let others = study.factors.filter { $0.parameter != parameter && $0.levelCount > 1 }
    guard study.design.variesAllTogether, !others.isEmpty else { return }
    mistakes.add(
      .badRelation, at: name,
      "no two points of the design \"\(study.design.name)\" differ in \(parameter.name) alone; "
        + "use the design \"factorial\", or remove the other factors")
  }
}
