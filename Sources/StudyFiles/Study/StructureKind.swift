import PlainText
import SpreadModel

/// A kind of thing that a study may define by name, and that a key of the model picks.
///
/// Its section of the file, the check of names, and its numbers as factors follow from here. What a
/// name stands for at a point is in `PointStructures`.
struct StructureKind: Sendable {
  /// The key whose values are names.
  let key: ModelKey
  /// What a name stands for, with its article.
  let noun: String
  /// Names that mean something without a definition.
  let builtIn: [String]
  /// Names that mean something in this program, and nothing in others.
  let own: @Sendable () -> [String]
  /// What one definition looks like, with the infection factor as the file has it.
  let shape: @Sendable (_ infectionFactor: ModelKey) -> Shape
  /// For the schema.
  let about: String

  /// The part of the study file.
  var section: String { key.section ?? key.name }

  static let all = [
    StructureKind(
      key: .rule, noun: "a rule", builtIn: SpreadRule.builtIn.map(\.name),
      own: { SpreadRule.own.map(\.name) },
      shape: { _ in StudyShape.rule },
      about: "Rules of your own, by name, besides the built-in ones."),
    StructureKind(
      key: .contacts, noun: "a contact structure", builtIn: [ModelKey.grid, ModelKey.everybody],
      own: { [] },
      shape: { _ in StudyShape.contacts },
      about: "Who meets whom: contact structures, by name, besides the built-in ones."),
    StructureKind(
      key: .interventions, noun: "a list of interventions", builtIn: [ModelKey.noInterventions],
      own: { [] },
      shape: StudyShape.interventions,
      about: "Interventions: lists of interventions in the course of a run, by name."),
  ]

  /// The keys of the numbers that stand in the definitions of a file, in its order.
  static func numbers(in root: JSONValue, infectionFactor: ModelKey) -> [ModelKey] {
    var seen: Set<String> = []
    return all.flatMap { kind in
      guard let members = root[key: kind.section]?.members else { return [ModelKey]() }
      let shape = kind.shape(infectionFactor)
      return members.flatMap { member in
        shape.numbers(in: member.value).map { number in
          ModelKey(
            StructureNumber(section: kind.section, name: member.key, path: number.path),
            unit: number.unit, values: number.allowed, meaning: number.meaning)
        }
      }
    }.filter { seen.insert($0.name).inserted }
  }

  /// The names under which numbers of definitions may be factors.
  static let numberPatterns: [Shape.Pattern] = all.flatMap { kind in
    kind.shape(.infectionFactor).numberPatterns.map { number in
      Shape.Pattern(
        text: "^\(kind.section)\\.\(Label.plainPattern)\(number.pattern)$", allowed: number.allowed)
    }
  }
}
