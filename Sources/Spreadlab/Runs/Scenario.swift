/// Everything that decides a run but its random numbers: who there is, how they infect each other, and when
/// it ends. The names are those of a study's `model` (docs/study-files.md), and so are the default values.
///
/// Keys that are not here (contacts, interventions, immune people by number, ...) go into a ``Study`` as JSON.
public struct Scenario: Hashable, Sendable {
  /// Number of people, 1...10^9.
  public var groupSize: Int
  /// What a source does in a step.
  public var rule: Rule = "subset"
  /// k: the most people a source may infect (or contact) in a step, a whole number; of rules that draw a number
  /// of contacts with a mean, and of those in Swift, any number that is not negative.
  public var infectionFactor = 3.0
  /// p: the probability that a contact infects, 0...1.
  public var infectionProbability = 1.0
  /// People per row of the grid; nil: as many as make a square.
  public var columns: Int?
  /// What lies beyond the edge of the grid.
  public var boundary = Boundary.bounded
  /// Who is infected from outside, and when.
  public var introductions = [Introduction(.center)]
  /// L: steps in which an infected person does not act yet.
  public var latentSteps = 0
  /// D: the most steps in which a person acts; nil: for ever.
  public var infectiousSteps: Int?
  /// c: the probability to recover after a step in which a person acted, 0...1.
  public var recoveryProbability = 0.0
  /// W: steps for which a recovered person is immune; nil: for ever.
  public var immuneSteps: Int?
  /// v: the share of the group that is immune for the whole run, 0...1.
  public var immuneShare = 0.0
  /// The run ends when this share of the group is (or ever was) infected, above 0 and at most 1.
  public var stopShare = 1.0
  /// The run ends after so many steps.
  public var maxSteps = 10_000

  /// A group of people; all else has its default value.
  public init(groupSize: Int, rule: Rule = "subset") {
    self.groupSize = groupSize
    self.rule = rule
  }

  /// What lies beyond the edge of the grid.
  public enum Boundary: String, Hashable, Sendable {
    /// Nothing.
    case bounded
    /// The other edge; the last row has to be full.
    case torus
  }

  /// People who are infected from outside at the end of a step.
  public struct Introduction: Hashable, Sendable {
    /// Who they are.
    public enum Place: Hashable, Sendable {
      /// The person in the middle of the grid.
      case center
      /// These, by number.
      case people([Int])
      /// So many of the healthy, at random.
      case random(Int)
    }

    /// 0: they are infected as the run begins.
    public var step: Int
    /// Who they are.
    public var place: Place

    /// People who are infected from outside, as the run begins unless a later step is given.
    public init(_ place: Place, step: Int = 0) {
      self.place = place
      self.step = step
    }
  }
}
