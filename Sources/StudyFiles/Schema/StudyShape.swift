import PlainText
import SpreadModel
import Statistics

/// The shape of a study file, key by key: validation and the JSON Schema are made from these tables.
///
/// Members that are described (`Member`) bring their shape along; defaults of the model are those of
/// `ModelKey`.
enum StudyShape {
  /// The largest whole number that every reader of JSON and CSV keeps exactly.
  static let mostExact = (1 << 53) - 1
  static let mostPeople = AllowedValues.mostPeople

  static func root(_ keys: StudyFileKeys) -> Shape {
    let sections = StructureKind.all.map { kind in
      KeyShape(kind.section, .entries(kind.shape(keys.infectionFactor)), kind.about)
    }
    return .object(
      ObjectShape(
        [
          KeyShape("$schema", .text, "Where editors find the schema of study files."),
          KeyShape(
            "spreadlab", .whole(1...1), required: true, "Version of the study file's format: 1."),
          KeyShape(
            "study", .label, required: true,
            "Name of the study; its results go to results/<name> unless a folder is given."),
          KeyShape("description", .text, "What the study is about and what to look for."),
          KeyShape(
            "seed", .whole(Study.seeds), required: true,
            "Seed of all random numbers: the same study with the same seed gives the same results."),
          KeyShape(
            "model", .object(ObjectShape(modelKeys(keys.model))), "What all points have in common."),
        ] + sections + [
          KeyShape(
            "responses", .entries(ownResponse),
            "Responses of your own, by name, beside the built-in ones."),
          KeyShape(
            "factors", factors(keys), "The parameters that vary, each with its levels."),
          KeyShape(
            "design", design(keys),
            "How points are chosen from the factors; factorial if missing."),
          KeyShape(
            "replicates", replicates(keys), default: .int(100),
            "Runs per point: a number, or until precise."),
          KeyShape(
            "random_numbers", .choice(RandomNumbers.allCases.map(\.rawValue)),
            default: .string("common"),
            """
            Whether replicate r of every point shares its random numbers (common: comparisons become \
            sharper) or each point has numbers of its own (independent).
            """),
          KeyShape(
            "record", Record.form.shape(keys), "What is kept of each run besides its responses."),
          KeyShape(
            "analysis", Analysis.form.shape(keys),
            "How results are summarized; may change without running again."),
        ]))
  }

  // MARK: Model

  /// What objects within `model` are for.
  private static let groups = ["stop": "When a run ends, besides when nothing can change any more."]

  /// The keys as they stand in a file: `stop.share` is the key `share` of the object `stop`.
  private static func modelKeys(_ all: [ModelKey]) -> [KeyShape] {
    var keys: [KeyShape] = []
    for key in all {
      let names = key.name.split(separator: ".").map(String.init)
      guard names.count > 1 else {
        keys.append(KeyShape(key, named: key.name))
        continue
      }
      guard !keys.contains(where: { $0.name == names[0] }) else { continue }
      let members = all.filter { $0.name.hasPrefix(names[0] + ".") }
      keys.append(
        KeyShape(
          names[0],
          .object(
            ObjectShape(
              members.map { KeyShape($0, named: String($0.name.dropFirst(names[0].count + 1))) })),
          groups[names[0]] ?? ""))
    }
    return keys
  }

  /// Somebody in a list of people.
  static let person = Shape.either([.whole(0...mostPeople - 1), .text])

  static let introduction: Shape = {
    func form(_ key: String, _ shape: Shape, _ about: String) -> Shape.Form {
      let step = KeyShape(
        "step", .whole(0...mostPeople), required: true,
        "0 for the start; people introduced at a later step act from the following step on.")
      return Shape.Form(
        key: key, object: ObjectShape([step, KeyShape(key, shape, required: true, about)]))
    }
    return .forms([
      form(
        "people", .list(of: person, atLeast: 1),
        "Numbers of people, row by row from 0, or their labels in files of edges."),
      form("random", .whole(1...mostPeople), "Number of healthy people, chosen at random."),
      form(
        "random_share", .real(RealRange(0...1)),
        "Share of the group, chosen at random among the healthy."),
      form("at", .choice(["center"]), "The person in the middle of the grid."),
    ])
  }()

  // MARK: Factors and design

  static func factors(_ keys: StudyFileKeys) -> Shape { parameters(keys, factor) }

  /// An object with a value for any parameter.
  private static func parameters(
    _ keys: StudyFileKeys, _ shape: (AllowedValues) -> Shape
  ) -> Shape {
    .object(
      ObjectShape(
        keys.parameters.map { KeyShape($0.name, shape($0.allowed), $0.sentence) },
        open: StructureKind.numberPatterns.map { .init(pattern: $0, shape: shape($0.allowed)) },
        isOfParameters: true))
  }

  static func factor(_ allowed: AllowedValues) -> Shape {
    let values = Shape.Form(
      key: "values",
      object: ObjectShape([
        KeyShape(
          "values", .list(of: Shape(allowed), atLeast: 1), required: true,
          "The levels, one by one.")
      ]))
    guard let number = allowed.numbers.map(Shape.init), let step = allowed.steps.map(Shape.init)
    else {
      return .forms([values])
    }
    let ends = [
      KeyShape("from", number, required: true, "First level."),
      KeyShape("to", number, required: true, "Last level, included."),
    ]
    let scale = KeyShape(
      "scale", .choice(Scale.allCases.map(\.rawValue)), default: .string("linear"),
      "Whether levels keep the same distance (linear) or the same ratio (log).")
    return .forms([
      values,
      Shape.Form(
        key: "step",
        object: ObjectShape(
          ends + [KeyShape("step", step, required: true, "Distance of the levels: from + i step.")])
      ),
      Shape.Form(
        key: "count",
        object: ObjectShape(
          ends + [
            KeyShape(
              "count", .whole(1...mostPeople), required: true,
              "Number of levels; whole-numbered parameters are rounded."), scale,
          ])),
      Shape.Form(key: "from", object: ObjectShape(ends + [scale])),
    ])
  }

  /// The parameters of one point: of the design `list`, and the base of `one_at_a_time`.
  static func pointParameters(_ keys: StudyFileKeys) -> Shape {
    parameters(keys) { Shape($0) }
  }

  static func design(_ keys: StudyFileKeys) -> Shape {
    .kinds(
      by: "type",
      DesignKinds.all.map { .init(name: $0.name, about: $0.about, keys: $0.members(keys)) })
  }

  // MARK: Runs

  static func replicates(_ keys: StudyFileKeys) -> Shape {
    .either([.whole(1...mostPeople), AdaptiveRule.form.shape(keys)])
  }
}

extension KeyShape {
  fileprivate init(_ key: ModelKey, named name: String) {
    let isNeeded = key.defaultValue == nil
    self.init(
      name, Shape(key.allowed), default: key.defaultValue.flatMap { $0 == .absent ? nil : $0.json },
      isNeeded ? "\(key.sentence.dropLast()); required here unless it is a factor." : key.sentence)
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
