package import SpreadModel
package import Statistics

/// How many runs each point gets.
package enum Replicates: Hashable, Sendable {
  case fixed(Int)
  case adaptive(AdaptiveRule)
}

/// Runs are added in whole batches until every target holds.
package struct AdaptiveRule: Hashable, Sendable {
  /// 30 or more.
  package var min: Int
  package var max: Int
  package var batch: Int
  /// At least one.
  package var until: [PrecisionRequest]

  package init(min: Int, max: Int, batch: Int, until: [PrecisionRequest]) {
    self.min = min
    self.max = max
    self.batch = batch
    self.until = until
  }

  /// Replicates at the first judgement: the fewest whole batches that hold `min`, at most `max`.
  package var firstJudgement: Int {
    Swift.min(max, (min + batch - 1) / batch * batch)
  }
}

/// A response, and how precise it must be.
package struct PrecisionRequest: Hashable, Sendable {
  package var response: Response
  package var target: PrecisionTarget

  /// - Parameter width: of the mean's interval; of flags, which have shares, that of the share.
  package init(response: Response, width: PrecisionTarget.Width) {
    self.response = response
    target = PrecisionTarget(kind: response.kind == .flag ? .share : .mean, width: width)
  }
}

extension Replicates {
  /// Replicates of a point before precision is judged for the first time.
  package var first: Int {
    switch self {
    case .fixed(let count): count
    case .adaptive(let rule): rule.firstJudgement
    }
  }

  /// The most replicates a point can get, but for a search, which counts them otherwise.
  package var most: Int {
    switch self {
    case .fixed(let count): count
    case .adaptive(let rule): rule.max
    }
  }
}
