import Checksums
import PlainText
package import ResultTables
package import Statistics

/// The groups of a comparison of a file, all in memory: a row takes at most 8 bytes for each column that
/// was asked for. Names of pairs, and where each pair stands, come on top.
package struct FileGroups {
  /// Two rows that name one pair in one group.
  package struct RepeatedPair: Error {
    package let line, before: Int
    package let label: String
  }

  /// The rows of one group in the order of the file.
  private struct Group {
    let label: String
    /// NaN where one is missing.
    var values: [Double] = []
    /// What events say; empty without.
    var codes: [EventColumn.Code] = []
    /// Which pair a row is of; empty where groups are independent.
    var pairs: [Int] = []
    /// The first row of each pair, and its line in the file.
    var rows: [Int: (place: Int, line: Int)] = [:]
  }

  private var groups: [Group] = []
  /// By the bytes of the label: two that look alike are two.
  private var places: [[UInt8]: Int] = [:]
  private var last = 0
  private var pairs: [[UInt8]: Int] = [:]
  /// The first row that repeats one.
  private var repeated: RepeatedPair?

  package init() {}

  /// A value that is neither 0 nor 1; nil if there is none.
  var otherThanShares: Double? {
    for group in groups {
      for value in group.values where !value.isNaN && value != 0 && value != 1 { return value }
    }
    return nil
  }

  /// Whether all values are 0 or 1, and there are some.
  var areShares: Bool {
    otherThanShares == nil && groups.contains { !$0.values.allSatisfy(\.isNaN) }
  }

  /// The group with the fewest values; nil without groups.
  var smallest: (label: String, count: Int)? {
    groups.map { ($0.label, $0.values.count { !$0.isNaN }) }.min { $0.1 < $1.1 }
  }

  /// How many values each has that are not missing, in the same order.
  var sizes: [Int] { groups.map { $0.values.count { !$0.isNaN } } }

  /// In the order in which they appear.
  var labels: [String] { groups.map(\.label) }
  /// Of groups.
  var count: Int { groups.count }

  /// - Parameters:
  ///   - value: nil where it is missing.
  ///   - code: what the row's event says; nil without events.
  ///   - pair: nil where groups are independent.
  package mutating func add(
    _ label: String, _ value: Double?, code: EventColumn.Code?, pair: String?, line: Int
  ) {
    if last >= groups.count || !groups[last].label.utf8.elementsEqual(label.utf8) {
      let bytes = Array(label.utf8)
      last = places[bytes] ?? groups.count
      if last == groups.count {
        places[bytes] = last
        groups.append(Group(label: label))
      }
    }
    if let pair { add(pair, line: line) }
    groups[last].values.append(value ?? .nan)
    if let code { groups[last].codes.append(code) }
  }

  private mutating func add(_ pair: String, line: Int) {
    let bytes = Array(pair.utf8)
    let place = pairs[bytes] ?? pairs.count
    if place == pairs.count { pairs[bytes] = place }
    groups[last].pairs.append(place)
    if let before = groups[last].rows[place]?.line {
      repeated =
        repeated ?? RepeatedPair(line: line, before: before, label: groups[last].label)
    } else {
      groups[last].rows[place] = (groups[last].values.count, line)
    }
  }

  /// Rows with a value that have no partner with a value in a group with which theirs is compared.
  ///
  /// - Returns: how many, of how many rows with a value, and two of their pairs that look alike.
  func withoutPartner(
    _ wanted: [(a: Int, b: Int)]
  ) -> (rows: RowsLeftOut, of: Int, alike: (String, String)?) {
    var alone: [Set<Int>] = groups.map { _ in [] }
    func hasValue(_ group: Int, _ pair: Int) -> Bool {
      groups[group].rows[pair].map { !groups[group].values[$0.place].isNaN } ?? false
    }
    for (a, b) in wanted {
      for (group, other) in [(a, b), (b, a)] {
        for pair in groups[group].rows.keys
        where hasValue(group, pair) && !hasValue(other, pair) { alone[group].insert(pair) }
      }
    }
    var rows = RowsLeftOut()
    for (group, pairs) in zip(groups, alone) {
      for pair in pairs { group.rows[pair].map { rows.add($0.line) } }
    }
    let all = alone.reduce(into: Set()) { $0.formUnion($1) }
    let names = pairs.filter { all.contains($0.value) }.sorted { $0.value < $1.value }
      .lazy.map { String(decoding: $0.key, as: UTF8.self) }
    return (
      rows, groups.reduce(0) { $0 + $1.values.count { !$0.isNaN } }, LookAlikes.first(of: names)
    )
  }

  /// The comparisons of pairs of groups, by their indices; of all groups at once for a test that takes
  /// them.
  ///
  /// - Parameter reached: the code of times that were reached.
  /// - Throws: `RepeatedPair` of the first row that repeats one.
  package func comparisons(
    _ wanted: [(a: Int, b: Int)], _ plan: ComparisonPlan, _ correction: Correction = .none,
    reached: EventColumn.Code
  ) throws -> [GroupComparison] {
    func time(_ group: Group, _ row: Int) -> CensoredTime? {
      let happened = group.codes.isEmpty || group.codes[row] == reached
      return group.values[row].isNaN
        ? nil : CensoredTime(time: group.values[row], happened: happened)
    }
    let gathered = groups.map { group in
      let times = group.values.indices.lazy.compactMap { time(group, $0) }
      return GatheredGroup(
        label: group.label, plan, reached: times.filter(\.happened).map(\.time),
        unreached: times.filter { !$0.happened }.map(\.time),
        mayBeCensored: !group.codes.isEmpty)
    }
    if let repeated, plan.isPaired { throw repeated }
    if let test = plan.testOfAll { return [GroupComparison(all: gathered, plan, test)] }
    let pairsTimes = plan.pairsTimes(mayBeCensored: groups.contains { !$0.codes.isEmpty })
    let compared = wanted.map { a, b in
      var pairs = plan.isPaired ? PairValues(plan) : nil
      var times = pairsTimes ? CountedTimePairs() : nil
      for (row, pair) in groups[a].pairs.enumerated() {
        guard let partner = groups[b].rows[pair]?.place, let one = time(groups[a], row),
          let other = time(groups[b], partner)
        else { continue }
        times?.add(one, other)
        if one.happened, other.happened { pairs?.add(one.time, other.time) }
      }
      return GroupComparison(
        gathered[a], gathered[b], pairs: pairs, timePairs: times, plan)
    }
    guard correction == .maxT else { return compared }
    let most = JointComparisons.runs(groups: groups.count)
    let values: [[Double?]] = groups.map { group in
      let rows =
        plan.isPaired
        ? (0..<self.pairs.count).map { group.rows[$0]?.place } : Array(group.values.indices)
      return rows.prefix(most).map {
        $0.flatMap { group.values[$0].isNaN ? nil : group.values[$0] }
      }
    }
    return JointComparisons.joined(compared, wanted, values: values, plan)
  }

  /// Of labels, names of pairs and values: what random numbers for them depend on.
  var key: UInt64 {
    var digest = SHA256()
    for group in groups {
      digest.update(Array(group.label.utf8) + [0])
      for value in group.values {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { digest.update(Array($0)) }
      }
    }
    return digest.digest().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
