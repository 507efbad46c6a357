internal import SpreadModel

/// C3: who infected whom.
extension [Truth] {
  static var infectors: [Truth] {
    func truth(
      _ id: String, _ words: String, _ source: String, _ arm: Scenario, _ distribution: [Double]
    ) -> Truth {
      Truth(
        "C3.\(id)", "\(words): infections by those introduced", source: source, arms: [arm],
        runs: 20_000, claim: .distribution(distribution)
      ) { _, result in [result.course.map { Double($0.infectionsByIntroduced) } ?? .nan] }
    }
    let (p, people) = (0.4, [1, 5])
    var two = nine(p: p).withCourse(infectious: 1)
    two.introductions = [Introduction(step: 0, place: .people(people))]
    return [
      truth(
        "two_introduced", "3 x 3 moore torus, two introduced, uncapped, p = 0.4, D = 1",
        "binomial: each of the others by either of two", two,
        FirstStep.binomial(9 - people.count, 1 - (1 - p) * (1 - p))),
      truth(
        "several_sources", "2 x 2 moore from person 0, synchronous, uncapped, p = 1/2, D = 2",
        "symmetry: of several sources each is as likely to count",
        four(p: 0.5).withCourse(infectious: 2), EpidemicDistribution.infectionsInTwoSteps(p: 0.5)),
      truth(
        "first_source", "2 x 2 moore from person 0, sequential, uncapped, p = 1/2, D = 2",
        "binomial: the first person is the first source of each infection, in two steps",
        four(.healthy, .exact, .sequential, p: 0.5).withCourse(infectious: 2),
        FirstStep.binomial(3, 1 - 0.5 * 0.5)),
    ]
  }
}

/// C8: two people who can only infect each other.
extension [Truth] {
  static var returns: [Truth] {
    let (p, steps) = (0.7, 8)
    let pair = Scenario(
      .vonNeumann, k: 1, p: p, people: 2, columns: 2, start: [0], maxSteps: steps)
    func truth(_ id: String, _ words: String, _ arm: Scenario, _ distribution: [Double]) -> Truth {
      Truth(
        "C8.\(id)",
        "1 x 2, k = 1, p = 0.7, D = 1, \(words): step in which nobody is infected any more",
        source: "geometric: in each step one source and one trial", arms: [arm], runs: 20_000,
        claim: .distribution(distribution)
      ) { _, result in
        [Double(result.stopReason == .extinct ? result.steps : result.steps + 1)]
      }
    }
    var geometric = [0.0]
    var goesOn = 1.0
    for _ in 1...steps {
      geometric.append(goesOn * (1 - p))
      goesOn *= p
    }
    return [
      truth(
        "healthy_again", "W = 0, up to step 8", pair.withCourse(infectious: 1, immune: 0),
        geometric + [goesOn]),
      // Whom the second would infect is immune for the one step in which they could.
      truth(
        "immune_for_a_step", "W = 1", pair.withCourse(infectious: 1, immune: 1), [0, 1 - p, p]),
    ]
  }
}

/// C9, C10: whom a source meets among people who are immune, or recover in the same step.
extension [Truth] {
  static var immunity: [Truth] {
    let p = 0.3
    var drawn = nine(.all, p: p).withCourse(infectious: 1)
    drawn.immuneShare = 4.0 / 9
    var listed = nine(.healthy, .scan, .sequential, p: p).withCourse(infectious: 1)
    listed.immunePeople = [0, 2, 5, 7]
    let five = EpidemicDistribution.finalSizes(people: 5, p: p, course: drawn.course)
    let sizes = [("drawn", drawn), ("listed", listed)].map { name, arm in
      Truth.sizes(
        "C9.\(name)", "Reed-Frost among five, by Ball's equations", arm,
        words:
          "3 x 3 moore torus, \(arm.rule.pool.rawValue), uncapped, p = 0.3, D = 1, four immune, "
          + name, distribution: five)
    }
    func beside(_ pool: SpreadRule.Pool) -> Scenario {
      var row = Scenario(.moore, pool, k: 1, p: 1, people: 3, columns: 3).withCourse(infectious: 1)
      row.immunePeople = [2]
      return row
    }
    let definition = "the rule's definition"
    let notChosen = Truth(
      "C9.healthy",
      "a row of 3 from the middle, healthy, k = 1, p = 1, D = 1, the east immune: "
        + "the west is infected in the first step", source: definition, arms: [beside(.healthy)],
      runs: 1_000, claim: .always, needsMap: true
    ) { _, result in [result.infectionSteps == [1, 0, -1] ? 1 : 0] }
    let wasted = Truth(
      "C9.all",
      "a row of 3 from the middle, all, k = 1, p = 1, D = 1, the east immune: "
        + "people ever infected, as half of the contacts are wasted",
      source: definition, arms: [beside(.all)], runs: 20_000, claim: .distribution([0, 0.5, 0.5]),
      observe: Truth.finalSize)
    let wholeStep = Truth(
      "C10",
      "a row of 3, the western two introduced, healthy, k = 1, p = 1, D = 1, W = 0, both "
        + "updates: the east is infected in the first step, as who recovers in a step is infected "
        + "for all of it", source: definition,
      arms: SpreadRule.Update.allCases.map {
        Scenario(.moore, .healthy, .exact, $0, k: 1, p: 1, people: 3, columns: 3, start: [0, 1])
          .withCourse(infectious: 1, immune: 0)
      }, runs: 1_000, claim: .always
    ) { _, result in [result.curve.prefix(2) == [2, 1] ? 1 : 0] }
    return sizes + [notChosen, wasted, wholeStep]
  }
}
