import PlainText
import SpreadModel

extension Record: FileObject {
  static let blank = Record()
  static let fileMembers: [Member<Self>] = [
    Member(
      "curves", \.curves, Curves.form,
      "Runs per point whose curve is kept: all, none, or a number of replicates."),
    Member(
      "maps", \.maps, .whole(0...StudyShape.mostPeople),
      "Number of replicates per point for which the step of infection is kept for every person."),
    Member(
      "transmissions", \.transmissions, .whole(0...StudyShape.mostPeople), written: .ifNotDefault,
      "Number of replicates per point for which it is listed who infected whom."),
    Member("compress", \.compress, .flag, "Write curves, maps and transmissions as .csv.gz."),
  ]
}

extension Record.Curves {
  fileprivate static let form = Form<Record.Curves>(
    shape: { _ in .either([.choice(["all", "none"]), .whole(0...StudyShape.mostPeople)]) },
    read: { value, _ in
      guard let count = value.number?.integer else {
        return value.string == "none" ? Record.Curves.none : Record.Curves.all
      }
      return .first(count)
    },
    write: { curves in
      switch curves {
      case .all: .string("all")
      case .none: .string("none")
      case .first(let count): .int(count)
      }
    })
}
