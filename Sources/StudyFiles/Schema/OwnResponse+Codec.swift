import PlainText
import SpreadModel

/// Responses that a study defines, as they stand in study files.
extension OwnResponse.Measure {
  static let codec = Codec<Self>.oneOf(
    [
      "share_in": [
        Member(
          "share_in", required: SharePlace.codec,
          "The share of the people in a part of the grid, or of a group, who were infected by the end of a step.",
          set: { $0 = $1.share(atStep: 0) },
          get: { $0?.shareIn?.place }),
        Member(
          "at_step", required: step, unit: "steps", "The step.",
          set: { if let place = $0?.shareIn?.place { $0 = place.share(atStep: $1) } },
          get: { $0?.shareIn?.step }),
      ],
      "final_share_of": [
        Member(
          "final_share_of", required: .label,
          "The share of the people of this group who were infected at all.",
          set: { $0 = .finalShareOf($1) },
          get: { if case .finalShareOf(let group)? = $0 { group } else { nil } })
      ],
      "critical_probability": [
        Member(
          "critical_probability",
          required: .object(
            1,
            [
              Member(
                "share", required: \.self, .real(RealRange(0...1, lowestIsIn: false)),
                "The share of the group.")
            ]),
          "The least infection probability at which a share of the group is ever infected.",
          set: { $0 = .criticalProbability(share: $1) },
          get: { if case .criticalProbability(let share)? = $0 { share } else { nil } })
      ],
      "peak_of": [
        Member(
          "peak_of", required: .series,
          "The largest value of this series, built-in or of \"observed\", step 0 included.",
          set: { $0 = .peakOf($1) },
          get: { if case .peakOf(let series)? = $0 { series } else { nil } })
      ],
      "at_most": bound(
        "at_most", "1 if the response is at most this number, else 0.", OwnBound.atMost
      ) { if case .atMost(let most) = $0 { most } else { nil } },
      "at_least": bound(
        "at_least", "1 if the response is at least this number, else 0.", OwnBound.atLeast
      ) { if case .atLeast(let least) = $0 { least } else { nil } },
      "multiply": [
        Member(
          "multiply", required: number, "The number by which the response is multiplied.",
          set: { $0 = .multiplied($1, of: .steps) },
          get: { if case .multiplied(let number, _)? = $0 { number } else { nil } }),
        Member(
          "of",
          required: .response(
            where: { $0.kind != .time },
            others: "has no value in some runs; give another response"),
          "The response; not a time.",
          set: { if case .multiplied(let number, _)? = $0 { $0 = .multiplied(number, of: $1) } },
          get: { if case .multiplied(_, let response)? = $0 { response } else { nil } }),
      ],
      "level_of": [
        Member(
          "level_of",
          required: .parameter(
            where: { $0.allowed.numbers != nil },
            others: "has words as levels; give a factor whose levels are numbers"),
          "The level of this factor at the point of the run.", set: { $0 = .levelOf($1) },
          get: { if case .levelOf(let key)? = $0 { key } else { nil } })
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
    ],
    [
      Relation("final_share_of") { measure, read in
        guard case .finalShareOf(let group)? = measure else { return [] }
        return read.objections(toGroup: group, at: "final_share_of")
      },
      Relation("peak_of") { measure, read in
        guard case .peakOf(let series)? = measure, series.needsRecovery,
          !read.met.contains(.recovery), series != .latent || !read.met.contains(.latency)
        else { return nil }
        let remedy =
          series == .latent
          ? "nobody is latent in this study; give \(ModelKey.latentSteps)"
          : "\(series.rawValue) exists only where people recover, and in this study nobody does; give "
            + "\(ModelKey.infectiousSteps) or \(ModelKey.recoveryProbability)"
        return Objection(.badRelation, at: "peak_of", say: "\(remedy), or another series")
      },
      Relation("level_of") { measure, read in
        guard case .levelOf(let key)? = measure, key != read.study.threshold?.factor else {
          return []
        }
        let (factor, objections) = read.factor(key, askedBy: "level_of")
        guard let word = factor?.ends.first(where: { $0.number == nil }) else { return objections }
        return [
          Objection(
            .badRelation, at: "level_of",
            say:
              "the level \(word) of \(key.name) is no number; give a factor whose levels are numbers"
          )
        ]
      },
    ])

  /// - Parameter side: the number of a bound of this kind; nil of the other.
  private static func bound(
    _ name: String, _ about: String, _ make: @escaping @Sendable (Double) -> OwnBound,
    _ side: @escaping @Sendable (OwnBound) -> Double?
  ) -> [Member<Self?>] {
    [
      Member(
        name, required: number, about, set: { $0 = .within(make($1), of: .steps) },
        get: { if case .within(let bound, _)? = $0 { side(bound) } else { nil } }),
      Member(
        "of", required: .response(),
        "The response. A time that was not reached is later than the run, of one that died out than any step.",
        set: { if case .within(let bound, _)? = $0 { $0 = .within(bound, of: $1) } },
        get: { if case .within(_, let response)? = $0 { response } else { nil } }),
    ]
  }

  private static let number = Codec<Double>.real(RealRange(-1e15...1e15))
  private static let step = Codec<Int>.whole(0...AllowedValues.mostPeople)
  private static let steps = Codec<ClosedRange<Int>>.span(0...AllowedValues.mostPeople)
}

/// Whose share it is.
private enum SharePlace: Sendable {
  case area(GridArea)
  case group(String)

  static let codec = Codec<Self>.oneOf(
    [
      "rows": [
        Member(
          "rows", required: .span(0...AllowedValues.mostPeople - 1),
          "First and last row, both included, from 0.",
          set: { $0 = .area(GridArea(rows: $1, columns: 0...0)) },
          get: { if case .area(let area)? = $0 { area.rows } else { nil } }),
        Member(
          "columns", required: .span(0...AllowedValues.mostPeople - 1),
          "First and last column, both included, from 0.",
          set: { place, columns in
            guard case .area(let area)? = place else { return }
            place = .area(GridArea(rows: area.rows, columns: columns))
          }, get: { if case .area(let area)? = $0 { area.columns } else { nil } }),
      ],
      "group": [
        Member(
          "group", required: .label, "The group.", set: { $0 = .group($1) },
          get: { if case .group(let group)? = $0 { group } else { nil } })
      ],
    ],
    [
      Relation("group") { place, read in
        guard case .group(let group)? = place else { return [] }
        return read.objections(toGroup: group, at: "group")
      }
    ])

  func share(atStep step: Int) -> OwnResponse.Measure {
    switch self {
    case .area(let area): .shareIn(area, atStep: step)
    case .group(let group): .shareInGroup(group, atStep: step)
    }
  }
}

extension ReadStudy {
  /// That there is no such group.
  fileprivate func objections(toGroup name: String, at key: String) -> [Objection] {
    guard !groups.contains(name) else { return [] }
    func names() -> [String] { study.groups.flatMap(\.value.names) }
    return [
      Objection(
        .unknownValue, at: key,
        say: "\(JSONText.quoted(name)) is no group"
          + (groups.isEmpty ? ": the study has none" : "; give one of \(Shape.listed(names()))"),
        suggestion: NearestName.find(name, in: names()))
    ]
  }
}

extension OwnResponse.Measure {
  fileprivate var shareIn: (place: SharePlace, step: Int)? {
    switch self {
    case .shareIn(let area, let step): (.area(area), step)
    case .shareInGroup(let group, let step): (.group(group), step)
    default: nil
    }
  }
}

extension OwnResponse {
  /// The columns of `runs.csv` that are neither parameters nor responses.
  package static let otherColumns = ["point", "replicate", "status", "stop_reason"]

  static let codec = Codec<[Named<Measure>]>.entries(of: Measure.codec).map(
    { $0.map { OwnResponse(name: $0.name, measure: $0.value) } },
    { (all: [OwnResponse]) in all.map { Named(name: $0.name, value: $0.measure) } })
}
