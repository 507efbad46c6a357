import SlowReference
import SpreadEngine
import SpreadModel
import Testing

/// Expects that the engine, with each kind of vectors, makes the run of the reference implementation: with the list
/// of who infected whom, and after it without, where that is not noted all the time.
///
/// - Returns: whether it does.
func expectReference(
  _ scenario: Scenario, _ key: RunKey, describesCourse: Bool = true
) -> Bool {
  var reference = ReferenceSimulator(scenario)
  let expected = reference.run(
    key, recordMap: true, recordTransmissions: true, recordGroups: true,
    describesCourse: describesCourse)
  for vectors in SIMDLevel.available {
    let engine = Simulator(scenario, vectors: vectors, describesCourse: describesCourse)
    let listed = engine.run(
      key, recordMap: true, recordTransmissions: true, recordGroups: true)
    var second = engine.run(key, recordMap: true)
    #expect(second.transmissions == nil && second.groupCurves == nil)
    second.transmissions = expected.transmissions
    second.groupCurves = expected.groupCurves
    guard expectSame(listed, expected, "\(vectors), \(key): \(scenario)"),
      expectSame(second, expected, "the second time, \(vectors), \(key): \(scenario)")
    else { return false }
  }
  return true
}

/// Expects the same of runs, and says of others only where they first differ, member by member:
/// `curve[12]: 3 is not 4` of a step, `infectionSteps[7]: -1 is not 2` of a person.
///
/// - Returns: whether they are the same.
@discardableResult func expectSame<Value: Equatable>(
  _ found: Value, _ expected: Value, _ comment: @autoclosure () -> String,
  at place: SourceLocation = #_sourceLocation
) -> Bool {
  if found == expected { return true }
  let members = zip(Mirror(reflecting: found).children, Mirror(reflecting: expected).children)
  let differences = members.enumerated().compactMap { index, pair in
    difference(pair.0.value, pair.1.value, at: pair.0.label ?? "[\(index)]")
  }
  let all = differences.isEmpty ? [difference(found, expected, at: "") ?? ""] : differences
  Issue.record("\(all.prefix(8).joined(separator: ", ")); \(comment())", sourceLocation: place)
  return false
}

/// The first of the innermost members in which two values differ.
private func difference(_ found: Any, _ expected: Any, at path: String) -> String? {
  let members = [found, expected].map { Array(Mirror(reflecting: $0).children) }
  if members.allSatisfy(\.isEmpty) {
    let texts = ["\(found)", "\(expected)"]
    return texts[0] == texts[1] ? nil : "\(path): \(texts[0]) is not \(texts[1])"
  }
  for (index, (one, other)) in zip(members[0], members[1]).enumerated() {
    let name = one.label.map { $0 == "some" ? "" : ".\($0)" } ?? "[\(index)]"
    if let found = difference(one.value, other.value, at: path + name) { return found }
  }
  let counts = members.map(\.count)
  return counts[0] == counts[1] ? nil : "\(path): \(counts[0]) values, not \(counts[1])"
}
