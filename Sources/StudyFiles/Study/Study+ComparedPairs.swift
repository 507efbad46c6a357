import SpreadModel

extension Study {
  /// Pairs of levels that a request compares, within all combinations of the other factors together, by
  /// arithmetic, before any point is made: 0 of designs whose points hardly ever differ in one factor alone.
  package func comparedPairCount(_ request: ComparisonRequest) -> Double {
    guard let factor = factors.first(where: { $0.parameter == request.factor }) else { return 0 }
    let levels = factor.levelCount
    func pairs(_ levels: Double) -> Double {
      request.reference == nil ? levels * (levels - 1) / 2 : max(0, levels - 1)
    }
    if design.givesPoints { return listedPairCount(request.factor, pairs) }
    if design is OneAtATime { return pairs(levels) }
    guard design is Factorial || design is SelectDesign, levels > 0 else { return 0 }
    return pairs(levels) * (request.isPooled ? 1 : pointCount / levels)
  }

  private func listedPairCount(_ factor: ModelKey, _ pairs: (Double) -> Double) -> Double {
    guard let points = try? levelsOfPoints() else { return 0 }
    let others = factors.map(\.parameter).filter { $0 != factor }
    var groups: [[KeyValue?]: Double] = [:]
    for point in points { groups[others.map { point[$0] }, default: 0] += 1 }
    return groups.values.reduce(0) { $0 + pairs($1) }
  }
}
