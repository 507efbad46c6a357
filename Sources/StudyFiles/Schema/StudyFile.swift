import PlainText
import SpreadModel
import Statistics

/// The contents of a study file, key by key: schema and reading follow from its members. `Study` writes.
struct StudyFile: Sendable {
  var name = "study"
  var description: String?
  var seed = 0
  /// Those that are given.
  var model: [ModelKey: KeyValue] = [:]
  var rules: [Named<SpreadRule>] = []
  var contacts: [Named<ContactStructure>] = []
  var interventions: [Named<[Intervention]>] = []
  var groups: [Named<GroupStructure>] = []
  var orders: [Named<OrderStructure>] = []
  var observed: [ObservedSeries] = []
  var responses: [OwnResponse] = []
  var factors: [Factor] = []
  var design: (any Design)?
  var replicates: Replicates?
  var randomNumbers = RandomNumbers.common
  var record = Record.blank
  var analysis = Analysis.blank

  static let members: [Member<StudyFile>] =
    [
      Member(
        "$schema", optional: .text, "Where editors find the schema of study files.",
        set: { _, _ in }),
      Member(
        "spreadlab", required: .whole(1...1), "Version of the study file's format: 1.",
        set: { _, _ in }),
      Member(
        "study", required: \.name, .label,
        "Name of the study; its results go to results/<name> unless a folder is given."),
      Member(
        "description", optional: \.description, .text,
        "What the study is about and what to look for."),
      Member(
        "seed", required: \.seed, .whole(Study.seeds),
        "Seed of all random numbers: the same study with the same seed gives the same results."),
      Member(
        "model", optional: model, "What all points have in common.",
        set: { $0.model = $1 }),
    ] + StructureKind.all.map(\.member) + [
      Member(
        ModelKey.observed, optional: ObservedSeries.all,
        "What is seen of new infections: series of curves.csv, by name.",
        set: { $0.observed = $1 }),
      Member(
        "responses", optional: OwnResponse.codec,
        "Responses of your own, by name, beside the built-in ones.", set: { $0.responses = $1 }),
      Member(
        "factors", optional: Factor.codec, "The parameters that vary, each with its levels.",
        set: { $0.factors = $1 }),
      Member(
        "design", optional: DesignKinds.codec,
        "How points are chosen from the factors; factorial if missing.", set: { $0.design = $1 }),
      Member(
        "replicates", optional: Replicates.codec, default: .int(100),
        "Runs per point: a number, or until precise.", set: { $0.replicates = $1 }),
      Member(
        "random_numbers", optional: .choice, default: .string("common"),
        """
        Whether replicate r of every point shares its random numbers (common: comparisons become \
        sharper) or each point has numbers of its own (independent).
        """, set: { $0.randomNumbers = $1 }),
      Member(
        "record", optional: Record.codec, "What is kept of each run besides its responses.",
        set: { $0.record = $1 }),
      Member(
        "analysis", optional: Analysis.codec,
        "How results are summarized; may change without running again.",
        set: { $0.analysis = $1 }),
    ]

  /// What must hold between parts of the file; `read` checks it with all of them.
  static let relations: [Relation<StudyFile>] =
    StructureKind.relations + OwnResponse.relationsOfNames + ObservedSeries.relationsOfNames
    + SpreadRule.relationsToModel + Factor.relationsToModel + Factor.relationsOfNames
    + [relationOfDesign] + Introduction.relationsToModel + [Study.relationOfPoints]
    + Record.relationsToStudy + [SensitivityRequest.relationToDesign]

  static func reader(_ keys: StudyFileKeys) -> ObjectReader<StudyFile> {
    ObjectReader(StudyFile(), members, keys, relations)
  }

  static func shape(_ keys: StudyFileKeys) -> Shape { reader(keys).shape }

  /// A place where a parameter is given a value.
  struct Use {
    /// Nil of levels that are a range.
    let value: KeyValue?
    /// As keys; of one in a list up to that.
    fileprivate let start: [String]
    fileprivate var index: Int?
    fileprivate var end: [String] = []

    /// As keys. Made where it is asked for: a file may have a million uses.
    var way: [String] { start + (index.map { ["\($0)"] } ?? []) + end }
  }

  /// Where a parameter is given a value: as a constant, as a level, in a base point, in listed points.
  func uses(of key: ModelKey) -> [Use] {
    var uses: [Use] = []
    if let value = model[key] {
      uses.append(
        Use(value: value, start: ["model"] + key.name.split(separator: ".").map(String.init)))
    }
    for factor in factors where factor.parameter == key {
      let way = ["factors", key.path]
      if case .values(let values) = factor.levels {
        let start = way + ["values"]
        uses += values.enumerated().map { Use(value: $1, start: start, index: $0) }
      } else {
        uses.append(Use(value: nil, start: way))
      }
    }
    guard let design else { return uses }
    if (design as? ThresholdDesign)?.factor == key {
      uses.append(Use(value: nil, start: ["design"]))
    }
    if let value = design.base[key] {
      uses.append(Use(value: value, start: ["design", "base", key.path]))
    }
    guard let points = design.listedPoints, points.keys.contains(key) else { return uses }
    let (start, end) = (["design", "points"], [key.path])
    for (index, point) in points.all.enumerated() {
      guard let value = point[key] else { continue }
      uses.append(Use(value: value, start: start, index: index, end: end))
    }
    return uses
  }

  typealias Model = [ModelKey: KeyValue]

  /// The keys as they stand in a file: `stop.share` is the key `share` of the object `stop`.
  static let model = Codec<Model>(
    reader: { keys in ObjectReader([:], members(keys.model), keys).values },
    encode: { _ in nil })

  /// What objects within `model` are for.
  private static let groups = ["stop": "When a run ends, besides when nothing can change any more."]

  private static func members(_ keys: [ModelKey]) -> [Member<Model>] {
    var members: [Member<Model>] = []
    var seen: Set<Substring> = []
    for key in keys {
      let names = key.name.split(separator: ".")
      guard names.count > 1 else {
        members.append(member(key, key.name))
        continue
      }
      guard seen.insert(names[0]).inserted else { continue }
      let group = String(names[0])
      let grouped = keys.filter { $0.name.hasPrefix(group + ".") }
      members.append(
        Member(
          group,
          optional: .object(
            [:], grouped.map { member($0, String($0.name.dropFirst(group.count + 1))) }),
          groups[group] ?? "",
          set: { values, read in for key in grouped { values[key] = read[key] } }))
    }
    return members
  }

  private static func member(_ key: ModelKey, _ name: String) -> Member<Model> {
    let isNeeded = key.defaultValue == nil
    return Member(
      name, optional: .values(key.allowed),
      default: key.defaultValue.flatMap { $0 == .absent ? nil : $0.json },
      isNeeded ? "\(key.sentence.dropLast()); required here unless it is a factor." : key.sentence,
      set: { $0[key] = $1 })
  }
}

extension ModelKey {
  /// What it means, as the schema says it.
  var sentence: String { meaning.capitalizedSentence }
}

extension String {
  /// With a capital and a period.
  var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
