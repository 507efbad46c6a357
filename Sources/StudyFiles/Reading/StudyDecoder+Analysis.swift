import PlainText
import SpreadModel
import Statistics

/// What must hold for replicates and for the questions put to the results.
extension StudyDecoder {
  /// Every response that is asked for is one that the runs have.
  mutating func checkResponses(_ study: Study) {
    let (hasCourse, hasInterventions) = (study.hasCourse, study.hasInterventions)
    guard !hasCourse || !hasInterventions else { return }
    let analysis = root[key: "analysis"]
    let path = JSONPath.root.key("analysis")
    func asked(_ list: JSONValue?, _ path: JSONPath, _ key: String? = nil) -> [(
      JSONValue, JSONPath
    )] {
      (list?.elements ?? []).enumerated().compactMap { index, item in
        guard let key else { return (item, path.index(index)) }
        return item[key: key].map { ($0, path.index(index).key(key)) }
      }
    }
    let responses =
      asked(analysis?[key: "comparisons"], path.key("comparisons"), "response")
      + asked(
        analysis?[key: "sensitivity"]?[key: "responses"], path.keys("sensitivity", "responses"))
      + asked(analysis?[key: "dose_responses"], path.key("dose_responses"), "response")
      + asked(analysis?[key: "given"], path.key("given"))
      + asked(
        root[key: "replicates"]?[key: "until"], JSONPath.root.keys("replicates", "until"),
        "response")
      + asked(analysis?[key: "surfaces"], path.key("surfaces"), "response")
      + [root[key: "design"]?[key: "response"]].compactMap(\.self).map {
        ($0, JSONPath.root.keys("design", "response"))
      }
      + asked(
        root[key: "design"]?[key: "subject_to"], JSONPath.root.keys("design", "subject_to"),
        "response")
    for (value, path) in responses {
      guard let response = response(value) else { continue }
      switch response.needs {
      case .recovery where !hasCourse:
        mistakes.add(
          .badRelation, at: value.span, path,
          "\(response.rawValue) exists only where people recover, and in this study nobody does; "
            + "give \(ModelKey.infectiousSteps) or \(ModelKey.recoveryProbability), or another "
            + "response")
      case .interventions where !hasInterventions:
        mistakes.add(
          .badRelation, at: value.span, path,
          "\(response.rawValue) exists only where some point has interventions, and in this study none "
            + "has; give \(ModelKey.interventions), or another response")
      case .nothing, .recovery, .interventions: break
      }
    }
  }

  mutating func checkReplicates(_ study: Study) {
    guard case .adaptive(let rule) = study.replicates,
      let value = mistakes.sound(root[key: "replicates"]), let most = child(value, "max"),
      value[key: "min"] == nil || child(value, "min") != nil, rule.max < rule.min
    else { return }
    mistakes.add(
      .badRelation, at: most.span, JSONPath.root.keys("replicates", "max"),
      "\(rule.max) is below \"min\", \(rule.min); give at least as many")
  }

  mutating func checkAnalysis(_ study: Study) {
    let analysis = root[key: "analysis"]
    let path = JSONPath.root.key("analysis")
    let keepsNoCurves = study.record.curves == .none || study.record.curves == .first(0)
    let fits = child(analysis, "fits")?.elements ?? []
    if keepsNoCurves, let first = fits.first {
      mistakes.add(
        .badRelation, at: first.span, path.key("fits").index(0),
        "fits need curves, but \"record\" keeps none; give \"curves\": \"all\" or a number")
    }
    let comparisons = child(analysis, "comparisons")?.elements ?? []
    for (index, comparison) in comparisons.enumerated() {
      checkComparison(
        comparison, path.key("comparisons").index(index), study, keepsNoCurves: keepsNoCurves)
    }
    checkSensitivity(analysis, path.key("sensitivity"), study)
    checkDoseResponses(analysis, path.key("dose_responses"), study)
    let responses = child(child(analysis, "sensitivity"), "responses")?.elements ?? []
    checkRepeated(fits, path.key("fits"), fit)
    checkRepeated(comparisons, path.key("comparisons"), comparisonOfAnySide)
    checkRepeated(responses, path.keys("sensitivity", "responses"), response)
    checkSurfaces(analysis, path.key("surfaces"), study)
    checkRepeated(child(analysis, "surfaces")?.elements ?? [], path.key("surfaces"), surface)
    checkRepeated(child(analysis, "given")?.elements ?? [], path.key("given"), response)
  }

  /// The same request twice would give rows of one name, count its tests twice in the correction,
  /// and split the weight of a law between its copies.
  mutating func checkRepeated<Request: Hashable>(
    _ values: [JSONValue], _ path: JSONPath, _ request: (JSONValue) -> Request?
  ) {
    var first: [Request: Int] = [:]
    for (index, value) in values.enumerated() where isWhollySound(value) {
      guard let request = request(value) else { continue }
      if let before = first[request] {
        mistakes.add(
          .duplicateValue, at: value.span, path.index(index),
          "once defaults are filled in, this is the same as \(path.index(before).text); remove "
            + "one of the two")
      } else {
        first[request] = index
      }
    }
  }

  private func isWhollySound(_ value: JSONValue) -> Bool {
    mistakes.sound(value) != nil
      && (value.members ?? []).allSatisfy { mistakes.sound($0.value) != nil }
  }

  private mutating func checkComparison(
    _ value: JSONValue, _ path: JSONPath, _ study: Study, keepsNoCurves: Bool
  ) {
    if let name = child(value, "factor"),
      let parameter = name.string.flatMap(self.parameter(named:))
    {
      checkComparedFactor(parameter, name, value, path, study)
    }
    let response = child(value, "response")
    if response?.string == "curve", keepsNoCurves, let response {
      mistakes.add(
        .badRelation, at: response.span, path.key("response"),
        "whole curves can only be compared where \"record\" keeps them; give \"curves\": \"all\" "
          + "or a number")
    }
    let effect: ComparisonEffect? = name(value, "estimate")
    if let effect { check(effect, "estimate", value, path) }
    if let better = child(value, "better"), value[key: "margin"] == nil {
      mistakes.add(
        .missing, at: better.span, path.key("margin"),
        "\"better\" says on which side a margin is; give \"margin\"")
    }
    if let effect, effect.scale == .ratio, effect.takesMargin, let margin = child(value, "margin"),
      let size = margin.number?.double, size <= 1
    {
      mistakes.add(.badRelation, at: margin.span, path.key("margin"), effect.ratioMarginAdvice)
    }
    if child(value, "pooled")?.bool == true { checkPooled(value, path) }
    guard let test = child(value, "test"), let kind = test.string.flatMap(ComparisonTest.init)
    else {
      return
    }
    check(kind, "test", value, path)
    let place = path.key("test")
    if kind.pairing == .always && study.randomNumbers == .independent {
      mistakes.add(
        .badRelation, at: test.span, place,
        "\(kind.rawValue) pairs replicates, which needs \"random_numbers\": \"common\"")
    }
    if let problem = kind.problem(isOneSided: value[key: "better"] != nil) {
      mistakes.add(.badRelation, at: test.span, place, "\(kind.rawValue) \(problem)")
    }
    if kind.claim != .difference && value[key: "margin"] == nil {
      mistakes.add(
        .missing, at: test.span, path.key("margin"),
        "\(kind.rawValue) shows that a difference is smaller than a margin; give \"margin\"")
    }
    if let problem = kind.problem(hasReference: value[key: "reference"] != nil) {
      mistakes.add(.badRelation, at: test.span, place, "\(kind.rawValue) \(problem)")
    }
    if response?.string == "drift" {
      mistakes.add(
        .badRelation, at: test.span, place,
        "drift is tested against zero by Hotelling's T^2 only; remove \"test\"")
    }
    if response?.string == "curve" && !kind.takesCurves {
      let tests = ComparisonTest.allCases.filter(\.takesCurves).map(\.rawValue)
      mistakes.add(
        .badRelation, at: test.span, place,
        "whole curves are compared by \(Shape.listed(tests)) only; give that test, or leave out \"test\""
      )
    }
  }

  /// Whether a test or an effect goes with the response.
  ///
  /// - Parameter key: where its name stands.
  private mutating func check(
    _ method: some ComparisonMethod, _ key: String, _ value: JSONValue, _ path: JSONPath
  ) {
    guard let name = child(value, key), let response = child(value, "response") else { return }
    let wanted: (kind: Response.Kind, words: String)? =
      switch method.data {
      case .numbers: nil
      case .times: (.time, "times; give a response such as \"step_to_50pct\"")
      case .flags: (.flag, "0 and 1; give a response such as \"reached_50pct\"")
      }
    guard let wanted, self.response(response)?.kind != wanted.kind else { return }
    mistakes.add(
      .badRelation, at: name.span, path.key(key), "\(method.rawValue) compares \(wanted.words)")
  }

  private mutating func checkPooled(_ value: JSONValue, _ path: JSONPath) {
    checkPooled(ComparisonEffect.all, "estimate", value, path)
    checkPooled(ComparisonTest.allCases, "test", value, path)
    if let response = child(value, "response"), let name = response.string,
      ["curve", "drift"].contains(name)
    {
      mistakes.add(
        .badRelation, at: response.span, path.key("response"),
        "\(name) is not averaged over other factors; give a response, or leave out \"pooled\"")
    }
  }

  /// - Parameter key: where the name of one of `all` stands.
  private mutating func checkPooled(
    _ all: [some ComparisonMethod], _ key: String, _ value: JSONValue, _ path: JSONPath
  ) {
    let pooled = all.filter(\.isPooled).map(\.rawValue)
    guard let name = child(value, key), let word = name.string, !pooled.contains(word) else {
      return
    }
    mistakes.add(
      .badRelation, at: name.span, path.key(key),
      "\(word) has no form that is pooled over other factors; give \(Shape.listed(pooled)), or "
        + "leave out \"pooled\"")
  }

  /// The factor that an analysis asks for; a mistake is added where the study has none.
  mutating func factor(
    _ parameter: ModelKey, askedBy name: JSONValue, _ path: JSONPath, in study: Study
  ) -> Factor? {
    if let factor = study.factors.first(where: { $0.parameter == parameter }) { return factor }
    // A mistake in it is reported where it stands.
    guard root[key: "factors"]?[key: parameter.name] == nil else { return nil }
    let factors = study.factors.map(\.parameter.name)
    mistakes.add(
      .unknownValue, at: name.span, path,
      "\(parameter.name) is not a factor of this study; "
        + (factors.isEmpty ? "the study has no factors" : "give one of \(Shape.listed(factors))"))
    return nil
  }

  private mutating func checkComparedFactor(
    _ parameter: ModelKey, _ name: JSONValue, _ value: JSONValue, _ path: JSONPath, _ study: Study
  ) {
    guard let factor = factor(parameter, askedBy: name, path.key("factor"), in: study) else {
      return
    }
    if factor.levelCount == .infinity {
      mistakes.add(
        .badRelation, at: name.span, path.key("factor"),
        "\(parameter.name) has no levels in a sampled design; ask for \"sensitivity\" instead")
      return
    }
    guard let reference = child(value, "reference") else { return }
    let level = level(reference, of: parameter)
    guard factor.levelCount <= 1e6, level.map({ !factor.holds($0) }) ?? true else { return }
    let names = factor.allLevels().prefix(20).map(\.description)
    mistakes.add(
      .unknownValue, at: reference.span, path.key("reference"),
      "\(JSONText(reference).compactText) is not a level of \(parameter.name); give one of "
        + names.joined(separator: ", "),
      suggestion: reference.string.flatMap { NearestName.find($0, in: names) })
  }

  private mutating func checkSensitivity(_ analysis: JSONValue?, _ path: JSONPath, _ study: Study) {
    guard let value = child(analysis, "sensitivity"),
      child(root, "design") != nil || root[key: "design"] == nil
    else { return }
    let method: SensitivityMethod? = name(value, "method")
    let place =
      child(value, "method").map { ($0.span, path.key("method")) }
      ?? (value.span, path)
    let fitting = study.design.sensitivity
    guard fitting == nil || (method ?? fitting) != fitting else { return }
    let advice =
      switch (fitting, method) {
      case (let fitting?, let method?):
        "\(method.rawValue) needs the design \"\(method.design)\"; for "
          + "\"\(study.design.name)\" give \"\(fitting.rawValue)\", or leave out \"method\""
      default:
        "sensitivity needs the design \"saltelli\" (sobol), \"factorial\" (anova) or \"morris\""
      }
    mistakes.add(.badRelation, at: place.0, place.1, advice)
  }
}
