internal import Foundation
package import SpreadModel

/// Exact distributions of epidemics in which nobody returns and k is no cap: of groups in which everybody
/// meets everybody (`everybody`; 2 x 2 people and a torus of 3 x 3, with `moore`), and of rows.
package enum EpidemicDistribution {
  /// Chances that 0, 1, ..., all people are ever infected, those introduced at step 0 included.
  ///
  /// Source: Ball 1986, Adv. Appl. Prob. 18:289: with n people not introduced, a introduced, and the
  /// chance f(i) that one source infects none of i people, for every j of 0...n the sum over l of
  /// 0...j of C(n-l, j-l) P(l of n) / f(n-j)^(l+a) is C(n, j).
  package static func finalSizes(
    people: Int, introduced: Int = 1, p: Double, course: Course
  ) -> [Double] {
    let others = people - introduced
    var chances: [Double] = []
    for size in 0...others {
      let none = chanceOfNone(among: others - size, p: p, course)
      func weight(_ smaller: Int) -> Double {
        choose(others - smaller, size - smaller) / pow(none, Double(smaller + introduced))
      }
      let smaller = chances.indices.reduce(0) { $0 + chances[$1] * weight($1) }
      chances.append((choose(others, size) - smaller) / weight(size))
    }
    return [Double](repeating: 0, count: introduced) + chances
  }

  /// Reed-Frost, which is D = 1: chances that the last infected recover in step 0, 1, ....
  ///
  /// Source: the chain binomial (Abbey 1952; Bailey 1975).
  package static func extinctionSteps(people: Int, introduced: Int = 1, p: Double) -> [Double] {
    // By the number healthy and the number infected.
    var states = [[people - introduced, introduced]: 1.0]
    var chances = [0.0]
    while !states.isEmpty {
      var next: [[Int]: Double] = [:]
      var extinct = 0.0
      for (state, chance) in states.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        let infection = 1 - pow(1 - p, Double(state[1]))
        for (new, share) in FirstStep.binomial(state[0], infection).enumerated() {
          if new == 0 {
            extinct += chance * share
          } else {
            next[[state[0] - new, new], default: 0] += chance * share
          }
        }
      }
      chances.append(extinct)
      states = next
    }
    return chances
  }

  /// Four people, one introduced, D = 2: chances that they infect 0, 1, 2, 3 people, where each of
  /// several sources of an infection is as likely to count.
  package static func infectionsInTwoSteps(p: Double) -> [Double] {
    var chances = [Double](repeating: 0, count: 4)
    for (first, chance) in FirstStep.binomial(3, p).enumerated() {
      // Of the sources of the second step one was introduced; all are alike to those healthy.
      let sources = Double(first + 1)
      let share = (1 - pow(1 - p, sources)) / sources
      for (then, part) in FirstStep.binomial(3 - first, share).enumerated() {
        chances[first + then] += chance * part
      }
    }
    return chances
  }

  /// A row from its end, each person infected by the one before with chance `p`.
  package static func row(people: Int, p: Double) -> [Double] {
    let part = (1..<people).map { size in pow(p, Double(size - 1)) * (1 - p) }
    return [0] + part + [pow(p, Double(people - 1))]
  }

  /// A ring: a stretch around the person introduced, or everybody.
  package static func ring(people: Int, p: Double) -> [Double] {
    let stretch = (1..<people).map { size in
      let inner = pow(p, Double(size - 1))
      return Double(size) * inner * (1 - p) * (1 - p)
    }
    let oneMissing = Double(people) * pow(p, Double(people - 1)) * (1 - p)
    return [0] + stretch + [pow(p, Double(people)) + oneMissing]
  }

  /// The chance that one source infects none of so many people: E x^A with x = (1-p)^people and
  /// A = min(D, G) acting steps.
  private static func chanceOfNone(among people: Int, p: Double, _ course: Course) -> Double {
    if people == 0 { return 1 }
    let x = pow(1 - p, Double(people))
    let c = course.recoveryProbability
    let goesOn = (1 - c) * x
    guard let most = course.infectiousSteps.steps else { return c * x / (1 - goesOn) }
    let last = pow(goesOn, Double(most - 1))
    return c * x * (1 - last) / (1 - goesOn) + last * x
  }

  private static func choose(_ n: Int, _ k: Int) -> Double {
    (0..<k).reduce(1) { $0 * Double(n - $1) / Double($1 + 1) }
  }
}
