internal import Foundation
import SpreadEngine
internal import SpreadModel

/// The C program of Benchmarks/yardstick/clocks.c, loaded from its library: the same model on the same lists, so the
/// same infections.
struct ClockYardstick {
  private typealias Time =
    @convention(c) (
      UInt64, UnsafePointer<UInt64>, UnsafePointer<UInt32>, UInt64, UnsafePointer<UInt64>, Double,
      Double, UInt64, UInt64, UnsafeMutablePointer<UInt64>
    ) -> Double

  private let time: Time
  private let scenario: Scenario
  private let introduced: Int
  private var starts: [UInt64] = [0]
  private var neighbors: [UInt32] = []

  /// Nil where the library does not load, or the program has no such scenario: it knows drawn lists, a fixed D and c.
  init?(library: String, _ scenario: Scenario) {
    var plain = Course()
    plain.recoveryProbability = scenario.course.recoveryProbability
    if case .steps = scenario.course.infectiousSteps {
      plain.infectiousSteps = scenario.course.infectiousSteps
    }
    guard scenario.interventions.isEmpty, scenario.course == plain, scenario.groups == nil,
      case .random(let introduced)? = scenario.introductions.first?.place,
      let table = ContactDrawer.table(
        scenario.contacts, people: scenario.grid.people, key: Workload.key(0)),
      let handle = dlopen(library, RTLD_NOW), let time = dlsym(handle, "clocks_time")
    else { return nil }
    // A C function behind the name; the library is built from the source beside this one.
    self.time = unsafeBitCast(time, to: Time.self)
    self.scenario = scenario
    self.introduced = introduced
    for person in 0..<scenario.grid.people {
      neighbors += table.neighbors(of: person).map { UInt32($0) }
      starts.append(UInt64(neighbors.count))
    }
  }

  /// Thread CPU seconds of some runs, and their infections.
  func cost(_ replicates: Range<Int>) -> (seconds: Double, infections: Int) {
    var (most, infections) = (UInt64.max, UInt64(0))
    if case .steps(let steps) = scenario.course.infectiousSteps { most = UInt64(steps) }
    let seconds = time(
      UInt64(scenario.grid.people), starts, neighbors, UInt64(replicates.count),
      replicates.map { Workload.key($0).word }, scenario.infectionProbability,
      scenario.course.recoveryProbability, most, UInt64(introduced), &infections)
    precondition(seconds >= 0, "the tables of the C program are too short for this p or c")
    return (seconds, Int(infections))
  }
}
