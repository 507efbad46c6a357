internal import SpreadModel

/// C11: courses that are one. Their distributions are; with common random numbers their runs are, too.
extension [Truth] {
  static var courseEqualities: [Truth] {
    func same(
      _ id: String, _ words: String, _ arms: [Scenario],
      observe: @escaping @Sendable (Scenario, RunResult) -> [Double] = { _, result in
        numbers(result) + (result.infectionSteps ?? []).map(Double.init)
      }
    ) -> Truth {
      Truth(
        "C11.\(id)", words, source: "definition, common random numbers", arms: arms, runs: 50,
        claim: .sameInEveryRun, needsMap: true, observe: observe)
    }
    func group(
      _ neighborhood: SpreadRule.Neighborhood, _ pool: SpreadRule.Pool, _ draw: SpreadRule.Draw,
      _ update: SpreadRule.Update, k: Int? = nil, p: Double
    ) -> Scenario {
      Scenario(
        neighborhood, pool, draw, update, k: k, p: p, people: 68, columns: 9, start: [17],
        maxSteps: 40)
    }
    let people = "68 people in 9 columns from person 17"
    let certain = same(
      "certain_recovery",
      "5 people in 3 columns moore, capped, k = 2, p = 0.6, L = 1, W = 2: "
        + "c = 1 and D = 1",
      [(nil, 1.0), (1, 0)].map { infectious, recovery in
        Scenario(
          .moore, .healthy, .capped, k: 2, p: 0.6, people: 5, columns: 3, start: [2], maxSteps: 7
        ).withCourse(latent: 1, infectious: infectious, recovery: recovery, immune: 2)
      })
    let uncappedRules = SpreadRule.Neighborhood.allCases.map { neighborhood in
      same(
        "uncapped_\(neighborhood.rawValue)",
        "\(people), \(neighborhood.rawValue) without a cap, p = 0.4, c = 0.4, W = 2: exact, capped, each and scan, "
          + "both pools, both updates",
        uncapped {
          group($0, $1, $2, $3, p: 0.4).withCourse(recovery: 0.4, immune: 2)
        }.filter { $0.rule.neighborhood == neighborhood },
        observe: curves)
    }
    let poolAll = SpreadRule.Draw.allCases.map { draw in
      same(
        "all_\(draw.rawValue)",
        "\(people), moore, all, \(draw.rawValue), k = 2, p = 0.5, D = 3, W = 1: both updates",
        SpreadRule.Update.allCases.map {
          group(.moore, .all, draw, $0, k: 2, p: 0.5).withCourse(infectious: 3, immune: 1)
        }, observe: curves)
    }
    let latent = same(
      "latent",
      "13 x 13 moore without a cap, p = 0.15, D = 2: who is ever infected with L = 0, with L = 1, with L = 3",
      [0, 1, 3].map {
        Scenario(p: 0.15, people: 169, columns: 13).withCourse(latent: $0, infectious: 2)
      }
    ) { _, result in (result.infectionSteps ?? []).map { $0 < 0 ? 0 : 1 } }
    var blocked = Scenario(
      .vonNeumann, k: 1, p: 0.7, people: 5, columns: 5, start: [0], maxSteps: 12
    ).withCourse(infectious: 2, immune: 1)
    blocked.immunePeople = [3]
    let cut = Scenario(
      .vonNeumann, k: 1, p: 0.7, people: 3, columns: 3, start: [0], maxSteps: 12
    ).withCourse(infectious: 2, immune: 1)
    let besideImmune = same(
      "walls",
      "a row of 5, healthy, exact, k = 1, p = 0.7, D = 2, W = 1, the fourth immune: the "
        + "first three are a row of 3", [blocked, cut]
    ) { _, result in
      numbers(result) + (result.infectionSteps ?? []).prefix(3).map(Double.init)
    }
    return [certain] + uncappedRules + poolAll + [latent, besideImmune]
  }

  /// Numbers of people by step, the end, and infections, by those introduced as well.
  private static func numbers(_ result: RunResult) -> [Double] {
    curves(result) + [Double(result.course?.infectionsByIntroduced ?? -1)]
  }

  /// Without who infected whom, on which rules of one distribution may differ.
  private static func curves(_: Scenario, _ result: RunResult) -> [Double] { curves(result) }

  private static func curves(_ result: RunResult) -> [Double] {
    let course = result.course
    let rows = [
      result.curve, course?.curves.everInfected ?? [], course?.curves.newInfections ?? [],
    ]
    return rows.joined().map(Double.init)
      + [Double(course?.infections ?? -1), result.stopReason == .extinct ? 1 : 0]
  }
}
