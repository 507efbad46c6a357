/// Everything that decides a run but its key, one `name=value` per line: what a point's identity is the
/// digest of. The original lines never change; keys that came later add theirs behind, where they have
/// another value than the default.
///
/// Points of a study share long lists, such as half a million immune people: their lines are written
/// once, and kept for the next scenario.
package struct IdentityText: Sendable {
  private let keys: [ModelKey]
  private var introductions = KeptLines<Introduction>()
  private var immunePeople = KeptLines<Int>()
  private var interventions = KeptLines<Intervention>()

  /// - Parameter varying: keys that may not vary but within which numbers do, where the text only has to tell
  ///   apart points of one study: it is short, without others that may not vary. Nil: whole.
  package init(ofOneStudyWith varying: [ModelKey]? = nil) {
    let original: [ModelKey] = [
      .groupSize, .columns, .boundary, .rule, .infectionFactor, .infectionProbability, .stopShare,
      .maxSteps, .shapeShare, .introductions,
    ]
    let later = ModelKey.all.filter { !$0.isAlwaysWritten }
    keys = (original + later).filter { $0.mayVary || varying?.contains($0) ?? true }
  }

  /// Passes the text of a scenario by, piece by piece.
  package mutating func visit(_ scenario: Scenario, _ body: ([UInt8]) -> Void) {
    body(Array("spreadlab scenario 1\n".utf8))
    for key in keys {
      func lines() -> [String] { key.identityLines(scenario) }
      switch key {
      case .introductions: body(introductions.bytes(of: scenario.introductions, lines))
      case .immunePeople: body(immunePeople.bytes(of: scenario.immunePeople, lines))
      case .interventions: body(interventions.bytes(of: scenario.interventions, lines))
      default: body(joined(lines()))
      }
    }
    if !scenario.observed.isEmpty { body(joined(scenario.observed.map(\.identityText))) }
  }
}

/// The lines of the list that came last.
private struct KeptLines<Element: Equatable & Sendable>: Sendable {
  private var list: [Element]?
  private var bytes: [UInt8] = []

  mutating func bytes(of list: [Element], _ lines: () -> [String]) -> [UInt8] {
    if list != self.list { (self.list, bytes) = (list, joined(lines())) }
    return bytes
  }
}

private func joined(_ lines: [String]) -> [UInt8] {
  lines.reduce(into: []) { bytes, line in
    bytes += line.utf8
    bytes.append(UInt8(ascii: "\n"))
  }
}
