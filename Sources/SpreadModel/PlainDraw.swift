/// How many candidates a source infects: P(size > i | n) as 32-bit thresholds.
struct PlainSizes {
  private let thresholds: [[UInt64]]
  private let chance: Double

  init(_ scenario: Scenario) {
    let p = scenario.infectionProbability
    let cap = min(scenario.infectionFactor, 8)
    let most = scenario.rule.neighborhood == .moore ? 8 : 4
    var tails = [[1.0] + Array(repeating: 0, count: 8)]
    for m in 1...8 {
      tails.append([1.0] + (1...8).map { p * tails[m - 1][$0 - 1] + (1 - p) * tails[m - 1][$0] })
    }
    func tail(_ n: Int, _ i: Int) -> Double {
      let m = min(cap, n)
      switch scenario.rule.draw {
      case .exact: return tails[m][i]
      case .atLeastOne:
        return m == 0 ? 0 : (1...m).reduce(0) { $0 + tails[$1][i] } / Double(m)
      case .uniform: return (0...m).reduce(0) { $0 + tails[$1][i] } / Double(m + 1)
      case .capped: return i <= cap ? tails[n][i] : 0
      case .scan: return cap == 0 ? 0 : tails[n][i]
      }
    }
    let largest = (1...most).map { tail($0, 1) }.max() ?? 0
    let chance = largest > 0 && largest < 0.1 ? largest : 1
    self.chance = chance
    thresholds = (0...8).map { n in
      (1...8).map { i in
        let share = i <= n ? tail(n, i) / chance : 0
        if share <= 0 { return 0 }
        if share >= 1 { return 1 << 32 }
        return min(max(UInt64(share * 0x1p32 + 0.5), 1), 1 << 32 - 1)
      }
    }
  }

  func size(_ candidates: Int, _ value: UInt64) -> Int {
    thresholds[candidates].count { value < $0 }
  }

  /// Steps to the next action.
  func gap(_ word: UInt64) -> Int {
    if chance == 1 { return 1 }
    let value = Double(word >> 11) * 0x1p-53
    var powers = [1 - chance]
    for _ in 1..<32 { powers.append(powers[powers.count - 1] * powers[powers.count - 1]) }
    var (failures, survival) = (0, 1.0)
    for bit in (0..<32).reversed() where survival * powers[bit] > value {
      survival *= powers[bit]
      failures += 1 << bit
    }
    return failures + 1
  }
}

/// Random orders of the directions.
struct PlainOrders {
  private let directions: Int
  private let halves: [[Int]]
  private let evens: [[Int]]

  init(directions: Int) {
    self.directions = directions
    halves = (0..<256).filter { $0.nonzeroBitCount == 4 }.map { mask in
      (0..<8).filter { mask >> $0 & 1 == 1 }
    }
    var evens: [[Int]] = []
    for a in 0..<4 {
      for b in 0..<4 where b != a {
        for c in 0..<4 where c != a && c != b {
          let order = [a, b, c, 6 - a - b - c]
          var inversions = 0
          for i in 0..<4 { for j in (i + 1)..<4 where order[i] > order[j] { inversions += 1 } }
          if inversions % 2 == 0 { evens.append(order) }
        }
      }
    }
    self.evens = evens
  }

  func order(_ word: inout UInt64) -> [Int] {
    func digit(_ base: UInt64) -> Int {
      let product = word.multipliedFullWidth(by: base)
      word = product.low
      return Int(product.high)
    }
    if directions == 4 { return evens[digit(12)] }
    let first = halves[digit(70)]
    let rest = (0..<8).filter { !first.contains($0) }
    let firstOrder = evens[digit(12)]
    let restOrder = evens[digit(12)]
    return firstOrder.map { first[$0] } + restOrder.map { rest[$0] }
  }
}
