import KeyedRandom

/// Values of parameters under which a simulation gives what was observed, as weighted draws: sequential
/// Monte Carlo with approximate Bayesian computation, whose distances and tolerances follow the draws.
///
/// A generation is proposed, simulated by the caller, and taken; the next one is proposed around the
/// closest draws so far, until `stop` says why there is none. Nothing depends on anything but the
/// settings, the observed values and the simulated ones. Source: docs/calibration.md, "The algorithm".
package struct SequentialABC: Sendable {
  package struct Settings: Hashable, Sendable {
    /// Draws that are accepted at least, and draws of a generation; the first one has twice as many.
    package var draws: Int
    /// The tolerance to be reached, however long it takes; nil for 0, or as near as
    /// `leastAcceptance` allows.
    package var tolerance: Double?
    /// The search ends with the first generation of which a smaller share is accepted.
    package var leastAcceptance: Double
    /// Draws that may be made.
    package var mostDraws: Int
    /// Of all random numbers.
    package var key: UInt64

    package init(
      draws: Int, tolerance: Double?, leastAcceptance: Double, mostDraws: Int, key: UInt64
    ) {
      self.draws = draws
      self.tolerance = tolerance
      self.leastAcceptance = leastAcceptance
      self.mostDraws = mostDraws
      self.key = key
    }
  }

  /// Why there are no more generations.
  package enum Stop: String, CaseIterable, Sendable {
    /// The tolerance that was asked for, or 0, is reached.
    case tolerance
    /// Hardly any draw of the last generation came close enough.
    case acceptance
    /// The next generation would be more than may be made.
    case mostDraws = "max_runs"
    /// No simulation had all values that were observed.
    case noValue = "no_value"
    /// A simulation failed.
    case runFailed = "run_failed"
  }

  /// What came of a generation.
  package struct Generation: Sendable {
    package let draws: Range<Int>
    /// Proposals it took to make the draws: others lay outside the prior.
    package let proposals: Int
    /// How far a draw may be off to be accepted.
    package fileprivate(set) var tolerance = Double.infinity
    /// Of its own draws.
    package fileprivate(set) var accepted = 0
    /// Of all accepted draws.
    package fileprivate(set) var effectiveSize = 0.0
    let proposal: DrawProposal

    /// Whether its simulations were taken.
    package var isJudged: Bool { effectiveSize > 0 }

    /// Of its own draws.
    package var acceptance: Double { Double(accepted) / Double(draws.count) }
  }

  /// A draw whose simulation came close enough.
  package struct Accepted: Hashable, Sendable {
    /// Its number, from 0.
    package var draw: Int
    package var distance: Double
    /// The sum of all is 1.
    package var weight: Double
  }

  package let settings: Settings
  private let dimension: Int
  private var distances: ABCDistances
  /// Of every draw, in order: its position in the unit cube, where the prior is uniform.
  package private(set) var shares: [[Double]] = []
  package private(set) var generations: [Generation] = []
  /// In order of their numbers.
  package private(set) var accepted: [Accepted] = []
  package private(set) var stop: Stop?
  /// Of each draw: the sum over generations of proposals x density, and how many are in it.
  private var mixtures: [(sum: Double, generations: Int)] = []

  /// - Parameters:
  ///   - observed: by quantity, its values over the replicates, in any order.
  ///   - dimension: number of parameters, 1 or more.
  package init(observed: [[Double]], dimension: Int, settings: Settings) {
    self.settings = settings
    self.dimension = dimension
    distances = ABCDistances(observed: observed)
  }

  /// The draws of the first generation, which come from the prior.
  package static func priorShares(count: Int, dimension: Int, key: UInt64) -> [[Double]] {
    let prior = DrawProposal(priorOf: dimension)
    return (0..<count).map { prior.draw(key: Self.key(key, generation: 0, draw: $0)).shares }
  }

  private static func key(_ key: UInt64, generation: Int, draw: Int) -> UInt64 {
    fold(fold(key, UInt64(generation)), UInt64(draw))
  }

  /// Makes the next generation of draws.
  ///
  /// - Returns: their numbers; `shares` has their positions.
  /// - Precondition: `stop` is nil, and the generation before has been taken.
  package mutating func propose() -> Range<Int> {
    precondition(stop == nil && distances.count == shares.count)
    let number = generations.count
    let proposal = number == 0 ? DrawProposal(priorOf: dimension) : nextProposal()
    let first = shares.count
    var proposals = 0
    for draw in 0..<(number == 0 ? 2 : 1) * settings.draws {
      let made = proposal.draw(
        key: Self.key(settings.key, generation: number, draw: draw))
      shares.append(made.shares)
      proposals += made.attempts
    }
    generations.append(
      Generation(draws: first..<shares.count, proposals: proposals, proposal: proposal))
    return first..<shares.count
  }

  /// Takes what the simulations of the proposed generation gave.
  ///
  /// - Parameter outcomes: of each draw, quantity by quantity its values over the replicates; nil
  ///   where a simulation has none.
  package mutating func take(_ outcomes: [[[Double?]]]) {
    precondition(distances.count + outcomes.count == shares.count)
    distances.add(outcomes)
    mixtures += outcomes.map { _ in (0, 0) }
    judge()
  }

  /// Ends the search: a simulation of the generation just taken failed, and what it would have given
  /// nobody knows.
  package mutating func endByFailure() { stop = .runFailed }

  /// The simulated values of a quantity in a draw, sorted; fewer than replicates where some have none.
  package func values(of quantity: Int, in draw: Int) -> [Double] {
    distances.values(of: quantity, in: draw)
  }

  /// By quantity: the scatter in which distances are measured.
  package var scales: [Double] { distances.scales }

  /// Around the closest draws: those nearer than the tolerance where they are enough to be spread by,
  /// so that a distance that many draws share does not hide the better ones.
  private func nextProposal() -> DrawProposal {
    let tolerance = generations.last?.tolerance ?? .infinity
    let nearer = accepted.filter { $0.distance < tolerance }
    let enough = max(Self.fewestCenters, settings.draws / 10)
    let chosen = nearer.count >= enough ? nearer : accepted
    let centers = chosen.count > settings.draws ? spread(chosen) : chosen
    return DrawProposal(around: centers.map { shares[$0.draw] }, weights: centers.map(\.weight))
  }

  private static let fewestCenters = 30

  /// As many as a generation has, chosen at even distances of their summed weights.
  private func spread(_ draws: [Accepted]) -> [Accepted] {
    let step = draws.reduce(0) { $0 + $1.weight } / Double(settings.draws)
    var (chosen, sum): ([Accepted], Double) = ([], 0)
    for draw in draws {
      sum += draw.weight
      while chosen.count < settings.draws, (Double(chosen.count) + 0.5) * step < sum {
        chosen.append(Accepted(draw: draw.draw, distance: draw.distance, weight: 1))
      }
    }
    return chosen
  }

  /// Which draws are close enough now, and whether the search has ended.
  private mutating func judge() {
    let last = generations.count - 1
    distances.rescale(to: generations[last].draws)
    let all = distances.all()
    let known = all.filter(\.isFinite).sorted()
    guard !known.isEmpty else {
      stop = .noValue
      return
    }
    let wanted = settings.tolerance ?? 0
    let nearest = known[min(settings.draws, known.count) - 1]
    let tolerance = max(nearest, wanted)
    let near = all.indices.filter { all[$0] <= tolerance }
    let weights = near.map { weight(of: $0) }
    let sum = weights.reduce(0, +)
    accepted = zip(near, weights).map {
      Accepted(draw: $0, distance: all[$0], weight: withoutLastDigits($1 / sum))
    }
    let squares = accepted.reduce(0) { $0 + $1.weight * $1.weight }
    generations[last].tolerance = tolerance
    generations[last].accepted = near.count { generations[last].draws.contains($0) }
    generations[last].effectiveSize = 1 / squares
    if nearest <= wanted, known.count >= settings.draws {
      stop = .tolerance
    } else if settings.tolerance == nil, last > 0,
      generations[last].acceptance < settings.leastAcceptance
    {
      stop = .acceptance
    } else if shares.count + settings.draws > settings.mostDraws {
      stop = .mostDraws
    }
  }

  /// The prior's density, 1, over that of all proposals so far: as if all draws came from their mixture.
  ///
  /// Source: Owen, Zhou (2000), doi:10.1080/01621459.2000.10473909; Cornuet, Marin, Mira, Robert (2012),
  /// doi:10.1111/j.1467-9469.2011.00756.x.
  private mutating func weight(of draw: Int) -> Double {
    var (sum, known) = mixtures[draw]
    while known < generations.count {
      let generation = generations[known]
      sum += Double(generation.proposals) * generation.proposal.density(at: shares[draw])
      known += 1
    }
    mixtures[draw] = (sum, known)
    return 1 / sum
  }
}
