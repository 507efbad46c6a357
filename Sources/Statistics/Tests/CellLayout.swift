/// Where values stand: by combination of the other factors, then by level of the one compared.
struct CellLayout {
  let combinations, levels: Int
  var count: Int { combinations * levels }
  var degreesOfFreedom: Double { Double((combinations - 1) * (levels - 1)) }

  /// Nil for fewer than two of either, or combinations of different levels.
  init?(_ levelCounts: [Int]) {
    guard levelCounts.count > 1, let levels = levelCounts.first, levels > 1,
      levelCounts.allSatisfy({ $0 == levels })
    else { return nil }
    combinations = levelCounts.count
    self.levels = levels
  }

  /// What is left of each value after the means of its combination and of its level.
  func interaction(_ values: [Double]) -> [Double] {
    var byLevel = [Double](repeating: 0, count: levels)
    var byCombination = [Double](repeating: 0, count: combinations)
    for place in values.indices {
      byLevel[place % levels] += values[place] / Double(combinations)
      byCombination[place / levels] += values[place] / Double(levels)
    }
    let all = byLevel.reduce(0, +) / Double(levels)
    return values.indices.map {
      (values[$0] - byCombination[$0 / levels]) - (byLevel[$0 % levels] - all)
    }
  }

  /// How much of one cell's value is in the interaction of another.
  func weight(_ one: Int, _ other: Int) -> Double {
    let ofLevel = (one % levels == other % levels ? 1 : 0) - 1 / Double(levels)
    let ofCombination = (one / levels == other / levels ? 1 : 0) - 1 / Double(combinations)
    return ofLevel * ofCombination
  }
}
