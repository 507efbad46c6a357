import SpreadModel

/// Everything that decides a run but its random numbers: who there is, how they infect each other, and when
/// it ends. Names and default values are those of a study's `model` (docs/study-files.md).
///
/// The usual keys are properties; all others that are numbers or names are given by ``subscript(_:)``. What needs a
/// section of its own (contact structures, interventions) goes into a ``Study`` as JSON.
public struct Scenario: Hashable, Sendable {
  /// What is not the default.
  var values = ModelValues()
  /// By name, as they were given.
  var others: [String: Factor.Level] = [:]

  /// A group of people; all else has its default value.
  public init(groupSize: Int, rule: Rule = "subset") {
    self.groupSize = groupSize
    self.rule = rule
  }

  /// A key of the model by its name in study files, such as `"infectiousness_dispersion"`; it counts in place of a
  /// property of that name. Nil: as the property says.
  ///
  /// Which names and values there are is checked by the ``Study``, and as a run begins.
  public subscript(key: String) -> Factor.Level? {
    get { others[key] }
    set { others[key] = newValue }
  }

  /// Number of people, 1...10^9.
  public var groupSize: Int {
    get { self[.groupSize] }
    set { self[.groupSize] = newValue }
  }
  /// What a source does in a step.
  public var rule: Rule {
    get { Rule(self[.rule]) }
    set { self[.rule] = newValue.name }
  }
  /// k: the most people a source may infect (or contact) in a step, a whole number; of rules that draw a number
  /// of contacts with a mean, and of those in Swift, any number that is not negative.
  public var infectionFactor: Double {
    get { values[.infectionFactor]?.number ?? 0 }
    set { values[.infectionFactor] = Int(exactly: newValue).map(KeyValue.whole) ?? .real(newValue) }
  }
  /// p: the probability that a contact infects, 0...1.
  public var infectionProbability: Double {
    get { self[.infectionProbability] }
    set { self[.infectionProbability] = newValue }
  }
  /// People per row of the grid; nil: as many as make a square.
  public var columns: Int? {
    get { values[.columns].flatMap(Int.init) }
    set { values[.columns] = newValue?.keyValue }
  }
  /// What lies beyond the edge of the grid.
  public var boundary: Boundary {
    get { Boundary(rawValue: self[.boundary]) ?? .bounded }
    set { self[.boundary] = newValue.rawValue }
  }
  /// Who is infected from outside, and when.
  public var introductions: [Introduction] {
    get { (self[.introductions] as [SpreadModel.Introduction]).map(Introduction.init) }
    set { self[.introductions] = newValue.map(\.ofModel) }
  }
  /// L: steps in which an infected person does not act yet.
  public var latentSteps: Int {
    get { self[.latentSteps] }
    set { self[.latentSteps] = newValue }
  }
  /// D: the most steps in which a person acts; nil: for ever.
  public var infectiousSteps: Int? {
    get { values[.infectiousSteps].flatMap(Int.init) }
    set { values[.infectiousSteps] = newValue?.keyValue }
  }
  /// c: the probability to recover after a step in which a person acted, 0...1.
  public var recoveryProbability: Double {
    get { self[.recoveryProbability] }
    set { self[.recoveryProbability] = newValue }
  }
  /// W: steps for which a recovered person is immune; nil: for ever.
  public var immuneSteps: Int? {
    get { values[.immuneSteps].flatMap(Int.init) }
    set { values[.immuneSteps] = newValue?.keyValue }
  }
  /// v: the share of the group that is immune for the whole run, 0...1.
  public var immuneShare: Double {
    get { self[.immuneShare] }
    set { self[.immuneShare] = newValue }
  }
  /// The run ends when this share of the group is (or ever was) infected, above 0 and at most 1.
  public var stopShare: Double {
    get { self[.stopShare] }
    set { self[.stopShare] = newValue }
  }
  /// The run ends after so many steps.
  public var maxSteps: Int {
    get { self[.maxSteps] }
    set { self[.maxSteps] = newValue }
  }

  private subscript<Value: KeyValueConvertible>(key: ModelKey) -> Value {
    get { values(key) }
    set { values[key] = newValue.keyValue }
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

extension Scenario.Introduction {
  fileprivate init(_ introduction: SpreadModel.Introduction) {
    switch introduction.place {
    case .center: self.init(.center, step: introduction.step)
    case .people(let people): self.init(.people(people), step: introduction.step)
    case .random(let count): self.init(.random(count), step: introduction.step)
    // Nobody can have given it.
    case .randomShare, .rate: preconditionFailure("no property gives a share or a rate")
    }
  }

  fileprivate var ofModel: SpreadModel.Introduction {
    switch place {
    case .center: .init(step: step, place: .center)
    case .people(let people): .init(step: step, place: .people(people))
    case .random(let count): .init(step: step, place: .random(count))
    }
  }
}
