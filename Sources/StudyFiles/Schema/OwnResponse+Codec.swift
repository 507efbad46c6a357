import PlainText
import SpreadModel

/// Responses that a study defines, as they stand in study files.
extension OwnResponse.Measure {
  static let codec = Codec<Self>.oneOf([
    "share_in": [
      Member(
        "share_in", required: GridArea.codec,
        "The share of the people in a part of the grid who were infected by the end of a step.",
        set: { $0 = .shareIn($1, atStep: 0) },
        get: { if case .shareIn(let area, _)? = $0 { area } else { nil } }),
      Member(
        "at_step", required: step, unit: "steps", "The step.",
        set: { if case .shareIn(let area, _)? = $0 { $0 = .shareIn(area, atStep: $1) } },
        get: { if case .shareIn(_, let step)? = $0 { step } else { nil } }),
    ],
    "infected_at": [
      Member(
        "infected_at", required: step, "The people who are infected at the end of this step.",
        set: { $0 = .infectedAt($1) },
        get: { if case .infectedAt(let step)? = $0 { step } else { nil } })
    ],
    "new_infections_between": [
      Member(
        "new_infections_between", required: steps,
        "The people newly infected from the first step to the last, introductions included.",
        set: { $0 = .newInfectionsBetween($1) },
        get: { if case .newInfectionsBetween(let steps)? = $0 { steps } else { nil } })
    ],
    "mean_infected_between": [
      Member(
        "mean_infected_between", required: steps,
        "The mean number of people infected at the end of a step, over the first step to the last.",
        set: { $0 = .meanInfectedBetween($1) },
        get: { if case .meanInfectedBetween(let steps)? = $0 { steps } else { nil } })
    ],
    "step_to_share": [
      Member(
        "step_to_share", required: .real(RealRange(0...1, lowestIsIn: false)),
        "The first step with at least this share of the group infected so far.",
        set: { $0 = .stepToShare($1) },
        get: { if case .stepToShare(let share)? = $0 { share } else { nil } })
    ],
  ])

  private static let step = Codec<Int>.whole(0...AllowedValues.mostPeople)
  private static let steps = Codec<ClosedRange<Int>>.span(0...AllowedValues.mostPeople)
}

extension GridArea: FileObject {
  static let blank = GridArea(rows: 0...0, columns: 0...0)
  static let fileMembers: [Member<Self>] = [
    Member(
      "rows", required: \.rows, .span(0...AllowedValues.mostPeople - 1),
      "First and last row, both included, from 0."),
    Member(
      "columns", required: \.columns, .span(0...AllowedValues.mostPeople - 1),
      "First and last column, both included, from 0."),
  ]
}

extension OwnResponse {
  /// The columns of `runs.csv` that are neither parameters nor responses.
  package static let otherColumns = ["point", "replicate", "status", "stop_reason"]

  static let codec = Codec<[Entry<Measure>]>.entries(of: Measure.codec).map(
    { $0.map { OwnResponse(name: $0.name, measure: $0.value) } },
    { (all: [OwnResponse]) in all.map { Entry(name: $0.name, value: $0.measure) } })
}
