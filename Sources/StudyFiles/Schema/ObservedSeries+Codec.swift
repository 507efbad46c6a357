import PlainText
import SpreadModel

/// What is seen of new infections, as it stands in study files.
extension ObservedSeries: FileObject {
  static let blank = ObservedSeries(name: "")
  static let fileMembers: [Member<Self>] = [
    Member(
      "of", required: .word("new_infections"),
      "What is seen: new infections, introductions included.",
      set: { _, _ in }, get: { _ in true }),
    Member(
      "probability", \.probability, .portion, "Probability that an infection is seen."),
    Member(
      "delay", \.delay, .length(or: []), written: .ifNotDefault,
      "Steps from an infection to the step in which it is seen."),
    Member(
      "stay", optional: \.stay, .length(or: [Length.foreverWord]), unit: "steps",
      "With it the series counts those seen and not yet gone, who stay for so many steps; without it those seen in the step."
    ),
  ]

  static let relations: [Relation<Self>] = [
    Relation("delay") { lengthObjection("delay", $0.delay) },
    Relation("stay") { $0.stay.flatMap { lengthObjection("stay", $0) } },
  ]

  /// That there is no such distribution.
  private static func lengthObjection(_ key: String, _ length: Length) -> Objection? {
    length.problem(least: 0).map { Objection(.badRelation, .value([key] + $0.path), $0.text) }
  }

  /// A series is a column of curves of its own.
  static let relationsOfNames: [Relation<StudyFile>] = [
    .ofFile { _, read in
      let column = "another column of curves.csv"
      let columns = ["point", "replicate", "step", "group"] + CurveSeries.allCases.map(\.rawValue)
      var taken = TakenNames([(column, columns)])
      return read.keys.names(in: ModelKey.observed).compactMap { name in
        taken.take(name, as: column).map { what in
          Objection(
            .conflict, key: ModelKey.observed, name,
            say: "\(JSONText.quoted(name)) is \(what); give yours another name")
        }
      }
    }
  ]

  /// All of a study, by name.
  static let all = Codec<[Named<ObservedSeries>]>.entries(of: codec).map(
    { entries in
      entries.map { entry in
        var series = entry.value
        series.name = entry.name
        return series
      }
    }, { (list: [ObservedSeries]) in list.map { Named(name: $0.name, value: $0) } })
}

extension Codec<Length> {
  /// A number of steps from 0 on, one of these words, or a distribution.
  fileprivate static func length(or words: [String]) -> Codec {
    Codec<KeyValue>.values(.length(atLeast: 0, or: words)).map({ Length($0) }, \.keyValue)
  }
}
