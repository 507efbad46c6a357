import Statistics

/// Values as a test takes them, whatever it compares: what holds for every test is tried of all.
enum Compared {
  /// - Parameters:
  ///   - groups: by group its values; of flags 0 and 1, of times those above 4 are censored there.
  ///   - isPaired: whether values at one index are a pair.
  ///   - margin: for tests that need one.
  static func of(
    _ test: ComparisonTest, _ groups: [[Double]], isPaired: Bool, margin: Margin? = nil,
    key: UInt64 = 1
  ) -> ComparedValues {
    let all: RequiredData = [.counts, .list, .times]
    let times = groups.map { values in
      values.map { CensoredTime(time: min($0, 4), happened: $0 <= 4) }
    }
    var pairs = PairValues(all)
    var timePairs = CountedTimePairs()
    if isPaired {
      for index in groups[0].indices {
        pairs.add(groups[0][index], groups[1][index])
        timePairs.add(times[0][index], times[1][index])
      }
    }
    var compared = ComparedValues(
      groups.map { GroupValues(all, $0) }, pairs: isPaired ? pairs : nil,
      times: times.map { CountedTimes($0) }, timePairs: isPaired ? timePairs : nil,
      isPaired: isPaired, level: 0.95, key: key)
    compared.equivalence = margin.map {
      ComparisonEffect.meanDifference.equivalence(
        ComparisonEffect.meanDifference.inference(of: compared), $0, level: 0.95)
    }
    return compared
  }
}
