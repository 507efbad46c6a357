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
  /// - Parameters:
  ///   - reference: the level all others are compared with; nil: every pair. `square` stands for the
  ///     number that follows from the people.
  ///   - most: of more pairs the first so many.
  package func pairs(reference: KeyValue?, most: Int = .max) -> [(a: Int, b: Int)] {
    comparedPairs(levels, reference: named(reference), most: most)
  }

  /// How many these are.
  package func pairCount(reference: KeyValue?) -> Int {
    comparedPairCount(levels, reference: named(reference))
  }

  private func named(_ reference: KeyValue?) -> KeyValue? {
    reference == .name(ModelKey.square) ? squareColumns : reference
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
    return families(of: points, apartFrom: ignored).filter { $0.count > 1 }
      .map { Stratum(factor: factor, places: $0, of: points, parameters: parameters) }
  }

  /// Indices of points that have the same values of all parameters but these, in the order of their first points.
  package func families(of points: [Point], apartFrom ignored: Set<ModelKey>) -> [[Int]] {
    let others = parameterKeys.filter { !ignored.contains($0) }
    var numbers: [[KeyValue]: Int] = [:]
    var families: [[Int]] = []
    for (place, point) in points.enumerated() {
      let key = others.map(point.level)
      if let number = numbers[key] {
        families[number].append(place)
      } else {
        numbers[key] = families.count
        families.append([place])
      }
    }
    return families
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
    var seen: Set<KeyValue> = []
    let levels = strata.flatMap(\.levels).filter { seen.insert($0).inserted }
    let whole = strata.filter { Set($0.levels).count == levels.count }
    guard whole.count > 1 else { return nil }
    self.levels = levels
    places = whole.map { stratum in
      let places = Dictionary(zip(stratum.levels, stratum.places)) { first, _ in first }
      return levels.compactMap { places[$0] }
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
    comparedPairs(levels, reference: named(reference))
  }

  /// How many these are.
  package func pairCount(reference: KeyValue?) -> Int {
    comparedPairCount(levels, reference: named(reference))
  }

  /// `square`, which is no level, where it is not the same number everywhere.
  private func named(_ reference: KeyValue?) -> KeyValue? {
    guard reference == .name(ModelKey.square), squareColumns.count == 1 else { return reference }
    return squareColumns.first
  }
}

/// Which of several groups to compare, by index: all others with the reference, or, without one,
/// each with all before it. None where the reference is not among them.
///
/// - Parameter most: of more pairs the first so many.
package func comparedPairs<Name: Equatable>(
  _ names: [Name], reference: Name?, most: Int = .max
) -> [(a: Int, b: Int)] {
  if let reference {
    guard let base = names.firstIndex(of: reference) else { return [] }
    return names.indices.filter { $0 != base }.prefix(most).map { ($0, base) }
  }
  var pairs: [(a: Int, b: Int)] = []
  for b in names.indices where pairs.count < most {
    pairs += names.indices.dropFirst(b + 1).prefix(most - pairs.count).map { ($0, b) }
  }
  return pairs
}

/// How many pairs `comparedPairs` has.
package func comparedPairCount<Name: Equatable>(_ names: [Name], reference: Name?) -> Int {
  guard let reference else { return names.count * (names.count - 1) / 2 }
  return names.contains(reference) ? names.count - 1 : 0
}

/// How much a request compares.
package struct ComparedPairs: Equatable, Sendable {
  /// Pairs of levels, within all groups together.
  package let pairs: Double
  /// Combinations of the other factors within which levels are compared; 1 where they are pooled.
  package let groups: Double

  static let none = ComparedPairs(pairs: 0, groups: 0)
}

extension Study {
  /// What requests compare, by arithmetic, before any point is made: nothing of designs whose points hardly
  /// ever differ in one factor alone.
  package func comparedPairs(of requests: [ComparisonRequest]) -> [ComparedPairs] {
    struct Asked: Hashable {
      let factor: ModelKey
      let reference: KeyValue?
      let isPooled: Bool
      let isOncePerFamily: Bool
    }
    // Many requests may be about one factor of many points.
    var known: [Asked: ComparedPairs] = [:]
    return requests.map { request in
      let asked = Asked(
        factor: request.factor, reference: request.reference, isPooled: request.isPooled,
        isOncePerFamily: request.response?.isOncePerFamily ?? false)
      let compared = known[asked] ?? comparedPairs(of: request)
      known[asked] = compared
      return compared
    }
  }

  /// The same of one request.
  private func comparedPairs(of request: ComparisonRequest) -> ComparedPairs {
    guard let factor = factors.first(where: { $0.parameter == request.factor }) else {
      return .none
    }
    if design.givesPoints || design is Zip { return listedPairs(of: request) }
    var levels = factor.levelCount
    var combinations = 1.0
    if let design = design as? OneAtATime {
      // The base is a level, too.
      if !factor.holds(design.base[factor.parameter]) { levels += 1 }
    } else if design is Factorial || design is SelectDesign {
      combinations = pointCount / max(1, levels)
      // Of one value for all infection probabilities.
      if request.response?.isOncePerFamily ?? false {
        combinations /= max(1, levelCount(of: .infectionProbability))
      }
    } else {
      return .none
    }
    guard levels > 1, combinations > 1 || !request.isPooled else { return .none }
    let groups = request.isPooled ? 1 : combinations
    let pairs = request.reference == nil ? levels * (levels - 1) / 2 : levels - 1
    return ComparedPairs(pairs: pairs * groups, groups: groups)
  }

  /// The same where points are listed: they say which levels meet.
  private func listedPairs(of request: ComparisonRequest) -> ComparedPairs {
    guard let points = try? levelsOfPoints() else { return .none }
    let others = factors.map(\.parameter).filter { $0 != request.factor }
    var byOthers: [[KeyValue?]: [KeyValue]] = [:]
    for point in points {
      if let level = point[request.factor] {
        byOthers[others.map { point[$0] }, default: []].append(level)
      }
    }
    var groups = byOthers.values.filter { $0.count > 1 }
    if request.isPooled {
      // Pooled are those that have every level, from two of them on.
      let levels = Set(groups.joined())
      let whole = groups.filter { Set($0) == levels }
      groups = whole.count > 1 ? [whole[0]] : []
    }
    // Each group has its own `square`, which is none of the levels.
    let isNamed = request.reference != .name(ModelKey.square)
    let counts = groups.map { levels in
      comparedPairCount(levels, reference: isNamed ? request.reference : levels.first)
    }.filter { $0 > 0 }
    return ComparedPairs(pairs: Double(counts.reduce(0, +)), groups: Double(counts.count))
  }
}
