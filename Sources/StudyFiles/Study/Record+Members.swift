import PlainText
import SpreadModel

extension Record: FileObject {
  static let blank = Record()
  static let fileMembers: [Member<Self>] = [
    Member(
      "responses", \.responses, .choice, written: .ifNotDefault,
      """
      Which responses runs have: all, or those of the end alone (final), of runs that no max_steps ends and of \
      which nothing else is kept.
      """),
    Member(
      "curves", \.curves, Curves.codec,
      "Runs per point whose curve is kept: all, none, or a number of replicates."),
    Member(
      "maps", \.maps, .whole(0...AllowedValues.mostPeople),
      "Number of replicates per point for which the step of infection is kept for every person."),
    Member(
      "transmissions", \.transmissions, .whole(0...AllowedValues.mostPeople),
      written: .ifNotDefault,
      "Number of replicates per point for which it is listed who infected whom."),
    Member(
      "groups", \.groups, .whole(0...AllowedValues.mostPeople), written: .ifNotDefault,
      "Number of replicates per point whose curves are kept by group."),
    Member(
      "final_size_curves", optional: \.finalSizeCurves, FinalSizeCurves.codec,
      """
      Infection probabilities at which the final sizes of all replicates are summarized, for each combination of \
      the other factors (final_size_curves.csv).
      """),
    Member("compress", \.compress, .flag, "Write curves, maps and transmissions as .csv.gz."),
  ]

  static let relations: [Relation<Self>] = [
    Relation("groups") { record, read in
      guard record.groups != 0, read.study.groups.isEmpty else { return nil }
      return Objection(
        .badRelation, at: "groups",
        say:
          "the study has no groups whose curves could be recorded; define them under \"groups\", or leave this out"
      )
    }
  ]
}

extension Record.Curves {
  fileprivate static let codec = Codec<Self>.either(
    Codec<String>.choice(["all", "none"]).map(
      { $0 == "all" ? Record.Curves.all : Record.Curves.none },
      {
        switch $0 {
        case .all: "all"
        case .none: "none"
        case .first: nil
        }
      }),
    Codec<Int>.whole(0...AllowedValues.mostPeople).map(
      { .first($0) }, { if case .first(let count) = $0 { count } else { nil } }))
}

extension FinalSizeCurves: FileObject {
  static let blank = FinalSizeCurves(from: 0, to: 1, levels: 2)
  static let most = 10_000
  static let fileMembers: [Member<Self>] = [
    Member(
      "from", required: \.from, .real(RealRange(0...1)), "The smallest infection probability."),
    Member("to", required: \.to, .real(RealRange(0...1)), "The largest infection probability."),
    Member(
      "levels", required: \.levels, .whole(2...most), "How many there are, equally spaced."),
  ]

  static let relations: [Relation<Self>] = [
    Relation("from", "to") { curves in
      guard curves.to <= curves.from else { return nil }
      return Objection(
        .badRange, at: "to",
        say: "\(curves.to) is not above \"from\", \(curves.from); give a larger number")
    }
  ]
}
