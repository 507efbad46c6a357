internal import KeyedRandom
import SpreadModel

/// How many candidates a source contacts, from the word of its action.
///
/// Source: docs/randomness.md, "Contacts".
struct ContactNumbers {
  private let plan: DrawPlan
  private let cap: Int
  /// Of draws with a distribution of numbers.
  private let distribution: CountDistribution?

  init(_ rule: SpreadRule, _ plan: Plan) {
    self.plan = rule.draw.plan
    cap = plan.cap
    distribution =
      if case .number(let distribution) = rule.draw {
        CountDistribution(distribution, mean: plan.meanContacts)
      } else {
        nil
      }
  }

  /// m, for n candidates.
  ///
  /// - Parameter factor: by which the source's mean number is multiplied.
  @inline(__always) func number(of candidates: Int, _ word: UInt64, factor: Double) -> Int {
    if let distribution {
      let word = mix(word &+ RandomKeys.numberLane)
      return distribution.number(Double(word &>> 11) * 0x1p-53, factor: factor, most: candidates)
    }
    let numbers = plan.numbers(most: min(cap, candidates))
    if numbers.lowerBound == numbers.upperBound { return numbers.lowerBound }
    let span = UInt64(numbers.upperBound &- numbers.lowerBound &+ 1)
    let word = mix(word &+ RandomKeys.numberLane)
    return numbers.lowerBound &+ Int(word.multipliedFullWidth(by: span).high)
  }
}
