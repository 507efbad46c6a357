package import SpreadModel

/// Points that differ in nothing but one factor: those whose comparison shows what it does.
///
/// `comparisons.csv`, `spreadlab compare` and the pairs of `spreadlab check --difference` all ask
/// here which points go together.
package struct Stratum: Hashable, Sendable {
  package let factor: ModelKey
  /// Where its points stand in the list they were chosen from, in that order; two or more.
  package let places: [Int]
  /// The factor's level at each of `places`.
  package let levels: [KeyValue]
  /// The other parameters, as far as all points have the same value.
  package let fixed: Set<ModelKey>
  /// What `square` columns are for the people of the first point.
  fileprivate let squareColumns: KeyValue

  fileprivate init(
    factor: ModelKey, places: [Int], of points: [Point], parameters: [ModelKey]
  ) {
    self.factor = factor
    self.places = places
    levels = places.map { points[$0].level(of: factor) }
    let first = points[places[0]]
    fixed = Set(
      parameters.filter { parameter in
        parameter != factor
          && places.allSatisfy { points[$0].level(of: parameter) == first.level(of: parameter) }
      })
    squareColumns = .whole(Grid.squareColumns(people: first.groupSize))
  }

  /// The pairs to compare, as indices of `places` and `levels`; differences are a minus b.
  ///
  /// - Parameter reference: the level all others are compared with; nil: every pair. `square`
  ///   stands for the number that follows from the people.
  package func pairs(reference: KeyValue?) -> [(a: Int, b: Int)] {
    comparedPairs(
      levels, reference: reference == .name(ModelKey.square) ? squareColumns : reference)
  }
}

extension Study {
  /// The points that `factor` alone distinguishes, one combination of the other parameters after
  /// the other, in the order of their first points. Points without a partner are in none.
  ///
  /// Columns that are derived from the size of the group change with it and still count as the
  /// same; where the study varies them, sizes are compared at equal columns.
  /// - Parameter points: points of this study, all or some.
  package func strata(of points: [Point], apartFrom factor: ModelKey) -> [Stratum] {
    let variesColumns = factors.contains { $0.parameter == .columns && $0.levelCount > 1 }
    let ignored: Set<ModelKey> =
      factor == .groupSize && !variesColumns ? [.groupSize, .columns] : [factor]
    let parameters = parameterKeys
    let others = parameters.filter { !ignored.contains($0) }
    var numbers: [[KeyValue]: Int] = [:]
    var strata: [[Int]] = []
    for (place, point) in points.enumerated() {
      let key = others.map(point.level)
      if let number = numbers[key] {
        strata[number].append(place)
      } else {
        numbers[key] = strata.count
        strata.append([place])
      }
    }
    return strata.filter { $0.count > 1 }
      .map { Stratum(factor: factor, places: $0, of: points, parameters: parameters) }
  }
}

/// Strata that have the same levels of a factor, over which its effects are averaged.
package struct PooledStrata: Hashable, Sendable {
  package let levels: [KeyValue]
  /// Places of points, by combination and then by level.
  package let places: [[Int]]
  /// The other parameters, as far as they are the same in all combinations.
  package let fixed: Set<ModelKey>
  private let squareColumns: Set<KeyValue>

  /// Of those combinations that have every level there is.
  ///
  /// - Parameter points: of which they are.
  /// - Returns: nil for fewer than two of them.
  package init?(_ strata: [Stratum], of points: [Point]) {
    var levels: [KeyValue] = []
    for level in strata.flatMap(\.levels) where !levels.contains(level) {
      levels.append(level)
    }
    let whole = strata.filter { Set($0.levels).count == levels.count }
    guard whole.count > 1 else { return nil }
    self.levels = levels
    places = whole.map { stratum in
      levels.compactMap { level in
        stratum.levels.firstIndex(of: level).map { stratum.places[$0] }
      }
    }
    let firsts = whole.map { points[$0.places[0]] }
    fixed = whole.reduce(whole[0].fixed) { $0.intersection($1.fixed) }.filter { key in
      firsts.allSatisfy { $0.level(of: key) == firsts[0].level(of: key) }
    }
    squareColumns = Set(whole.map(\.squareColumns))
  }

  /// The pairs to compare, as indices of `levels`; none where the reference `square` is not the same
  /// number everywhere.
  package func pairs(reference: KeyValue?) -> [(a: Int, b: Int)] {
    guard reference == .name(ModelKey.square) else {
      return comparedPairs(levels, reference: reference)
    }
    guard squareColumns.count == 1, let columns = squareColumns.first else { return [] }
    return comparedPairs(levels, reference: columns)
  }
}

/// Which of several groups to compare, by index: all others with the reference, or, without one,
/// each with all before it. None where the reference is not among them.
package func comparedPairs<Name: Equatable>(
  _ names: [Name], reference: Name?
) -> [(a: Int, b: Int)] {
  if let reference {
    guard let base = names.firstIndex(of: reference) else { return [] }
    return names.indices.filter { $0 != base }.map { ($0, base) }
  }
  return names.indices.flatMap { b in names.indices.dropFirst(b + 1).map { ($0, b) } }
}
