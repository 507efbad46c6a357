import PlainText
import SpreadModel

/// Turns a file into a study.
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
    var contents = read()
    let design = contents.design ?? Factorial()
    var study = Study(name: contents.name, seed: UInt64(max(0, contents.seed)))
    (study.description, study.constants) = (contents.description, contents.constants)
    study.rules = contents.rules + contents.ownRules
    (study.interventions, study.contacts) = (contents.interventions, contents.contacts)
    (study.groups, study.orders) = (contents.groups, contents.orders)
    study.replicates =
      contents.replicates
      ?? .fixed(design is ThresholdDesign ? ThresholdDesign.standardReplicates : 100)
    (study.randomNumbers, study.record) = (contents.randomNumbers, contents.record)
    (study.analysis, study.observed) = (contents.analysis, contents.observed)
    (study.ownResponses, study.hasRealInfectionFactor) = (keys.ownResponses, keys.isReal)
    study.design = design
    study.leavesMeetingsOpen = [.contacts, .rule, .columns, .boundary].allSatisfy {
      contents.uses(of: $0).isEmpty
    }
    study.factors = design.factors(contents.factors, keys)
    if study.record.responses == .final { study.record.curves = .none }
    // What depends on the whole study is read again once that is known.
    keys.mainResponses = study.mainResponses
    study.analysis = again("analysis", Analysis.codec) ?? .blank
    if study.analysis.sensitivity?.method == nil {
      study.analysis.sensitivity?.method = design.sensitivity
    }
    design.complete(&study)
    readFiles(&study)
    if keys.labels != nil {
      contents.model = again("model", StudyFile.model) ?? [:]
      study.constants = contents.constants
    }
    checkRelations(study, contents)
    return study
  }

  /// All that can be read of the file.
  private mutating func read() -> StudyFile {
    let reader = StudyFile.reader(keys)
    guard root.isObject else {
      mistakes.wrongType(root, reader.shape)
      return reader.blank
    }
    return reader.read(root, &mistakes).root
  }

  /// A part of it by the keys that are known by now.
  private func again<Value>(_ part: String, _ codec: Codec<Value>) -> Value? {
    root[part].flatMap(codec.reader(keys).again)
  }

  private mutating func checkRelations(_ study: Study, _ contents: StudyFile) {
    let isGiven = root["design"] != nil
    let read = ReadStudy(
      study: study, file: contents, keys: keys, isStored: isStored,
      design: contents.design ?? (isGiven ? nil : study.design), met: study.metNeeds,
      fewestPeople: study.groupSizes.min(),
      contacts: Set(
        [ModelKey.grid, ModelKey.everybody] + keys.names(in: ModelKey.contacts.section ?? "")),
      layered: Set(study.contacts.filter { !$0.value.layerNames.isEmpty }.map(\.name)),
      layers: Set(study.contacts.flatMap(\.value.layerNames)),
      groups: Set(study.groups.flatMap(\.value.names)),
      unread: Set(Array(root.members).filter { mistakes.sound($0) == nil }.map(\.name)),
      suggestions: mistakes.isEmpty ? LabelSuggestions(keys.labels) : nil)
    // A calibration has runs of its own, and an analysis of its own.
    let others = study.calibration == nil ? [] : ["analysis", "replicates", "design"]
    mistakes.check(read) { object in
      !others.contains { object.path.isWithin(JSONPath.root.key($0)) }
    }
  }
}

extension StudyFile {
  /// The constants that it gives.
  fileprivate var constants: ModelValues {
    var values = ModelValues().with(model)
    if record.responses == .final { values[.maxSteps] = .whole(Scenario.stepsWithoutEnd) }
    // In place of the person in the middle, which is written nowhere then.
    if !uses(of: .startPeople).isEmpty, model[.introductions] == nil {
      values[.introductions] = .introductions([])
    }
    return values
  }
}
