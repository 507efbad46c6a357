import Foundation
import SpreadModel
import Testing
import Truths

/// What a truth keeps of a run, asked of runs that nobody simulated.
@Suite struct ObservedTests {
  private static let all = [Truth].all(upTo: .deep)

  private static func truth(_ id: String) throws -> Truth {
    try #require(all.first { $0.id == id })
  }

  private static func result(
    _ stopReason: StopReason = .maxSteps, curve: [Int] = [1], steps: [Int]? = nil,
    ever: [Int]? = nil
  ) -> RunResult {
    let none = curve.map { _ in UInt32(0) }
    let course = ever.map { ever in
      CourseResult(
        curves: CourseCurves(
          newInfections: none, everInfected: ever.map(UInt32.init), immune: none, latent: none),
        infections: 0, introduced: 1, infectionsByIntroduced: 0)
    }
    return RunResult(
      stopReason: stopReason, curve: curve.map(UInt32.init), shape: nil,
      infectionSteps: steps?.map(Int32.init), course: course)
  }

  @Test("numbers of the steps that the words name, the last of which is the last simulated")
  func steps() throws {
    var seen = 0
    for truth in Self.all {
      let words = truth.scenario
      guard let ends = words.firstMatch(of: /steps (\d+)(?: to |\.\.\.)(\d+)/) else { continue }
      let (first, last) = (try #require(Int(ends.1)), try #require(Int(ends.2)))
      seen += 1
      let observed = words.contains("...") ? Array(first...last) : [first, last]
      let arm = truth.arms[0]
      #expect(arm.maxSteps == last, "\(truth.id)")
      // Two people more in each step, and none in a run that ended after the first one.
      let all = truth.observe(arm, Self.result(curve: (0...last).map { 2 * $0 + 1 }))
      let anybody = words.contains("chance that anybody is")
      #expect(all == observed.map { anybody ? 1 : Double(2 * $0 + 1) }, "\(truth.id)")
      guard truth.id != "P8" else { continue }
      let ended = truth.observe(arm, Self.result(.extinct, curve: [1, 0]))
      #expect(ended == observed.map { $0 == 0 ? 1 : 0 }, "\(truth.id)")
    }
    #expect(seen == 33)
    let short = try Self.truth("P8")
    let nothing = short.observe(short.arms[0], Self.result(curve: [1, 2]))
    #expect(nothing.count { $0.isNaN } == 2)
  }

  @Test("P1 to P3: whoever is infected in the step of their distance from the corner")
  func inTime() throws {
    for id in ["P1", "P2.number", "P2.survival", "P3.below", "P3.above"] {
      let truth = try Self.truth(id)
      let ends = try #require(
        truth.scenario.firstMatch(of: /distances? (\d+)(?: to |\.\.\.)(\d+)/) ?? nil)
      let (first, last) = (try #require(Int(ends.1)), try #require(Int(ends.2)))
      let (arm, side) = (truth.arms[0], truth.arms[0].grid.columns)
      #expect(arm.maxSteps == last && last < side)
      let distances = (0..<arm.grid.people).map { $0 / side + $0 % side }
      let seen = truth.observe(arm, Self.result(steps: distances))
      let observed = id == "P1" ? Array(first...last) : [first, last]
      #expect(seen == observed.map { id == "P2.survival" ? 1 : Double($0 + 1) }, "\(id)")
      // One person of each distance is late: the one in the west, or the one in the north.
      for late in [{ $0 % side == 0 }, { $0 < side }] as [(Int) -> Bool] {
        let steps = distances.enumerated().map { $0.element + (late($0.offset) ? 1 : 0) }
        let others = truth.observe(arm, Self.result(steps: steps))
        #expect(others == observed.map { id == "P2.survival" ? 1 : Double($0) }, "\(id)")
      }
    }
  }

  @Test("P4, P6: means and variances of whole rows")
  func rows() throws {
    for (id, rows) in [("P4", [40, 200]), ("P6", [64, 256])] {
      let truth = try Self.truth(id)
      #expect(rows.allSatisfy { truth.scenario.contains("\($0)") })
      for arm in truth.arms {
        let columns = arm.grid.columns
        // In row r half of the people in step r^2, the others 2 r later.
        var steps = (0..<arm.grid.people).map { person in
          let row = person / columns
          return row * row + (person % columns % 2) * 2 * row
        }
        let seen = truth.observe(arm, Self.result(steps: steps))
        #expect(seen == rows.map { id == "P4" ? Double($0 * $0 + $0) : Double($0 * $0) })
        steps[rows[0] * columns] = -1
        #expect(truth.observe(arm, Self.result(steps: steps))[0].isNaN)
      }
    }
  }

  @Test("P5: arrivals at 20 and 100 along four axes, at 14 and 70 along four diagonals")
  func directions() throws {
    for id in ["P5.von_neumann", "P5.moore"] {
      let truth = try Self.truth(id)
      let (arm, side) = (truth.arms[0], truth.arms[0].grid.columns)
      var steps = [Int](repeating: 9_999, count: arm.grid.people)
      for (way, (south, east)) in [
        (0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1),
      ].enumerated() {
        let distances: [Int] = way < 4 ? [20, 100] : [14, 70]
        for (place, distance) in distances.enumerated() {
          // Different numbers in all directions, whose mean is 2.5 more than in the first.
          let person = (120 + south * distance) * side + 120 + east * distance
          steps[person] = 1_000 * place + 10 * (way / 4) + [0, 1, 3, 6][way % 4]
        }
      }
      #expect(truth.observe(arm, Self.result(steps: steps)) == [2.5, 1_002.5, 12.5, 1_012.5])
      steps[120 * side + 120 + 20] = -1
      #expect(truth.observe(arm, Self.result(steps: steps))[0].isNaN)
    }
  }

  @Test("the last step, or how many were ever infected, of runs that ended so; nothing of others")
  func ends() throws {
    for truth in Self.all {
      let arm = truth.arms[0]
      let words = truth.scenario
      if words.hasSuffix("steps to all") {
        #expect(
          truth.observe(arm, Self.result(.allInfected, curve: [1, 2, 4])) == [2], "\(truth.id)")
        #expect(truth.observe(arm, Self.result(curve: [1, 2, 4]))[0].isNaN, "\(truth.id)")
      } else if words.hasSuffix("step in which nobody is infected any more") {
        #expect(truth.observe(arm, Self.result(.extinct, curve: [1, 2, 0])) == [2], "\(truth.id)")
        let goesOn = truth.observe(arm, Self.result(curve: [1, 2, 1]))[0]
        #expect(truth.matches("C8") ? goesOn == 3 : goesOn.isNaN, "\(truth.id)")
      } else if words.contains("people ever infected") || truth.matches("P12") {
        let ended = Self.result(.extinct, curve: [1, 2, 0], ever: [1, 2, 5])
        #expect(truth.observe(arm, ended) == [5], "\(truth.id)")
        let goesOn = Self.result(curve: [1, 2, 1], ever: [1, 2, 5])
        #expect(truth.observe(arm, goesOn)[0].isNaN, "\(truth.id)")
      } else if truth.matches("G7") {
        let seen = [StopReason.extinct, .shareReached, .maxSteps].map {
          truth.observe(arm, Self.result($0))[0]
        }
        #expect(seen[0] == 1 && seen[1] == 0 && seen[2].isNaN, "\(truth.id)")
      } else if truth.matches("G8") {
        let tenth = arm.grid.people / 10
        func seen(_ ever: Int) -> [Double] {
          truth.observe(arm, Self.result(.extinct, curve: [1, 0], ever: [1, ever]))
        }
        #expect(seen(tenth) == [0, 0] && seen(tenth + 1)[0] == 1, "\(truth.id)")
        #expect(seen(2 * tenth) == [1, 0.2], "\(truth.id)")
        #expect(
          truth.observe(arm, Self.result(curve: [1, 1], ever: [1, 2]))[0].isNaN, "\(truth.id)")
      } else if truth.matches("G9") {
        let step = try #require(words.firstMatch(of: /at step (\d+)/).flatMap { Int($0.1) })
        #expect(arm.maxSteps == step && arm.startPeople == 1 && arm.introductions == [])
        let ones = [Int](repeating: 1, count: step)
        #expect(truth.observe(arm, Self.result(curve: ones + [1])) == [1], "\(truth.id)")
        #expect(truth.observe(arm, Self.result(.extinct, curve: ones + [0])) == [0], "\(truth.id)")
        #expect(truth.observe(arm, Self.result(.extinct, curve: [1, 0])) == [0], "\(truth.id)")
      }
    }
    let half = try Self.truth("X3.moore")
    let run = Self.result(.allInfected, curve: [1, 5_100, 5_101, 10_201])
    #expect(half.observe(half.arms[0], run) == [2, 3])
  }

  @Test("L3: each set of three is another outcome; fewer are none")
  func subsets() throws {
    let truth = try Self.truth("L3")
    func seen(_ chosen: Set<Int>) -> Double {
      let steps = (0..<9).map { $0 == 4 ? 0 : chosen.contains($0) ? 1 : -1 }
      return truth.observe(truth.arms[0], Self.result(steps: steps))[0]
    }
    let places = [0, 1, 2, 3, 5, 6, 7, 8]
    var outcomes: [Double] = []
    for a in 0..<8 {
      #expect(seen([places[a]]) < 0)
      for b in 0..<a {
        #expect(seen([places[a], places[b]]) < 0)
        for c in 0..<b { outcomes.append(seen([places[a], places[b], places[c]])) }
      }
    }
    #expect(outcomes.sorted() == (0..<56).map(Double.init))
  }

  @Test("what always holds does not hold of runs that are barely wrong")
  func always() throws {
    func holds(_ id: String, _ result: RunResult) throws -> Bool {
      let truth = try Self.truth(id)
      return truth.observe(truth.arms[0], result) == [1]
    }
    #expect(try holds("C9.healthy", Self.result(curve: [1], steps: [1, 0, -1])))
    #expect(try !holds("C9.healthy", Self.result(curve: [1], steps: [2, 0, -1])))
    #expect(try holds("C10", Self.result(curve: [2, 1, 0])))
    #expect(try !holds("C10", Self.result(curve: [2, 0])))
    #expect(try !holds("C10", Self.result(curve: [1, 1])))
    #expect(try holds("G10.chebyshev_1", Self.result(curve: [1, 9])))
    #expect(try !holds("G10.chebyshev_1", Self.result(curve: [1, 8])))
    #expect(try !holds("G10.hexagonal", Self.result(curve: [1], steps: [0, 1, 1, 1])))
  }
}
