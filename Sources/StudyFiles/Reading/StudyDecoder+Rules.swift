import PlainText
import SpreadModel

/// The rules that a study defines.
extension StudyDecoder {
  /// Where all rules have weights, no infection factor is given; where some have, it does not vary.
  mutating func checkFactorBesideWeights(_ study: Study) {
    let rules = study.rulesByName
    // Where none is named it is the default one, which has no weights.
    let names = Set(places(of: .rule).compactMap { mistakes.sound($0)?.string }).sorted()
    let weighted = names.filter { rules[$0]?.draw.hasWeights ?? false }
    guard let name = weighted.first else { return }
    let isConstant = root["model"]?[ModelKey.infectionFactor.name] != nil
    guard weighted.count == names.count || !isConstant,
      let place = places(of: .infectionFactor).first
    else { return }
    mistakes.add(
      .conflict, at: place,
      "the rule \(JSONText.quoted(name)) draws its number of contacts by weights and has no use for "
        + "an infection factor; leave it out")
  }
}

extension SpreadRule.Draw {
  fileprivate var hasWeights: Bool {
    if case .number(.weights) = self { true } else { false }
  }
}
