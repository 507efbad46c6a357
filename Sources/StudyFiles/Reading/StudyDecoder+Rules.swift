import PlainText
import SpreadModel

/// The rules that a study defines.
extension StudyDecoder {
  func decodeRules() -> [NamedRule] {
    (child(root, "rules")?.members ?? []).compactMap { member in
      guard let neighborhood = neighborhood(child(member.value, "neighborhood")),
        let pool: SpreadRule.Pool = name(member.value, "pool"),
        let draw = draw(child(member.value, "draw")),
        let update: SpreadRule.Update = name(member.value, "update")
      else { return nil }
      return NamedRule(
        name: member.key,
        rule: SpreadRule(neighborhood: neighborhood, pool: pool, draw: draw, update: update))
    }
  }

  private func neighborhood(_ value: JSONValue?) -> SpreadRule.Neighborhood? {
    if let name = value?.string { return SpreadRule.Neighborhood(rawValue: name) }
    guard let radius = whole(value, "radius"),
      let metric: SpreadRule.Neighborhood.Metric = name(value, "metric")
    else { return nil }
    return .within(radius: radius, metric: metric)
  }

  private func draw(_ value: JSONValue?) -> SpreadRule.Draw? {
    if let name = value?.string { return SpreadRule.Draw(rawValue: name) }
    if let name = child(value, "own")?.string {
      return .own(ownDraw(name, version: child(value, "version")?.string))
    }
    let number = child(value, "number")
    if let weights = number?.elements {
      return .number(.weights(weights.map { ($0.number?.double ?? 0) + 0 }))
    }
    switch number?.string {
    case "poisson": return .number(.poisson)
    case "geometric": return .number(.geometric)
    case "negative_binomial":
      return .number(.negativeBinomial(dispersion: real(value, "dispersion") ?? 1))
    default: return nil
    }
  }

  /// A dispersion goes with the one law that has it, weights are not all 0, and they leave nothing for the
  /// infection factor to say.
  mutating func checkRules(_ study: Study) {
    for member in root[key: "rules"]?.members ?? [] {
      guard let draw = child(member.value, "draw"), let number = child(draw, "number") else {
        continue
      }
      let path = JSONPath.root.keys("rules", member.key, "draw")
      let needsDispersion = number.string == "negative_binomial"
      if needsDispersion, draw[key: "dispersion"] == nil {
        mistakes.add(
          .missing,
          at: SourceSpan(
            source: draw.span.source, start: draw.span.start, end: draw.span.start + 1),
          path.key("dispersion"),
          "the key \"dispersion\" is missing; give a number above 0, for example 0.5")
      } else if !needsDispersion, let dispersion = draw.member("dispersion") {
        mistakes.add(
          .conflict, at: dispersion.keySpan, path.key("dispersion"),
          "only negative_binomial has a dispersion; leave it out")
      }
      if let weights = number.elements, weights.allSatisfy({ $0.number?.double == 0 }) {
        mistakes.add(
          .badRelation, at: number.span, path.key("number"),
          "all weights are 0; give one of them a weight above 0")
      }
    }
    checkFactorBesideWeights(study)
    checkOwnDraws()
  }

  /// Where all rules have weights, no infection factor is given; where some have, it does not vary.
  private mutating func checkFactorBesideWeights(_ study: Study) {
    let rules = study.rulesByName
    let used = Set(places(of: .rule).compactMap { mistakes.sound($0.value)?.string })
    let names = used.isEmpty ? [ModelKey.rule.standard?.description ?? ""] : used.sorted()
    let weighted = names.filter { rules[$0]?.draw.hasWeights ?? false }
    guard let name = weighted.first else { return }
    let isConstant = root[key: "model"]?[key: ModelKey.infectionFactor.name] != nil
    guard weighted.count == names.count || !isConstant,
      let place = places(of: .infectionFactor).first
    else { return }
    mistakes.add(
      .conflict, at: place.value.span, place.path,
      "the rule \(JSONText.quoted(name)) draws its number of contacts by weights and has no use for "
        + "an infection factor; leave it out")
  }
}

extension SpreadRule.Draw {
  fileprivate var hasWeights: Bool {
    if case .number(.weights) = self { true } else { false }
  }
}
