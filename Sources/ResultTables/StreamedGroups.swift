import DurableFiles
package import PlainText
import Statistics

/// The groups of a comparison whose values come row by row in any order, in memory that does not grow
/// with the rows.
///
/// Means need sums only. Values that a test looks at one by one, and pairs, go to temporary files in
/// sorted order. What still grows is said by `notes`.
package struct StreamedGroups {
  /// Two rows that name one pair in one group.
  package struct RepeatedPair: Error, Hashable, Sendable {
    package let line, before: Int
    package let label: String
  }

  private let plan: ComparisonPlan
  private let spool: SpoolFile
  private let hasEvents: Bool
  private var groups: [StreamedGroup] = []
  private var places: [String: Int] = [:]
  private var last = 0
  private var pairs: StreamedPairs

  /// - Parameters:
  ///   - hasEvents: whether some values may be times that were not reached.
  ///   - folder: for temporary files.
  package init(_ plan: ComparisonPlan, hasEvents: Bool, temporaryFolder folder: String) {
    self.plan = plan
    self.hasEvents = hasEvents
    spool = SpoolFile(in: folder)
    pairs = StreamedPairs(in: folder)
  }

  /// In the order in which they appear.
  package var labels: [String] { groups.map(\.label) }

  /// - Parameters:
  ///   - value: nil where it is missing.
  ///   - code: what the row's event says; `one` without events.
  ///   - pair: nil where groups are independent.
  ///   - line: later rows have later ones.
  package mutating func add(
    _ label: String, _ value: Double?, code: EventColumn.Code, pair: String?, line: Int
  ) {
    if last >= groups.count || groups[last].label != label {
      last = places[label] ?? groups.count
      if last == groups.count {
        places[label] = last
        groups.append(StreamedGroup(label, plan, hasEvents: hasEvents, spool))
      }
    }
    if let value { groups[last].add(value, code) }
    if let pair { pairs.add(pair, group: last, value, code, line: line) }
  }

  /// The comparisons of pairs of groups, by their places; of all groups at once for a test that takes
  /// them.
  ///
  /// - Parameters:
  ///   - reached: the code of times that were reached.
  ///   - ignoringCensoring: takes the others for missing values.
  /// - Throws: `RepeatedPair`; `DurableFileError` where a temporary file fails.
  package mutating func comparisons(
    _ wanted: [(a: Int, b: Int)], family: Int, reached: EventColumn.Code, ignoringCensoring: Bool
  ) throws -> (rows: [GroupComparison], notes: [Note]) {
    var plan = plan
    plan.family = family
    let gathered = groups.map {
      $0.gathered(reached: reached, ignoringCensoring: ignoringCensoring)
    }
    var notes: [Note] = []
    if plan.effect == .restrictedMeanDifference || plan.test == .restrictedMean,
      gathered.contains(where: { $0.times.distinctCount > Self.many })
    {
      notes.append(Self.note("different times"))
    }
    var rows: [GroupComparison] = []
    if plan.test?.design == .allLevels {
      rows = [GroupComparison(all: gathered, plan)]
    } else {
      let joint = JointMeans(gathered, wanted, plan)
      func add(_ place: Int, _ pairs: PairValues?, _ timePairs: CountedTimePairs?) {
        let (a, b) = wanted[place]
        rows.append(
          GroupComparison(
            gathered[a], gathered[b], pairs: pairs, timePairs: timePairs,
            joint: joint?.comparison(a, b), plan))
      }
      if plan.isPaired {
        var mostKept = 0
        do {
          try pairs.forEach(
            of: wanted, plan, reached: reached, ignoringCensoring: ignoringCensoring
          ) { place, values, times in
            mostKept = max(mostKept, values.counts.distinctCount, times?.distinctCount ?? 0)
            add(place, values, times)
          }
        } catch let repeated as StreamedPairs.Repeated {
          throw RepeatedPair(
            line: repeated.line, before: repeated.before, label: groups[repeated.group].label)
        }
        if mostKept > Self.many { notes.append(Self.note("different pairs of values")) }
      } else {
        for place in wanted.indices { add(place, nil, nil) }
      }
    }
    try spool.check()
    return (rows, notes)
  }

  private static let many = 1 << 20

  private static func note(_ what: String) -> Note {
    Note(
      .manyValues,
      "what is asked for needs all \(what) in memory, which are more than \(many) here; rounded values "
        + "would take less")
  }
}

/// One group: its values by the code of their events, as what a code means is known behind the last row.
private struct StreamedGroup {
  private struct Part {
    var values: GroupValues
    var tally: Tally
  }

  let label: String
  private var parts: [EventColumn.Code: Part] = [:]
  private let needs: ValueNeeds
  private let keepsCounts: Bool
  private let keepsTimes: Bool
  private let spool: SpoolFile

  init(_ label: String, _ plan: ComparisonPlan, hasEvents: Bool, _ spool: SpoolFile) {
    self.label = label
    self.spool = spool
    let needs = plan.pairsValues ? [] : plan.needs
    // Counted by a tally, which may be kept in a file.
    self.needs = needs.intersection(.list)
    keepsCounts = !needs.isDisjoint(with: [.counts, .pairs])
    keepsTimes = plan.needs.contains(.times) || (plan.test == nil && hasEvents)
  }

  mutating func add(_ value: Double, _ code: EventColumn.Code) {
    parts[code, default: Part(values: GroupValues(needs), tally: Tally(spool: spool))]
      .values.add(value)
    if keepsCounts || keepsTimes { parts[code]?.tally.add(value) }
  }

  func gathered(reached: EventColumn.Code, ignoringCensoring: Bool) -> GatheredGroup {
    let values = parts[reached]?.values ?? GroupValues(needs)
    let others = ignoringCensoring ? [] : parts.filter { $0.key != reached }.map(\.value)
    func counts(_ part: Part?) -> CountedValues {
      part.map { CountedValues(TalliedValues($0.tally)) } ?? CountedValues()
    }
    let counted = keepsCounts || keepsTimes ? counts(parts[reached]) : CountedValues()
    return GatheredGroup(
      label: label, values: keepsCounts ? values.counted(counted) : values,
      times: keepsTimes ? CountedTimes(reached: counted, unreached: counts(others.first)) : nil,
      censoredCount: others.reduce(0) { $0 + $1.values.summary.count })
  }
}
