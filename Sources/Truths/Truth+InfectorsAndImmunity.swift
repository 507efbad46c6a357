internal import SpreadModel

/// C3: who infected whom.
extension [Truth] {
  static var infectors: [Truth] {
    func truth(
      _ id: String, _ source: String, _ arm: Scenario, _ distribution: [Double]
    ) -> Truth {
      Truth(
        "C3.\(id)", source: source, arm, runs: 20_000, .infectionsByIntroduced,
        .distribution(distribution))
    }
    let (p, people) = (0.4, [1, 5])
    var two = nine(p: p).withCourse(infectious: 1)
    two.introductions = [Introduction(step: 0, place: .people(people))]
    return [
      truth(
        "two_introduced", "binomial: each of the others by either of two", two,
        FirstStep.binomial(9 - people.count, 1 - (1 - p) * (1 - p))),
      truth(
        "several_sources", "symmetry: of several sources each is as likely to count",
        four(p: 0.5).withCourse(infectious: 2), EpidemicDistribution.infectionsInTwoSteps(p: 0.5)),
      truth(
        "first_source",
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
    func truth(_ id: String, _ arm: Scenario, _ distribution: [Double]) -> Truth {
      Truth(
        "C8.\(id)", source: "geometric: in each step one source and one trial", arm, runs: 20_000,
        .lastStep, .distribution(distribution))
    }
    var geometric = [0.0]
    var goesOn = 1.0
    for _ in 1...steps {
      geometric.append(goesOn * (1 - p))
      goesOn *= p
    }
    return [
      truth(
        "healthy_again", pair.withCourse(infectious: 1, immune: 0), geometric + [goesOn]),
      // Whom the second would infect is immune for the one step in which they could.
      truth("immune_for_a_step", pair.withCourse(infectious: 1, immune: 1), [0, 1 - p, p]),
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
        "C9.\(name)", "Reed-Frost among five, by Ball's equations", arm, distribution: five)
    }
    // From the middle of three, the east immune.
    func beside(_ pool: SpreadRule.Pool) -> Scenario {
      var row = Scenario(.moore, pool, k: 1, p: 1, people: 3, columns: 3).withCourse(infectious: 1)
      row.immunePeople = [2]
      return row
    }
    let notChosen = Truth(
      "C9.healthy", source: "the rule's definition: the west is infected in the first step",
      beside(.healthy), runs: 1_000,
      .infectionSteps([.init([0], step: 1), .init([2])], .number), .always([1, 0]))
    let wasted = Truth(
      "C9.all", source: "the rule's definition: half of the contacts are wasted", beside(.all),
      runs: 20_000, .finalSize, .distribution([0, 0.5, 0.5]))
    let wholeStep = Truth(
      "C10",
      source: "the rule's definition: who recovers in a step is infected for all of it",
      SpreadRule.Update.allCases.map {
        Scenario(.moore, .healthy, .exact, $0, k: 1, p: 1, people: 3, columns: 3, start: [0, 1])
          .withCourse(infectious: 1, immune: 0)
      }, runs: 1_000, .curves(steps: [0, 1]), .always([2, 1]))
    return sizes + [notChosen, wasted, wholeStep]
  }
}
