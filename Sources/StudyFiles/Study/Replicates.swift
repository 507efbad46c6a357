package import SpreadModel

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
  package var until: [PrecisionTarget]

  package init(min: Int, max: Int, batch: Int, until: [PrecisionTarget]) {
    self.min = min
    self.max = max
    self.batch = batch
    self.until = until
  }

  /// Replicates at the first judgement: the fewest whole batches that hold `min`, at most `max`.
  package var firstJudgement: Int {
    Swift.min(max, (min + batch - 1) / batch * batch)
  }

  /// Replicates at the judgement after one of `count`.
  package func judgement(after count: Int) -> Int {
    Swift.min(max, count + batch)
  }
}

/// How precise the mean of a response must be.
package struct PrecisionTarget: Hashable, Sendable {
  package enum Width: Hashable, Sendable {
    /// Half width of the confidence interval, in the response's unit.
    case absolute(Double)
    /// Half width as a share of the mean.
    case relative(Double)
  }
  package var response: Response
  package var width: Width

  package init(response: Response, width: Width) {
    self.response = response
    self.width = width
  }
}
