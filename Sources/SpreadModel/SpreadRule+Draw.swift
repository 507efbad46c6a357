extension SpreadRule {
  /// How a source picks whom it contacts in one step, and who of them is infected.
  ///
  /// `n` candidates (people), cap `k` (people per source and step), probability `p` (per
  /// contact, 0...1). The means hold for `n >= k >= 1` and healthy candidates only.
  ///
  /// | case         | contacted                      | infected            | mean infected       |
  /// |--------------|--------------------------------|---------------------|---------------------|
  /// | `exact`      | min(k, n)                      | each with p         | p k                 |
  /// | `atLeastOne` | uniform on 1...min(k, n)       | each with p         | p (k + 1) / 2       |
  /// | `uniform`    | uniform on 0...min(k, n)       | each with p         | p k / 2             |
  /// | `capped`     | all n                          | each with p, k kept | E min(k, Bin(n, p)) |
  /// | `each`       | all n                          | each with p         | p n                 |
  /// | `scan`       | in neighbor order until k hits | each with p         | E min(k, Bin(n, p)) |
  /// | `number`     | min(m, n), m by a distribution          | each with p         | p E min(m, n)       |
  /// | `own`        | as its Swift says              | as its Swift says   |                     |
  ///
  /// Source: docs/model.md, "Draw". A new one: docs/extending.md, "A draw".
  package enum Draw: Hashable, Sendable {
    case exact, atLeastOne, uniform, capped
    /// `capped` without a cap: k is not used.
    case each
    case scan
    /// So many candidates by a distribution of its own; k is no cap, but its mean.
    case number(ContactNumber)
    /// Whom Swift of a program's author picks; k is what it makes of it, and may be any number.
    case own(OwnDraw)

    /// The Swift it is, if it is a program's own.
    package var own: OwnDraw? {
      if case .own(let draw) = self { draw } else { nil }
    }

    /// The most people whom a source infects in a step: k, or of the draw without a cap more than there
    /// can be.
    package func cap(_ k: Int) -> Int { usesFactor ? k : AllowedValues.mostPeople }

    /// Whether the infection factor matters.
    package var usesFactor: Bool { self != .each }

    /// Whether the infection factor is the mean number of contacts, and may be any number; of a program's
    /// own it may.
    package var hasMean: Bool {
      switch self {
      case .number(let distribution): distribution.hasMean
      case .own: true
      case .exact, .atLeastOne, .uniform, .capped, .each, .scan: false
      }
    }

    /// What the draw consists of.
    package var plan: DrawPlan {
      switch self {
      case .exact: .contacts { $0...$0 }
      case .atLeastOne: .contacts { min(1, $0)...$0 }
      case .uniform: .contacts { 0...$0 }
      case .capped, .each: .trials(keeping: .random)
      case .scan: .trials(keeping: .first)
      case .number(let distribution): .number(distribution)
      case .own: .own
      }
    }
  }
}

/// Those with a name of their own, and all of them as text.
extension SpreadRule.Draw: CaseIterable, RawRepresentable {
  package static let allCases: [Self] = [.exact, .atLeastOne, .uniform, .capped, .each, .scan]

  /// - Parameter rawValue: a name in study files.
  package init?(rawValue: String) {
    guard let named = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = named
  }

  /// The name in study files; of a distribution of numbers and of Swift of its own, what it is.
  package var rawValue: String {
    switch self {
    case .exact: "exact"
    case .atLeastOne: "at_least_one"
    case .uniform: "uniform"
    case .capped: "capped"
    case .each: "each"
    case .scan: "scan"
    case .number(.poisson): "number poisson"
    case .number(.geometric): "number geometric"
    case .number(.negativeBinomial(let dispersion)): "number negative_binomial \(dispersion)"
    case .number(.weights(let weights)): "number \(weights)"
    case .own(let draw): "own \(draw.name) version \(draw.version)"
    }
  }
}

/// A draw taken apart: who is chosen among, the distribution of the number, whether order matters. Chances,
/// tables, passes and the expected work of the engine follow from it.
///
/// `n` candidates, cap `k`, `M = min(k, n)`.
package enum DrawPlan: Sendable {
  /// m of the candidates are chosen, uniformly, and contacted; m is uniform on `numbers(M)`, a range
  /// within 0...M. Each of them is infected with probability p.
  case contacts(_ numbers: @Sendable (_ most: Int) -> ClosedRange<Int>)
  /// Every candidate is tried with probability p; if more than k succeed, k of them stay.
  case trials(keeping: Kept)
  /// min(m, n) of the candidates are chosen, uniformly, and contacted, m from the distribution; each of them
  /// is infected with probability p.
  case number(_ distribution: SpreadRule.ContactNumber)
  /// Nothing is known of it.
  case own

  package enum Kept: Hashable, Sendable {
    /// Uniformly random ones.
    case random
    /// The first in neighbor order.
    case first
  }

  /// The numbers, all equally likely, of those who are chosen if at most `most` can be.
  package func numbers(most: Int) -> ClosedRange<Int> {
    switch self {
    case .contacts(let numbers): numbers(most)
    case .trials: most...most
    case .number, .own: 0...most
    }
  }
}
