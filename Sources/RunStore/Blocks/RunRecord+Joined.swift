internal import SpreadModel

extension RunRecord {
  /// The run with what two makings of it recorded; nil where they differ in what both have.
  ///
  /// - Parameter indices: of the responses that either has, here and in the other one.
  func joined(
    with other: RunRecord, at indices: [(own: Int?, other: Int?)]
  ) -> RunRecord? {
    guard let run = finished, let again = other.finished else {
      return outcome == other.outcome ? self : nil
    }
    guard run.stopReason == again.stopReason, isEqual(run.map, again.map),
      isEqual(run.transmissions, again.transmissions), agree(run.curve, again.curve),
      zip(run.groupCurves ?? [], again.groupCurves ?? []).allSatisfy({ agree($0, $1) })
    else { return nil }
    var responses: [Double?] = []
    for (own, other) in indices {
      let value = own.map { run.responses[$0] }
      let repeated = other.map { again.responses[$0] }
      if let value, let repeated, value?.bitPattern != repeated?.bitPattern { return nil }
      responses.append((value ?? repeated) ?? nil)
    }
    return RunRecord(
      replicate: replicate,
      outcome: .finished(
        .init(
          stopReason: run.stopReason, responses: responses, curve: fuller(run.curve, again.curve),
          map: run.map ?? again.map, transmissions: run.transmissions ?? again.transmissions,
          groupCurves: fuller(run.groupCurves, again.groupCurves))))
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
