import PlainText
import SpreadModel

/// People infected from outside, as they stand in study files.
extension Introduction: FileObject {
  static let blank = Introduction(step: 0, place: .center)
  static let fileMembers: [Member<Self>] = [
    Member(
      "step", required: \.step, .whole(0...AllowedValues.mostPeople),
      "0 for the start; people introduced at a later step act from the following step on."),
    .oneOf([
      "people": [
        Member(
          "people", required: .list(of: .person, atLeast: 1),
          "Numbers of people, row by row from 0, or their labels in files of edges.",
          set: { $0.place = .people($1) },
          get: { if case .people(let people) = $0.place { people } else { nil } })
      ],
      "random": [
        Member(
          "random", required: .whole(1...AllowedValues.mostPeople),
          "Number of healthy people, chosen at random.", set: { $0.place = .random($1) },
          get: { if case .random(let count) = $0.place { count } else { nil } })
      ],
      "random_share": [
        Member(
          "random_share", required: .portion,
          "Share of the group, chosen at random among the healthy.",
          set: { $0.place = .randomShare($1) },
          get: { if case .randomShare(let share) = $0.place { share } else { nil } })
      ],
      "at": [
        Member(
          "at", required: .word("center"), "The person in the middle of the grid.",
          set: { introduction, _ in introduction.place = .center },
          get: { $0.place == .center ? true : nil })
      ],
    ]),
  ]
}
