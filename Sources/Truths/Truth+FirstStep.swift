package import SpreadModel

/// L1 to L3: the first step of a source with healthy neighbors, eight unless said otherwise.
extension [Truth] {
  static var firstStep: [Truth] {
    let (k, p) = (3, 0.5)
    let source = "binomial thinning"
    func scenario(_ draw: SpreadRule.Draw) -> Scenario {
      Scenario(.moore, .healthy, draw, k: k, p: p, people: 9, columns: 3, maxSteps: 1)
    }
    let counts = SpreadRule.Draw.allCases.map { draw in
      Truth(
        "L1.\(draw.rawValue)", source: source, scenario(draw), runs: 40_000, .curves(steps: [1]),
        .distribution([0] + FirstStep.counts(draw, 8, k, p)))
    }
    // With fewer candidates than the cap, the number of contacts must be drawn up to theirs.
    let few = [SpreadRule.Draw.atLeastOne, .uniform].map { draw in
      Truth(
        "L1.\(draw.rawValue)_few", source: source,
        Scenario(.moore, .healthy, draw, k: 8, p: p, people: 4, columns: 2, maxSteps: 1),
        runs: 40_000, .curves(steps: [1]), .distribution([0] + FirstStep.counts(draw, 3, 8, p)))
    }
    let places = SpreadRule.Draw.allCases.map { draw in
      Truth(
        "L2.\(draw.rawValue)", source: source, scenario(draw), runs: 40_000, FirstStep.neighbors,
        .means(FirstStep.places(draw, 8, k, p)))
    }
    let people = FirstStep.around
    let triples = people.indices.flatMap { c in
      (0..<c).flatMap { b in (0..<b).map { [people[$0], people[b], people[c]] } }
    }
    let subsets = Truth(
      "L3", source: "uniform subset", Scenario(k: 3, p: 1, people: 9, columns: 3, maxSteps: 1),
      runs: 56_000, .infectionSteps(triples.map { .init($0, step: 1) }, .which),
      .distribution([Double](repeating: 1.0 / 56, count: 56)))
    return counts + few + places + [subsets]
  }
}

/// Exact distributions of one source with `n` healthy candidates; docs/model.md, "Draw".
package enum FirstStep {
  /// The people around the middle of 3 x 3, from NW to SE.
  static let around = [0, 1, 2, 3, 5, 6, 7, 8]
  /// Who of them is infected in the first step.
  static let neighbors = Observation.infectionSteps(around.map { .init([$0], step: 1) }, .number)

  /// P(i of n) for independent trials of chance `p`.
  package static func binomial(_ n: Int, _ p: Double) -> [Double] {
    (0..<n).reduce([1]) { chances, _ in
      (0...chances.count).map { i in
        (i < chances.count ? chances[i] * (1 - p) : 0) + (i > 0 ? chances[i - 1] * p : 0)
      }
    }
  }

  /// Chances of 0, 1, ..., k new infections, without a cap of 0, 1, ..., n.
  package static func counts(_ draw: SpreadRule.Draw, _ n: Int, _ k: Int, _ p: Double) -> [Double] {
    let most = Swift.min(k, n)
    func thinned(_ m: Int) -> [Double] {
      binomial(m, p) + [Double](repeating: 0, count: most - m)
    }
    func mixed(_ sizes: ClosedRange<Int>) -> [Double] {
      let distributions = sizes.map(thinned)
      return (0...most).map { i in
        distributions.reduce(0) { $0 + $1[i] } / Double(distributions.count)
      }
    }
    switch draw {
    case .exact: return thinned(most)
    case .atLeastOne: return mixed(Swift.min(1, most)...most)
    case .uniform: return mixed(0...most)
    case .each: return binomial(n, p)
    case .capped, .scan:
      let all = binomial(n, p)
      return all[..<most] + [all[most...].reduce(0, +)]
    case .number, .own: preconditionFailure("the distribution of a number is no distribution of k")
    }
  }

  /// Chance of infection of each candidate, in neighbor order.
  package static func places(_ draw: SpreadRule.Draw, _ n: Int, _ k: Int, _ p: Double) -> [Double] {
    if draw == .scan {
      return (0..<n).map { before in p * binomial(before, p).prefix(k).reduce(0, +) }
    }
    let mean = counts(draw, n, k, p).enumerated().reduce(0) {
      $0 + Double($1.offset) * $1.element
    }
    return [Double](repeating: mean / Double(n), count: n)
  }
}
