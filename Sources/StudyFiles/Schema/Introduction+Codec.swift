import PlainText
import SpreadModel

/// People infected from outside, as they stand in study files.
extension Introduction: FileObject {
  static let blank = Introduction(step: 0, place: .center)
  static let fileMembers: [Member<Self>] = [
    .oneOf([
      "people": [atStep, people], "random": [atStep, random],
      "random_share": [atStep, randomShare],
      "mean": rates, "at": [atStep, center],
    ])
  ]

  static let relations: [Relation<Self>] = [
    Relation("from", "to") { introduction in
      guard let last = introduction.rate?.to, last < introduction.step else { return nil }
      return Objection(
        .badRange, at: "to",
        say: "\(last) is below \"from\", \(introduction.step); give a later step, or none")
    }
  ]

  /// People at random at step 0 stand in place of introductions of that step.
  static let relationsToModel: [Relation<StudyFile>] = [
    .ofFile { file, _ in
      guard let start = file.uses(of: .startPeople).first,
        let introductions = file.model[.introductions].flatMap({ [Introduction]($0) })
      else { return [] }
      return introductions.indices.filter { introductions[$0].step == 0 }.map { index in
        Objection(
          .conflict, at: "model", ModelKey.introductions.name, "\(index)",
          say:
            "who is infected at step 0 is also given by \(JSONPath.root.way(start.way).text); keep one of the "
            + "two (introductions of later steps may stay)")
      }
    }
  ]

  private static let atStep = Member<Self>(
    "step", required: \.step, .whole(0...AllowedValues.mostPeople),
    "0 for the start; people introduced at a later step act from the following step on.")

  private static let people = Member<Self>(
    "people", required: .people(atLeast: 1),
    "Numbers of people, row by row from 0, or their labels in the files of the study.",
    set: { $0.place = .people($1) },
    get: { if case .people(let people) = $0.place { people } else { nil } })

  private static let random = Member<Self>(
    "random", required: .whole(1...AllowedValues.mostPeople),
    "Number of healthy people, chosen at random.", set: { $0.place = .random($1) },
    get: { if case .random(let count) = $0.place { count } else { nil } })

  private static let randomShare = Member<Self>(
    "random_share", required: .portion, "Share of the group, chosen at random among the healthy.",
    set: { $0.place = .randomShare($1) },
    get: { if case .randomShare(let share) = $0.place { share } else { nil } })

  private static let center = Member<Self>(
    "at", required: .word("center"), "The person in the middle of the grid.",
    set: { introduction, _ in introduction.place = .center },
    get: { $0.place == .center ? true : nil })

  private static let rates: [Member<Self>] = [
    Member<Self>(
      "from", required: .whole(0...AllowedValues.mostPeople), unit: "steps",
      "The first step at whose end people may come.", set: { $0.step = $1 },
      get: { $0.isRate ? $0.step : nil }),
    Member<Self>(
      "to", optional: .whole(0...AllowedValues.mostPeople), unit: "steps",
      "The last one; without it people come until the run ends.",
      set: { $0.place = .rate(mean: $0.rate?.mean ?? 0, to: $1) }, get: { $0.rate?.to }),
    Member<Self>(
      "mean", required: .real(RealRange(0...Double(AllowedValues.mostPeople))), unit: "people",
      "Mean of the Poisson number of healthy people, at random, infected at the end of each step.",
      set: { $0.place = .rate(mean: $1, to: $0.rate?.to) }, get: { $0.rate?.mean }),
  ]

  private var rate: (mean: Double, to: Int?)? {
    if case .rate(let mean, let to) = place { (mean, to) } else { nil }
  }
}

extension Study {
  /// People who are infected at step 0 by name.
  var introducedAtStart: Set<Int> {
    constants(.introductions, as: [Introduction].self).reduce(into: []) { people, introduction in
      guard introduction.step == 0, case .people(let list) = introduction.place else { return }
      people.formUnion(list)
    }
  }
}
