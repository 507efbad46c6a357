extension SpreadRule {
  /// A rule that studies may use by name without defining it: built in, or the program's own.
  package struct Described: Sendable {
    package let name: String
    package let rule: SpreadRule
    /// What a source does, in one or two sentences.
    package let explanation: String
    /// Where the rule comes from.
    package let origin: String

    package init(name: String, rule: SpreadRule, explanation: String, origin: String) {
      self.name = name
      self.rule = rule
      self.explanation = explanation
      self.origin = origin
    }
  }

  /// The built-in rules in the order in which `spreadlab rules` lists them.
  package static let builtIn: [Described] = [
    Described(
      name: "subset",
      rule: SpreadRule(neighborhood: .moore, pool: .all, draw: .uniform, update: .synchronous),
      explanation:
        "Each infected person contacts a random number of its eight neighbors, from none to the "
        + "infection factor, healthy or not; two infected people may choose the same neighbor.",
      origin: "a random subset of the neighbors, of at most k people"),
    Described(
      name: "exact",
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .exact, update: .synchronous),
      explanation:
        "Each infected person contacts exactly as many healthy neighbors as the infection factor "
        + "allows, or all of them if there are fewer.",
      origin: "limited transmission: exactly min(k, healthy neighbors) contacts"),
    Described(
      name: "at_least_one",
      rule: SpreadRule(
        neighborhood: .moore, pool: .healthy, draw: .atLeastOne, update: .synchronous),
      explanation:
        "Each infected person contacts a random number of healthy neighbors, from one to the "
        + "infection factor.",
      origin: "limited transmission: 1 to k contacts"),
    Described(
      name: "virus_app",
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .scan, update: .sequential),
      explanation:
        "Infected people act one after the other in reading order; each tries its healthy "
        + "neighbors in reading order until the infection factor is used up.",
      origin: "simulation apps for phones that read a grid of 7 columns in order"),
    Described(
      name: "capped",
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .capped, update: .synchronous),
      explanation:
        "Each infected person tries all healthy neighbors; if more succeed than the infection "
        + "factor allows, a random choice of them counts.",
      origin: "virus_app without its order bias"),
    Described(
      name: "push",
      rule: SpreadRule(neighborhood: .vonNeumann, pool: .all, draw: .exact, update: .synchronous),
      explanation:
        "Each infected person contacts as many of its four neighbors as the infection factor "
        + "says, healthy or not.",
      origin: "rumor spreading; contacts with infected people are wasted"),
    Described(
      name: "each_contact",
      rule: SpreadRule(neighborhood: .moore, pool: .all, draw: .each, update: .synchronous),
      explanation:
        "Each infected person infects every healthy neighbor with the infection probability; the "
        + "infection factor is not used.",
      origin: "the usual epidemic on a network; among everybody the Reed-Frost model"),
    Described(
      name: "mixing",
      rule: SpreadRule(
        neighborhood: .moore, pool: .all, draw: .number(.poisson), update: .synchronous),
      explanation:
        "Each infected person contacts a random number of its neighbors, healthy or not, by a Poisson "
        + "distribution whose mean is the infection factor k.",
      origin:
        "well-mixed contacts, with contacts \"everybody\": R0 is k times the infection probability "
        + "times the mean number of steps in which a person is infectious"),
  ]

  /// The built-in rule of that name, or nil.
  package static func builtIn(named name: String) -> SpreadRule? {
    builtIn.first { $0.name == name }?.rule
  }
}
