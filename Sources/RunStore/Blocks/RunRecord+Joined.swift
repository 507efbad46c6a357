internal import SpreadModel

extension RunRecord {
  /// The run with what two makings of it recorded; nil where they differ in what both have.
  ///
  /// - Parameter places: of the responses that either has, here and in the other one.
  func joined(
    with other: RunRecord, at places: [(own: Int?, other: Int?)]
  ) -> RunRecord? {
    guard
      case .ok(let reason, let values, let curve, let map, let list, let groups) = outcome,
      case .ok(
        let otherReason, let otherValues, let otherCurve, let otherMap, let otherList,
        let otherGroups) = other.outcome
    else { return outcome == other.outcome ? self : nil }
    guard reason == otherReason, isEqual(map, otherMap), isEqual(list, otherList),
      agree(curve, otherCurve),
      zip(groups ?? [], otherGroups ?? []).allSatisfy({ agree($0, $1) })
    else { return nil }
    var joined: [Double?] = []
    for (place, other) in places {
      let value = place.map { values[$0] }
      let again = other.map { otherValues[$0] }
      if let value, let again, value?.bitPattern != again?.bitPattern { return nil }
      joined.append((value ?? again) ?? nil)
    }
    var run = self
    run.outcome = .ok(
      stopReason: reason, responses: joined, curve: fuller(curve, otherCurve),
      map: map ?? otherMap, transmissions: list ?? otherList,
      groupCurves: fuller(groups, otherGroups))
    return run
  }
}

/// Whether they are the same, where both are there.
private func isEqual<Part: Equatable>(_ one: Part?, _ other: Part?) -> Bool {
  one == nil || other == nil || one == other
}

private func agree(_ one: RunCurves?, _ other: RunCurves?) -> Bool {
  guard let one, let other else { return true }
  return one.infected == other.infected && isEqual(one.course, other.course)
    && one.observed == other.observed
}

private func fuller(_ one: RunCurves?, _ other: RunCurves?) -> RunCurves? {
  one?.course != nil ? one : other ?? one
}

private func fuller(_ some: [RunCurves]?, _ others: [RunCurves]?) -> [RunCurves]? {
  some?.first?.course != nil ? some : others ?? some
}
