/// How many random permutations or sign flips a test draws.
///
/// `first` always; then more, as long as fewer than `enough` were as extreme as the data, until
/// there are `most`. So a clear p costs little, and a small one gets the draws it needs to
/// pass a correction: among m comparisons at the level alpha the smallest p must be able to reach
/// alpha / m, and (0 + 1) / (most + 1) can, with one extreme draw to spare.
///
/// p is valid, P(p <= u) <= u, for any of these numbers. Source: Besag and Clifford (1991),
/// doi:10.1093/biomet/78.2.301; Phipson and Smyth (2010), doi:10.2202/1544-6115.1585.
package struct ResamplingBudget: Hashable, Sendable {
  package let first: Int
  package let most: Int
  /// After this many extreme ones p is known to about a fifth of its value.
  static let enough = 20

  /// - Parameters:
  ///   - family: comparisons that are corrected together.
  ///   - alpha: level of the verdict, above 0.
  /// - Precondition: `first` > 0, `family` > 0.
  package init(first: Int, family: Int = 1, alpha: Double = 0.05) {
    precondition(first > 0 && family > 0 && alpha > 0)
    self.first = first
    // Nobody waits for more than 2^40.
    most = max(first, Int(min(2 * Double(family) / alpha, 0x1p40).rounded(.up)))
  }

  /// The draws so far.
  package struct Count {
    package let plan: ResamplingBudget
    package private(set) var drawn = 0
    package private(set) var extreme = 0

    package init(_ plan: ResamplingBudget) { self.plan = plan }

    package mutating func add(isExtreme: Bool) {
      drawn += 1
      if isExtreme { extreme += 1 }
    }

    package var isDone: Bool {
      drawn >= plan.most || (drawn >= plan.first && extreme >= ResamplingBudget.enough)
    }

    /// The data themselves are one arrangement more, unless the last one drawn was the one that
    /// was waited for.
    package var p: Double {
      drawn > plan.first && extreme == ResamplingBudget.enough
        ? Double(extreme) / Double(drawn) : Double(extreme + 1) / Double(drawn + 1)
    }
  }
}
