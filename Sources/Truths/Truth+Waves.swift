internal import SpreadModel

/// C1: with p = 1 and no cap a course is without chance.
extension [Truth] {
  static var waves: [Truth] {
    let courses: [(latent: Int, infectious: Int, immune: Int?)] = [
      (0, 1, nil), (0, 2, nil), (1, 1, nil), (2, 3, nil), (0, 1, 1), (1, 2, 2),
    ]
    return courses.flatMap { latent, infectious, immune in
      SpreadRule.Neighborhood.allCases.map { neighborhood in
        let arms = uncapped {
          Scenario(neighborhood, $0, $1, $2, p: 1, people: 625, columns: 25, maxSteps: 12)
            .withCourse(latent: latent, infectious: infectious, immune: immune)
        }
        return Truth(
          "C1.L\(latent)_D\(infectious)_W\(immune.map(String.init) ?? "forever")_\(neighborhood.rawValue)",
          source:
            "distance balls of an excitable medium: ring r is infected in step r (1 + L), acts after "
            + "L steps, recovers after L + D; nothing comes back with W >= L + 1",
          arms, runs: 3, .curves(Observation.State.allCases, steps: [Int](0...12)),
          .always(rings(arms[0])))
      }
    }
  }

  /// Every rule: without a cap they are one.
  private static func uncapped(
    _ scenario: (SpreadRule.Pool, SpreadRule.Draw, SpreadRule.Update) -> Scenario
  ) -> [Scenario] {
    SpreadRule.Pool.allCases.flatMap { pool in
      [SpreadRule.Draw.exact, .capped, .each, .scan].flatMap { draw in
        SpreadRule.Update.allCases.map { scenario(pool, draw, $0) }
      }
    }
  }

  /// The numbers infected, ever infected, immune and latent by step, of rings.
  private static func rings(_ arm: Scenario) -> [Double] {
    let latent = arm.course.latentSteps.steps ?? 0
    let end = latent + (arm.course.infectiousSteps.steps ?? .max)
    let immuneEnd = arm.course.immuneSteps.steps.map { end + $0 } ?? .max
    return [0..<end, 0..<(.max), end..<immuneEnd, 0..<latent].flatMap { ages in
      (0...arm.maxSteps).map { step in
        // People infected for the first time so many steps ago.
        (0...step).reduce(0) { sum, ring in
          guard ages.contains(step - ring * (1 + latent)) else { return sum }
          let people = ring == 0 ? 1 : arm.rule.neighborhood.directions.count * ring
          return sum + Double(people)
        }
      }
    }
  }
}
