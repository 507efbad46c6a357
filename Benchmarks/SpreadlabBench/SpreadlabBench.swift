internal import Foundation
import SpreadEngine
internal import SpreadModel

/// Times the engine and the C++ yardstick on the workloads of docs/performance.md, interleaved
/// in one process, and prints medians and ratios; or makes some runs, says how many infections they
/// had, and ends, to be timed from outside; `--edges` prints who meets whom there.
@main
struct SpreadlabBench {
  static func main() {
    var library: String?
    var csv: String?
    var rounds = 7
    var slice = 0.03
    var onlyRuns: Int?
    var courses = false
    var contacts = false
    var clocks = false
    var passes = false
    var differences = false
    var only: String?
    var course: String?
    var edges: String?
    var names: [String] = []
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--yardstick": library = arguments.popFirst()
      case "--csv": csv = arguments.popFirst()
      case "--rounds": rounds = arguments.popFirst().flatMap { Int($0) } ?? rounds
      case "--slice": slice = arguments.popFirst().flatMap { Double($0) } ?? slice
      case "--courses": courses = true
      case "--contacts": contacts = true
      case "--clocks": clocks = true
      case "--passes": passes = true
      case "--differences": differences = true
      case "--only": only = arguments.popFirst()
      case "--course": (courses, course) = (true, arguments.popFirst())
      case "--edges": edges = arguments.popFirst()
      case "--runs": onlyRuns = arguments.popFirst().flatMap { Int($0) }
      default: names.append(argument)
      }
    }
    let asked = names + [edges].compactMap { $0 }
    let unknown = asked.filter { name in !Workload.all.contains { $0.name == name } }
    let isKnown = course.map { CourseCost.names.contains($0) } ?? true
    guard unknown.isEmpty, isKnown, rounds >= 1, slice > 0 else {
      print(
        """
        usage: spreadlab-bench [--yardstick LIBRARY] [--rounds 7] [--slice SECONDS] \
        [--csv FILE] [--runs ONLY_THESE] [--courses] [--course ONLY_THIS] [--contacts] \
        [--clocks | --passes | --differences [--only PART_OF_A_NAME]] [--edges OF_THIS] \
        [WORKLOAD...]
        workloads: \(Workload.all.map(\.name).joined(separator: " "))
        courses: \(CourseCost.names.map { "'\($0)'" }.joined(separator: " "))
        """)
      exit(2)
    }
    if let edges {
      for workload in Workload.all where workload.name == edges {
        for (one, other) in workload.edges { print(one, other) }
      }
      return
    }
    if let onlyRuns {
      for workload in Workload.all where names.contains(workload.name) {
        let engine = Simulator(workload.scenario)
        let infections = stride(from: 0, to: onlyRuns, by: 256).reduce(0) {
          $0 + CourseCost.infections(engine, runs: $1..<min($1 + 256, onlyRuns))
        }
        print("\(workload.name): \(infections) infections")
      }
      return
    }
    if clocks {
      for line in ClockCost.measure(rounds: rounds, only: only, library: library) { print(line) }
      return
    }
    if passes {
      for line in PassCost.measure(rounds: rounds, only: only) { print(line) }
      return
    }
    if differences {
      for line in DifferenceCost.measure(rounds: rounds, only: only) { print(line) }
      return
    }
    if contacts {
      // Memory first: nothing before it may have had more.
      print(ContactCost.memory())
      for line in ContactCost.measure(rounds: rounds) { print(line) }
      return
    }
    if courses {
      for workload in Workload.all
      where names.contains(workload.name) || (names.isEmpty && workload.isCourseBase) {
        let lines = CourseCost.measure(workload, only: course, rounds: rounds, slice: slice)
        for line in lines { print(line) }
      }
      return
    }
    var table = ResultTable()
    print(table.header)
    for workload in Workload.all
    where workload.scenario.hasCourse == false && (names.isEmpty || names.contains(workload.name)) {
      for line in measure(workload, library: library, rounds: rounds, slice: slice, &table) {
        print(line)
      }
    }
    if let csv {
      do {
        try table.csv.write(toFile: csv, atomically: true, encoding: .utf8)
      } catch {
        print("cannot write \(csv): \(error)")
        exit(6)
      }
    }
  }

  private static func measure(
    _ workload: Workload, library: String?, rounds: Int, slice: Double, _ table: inout ResultTable
  ) -> [String] {
    var candidates: [Candidate] = []
    if let library, let yardstick = Yardstick(library: library, workload) {
      candidates.append(
        Candidate(name: "yardstick") { yardstick.seconds(first: $0, count: $1) })
    }
    for vectors in SIMDLevel.available {
      candidates.append(.engine(vectors.rawValue, workload, vectors: vectors))
    }
    if Simulator(workload.scenario).goesSideBySide {
      candidates.append(.engine("one by one", workload, together: 1))
    }
    for index in candidates.indices { candidates[index].warmUp(slice: slice) }
    for round in 0..<rounds {
      for index in candidates.indices {
        let runs = candidates[index].runsPerRound
        let seconds = candidates[index].seconds(round * runs, runs)
        candidates[index].times.append(seconds / Double(runs))
      }
    }
    return candidates.map { table.add($0, against: candidates[0], workload) }
  }
}
