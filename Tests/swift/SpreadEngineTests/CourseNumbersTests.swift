import SlowReference
import SpreadEngine
import SpreadModel
import Testing

/// Common random numbers of the course, person by person.
@Suite struct CourseNumbersTests {
  private func scenario(_ change: (inout Scenario) -> Void) -> Scenario {
    var scenario = Scenario(
      grid: Grid(people: 400, columns: 20, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .exact, update: .synchronous),
      infectionFactor: 3, infectionProbability: 0)
    change(&scenario)
    return scenario
  }

  @Test("a larger recovery probability never lengthens anybody's infection")
  func lengths() {
    let chances = [0.02, 0.1, 0.3, 0.31, 0.7, 0.95, 1]
    var before: [Int]?
    for chance in chances {
      let scenario = scenario {
        $0.introductions = [Introduction(step: 0, place: .people(Array(0..<400)))]
        $0.course.recoveryProbability = chance
        $0.course.infectiousSteps = .steps(60)
      }
      let engine = Simulator(scenario)
      engine.begin(RunKey(seed: 9, point: nil, replicate: 0))
      var lengths = [Int](repeating: 0, count: 400)
      while engine.stopReason == nil {
        engine.step()
        for person in lengths.indices where engine.state(of: person) == .infectious {
          lengths[person] = engine.currentStep
        }
      }
      // Somebody still infectious at the end of step t acts in step t + 1, the last one.
      lengths = lengths.map { $0 + 1 }
      if let before {
        #expect(zip(before, lengths).allSatisfy { $0 >= $1 }, "\(chance)")
        #expect(before != lengths || chance == 0.31)
      }
      before = lengths
    }
    #expect(before?.allSatisfy { $0 == 1 } == true)
  }

  @Test("the immune of a smaller share are among those of a larger one")
  func immune() {
    var before: Set<Int> = []
    for (share, count) in [(0.0, 0), (0.1, 40), (0.101, 40), (0.25, 100), (0.9, 360), (1, 399)] {
      let engine = Simulator(scenario { $0.immuneShare = share })
      engine.begin(RunKey(seed: 9, point: nil, replicate: 3))
      let immune = Set((0..<400).filter { engine.state(of: $0) == .immune })
      #expect(immune.count == count && immune.isSuperset(of: before), "\(share)")
      before = immune
    }
  }

  @Test("certain recovery is one infectious step; latent steps decide when, not who")
  func equalCourses() {
    func steps(_ replicate: Int, _ change: (inout Scenario) -> Void) -> [Int32]? {
      let key = RunKey(seed: 9, point: nil, replicate: replicate)
      return Simulator(scenario(change)).run(key, recordMap: true).infectionSteps
    }
    for replicate in 0..<10 {
      let certain = [true, false].map { isRecovery in
        steps(replicate) {
          $0.infectionProbability = 0.6
          $0.course.latentSteps = 1
          $0.course.immuneSteps = .steps(2)
          $0.course.recoveryProbability = isRecovery ? 1 : 0
          $0.course.infectiousSteps = isRecovery ? .forever : .steps(1)
          $0.maxSteps = 40
        }
      }
      #expect(certain[0] == certain[1])
      let everInfected = [0, 1, 3].map { latent in
        steps(replicate) {
          ($0.infectionFactor, $0.infectionProbability) = (8, 0.15)
          $0.course.infectiousSteps = .steps(2)
          $0.course.latentSteps = .steps(latent)
        }?.map { $0 >= 0 }
      }
      #expect(Set(everInfected).count == 1)
    }
  }

  @Test("of 60,000 people the immune are those with the lowest keys, one by one")
  func lowestKeys() {
    let people = 60_000
    let key = RunKey(seed: 9, point: nil, replicate: 4)
    let order = (0..<people).filter { $0 != 7 }.sorted {
      ReferenceDraws.immunityKey(run: key.word, person: $0)
        < ReferenceDraws.immunityKey(run: key.word, person: $1)
    }
    for count in [1, 2, 3, 10_000, 10_001, 10_002, 30_000, 30_001, 59_998, 59_999] {
      var scenario = scenario { $0.immuneShare = Double(count) / Double(people) }
      scenario.grid = Grid(people: people, columns: 300, boundary: .bounded)
      scenario.introductions = [Introduction(step: 0, place: .people([7]))]
      let engine = Simulator(scenario)
      engine.begin(key)
      let immune = (0..<people).filter { engine.state(of: $0) == .immune }
      #expect(Set(immune) == Set(order.prefix(count)), "\(count)")
    }
  }
}
