import Spreadlab

/// As the built-in rule `exact`, but in the first step a source throws with a probability of 1 in `chance`:
/// for tests of runs that fail. Where random numbers are common, they fail at all points alike.
struct ThrowingRule: ContactRule {
  let chance: Int
  let version = 1
  var name: String { "throwing_\(chance)" }

  struct NoData: Error, CustomStringConvertible {
    let description = "no data"
  }

  func act(
    _ source: Source, on candidates: inout Candidates, using random: inout RandomWords
  ) throws {
    if source.step == 1 && random.below(chance) == 0 { throw NoData() }
    let most = min(Int(source.infectionFactor), candidates.count)
    for candidate in random.choice(of: most, from: candidates.count)
    where random.happens(source.infectionProbability) {
      candidates.infect(candidate)
    }
  }
}

SpreadlabCommand.main(rules: [1, 2, 4, 20, 100, 1_000].map { ThrowingRule(chance: $0) })
