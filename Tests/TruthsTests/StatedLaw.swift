import SpreadModel
import Testing
import Truths

/// The scenario of a truth of the quick tier that states a law, and the law.
func stated(_ id: String) throws -> (arm: Scenario, law: [Double]) {
  let truth = try #require([Truth].all(upTo: .quick).first { $0.id == id })
  guard case .law(let law) = truth.claim else { throw NoLaw(id: id) }
  return (truth.arms[0], law)
}

private struct NoLaw: Error { let id: String }

/// Whether two laws are the same; chances that one leaves out are 0.
func agree(_ stated: [Double], _ expected: [Double], within: Double = 1e-12) -> Bool {
  (0..<max(stated.count, expected.count)).allSatisfy { place in
    let pair = [stated, expected].map { place < $0.count ? $0[place] : 0 }
    return abs(pair[0] - pair[1]) < within
  }
}
