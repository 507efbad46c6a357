internal import PlainText
internal import SpreadEngine
internal import SpreadModel
internal import StudyFiles

/// Known answers for programs that follow docs/randomness.md: small runs on grids, over all updates, courses, and
/// draws without a distribution: those that go by the word of an action, and `each` with its contact clocks, also under an
/// infection probability that changes with the step.
/// `Tests/system/Randomness/reader.py` makes them again.
enum KnownRuns {
  /// A JSON object per line: the study, the replicate, the number of infected people by step, and the step of each person's
  /// first infection, -1 for never.
  static var text: String {
    scenarios.enumerated().map { line($0, $1) + "\n" }.joined()
  }

  private static func line(_ index: Int, _ scenario: Scenario) -> String {
    var study = Truth(
      "known_\(index)", source: "", scenario, runs: 3, .finalSize, .always([])
    ).study
    study.randomNumbers = .common
    if !scenario.interventions.isEmpty {
      study.interventions = [Named(name: "later", value: scenario.interventions)]
      study.constants[.interventions] = .name("later")
    }
    let replicate = index % 3
    let result = Simulator(scenario).run(
      RunKey(seed: study.seed, point: nil, replicate: replicate), recordMap: true)
    return JSONText.object([
      ("study", study.identityJSON), ("replicate", .int(replicate)),
      ("curve", .array(result.curve.map { .int(Int($0)) })),
      ("infection_steps", .array((result.infectionSteps ?? []).map { .int(Int($0)) })),
    ]).compactText
  }

  private static var scenarios: [Scenario] {
    var scenarios: [Scenario] = []
    for draw in SpreadRule.Draw.allCases {
      // Without a cap a clock has to be slow to ring in a later step.
      let chances = draw == .each ? [0.02, 0.2, 0.6, 1] : [0.3, 0.55, 0.8, 1]
      for update in SpreadRule.Update.allCases {
        for pool in SpreadRule.Pool.allCases {
          for grid in grids {
            for course in courses {
              let index = scenarios.count
              var scenario = Scenario(
                grid.neighborhood, pool, draw, update, k: [1, 2, 3, 8][index % 4],
                p: chances[index / 4 % 4], people: grid.people, columns: grid.columns,
                boundary: grid.boundary, start: index % 2 == 0 ? nil : [0], maxSteps: 25)
              scenario.course = course
              if index % 5 == 0 { scenario.immuneShare = 0.2 }
              if index % 3 == 0 {
                scenario.interventions = [
                  setting(chances[index / 3 % 4], from: index % 4, until: 3 + index % 5),
                  setting(index % 2 == 0 ? 0 : 1, from: 6, until: index % 2 == 0 ? 8 : nil),
                ]
              }
              if index % 7 == 0 {
                let people = [1, 2].filter { $0 < grid.people }
                scenario.introductions.append(Introduction(step: 3, place: .people(people)))
              }
              scenarios.append(scenario)
            }
          }
        }
      }
    }
    return scenarios
  }

  private static func setting(_ p: Double, from: Int, until: Int?) -> Intervention {
    Intervention(
      when: .step(from), effects: [.infectionProbability: .set(SteppedValue(p))],
      until: until.map { .step($0) })
  }

  private static let grids:
    [(
      neighborhood: SpreadRule.Neighborhood, people: Int, columns: Int, boundary: Boundary
    )] = [
      (.moore, 25, 5, .bounded), (.moore, 23, 6, .bounded), (.moore, 16, 4, .torus),
      (.vonNeumann, 28, 7, .bounded), (.vonNeumann, 6, 3, .torus), (.hexagonal, 26, 5, .bounded),
      (.hexagonal, 24, 6, .torus), (.moore, 2, 1, .bounded),
    ]

  private static var courses: [Course] {
    [
      Course(), course(infectious: 1), course(latent: 1, infectious: 3), course(recovery: 0.3),
      course(infectious: 2, immune: 0),
      course(latent: 2, infectious: 4, recovery: 0.2, immune: 3),
      course(latent: 1, recovery: 1),
    ]
  }

  private static func course(
    latent: Int = 0, infectious: Int? = nil, recovery: Double = 0, immune: Int? = nil
  ) -> Course {
    Scenario(p: 1, people: 1, columns: 1).withCourse(
      latent: latent, infectious: infectious, recovery: recovery, immune: immune
    ).course
  }
}
