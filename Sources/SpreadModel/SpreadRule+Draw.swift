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
  /// | `scan`       | in neighbor order until k hits | each with p         | E min(k, Bin(n, p)) |
  ///
  /// Source: docs/model.md, "Draw". A new one: docs/extending.md, "A draw".
  package enum Draw: String, CaseIterable, Sendable {
    case exact
    case atLeastOne = "at_least_one"
    case uniform, capped, scan

    /// What the draw consists of.
    package var plan: DrawPlan {
      switch self {
      case .exact: .contacts { $0...$0 }
      case .atLeastOne: .contacts { min(1, $0)...$0 }
      case .uniform: .contacts { 0...$0 }
      case .capped: .trials(keeping: .random)
      case .scan: .trials(keeping: .first)
      }
    }
  }
}

/// A draw taken apart: who is chosen among, the law of the number, whether order matters. Chances,
/// tables, passes and the expected work of the engine follow from it.
///
/// `n` candidates, cap `k`, `M = min(k, n)`.
package enum DrawPlan: Sendable {
  /// m of the candidates are chosen, uniformly, and contacted; m is uniform on `numbers(M)`, a range
  /// within 0...M. Each of them is infected with probability p.
  case contacts(_ numbers: @Sendable (_ most: Int) -> ClosedRange<Int>)
  /// Every candidate is tried with probability p; if more than k succeed, k of them stay.
  case trials(keeping: Kept)

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
    }
  }
}
