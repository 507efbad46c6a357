internal import SpreadModel

/// G1 to G3: groups of which everybody meets everybody.
extension [Truth] {
  static var everybody: [Truth] { reedFrostOfAll + periodsOfAll + pushes }

  private static var reedFrostOfAll: [Truth] {
    let groups: [(String, Scenario)] = [
      ("five", Scenario(.everybody, p: 0.3, people: 5)),
      ("eight_from_three", Scenario(.everybody, .all, .scan, p: 0.1, people: 8, start: [0, 1, 2])),
      (
        "ten_from_two",
        Scenario(.everybody, .healthy, .capped, .sequential, p: 0.1, people: 10, start: [0, 1])
      ),
      ("twelve", Scenario(.everybody, .all, .exact, .sequential, p: 0.25, people: 12)),
      (
        "twelve_from_four",
        Scenario(.everybody, .healthy, .scan, p: 0.05, people: 12, start: [0, 1, 2, 3])
      ),
    ]
    return groups.flatMap { Truth.reedFrost("G1.\($0)", $1) }
  }

  private static var periodsOfAll: [Truth] {
    let arms: [(String, String, Scenario)] = [
      (
        "ten", Truth.randomPeriods,
        Scenario(.everybody, p: 0.1, people: 10).withCourse(recovery: 0.5)
      ),
      (
        "twelve_from_two", Truth.randomPeriods,
        Scenario(.everybody, .all, .capped, .sequential, p: 0.05, people: 12, start: [0, 1])
          .withCourse(latent: 1, recovery: 0.25)
      ),
      (
        "five", Truth.longerPeriods,
        Scenario(.everybody, .all, p: 0.2, people: 5).withCourse(infectious: 3)
      ),
    ]
    return arms.map { .sizes("G2.\($0)", $1, $2) }
  }

  private static var pushes: [Truth] {
    [4, 9, 16, 100].flatMap { people in
      SpreadRule.Pool.allCases.map { pool in
        let arm = Scenario(.everybody, pool, k: 1, p: 1, people: people)
        return Truth(
          "G3.\(pool.rawValue)_\(people)",
          source:
            "push rumor spreading: occupancy of calls (Pittel 1987, SIAM J. Appl. Math. 47:213)",
          arm, runs: 10_000, .stepsToAll,
          .distribution(
            PushDistribution.stepsToAll(people: people, hitsHealthyOnly: pool == .healthy)))
      }
    }
  }
}
