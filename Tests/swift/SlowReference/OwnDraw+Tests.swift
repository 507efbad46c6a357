internal import KeyedRandom
package import SpreadModel

/// Draws as the author of a program writes them.
extension OwnDraw {
  /// A built-in draw once more, from docs/model.md, "Draw": other random numbers, the same distribution.
  package static func imitation(of draw: SpreadRule.Draw) -> OwnDraw {
    OwnDraw(name: "imitation", version: 1) { turn in
      var stream = RandomStream(key: turn.word)
      let most = min(Int(turn.meanContacts), turn.count)
      func contact(_ number: Int) {
        for candidate in stream.choice(of: number, from: turn.count)
        where stream.unit() < turn.infectionProbability {
          turn.infect(candidate)
        }
      }
      func successes() -> [Int] {
        (0..<turn.count).filter { _ in stream.unit() < turn.infectionProbability }
      }
      switch draw {
      case .exact: contact(most)
      case .atLeastOne: contact(most == 0 ? 0 : 1 + Int(stream.below(UInt64(most))))
      case .uniform: contact(Int(stream.below(UInt64(most + 1))))
      case .capped:
        let all = successes()
        for place in stream.choice(of: min(most, all.count), from: all.count) {
          turn.infect(all[place])
        }
      case .each: for candidate in successes() { turn.infect(candidate) }
      case .scan: for candidate in successes().prefix(most) { turn.infect(candidate) }
      case .number(let distribution):
        contact(
          min(
            ReferenceDraws.number(distribution, mean: turn.meanContacts, stream.unit()), turn.count)
        )
      case .own: break
      }
    }
  }

  /// Makes use of everything a turn gives, so that anything given wrongly changes the run.
  package static let curious = OwnDraw(name: "curious", version: 3) { turn in
    var stream = RandomStream(key: turn.word)
    var left = turn.meanContacts
    for candidate in 0..<turn.count {
      let isHealthy = turn.isHealthy(candidate)
      guard (turn.person(candidate) + turn.source + turn.step) % 5 != 0 else { continue }
      if isHealthy { _ = stream.next() }
      if stream.unit() < turn.infectionProbability { turn.infect(candidate) }
      left -= isHealthy ? 1 : 0.25
      if left <= 0 { break }
    }
  }
}
