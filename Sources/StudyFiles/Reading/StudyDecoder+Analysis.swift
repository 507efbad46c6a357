import PlainText
import SpreadModel
import Statistics

/// What must hold for replicates and for the questions put to the results.
extension StudyDecoder {
  /// Every response that is asked for is one that the runs have.
  mutating func checkResponses(_ study: Study) {
    let met = study.metNeeds
    let (analysis, design) = (root["analysis"], root["design"])
    func asked(_ lists: Node?...) -> [Node] {
      lists.flatMap { $0.elements.compactMap { $0["response"] } }
    }
    let responses =
      asked(
        analysis?["comparisons"], analysis?["dose_responses"], root["replicates"]?["until"],
        design?["subject_to"])
      + (analysis?["sensitivity"]?["responses"]).elements
      + (analysis?["given"]).elements + [design?["response"]].compactMap(\.self)
      + root["responses"].members.compactMap { $0["of"] }
    for value in responses {
      guard let response = response(value) else { continue }
      if study.record.responses == .final, !response.isFinalValue {
        needSteps(
          value, "\(response.name) is", instead: "give another response, such as final_share")
      }
      if met.contains(response.needs) { continue }
      let remedy = response.remedy.map { "\($0), or " } ?? ""
      mistakes.add(
        .badRelation, at: value, "\(response.absence); give \(remedy)another response")
    }
  }

  mutating func checkReplicates(_ study: Study) {
    guard case .adaptive(let rule) = study.replicates,
      let value = mistakes.sound(root["replicates"]), let most = child(value, "max"),
      value["min"] == nil || child(value, "min") != nil, rule.max < rule.min
    else { return }
    mistakes.add(
      .badRelation, at: most,
      "\(rule.max) is below \"min\", \(rule.min); give at least as many")
  }

  mutating func checkAnalysis(_ study: Study) {
    let analysis = root["analysis"]
    let keepsNoCurves = study.record.curves == .none || study.record.curves == .first(0)
    let fits = child(analysis, "fits")
    if keepsNoCurves, study.record.responses == .all, let first = fits.elements.first {
      mistakes.add(
        .badRelation, at: first,
        "fits need curves, but \"record\" keeps none; give \"curves\": \"all\" or a number")
    }
    let comparisons = child(analysis, "comparisons")
    for comparison in comparisons.elements {
      checkComparison(comparison, study, keepsNoCurves: keepsNoCurves)
    }
    checkCorrection(analysis, study)
    checkSensitivity(analysis, study)
    checkDoseResponses(child(analysis, "dose_responses"), study)
    checkRepeated(fits, FitRequest.codec.reader(keys).again)
    let comparison = ComparisonRequest.codec.reader(keys)
    // Two requests that differ in `better` alone would have rows of one key.
    let keys = keys
    checkRepeated(comparisons) { node -> [ComparisonRequest] in
      guard var request = comparison.again(node) else { return [] }
      request.better = nil
      guard node["response"] == nil else { return [request] }
      return request.ofMainResponses(keys).map { one in
        var one = one
        one.isOfMainResponses = false
        return one
      }
    }
    checkRepeated(child(child(analysis, "sensitivity"), "responses"), response)
    checkRepeated(child(analysis, "given"), response)
  }

  /// Whether the correction can be made of what is compared.
  private mutating func checkCorrection(_ analysis: Node?, _ study: Study) {
    guard study.analysis.correction == .maxT, let value = child(analysis, "correction") else {
      return
    }
    if study.analysis.family == .study {
      mistakes.add(
        .badRelation, at: value,
        "max_t corrects the rows of a request; leave out \"family\", or give \"holm\"")
    }
    let (most, fewest) = (study.replicates.most, MaxTDistribution.fewestValues)
    if most < fewest, mistakes.sound(root["replicates"]) != nil {
      mistakes.add(
        .badRelation, at: value,
        "max_t needs \(fewest) replicates, and there are \(most); make more, or give \"holm\"")
    }
    let reader = ComparisonRequest.codec.reader(keys)
    for node in child(analysis, "comparisons").elements where isWhollySound(node) {
      guard let request = reader.again(node) else { continue }
      let others: String? =
        node["response"] == nil
        ? "all main responses (give \"response\")"
        : request.response.map { $0.kind == .flag ? "shares of 0 and 1" : nil } ?? "whole curves"
      if let problem = study.analysis.correction.problem(
        request.test, request.estimate, isPooled: request.isPooled, others: others)
      {
        mistakes.add(.badRelation, at: node, problem)
      }
    }
  }

  /// The same request twice would give rows of one name, count its tests twice in the correction,
  /// and split the weight of a model between its copies.
  mutating func checkRepeated<Request: Hashable>(
    _ values: Node?, _ request: (Node) -> Request?
  ) {
    checkRepeated(values) { value -> [Request] in [request(value)].compactMap(\.self) }
  }

  /// - Parameter requests: all that an entry stands for.
  private mutating func checkRepeated<Request: Hashable>(
    _ values: Node?, _ requests: (Node) -> [Request]
  ) {
    var first: [Request: Node] = [:]
    for value in values.elements where isWhollySound(value) {
      let asked = requests(value)
      if let before = asked.lazy.compactMap({ first[$0] }).first {
        mistakes.add(
          .duplicateValue, at: value,
          "its rows would have the keys of those of \(before.path.text); remove one of the two")
      }
      for one in asked where first[one] == nil { first[one] = value }
    }
  }

  private func isWhollySound(_ value: Node) -> Bool {
    mistakes.sound(value) != nil
      && value.members.allSatisfy { mistakes.sound($0) != nil }
  }

  private mutating func checkComparison(_ value: Node, _ study: Study, keepsNoCurves: Bool) {
    if let name = child(value, "factor"),
      let parameter = name.string.flatMap(self.parameter(named:))
    {
      checkComparedFactor(parameter, name, value, study)
    }
    let response = child(value, "response")
    if let asked = self.response(response), asked.isOncePerFamily,
      child(value, "factor")?.string.flatMap(parameter(named:)) == .infectionProbability,
      let response
    {
      mistakes.add(
        .badRelation, at: response,
        "\(asked.name) is the same at all levels of \(ModelKey.infectionProbability); compare the levels of "
          + "another factor, or another response")
    }
    if value["response"] == nil {
      for key in ["test", "estimate", "margin"] {
        guard let given = child(value, key),
          given.string != ComparisonEffect.meanDifference.rawValue
        else { continue }
        mistakes.add(
          .missing, at: Node.Place(span: given.span, path: value.path.key("response")),
          "\"\(key)\" does not go with all main responses; give \"response\"")
      }
    }
    if response?.string == "curve", keepsNoCurves, study.record.responses == .all, let response {
      mistakes.add(
        .badRelation, at: response,
        "whole curves can only be compared where \"record\" keeps them; give \"curves\": \"all\" "
          + "or a number")
    }
    let effect: ComparisonEffect? = name(value, "estimate")
    if let effect { check(effect, "estimate", value) }
    if let effect, effect.needsPairs, study.randomNumbers == .independent,
      let estimate = child(value, "estimate")
    {
      mistakes.add(
        .badRelation, at: estimate,
        "\(effect.rawValue) pairs replicates, which needs \"random_numbers\": \"common\"")
    }
    if let better = child(value, "better"), value["margin"] == nil {
      mistakes.add(
        .missing, at: Node.Place(span: better.span, path: value.path.key("margin")),
        "\"better\" says on which side a margin is; give \"margin\"")
    }
    if response?.string == "curve" {
      refuse(["margin"], value, "whole curves are compared without a margin; leave out")
      if effect != .meanDifference {
        refuse(["estimate"], value, "of whole curves the difference of means is shown; leave out")
      }
    }
    if let margin = child(value, "margin"), let size = margin.number?.double,
      let problem = (effect ?? .meanDifference).problem(
        ofMargin: size, most: self.response(response)?.range(in: study))
    {
      mistakes.add(.badRelation, at: margin, problem)
    }
    if child(value, "pooled")?.bool == true { checkPooled(value) }
    guard let test = child(value, "test"), let kind = test.string.flatMap(ComparisonTest.init)
    else {
      return
    }
    check(kind, "test", value)
    if kind.pairing == .always && study.randomNumbers == .independent {
      mistakes.add(
        .badRelation, at: test,
        "\(kind.rawValue) pairs replicates, which needs \"random_numbers\": \"common\"")
    }
    if kind.question == .all {
      let ignored = ["reference", "margin"] + (effect == .meanDifference ? [] : ["estimate"])
      refuse(ignored, value, "\(kind.rawValue) \(ComparisonTest.allAtOnce)")
    }
    if let problem = kind.problem(isOneSided: value["better"] != nil) {
      mistakes.add(.badRelation, at: test, "\(kind.rawValue) \(problem)")
    }
    if kind.claim != .difference && value["margin"] == nil {
      mistakes.add(
        .missing, at: Node.Place(span: test.span, path: value.path.key("margin")),
        "\(kind.rawValue) shows that a difference is smaller than a margin; give \"margin\"")
    }
    if response?.string == "curve" && !kind.takesCurves {
      let tests = ComparisonTest.allCases.filter(\.takesCurves).map(\.rawValue)
      mistakes.add(
        .badRelation, at: test,
        "whole curves are compared by \(Shape.listed(tests)) only; give that test, or leave out \"test\""
      )
    }
  }

  /// Settings that a comparison would ignore.
  private mutating func refuse(_ keys: [String], _ value: Node, _ words: String) {
    for key in keys {
      guard let ignored = child(value, key) else { continue }
      mistakes.add(.badRelation, at: ignored, "\(words) \"\(key)\"")
    }
  }

  /// Whether a test or an effect goes with the response.
  ///
  /// - Parameter key: where its name stands.
  private mutating func check(
    _ method: some ComparisonMethod, _ key: String, _ value: Node
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
      .badRelation, at: name, "\(method.rawValue) compares \(wanted.words)")
  }

  private mutating func checkPooled(_ value: Node) {
    checkPooled(ComparisonEffect.all, "estimate", value)
    checkPooled(ComparisonTest.allCases, "test", value)
    if let response = child(value, "response"), response.string == "curve" {
      mistakes.add(
        .badRelation, at: response,
        "whole curves are not averaged over other factors; give a response, or leave out \"pooled\""
      )
    }
  }

  /// - Parameter key: where the name of one of `all` stands.
  private mutating func checkPooled(
    _ all: [some ComparisonMethod], _ key: String, _ value: Node
  ) {
    let pooled = all.filter(\.isPooled).map(\.rawValue)
    guard let name = child(value, key), let word = name.string, !pooled.contains(word) else {
      return
    }
    mistakes.add(
      .badRelation, at: name,
      "\(word) has no form that is pooled over other factors; give \(Shape.listed(pooled)), or "
        + "leave out \"pooled\"")
  }

  /// The factor that an analysis asks for; a mistake is added where the study has none.
  mutating func factor(
    _ parameter: ModelKey, askedBy name: Node, in study: Study
  ) -> Factor? {
    if let factor = study.factors.first(where: { $0.parameter == parameter }) { return factor }
    // A mistake in it is reported where it stands.
    guard root["factors"]?[parameter.path] == nil else { return nil }
    let factors = study.factors.map(\.parameter.name)
    mistakes.add(
      .unknownValue, at: name,
      "\(parameter.name) is not a factor of this study; "
        + (factors.isEmpty ? "the study has no factors" : "give one of \(Shape.listed(factors))"))
    return nil
  }

  private mutating func checkComparedFactor(
    _ parameter: ModelKey, _ name: Node, _ value: Node, _ study: Study
  ) {
    guard let factor = factor(parameter, askedBy: name, in: study) else { return }
    if factor.levelCount == .infinity {
      mistakes.add(
        .badRelation, at: name,
        "\(parameter.name) has no levels in a sampled design; ask for \"sensitivity\" instead")
      return
    }
    guard let reference = child(value, "reference") else { return }
    let level = level(reference, of: parameter)
    guard factor.levelCount <= 1e6, level.map({ !factor.holds($0) }) ?? true else { return }
    let names = factor.allLevels().prefix(20).map(\.description)
    mistakes.add(
      .unknownValue, at: reference,
      "\(JSONText(reference.value).compactText) is not a level of \(parameter.name); give one of "
        + names.joined(separator: ", "),
      suggestion: reference.string.flatMap { NearestName.find($0, in: names) })
  }

  /// That is asked for; nil where none is named.
  var sensitivityMethod: SensitivityMethod? {
    let asked = child(child(root, "analysis"), "sensitivity")
    return asked?.string.flatMap(SensitivityMethod.init) ?? name(asked, "method")
  }

  private mutating func checkSensitivity(_ analysis: Node?, _ study: Study) {
    guard let value = child(analysis, "sensitivity"), !hasUnknownDesign else { return }
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
