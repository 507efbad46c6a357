import PlainText
import SpreadModel
import Statistics

/// Turns a tree whose shape has been checked into a study, and checks what the shape cannot say.
///
/// Values in which a mistake was found count as missing, so that one mistake is reported once; the
/// study made then is thrown away.
struct StudyDecoder {
  let root: Node
  /// The keys of the model, as this file has them.
  let keys: StudyFileKeys
  var mistakes: Mistakes
  /// The study's file, as messages name it.
  let file: String
  /// Of labels in files of edges.
  var labels: PeopleLabels?
  /// Whether the study is that of runs which are there.
  var isStored = false
  /// What comparisons are of that name no response.
  private(set) var mainResponses: [Response] = []

  mutating func decode() -> Study {
    let defined = decodeRules()
    let rules = defined + ownRules(besides: defined)
    let given = decodeDesign()
    let design = given ?? Factorial()
    var study = Study(
      name: child(root, "study")?.string ?? "study",
      description: child(root, "description")?.string,
      seed: UInt64(max(0, whole(root, "seed") ?? 0)), constants: decodeConstants(), rules: rules,
      interventions: decodeInterventions(), contacts: decodeContacts(),
      replicates: decodeReplicates(),
      randomNumbers: name(root, "random_numbers") ?? .common,
      record: Record(in: child(root, "record"), self) ?? .blank,
      analysis: Analysis())
    (study.ownResponses, study.hasRealInfectionFactor) = (keys.ownResponses, keys.isReal)
    study.design = design
    study.factors = design.factors(decodeFactors(), self)
    mainResponses = MainResponses.list(recovers: study.hasCourse).map(\.response)
    study.analysis = decodeAnalysis(study)
    design.complete(&study)
    readEdges(&study)
    checkNames()
    checkOwnResponses()
    checkRules(study)
    checkInterventions()
    checkFactors(study)
    if given != nil { study.design.check(study, &self) }
    checkPeople(study)
    // A calibration has runs of its own, and an analysis of its own.
    if study.calibration == nil {
      checkReplicates(study)
      checkResponses(study)
      checkAnalysis(study)
    }
    return study
  }

  // MARK: Access

  /// The value of a key, unless a mistake was found in it.
  func child(_ parent: Node?, _ key: String) -> Node? {
    mistakes.sound(mistakes.sound(parent)?[key])
  }

  /// The parameter of that name; nil if there is none.
  func parameter(named name: String) -> ModelKey? { keys.parameter(name) }

  /// Whether the file names a design that there is not, or that has a mistake: what follows from a design is
  /// not judged then.
  var hasUnknownDesign: Bool {
    guard let design = root["design"] else { return false }
    return child(design, "type") == nil
  }

  func whole(_ parent: Node?, _ key: String) -> Int? {
    child(parent, key)?.number?.integer
  }

  /// A real number; -0 becomes 0.
  func real(_ parent: Node?, _ key: String) -> Double? {
    child(parent, key)?.number.map { $0.double + 0 }
  }

  func name<Name: RawRepresentable<String>>(_ parent: Node?, _ key: String) -> Name? {
    child(parent, key)?.string.flatMap(Name.init)
  }

  /// The value of a key; nil where none is given, or a mistake was found in it.
  func level(_ value: Node?, of key: ModelKey) -> KeyValue? {
    mistakes.sound(value).flatMap { self.value($0, key.allowed) }
  }

  func value(_ value: Node, _ allowed: AllowedValues) -> KeyValue? {
    switch allowed {
    case .whole: value.number?.integer.map(KeyValue.whole)
    case .real: value.number.map { .real($0.double + 0) }
    case .name, .choice: value.string.map(KeyValue.name)
    case .either(let numbers, _):
      value.string.map(KeyValue.name) ?? self.value(value, numbers)
    case .introductions:
      value.isList ? .introductions(value.elements.compactMap(introduction)) : nil
    case .people: value.isList ? .people(value.elements.compactMap(person)) : nil
    }
  }

  // MARK: Parts

  /// Somebody in a list of people, by number or by label.
  func person(_ value: Node) -> Int? {
    value.number?.integer ?? value.string.flatMap { labels?.person(named: $0) }
  }

  func decodeConstants() -> ModelValues {
    var values = ModelValues()
    for key in keys.model {
      let place = key.name.split(separator: ".").reduce(child(root, "model")) { parent, name in
        child(parent, String(name))
      }
      values[key] = level(place, of: key)
    }
    // In place of the person in the middle, which is written nowhere then.
    if !places(of: .startPeople).isEmpty, root["model"]?["introductions"] == nil {
      values[.introductions] = .introductions([])
    }
    return values
  }

  private func introduction(_ value: Node) -> Introduction? {
    guard let step = whole(value, "step") else { return nil }
    if let people = child(value, "people") {
      return Introduction(step: step, place: .people(people.elements.compactMap(person)))
    }
    if let count = whole(value, "random") { return Introduction(step: step, place: .random(count)) }
    if let share = real(value, "random_share") {
      return Introduction(step: step, place: .randomShare(share))
    }
    return child(value, "at").map { _ in Introduction(step: step, place: .center) }
  }

  private func decodeFactors() -> [Factor] {
    child(root, "factors").members.compactMap { member in
      guard let parameter = parameter(named: member.name),
        let levels = levels(member, of: parameter)
      else { return nil }
      return Factor(parameter: parameter, levels: levels)
    }
  }

  private func levels(_ value: Node, of parameter: ModelKey) -> Factor.Levels? {
    if let list = child(value, "values"), list.isList {
      return .values(list.elements.compactMap { level($0, of: parameter) })
    }
    guard let from = real(value, "from"), let to = real(value, "to") else { return nil }
    let scale: Scale = name(value, "scale") ?? .linear
    if value["step"] != nil {
      return real(value, "step").map { .steps(from: from, to: to, step: $0) }
    }
    if value["count"] != nil {
      return whole(value, "count").map { .counted(from: from, to: to, count: $0, scale: scale) }
    }
    return .interval(from: from, to: to, scale: scale)
  }

  /// Nil where a mistake was found in it.
  private func decodeDesign() -> (any Design)? {
    guard root["design"] != nil else { return Factorial() }
    let design = child(root, "design")
    let type = child(design, "type")?.string
    return DesignKinds.all.first { $0.name == type }?.init(design, self)
  }

  func parameters(_ value: Node) -> [ModelKey: KeyValue] {
    var levels: [ModelKey: KeyValue] = [:]
    for member in value.members {
      guard let parameter = parameter(named: member.name), levels[parameter] == nil else {
        continue
      }
      levels[parameter] = level(member, of: parameter)
    }
    return levels
  }

  /// The factors that listed points amount to; numbers of structures in the order of the first point.
  func listedFactors(_ points: [[ModelKey: KeyValue]]) -> [Factor] {
    let first = (root["design"]?["points"]).elements.first.members
    let given = first.compactMap { member in keys.numbers.first { $0.name == member.name } }
    let model = keys.parameters.filter { $0.number == nil }
    let varying = points.reduce(into: Set<ModelKey>()) { $0.formUnion($1.keys) }
    return (model + given).filter(varying.contains).map { parameter in
      var seen: Set<KeyValue> = []
      let values = points.compactMap { $0[parameter] }.filter { seen.insert($0).inserted }
      return Factor(parameter: parameter, levels: .values(values))
    }
  }

  private func decodeReplicates() -> Replicates {
    guard let value = child(root, "replicates") else {
      return .fixed(isSearch ? ThresholdDesign.standardReplicates : 100)
    }
    if let count = value.number?.integer { return .fixed(count) }
    return .adaptive(AdaptiveRule(in: value, self) ?? .blank)
  }

  private func decodeAnalysis(_ study: Study) -> Analysis {
    let value = child(root, "analysis")
    var analysis = Analysis(in: value, self) ?? .blank
    if child(child(value, "sensitivity"), "method") == nil, let fitting = study.design.sensitivity {
      analysis.sensitivity?.method = fitting
    }
    return analysis
  }

  func fit(_ value: Node) -> FitRequest? { FitRequest(in: value, self) }

  /// Two requests that differ in `better` alone would have rows of one key.
  func comparisonOfAnySide(_ value: Node) -> ComparisonRequest? {
    var request = comparison(value)
    request?.better = nil
    return request
  }

  func comparison(_ value: Node) -> ComparisonRequest? { ComparisonRequest(in: value, self) }
}
