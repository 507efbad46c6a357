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
    key, recordMap: true, recordTransmissions: true, describesCourse: describesCourse)
  for vectors in SIMDLevel.available {
    let engine = Simulator(scenario, vectors: vectors, describesCourse: describesCourse)
    let listed = engine.run(key, recordMap: true, recordTransmissions: true)
    var second = engine.run(key, recordMap: true)
    #expect(second.transmissions == nil)
    second.transmissions = expected.transmissions
    #expect(listed == expected, "\(vectors), \(key): \(scenario)")
    #expect(second == expected, "the second time, \(vectors), \(key): \(scenario)")
    if listed != expected || second != expected { return false }
  }
  return true
}
