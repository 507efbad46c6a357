/// People infected from outside: those of step 0 make the start state, those of step s > 0 are
/// added at the end of step s and act from step s + 1 on.
package struct Introduction: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    /// The person in the middle of the grid (`Grid.center`).
    case center
    /// These people, by number.
    case people([Int])
    /// This many healthy people at random; all of them if fewer are left.
    case random(Int)
    /// This share (0...1) of the group at random among the healthy, rounded to the nearest
    /// person, halves up; all of them if fewer are left.
    case randomShare(Double)
    /// A Poisson number of healthy people with this mean (0 or more) at random, at the end of this step and of
    /// each one up to `to`, or to the end of the run; all of the healthy if fewer are left.
    case rate(mean: Double, to: Int?)
  }
  /// 0 or more; the first one of several.
  package var step: Int
  package var place: Place

  package init(step: Int, place: Place) {
    self.step = step
    self.place = place
  }

  /// Whether they come at many steps.
  package var isRate: Bool { if case .rate = place { true } else { false } }

  /// The steps at whose ends people may come; nil for none.
  ///
  /// - Parameter last: of the run, where no other one is given.
  package func steps(upTo last: Int) -> ClosedRange<Int>? {
    guard case .rate(let mean, let end) = place else { return step...step }
    return mean > 0 && step <= end ?? last ? step...(end ?? last) : nil
  }
}

/// Everything that decides a run but its key: where people stand, how they infect each other,
/// who is infected from outside, and when the run ends.
package struct Scenario: Hashable, Sendable {
  package var grid: Grid
  package var rule: SpreadRule
  /// Who meets whom.
  package var contacts = Contacts.grid
  /// Of what groups people are; nil: they do not differ.
  package var groups: Groups?
  /// Cap k on infections per source and step, 0 or more.
  package var infectionFactor = 3
  /// The infection factor as the mean number of contacts, 0 or more, of rules whose draw has one, where
  /// it is no whole number; nil: `infectionFactor`.
  package var realInfectionFactor: Double?
  /// Probability p per contact, 0...1.
  package var infectionProbability = 1.0
  /// In the order of the study file; several may share a step.
  package var introductions = [Introduction(step: 0, place: .center)]
  package var course = Course()
  /// v, the share (0...1) of the group that is vaccinated, which makes them immune for the whole run: so many people, rounded to
  /// the nearest, halves up, of those neither infected at step 0 nor listed in `immunePeople`; all
  /// of them if fewer are left.
  package var immuneShare = 0.0
  /// People immune for the whole run, by number.
  package var immunePeople: [Int] = []
  /// Who is vaccinated first.
  package var immuneOrder = ImmuneOrder.random
  /// e, the probability (0...1) with which somebody vaccinated is immune.
  package var vaccineEfficacy = 1.0
  /// People infected at step 0, at random among those not listed in `immunePeople`, before any
  /// introduction.
  package var startPeople: Int?
  /// Interventions, in list order.
  package var interventions: [Intervention] = []
  /// What is seen of new infections, in the order of the columns.
  package var observed: [ObservedSeries] = []
  /// The run ends when this share (0...1] of the group is infected, or with a course has ever been.
  package var stopShare = 1.0
  /// The run ends after this many steps, 0 or more.
  package var maxSteps = 10_000
  /// The `maxSteps` of runs that are meant to end by themselves. One that has not ended by then fails: its
  /// curves take a gigabyte of memory.
  package static let stepsWithoutEnd = 100_000_000
  /// The share (0...1] of the group at which the shape responses are taken.
  package var shapeShare = 0.25

  /// With the default values of everything else.
  package init(grid: Grid, rule: SpreadRule) {
    self.grid = grid
    self.rule = rule
  }

  package init(
    grid: Grid, rule: SpreadRule, infectionFactor: Int, infectionProbability: Double,
    introductions: [Introduction]? = nil, stopShare: Double? = nil, maxSteps: Int? = nil,
    shapeShare: Double? = nil
  ) {
    self.init(grid: grid, rule: rule)
    self.infectionFactor = infectionFactor
    self.infectionProbability = infectionProbability
    if let introductions { self.introductions = introductions }
    if let stopShare { self.stopShare = stopShare }
    if let maxSteps { self.maxSteps = maxSteps }
    if let shapeShare { self.shapeShare = shapeShare }
  }

  /// One person under the first built-in rule: what every value is unless a study says otherwise.
  static let `default` = Scenario(
    grid: Grid(people: 1, columns: 1, boundary: .bounded), rule: SpreadRule.builtIn[0].rule)
}

extension Scenario {
  /// The most people whom a source infects in one step.
  package var cap: Int { rule.draw.cap(infectionFactor) }

  /// The mean number of contacts of draws that have one.
  package var meanContacts: Double { realInfectionFactor ?? Double(infectionFactor) }

  /// Whether the shape responses mean something: on a grid with edges, that is no honeycomb.
  package var hasShape: Bool {
    contacts == .grid && grid.boundary == .bounded && rule.neighborhood != .hexagonal
  }

  /// Whether people recover, or may once an intervention has begun.
  package var hasCourse: Bool {
    course.endsInfections || interventions.contains(where: \.startsCourse)
  }

  /// Whether not all contacts have the same chance to infect, or some of them may be closed: all but lists, the grid and
  /// everybody of people who do not differ.
  package var hasDifferingContacts: Bool {
    groups?.factorsDiffer == true || !contacts.isOfPairsAlike
      || interventions.contains { $0.keepContacts != nil }
  }

  /// Whether numbers of interventions follow a series.
  package var hasSeries: Bool {
    interventions.contains { $0.effects.values.contains { !$0.value.isConstant } }
  }

  /// The last step at whose end people may come from outside; 0 where they come at the start alone.
  package var lastIntroduction: Int {
    introductions.map { $0.steps(upTo: maxSteps)?.upperBound ?? 0 }.max() ?? 0
  }

  /// Whether people may be infected more than once.
  package var letsPeopleReturn: Bool { hasCourse && course.immuneSteps != .forever }

  /// Whether people are vaccinated.
  package var vaccinates: Bool {
    immuneShare > 0 || interventions.contains { $0.immunizeShare != nil }
  }

  /// Whether somebody may be immune who never was infected.
  package var hasImmunePeople: Bool { vaccinates || !immunePeople.isEmpty }
}
