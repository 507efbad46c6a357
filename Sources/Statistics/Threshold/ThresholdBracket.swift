/// The first stage of a threshold search: levels tried until two are distinguished from the target, one on
/// each side, with a level between them that is not.
struct ThresholdBracket {
  /// What is to be done, or what was found.
  enum Step {
    /// So many more runs at each of these levels.
    case place([ThresholdSearch.Placement])
    case found(Found)
    /// All levels are distinguished from the target, on one side of it.
    case oneSided(isAbove: Bool)
  }

  struct Found {
    /// The nearest levels distinguished from the target.
    let low: Double
    let high: Double
    /// The level between that is not, or the level where the line between both crosses.
    let center: Double
    /// Of the line between both, over the scale.
    let slope: Double
    let sd: Double
    /// Whether distinguished levels change sides more than once.
    let isRepeated: Bool
  }

  /// A mean counts as distinguished from the target beyond so many of its standard errors.
  static let distinguishingErrors = 2.5

  private let rule: ThresholdSearchSettings
  /// Rising.
  private var levels: [(level: Double, runs: Int, seen: OutbreakSample)] = []

  init(_ rule: ThresholdSearchSettings) { self.rule = rule }

  mutating func add(_ seen: OutbreakSample, at placement: ThresholdSearch.Placement) {
    if let place = levels.firstIndex(where: { $0.level == placement.level }) {
      levels[place].seen.merge(seen)
      levels[place].runs += placement.runs
      return
    }
    let place = levels.firstIndex { $0.level > placement.level } ?? levels.endIndex
    levels.insert((placement.level, placement.runs, seen), at: place)
  }

  /// The next step, of what the levels so far say.
  var next: Step {
    guard !levels.isEmpty else {
      return .place(rule.firstLevels.map { .init(level: $0, runs: rule.first) })
    }
    let sides = levels.map { side(of: $0.seen) }
    let distinguished = sides.indices.filter { sides[$0] != 0 }
    let changes = zip(distinguished, distinguished.dropFirst()).filter { sides[$0] != sides[$1] }
    guard let (low, high) = changes.first else {
      let open = sides.indices.filter { sides[$0] == 0 }
      if open.isEmpty { return .oneSided(isAbove: sides.first == 1) }
      return .place(open.map { .init(level: levels[$0].level, runs: levels[$0].runs) })
    }
    let (bottom, top) = (levels[low], levels[high])
    if high == low + 1 {
      let middle = rule.rounded(
        rule.level((rule.place(bottom.level) + rule.place(top.level)) / 2))
      if middle > bottom.level, middle < top.level {
        return .place([.init(level: middle, runs: rule.first)])
      }
    }
    return .found(found(low, high, isRepeated: changes.count > 1))
  }

  private func found(_ low: Int, _ high: Int, isRepeated: Bool) -> Found {
    let (bottom, top) = (levels[low], levels[high])
    let (a, b) = (rule.place(bottom.level), rule.place(top.level))
    let (below, above) = (bottom.seen.mean ?? .nan, top.seen.mean ?? .nan)
    let slope = (above - below) / (b - a)
    let center =
      high > low + 1
      ? levels[(low + high) / 2].level : rule.level(a + (rule.target - below) / slope)
    let group = levels[low...high].map(\.seen.moments)
    let freedom = group.reduce(0) { $0 + max(0, $1.count - 1) }
    let squares = group.reduce(0) { $0 + $1.sumOfSquaredDeviations }
    let variance =
      rule.isEvent ? rule.target * (1 - rule.target) : squares / Double(max(1, freedom))
    return Found(
      low: bottom.level, high: top.level, center: center, slope: slope, sd: variance.squareRoot(),
      isRepeated: isRepeated)
  }

  /// 1 above the target, -1 below, 0 where that is not distinguished.
  private func side(of seen: OutbreakSample) -> Int {
    guard seen.count > 1, let mean = seen.mean, let variance = seen.variance else { return 0 }
    let ofRun = rule.isEvent ? rule.target * (1 - rule.target) : variance
    let offset = mean - rule.target
    guard
      offset * offset > Self.distinguishingErrors * Self.distinguishingErrors * ofRun
        / Double(seen.count)
    else { return 0 }
    return offset > 0 ? 1 : -1
  }
}
