import PlainText
import SpreadModel
import Statistics

/// The contents of a study file, key by key: schema and reading follow from its members. `Study` writes.
struct StudyFile: Sendable {
  var name = "study"
  var description: String?
  var seed = 0
  var model = ModelValues()
  var rules: [NamedRule] = []
  var contacts: [NamedContacts] = []
  var interventions: [NamedInterventions] = []
  var groups: [NamedGroups] = []
  var orders: [NamedOrder] = []
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
        "model", optional: ModelValues.codec, "What all points have in common.",
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

  static func shape(_ keys: StudyFileKeys) -> Shape {
    ObjectReader(StudyFile(), members, keys).shape
  }
}

extension ModelValues {
  /// The keys as they stand in a file: `stop.share` is the key `share` of the object `stop`.
  fileprivate static let codec = Codec<ModelValues>(
    reader: { keys in ObjectReader(ModelValues(), members(keys.model), keys).values },
    encode: { _ in nil })

  /// - Parameter keys: with the labels of files of edges, once these were read.
  static func reader(_ keys: StudyFileKeys) -> ValueReader<ModelValues> { codec.reader(keys) }

  /// What objects within `model` are for.
  private static let groups = ["stop": "When a run ends, besides when nothing can change any more."]

  private static func members(_ keys: [ModelKey]) -> [Member<ModelValues>] {
    var members: [Member<ModelValues>] = []
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
            ModelValues(), grouped.map { member($0, String($0.name.dropFirst(group.count + 1))) }),
          groups[group] ?? "",
          set: { values, read in for key in grouped { values[key] = read[key] } }))
    }
    return members
  }

  private static func member(_ key: ModelKey, _ name: String) -> Member<ModelValues> {
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
