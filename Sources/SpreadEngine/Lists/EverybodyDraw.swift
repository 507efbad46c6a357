internal import KeyedRandom
import SpreadModel

/// The draw of a source who meets everybody: whom it infects, at a cost that grows with their number
/// only.
///
/// Instead of a coin for each candidate there are geometric gaps between those that succeed; of contacts
/// the number that succeed is drawn so, and then who they are.
/// Source: docs/randomness.md, "Contacts".
struct EverybodyDraw: ~Copyable {
  private let pool: SpreadRule.Pool
  private let kept: DrawPlan.Kept?
  private let cap: Int
  private let numbers: ContactNumbers
  /// Nil where every contact succeeds.
  private let gaps: GeometricGaps?
  private var picks = Picks()

  init(_ rule: SpreadRule, _ plan: Plan) {
    pool = rule.pool
    cap = plan.cap
    numbers = ContactNumbers(rule, plan)
    kept = if case .trials(let kept) = rule.draw.plan { kept } else { nil }
    let chance = plan.infectionProbability
    gaps = chance > 0 && chance < 1 ? GeometricGaps(chance: chance) : nil
  }

  /// Calls `body` with the candidates whom a source infects.
  ///
  /// - Parameters:
  ///   - candidates: how many there are.
  ///   - factor: by which the source's mean number of contacts is multiplied.
  @inline(__always) mutating func forEachInfected(
    of candidates: Int, _ word: UInt64, factor: Double, _ body: (_ candidate: Int) -> Void
  ) {
    if kept == .first {
      var count = 0
      var place = next(0, word)
      while place.trial <= candidates && count < cap {
        body(place.trial &- 1)
        count &+= 1
        place = next(place.trial, place.word)
      }
      return
    }
    let trials = kept == nil ? numbers.number(of: candidates, word, factor: factor) : candidates
    let most = kept == nil ? trials : min(cap, trials)
    var successes = 0
    if gaps == nil {
      successes = most
    } else {
      var place = next(0, word)
      while place.trial <= trials && successes < most {
        successes &+= 1
        place = next(place.trial, place.word)
      }
    }
    var stream = RandomStream(key: word)
    picks.forEach(successes, of: candidates, &stream, body)
  }

  /// The next trial that succeeds, after trial number `trial` (from 1), and the word it was drawn from.
  @inline(__always) private func next(
    _ trial: Int, _ word: UInt64
  ) -> (trial: Int, word: UInt64) {
    guard let gaps else { return (trial &+ 1, word) }
    let lane = word &+ RandomKeys.successLane
    return (trial &+ Int(truncatingIfNeeded: gaps.gap(mix(lane))), lane)
  }
}
