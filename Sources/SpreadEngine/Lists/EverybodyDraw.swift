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
  private var picks = Picks()

  init(_ rule: SpreadRule, _ plan: Plan) {
    pool = rule.pool
    cap = plan.cap
    numbers = ContactNumbers(rule, plan)
    kept = if case .trials(let kept) = rule.draw.plan { kept } else { nil }
  }

  /// The gaps of a chance above 0; nil where every contact succeeds.
  static func gaps(_ chance: Double) -> GeometricGaps? {
    chance > 0 && chance < 1 ? GeometricGaps(chance: chance) : nil
  }

  /// Calls `body` with the candidates whom a source infects.
  ///
  /// - Parameters:
  ///   - candidates: how many there are.
  ///   - factor: by which the source's mean number of contacts is multiplied.
  ///   - gaps: of the largest chance of a contact.
  ///   - isThinned: whether `body` decides about contacts of smaller chances.
  ///   - body: returns whether the contact succeeds; where `isThinned` is false it always does.
  @inline(__always) mutating func forEachInfected(
    of candidates: Int, _ word: UInt64, factor: Double, gaps: GeometricGaps?, isThinned: Bool,
    _ body: (_ candidate: Int) -> Bool
  ) {
    if kept == .first {
      var count = 0
      var place = Self.next(0, word, gaps)
      while place.trial <= candidates && count < cap {
        if body(place.trial &- 1) { count &+= 1 }
        place = Self.next(place.trial, place.word, gaps)
      }
      return
    }
    let trials = kept == nil ? numbers.number(of: candidates, word, factor: factor) : candidates
    let keeps = kept == nil || isThinned ? trials : cap
    let most = min(keeps, trials)
    var successes = 0
    if gaps == nil {
      successes = most
    } else {
      var place = Self.next(0, word, gaps)
      while place.trial <= trials && successes < most {
        successes &+= 1
        place = Self.next(place.trial, place.word, gaps)
      }
    }
    var stream = RandomStream(key: word)
    var count = 0
    let last = kept == nil ? trials : cap
    picks.forEach(successes, of: candidates, &stream) { candidate in
      if count < last && body(candidate) { count &+= 1 }
    }
  }

  /// The next trial that succeeds, after trial number `trial` (from 1), and the word it was drawn from.
  @inline(__always) private static func next(
    _ trial: Int, _ word: UInt64, _ gaps: GeometricGaps?
  ) -> (trial: Int, word: UInt64) {
    guard let gaps else { return (trial &+ 1, word) }
    let lane = word &+ RandomKeys.successLane
    return (trial &+ Int(truncatingIfNeeded: gaps.gap(mix(lane))), lane)
  }
}
