internal import SpreadModel

/// C1: with p = 1 and no cap a course is without chance.
extension [Truth] {
  static var waves: [Truth] {
    let courses: [(latent: Int, infectious: Int, immune: Int?)] = [
      (0, 1, nil), (0, 2, nil), (1, 1, nil), (2, 3, nil), (0, 1, 1), (1, 2, 2),
    ]
    return courses.map { latent, infectious, immune in
      Truth(
        "C1.L\(latent)_D\(infectious)_W\(immune.map(String.init) ?? "forever")",
        "without a cap, p = 1, from the middle of 25 x 25, L = \(latent), D = \(infectious), "
          + "W \(immune.map { "= \($0)" } ?? "forever"): ring r is infected in step r (1 + L), acts "
          + "after L steps, recovers after L + D and is immune for W",
        source: "distance balls of an excitable medium; nothing comes back with W >= L + 1",
        arms: uncapped {
          Scenario($0, $1, $2, $3, p: 1, people: 625, columns: 25, maxSteps: 12)
            .withCourse(latent: latent, infectious: infectious, immune: immune)
        }, runs: 3, claim: .always
      ) { arm, result in [isWave(arm, result) ? 1 : 0] }
    }
  }

  /// Every rule: without a cap they are one.
  private static func uncapped(
    _ scenario: (
      SpreadRule.Neighborhood, SpreadRule.Pool, SpreadRule.Draw, SpreadRule.Update
    ) -> Scenario
  ) -> [Scenario] {
    SpreadRule.Neighborhood.allCases.flatMap { neighborhood in
      SpreadRule.Pool.allCases.flatMap { pool in
        [SpreadRule.Draw.exact, .capped, .each, .scan].flatMap { draw in
          SpreadRule.Update.allCases.map { scenario(neighborhood, pool, draw, $0) }
        }
      }
    }
  }

  /// Whether the numbers infected, ever infected, immune and latent are those of rings.
  private static func isWave(_ arm: Scenario, _ result: RunResult) -> Bool {
    guard let curves = result.course?.curves, result.steps == arm.maxSteps else { return false }
    let latent = arm.course.latentSteps
    let end = latent + (arm.course.infectiousSteps.steps ?? .max)
    let immuneEnd = arm.course.immuneSteps.steps.map { end + $0 } ?? .max
    return (0...result.steps).allSatisfy { step in
      /// People infected for the first time so many steps ago.
      func people(_ ages: Range<Int>) -> UInt32 {
        (0...step).reduce(0) { sum, ring in
          guard ages.contains(step - ring * (1 + latent)) else { return sum }
          return sum + UInt32(ring == 0 ? 1 : arm.rule.neighborhood.directions.count * ring)
        }
      }
      return result.curve[step] == people(0..<end)
        && curves.everInfected[step] == people(0..<(.max))
        && curves.immune[step] == people(end..<immuneEnd)
        && curves.latent[step] == people(0..<latent)
    }
  }
}
