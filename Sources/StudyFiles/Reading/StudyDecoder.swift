import PlainText
import SpreadModel
import Statistics

/// Turns a file into a study, and checks what no value can say alone.
///
/// Values in which a mistake was found count as missing, so that one mistake is reported once; the
/// study made then is thrown away.
struct StudyDecoder {
  let root: Node
  /// The keys of the model, as this file has them.
  var keys: StudyFileKeys
  var mistakes: Mistakes
  /// The study's file, as messages name it.
  let file: String
  /// Whether the study is that of runs which are there.
  var isStored = false

  mutating func decode() -> Study {
    let contents = read()
    let design = contents.design ?? Factorial()
    var study = Study(
      name: contents.name, description: contents.description, seed: UInt64(max(0, contents.seed)),
      constants: constants(contents.model, contents.record),
      rules: contents.rules + ownRules(besides: contents.rules),
      interventions: contents.interventions, contacts: contents.contacts, groups: contents.groups,
      orders: contents.orders,
      replicates: contents.replicates
        ?? .fixed(isSearch ? ThresholdDesign.standardReplicates : 100),
      randomNumbers: contents.randomNumbers, record: contents.record, analysis: contents.analysis)
    study.observed = contents.observed
    (study.ownResponses, study.hasRealInfectionFactor) = (keys.ownResponses, keys.isReal)
    study.design = design
    study.factors = design.factors(contents.factors, self)
    if study.record.responses == .final { study.record.curves = .none }
    keys.mainResponses = study.mainResponses
    study.analysis = root["analysis"].flatMap(Analysis.codec.reader(keys).again) ?? .blank
    completeSensitivity(&study)
    design.complete(&study)
    readFiles(&study)
    checkNames()
    checkOwnResponses()
    checkDerivedResponses()
    checkObserved()
    checkRelations(study)
    checkFactorBesideWeights(study)
    checkFactors()
    designKind?.checkFactors(study, &self)
    if contents.design != nil || root["design"] == nil { study.design.check(study, &self) }
    checkPeople(study)
    checkFinalValues(study)
    if study.calibration == nil { checkSensitivity(study) }
    checkFinalSizeCurves(study)
    checkPasses(study)
    return study
  }

  private mutating func checkRelations(_ study: Study) {
    let read = ReadStudy(
      study: study, keys: keys, isStored: isStored, hasUnknownDesign: hasUnknownDesign,
      contactNames: root[ModelKey.contacts.section ?? ""].members.map(\.name), met: study.metNeeds)
    // A calibration has runs of its own, and an analysis of its own.
    let others = study.calibration == nil ? [] : ["analysis", "replicates", "design"]
    mistakes.check(read) { object in
      !others.contains { object.path.isWithin(JSONPath.root.key($0)) }
    }
  }

  /// All that can be read of the file.
  private mutating func read() -> StudyFile {
    let reader = ObjectReader(StudyFile(), StudyFile.members, keys)
    guard root.isObject else {
      mistakes.wrongType(root, reader.shape)
      return reader.blank
    }
    return reader.read(root, &mistakes).root
  }

  // MARK: Access

  /// The value of a key, unless a mistake was found in it.
  func child(_ parent: Node?, _ key: String) -> Node? {
    mistakes.sound(mistakes.sound(parent)?[key])
  }

  /// The parameter of that name; nil if there is none.
  func parameter(named name: String) -> ModelKey? { keys.parameter(name) }

  /// Nil where that is not known.
  private var designKind: (any Design.Type)? {
    guard let design = root["design"] else { return Factorial.self }
    let name = child(design, "type")?.string
    return DesignKinds.all.first { $0.name == name }
  }

  /// Whether the file names an unknown design, or one with a mistake: what follows from a design is
  /// not judged then.
  var hasUnknownDesign: Bool {
    guard let design = root["design"] else { return false }
    return child(design, "type") == nil
  }

  func whole(_ parent: Node?, _ key: String) -> Int? {
    child(parent, key)?.number?.integer
  }

  func name<Name: RawRepresentable<String>>(_ parent: Node?, _ key: String) -> Name? {
    child(parent, key)?.string.flatMap(Name.init)
  }

  /// The value of a key; nil where none is given, or a mistake was found in it.
  func level(_ value: Node?, of key: ModelKey) -> KeyValue? {
    mistakes.sound(value).flatMap { $0.level(key.allowed) }
  }

  // MARK: Parts

  /// Somebody in a list of people, by number or by label.
  func person(_ value: Node) -> Int? {
    value.number?.integer ?? value.string.flatMap { keys.labels?.person(named: $0) }
  }

  /// The constants, as the file gives them.
  private func constants(_ given: ModelValues, _ record: Record) -> ModelValues {
    var values = given
    if record.responses == .final { values[.maxSteps] = .whole(Scenario.stepsWithoutEnd) }
    // In place of the person in the middle, which is written nowhere then.
    if !places(of: .startPeople).isEmpty, root["model"]?["introductions"] == nil {
      values[.introductions] = .introductions([])
    }
    return values
  }

  /// The same with people by their labels, which are known once the files of edges were read.
  func constantsWithLabels(_ study: Study) -> ModelValues {
    constants(root["model"].flatMap(ModelValues.reader(keys).again) ?? ModelValues(), study.record)
  }

  /// The factors that listed points amount to; numbers of structures in the order of the first point.
  func listedFactors(_ points: [[ModelKey: KeyValue]]) -> [Factor] {
    let first = (root["design"]?["points"]).elements.first.members
    let given = first.compactMap { member in keys.numbers.first { $0.path == member.name } }
    let model = keys.parameters.filter { $0.number == nil }
    let varying = points.reduce(into: Set<ModelKey>()) { $0.formUnion($1.keys) }
    return (model + given).filter(varying.contains).map { parameter in
      var seen: Set<KeyValue> = []
      let values = points.compactMap { $0[parameter] }.filter { seen.insert($0).inserted }
      return Factor(parameter: parameter, levels: .values(values))
    }
  }

  /// Without a method the one that fits the design.
  private func completeSensitivity(_ study: inout Study) {
    guard sensitivityMethod == nil, let fitting = study.design.sensitivity else { return }
    study.analysis.sensitivity?.method = fitting
  }
}
