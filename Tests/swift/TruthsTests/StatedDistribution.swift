import SpreadModel
import Testing
import Truths

/// The scenario of a truth of the quick tier that states a distribution, and the distribution.
func stated(_ id: String) throws -> (arm: Scenario, distribution: [Double]) {
  let truth = try #require([Truth].all(upTo: .quick).first { $0.id == id })
  guard case .distribution(let distribution) = truth.claim else { throw NoDistribution(id: id) }
  return (truth.arms[0], distribution)
}

private struct NoDistribution: Error { let id: String }

/// Whether two distributions are the same; chances that one leaves out are 0.
func agree(_ stated: [Double], _ expected: [Double], within: Double = 1e-12) -> Bool {
  (0..<max(stated.count, expected.count)).allSatisfy { place in
    let pair = [stated, expected].map { place < $0.count ? $0[place] : 0 }
    return abs(pair[0] - pair[1]) < within
  }
}
