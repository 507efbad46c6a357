import PlainText
import SpreadModel

/// The rules that a study defines.
extension StudyDecoder {
  /// A dispersion goes with the one distribution that has it, weights are not all 0, and they leave nothing for the
  /// infection factor to say.
  mutating func checkRules(_ study: Study) {
    for member in root["rules"].members {
      guard let draw = child(member, "draw"), let number = child(draw, "number") else { continue }
      let needsDispersion = number.string == "negative_binomial"
      if needsDispersion, draw["dispersion"] == nil {
        mistakes.add(
          .missing, at: draw.missing("dispersion"),
          "the key \"dispersion\" is missing; give a number above 0, for example 0.5")
      } else if !needsDispersion, let dispersion = draw["dispersion"] {
        mistakes.add(
          .conflict, at: dispersion.key,
          "only negative_binomial has a dispersion; leave it out")
      }
      if number.isList, number.elements.allSatisfy({ $0.number?.double == 0 }) {
        mistakes.add(
          .badRelation, at: number,
          "all weights are 0; give one of them a weight above 0")
      }
    }
    checkFactorBesideWeights(study)
    checkOwnDraws()
  }

  /// Where all rules have weights, no infection factor is given; where some have, it does not vary.
  private mutating func checkFactorBesideWeights(_ study: Study) {
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
