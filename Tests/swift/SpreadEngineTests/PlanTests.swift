import CSpreadSIMD
import SpreadEngine
import SpreadModel
import Testing

/// Which strategy the engine takes for which scenario; docs/design.md, "How a run is made".
@Suite struct PlanTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let pool: SpreadRule.Pool
    let draw: SpreadRule.Draw
    let update: SpreadRule.Update
    let k: Int
    let p: Double
    let strategy: Plan.Strategy
    /// Of `moore`; of four directions it is the same unless `k` is 4 or more.
    let form: DrawForm

    init(
      _ pool: SpreadRule.Pool, _ draw: SpreadRule.Draw, _ update: SpreadRule.Update, k: Int,
      p: Double, _ strategy: Plan.Strategy, _ form: DrawForm
    ) {
      (self.pool, self.draw, self.update) = (pool, draw, update)
      (self.k, self.p, self.strategy, self.form) = (k, p, strategy, form)
    }

    var testDescription: String { "\(pool) \(draw) \(update) k \(k) p \(p)" }

    func scenario(_ neighborhood: SpreadRule.Neighborhood = .moore) -> Scenario {
      Scenario(
        grid: Grid(people: 100, columns: 10, boundary: .bounded),
        rule: SpreadRule(neighborhood: neighborhood, pool: pool, draw: draw, update: update),
        infectionFactor: k, infectionProbability: p)
    }
  }

  static let table = [
    Row(.healthy, .exact, .synchronous, k: 3, p: 0.5, .synchronous, .fixedNumber),
    Row(.healthy, .exact, .synchronous, k: 8, p: 0.5, .synchronous, .everybody),
    Row(.healthy, .atLeastOne, .synchronous, k: 3, p: 0.5, .synchronous, .randomNumber),
    Row(.healthy, .atLeastOne, .synchronous, k: 1, p: 0.5, .synchronous, .fixedNumber),
    Row(.healthy, .uniform, .synchronous, k: 1, p: 0.5, .synchronous, .randomNumber),
    Row(.healthy, .uniform, .synchronous, k: 20, p: 0.5, .synchronous, .randomNumber),
    Row(.healthy, .capped, .synchronous, k: 7, p: 0.5, .synchronous, .randomSuccesses),
    Row(.healthy, .capped, .synchronous, k: 20, p: 0.5, .synchronous, .everybody),
    Row(.healthy, .scan, .synchronous, k: 1, p: 1, .synchronous, .firstSuccesses),
    Row(.healthy, .scan, .synchronous, k: 9, p: 1, .synchronous, .everybody),
    // Who acts before matters only where sources look at the state.
    Row(.healthy, .scan, .sequential, k: 3, p: 0.3, .sequential, .firstSuccesses),
    Row(.all, .scan, .sequential, k: 3, p: 0.3, .synchronous, .firstSuccesses),
    Row(.all, .exact, .synchronous, k: 1, p: 0.5, .synchronous, .fixedNumber),
    // Small probabilities are nothing special.
    Row(.healthy, .exact, .synchronous, k: 1, p: 0.0001, .synchronous, .fixedNumber),
    // Contact clocks know neither k nor who acts before.
    Row(.healthy, .each, .sequential, k: 1, p: 0.5, .clocks, .everybody),
    Row(.all, .each, .synchronous, k: 0, p: 1, .clocks, .everybody),
    Row(.all, .each, .synchronous, k: 0, p: 0, .inert, .everybody),
    // Nobody is ever infected.
    Row(.healthy, .exact, .sequential, k: 0, p: 1, .inert, .fixedNumber),
    Row(.all, .uniform, .synchronous, k: 3, p: 0, .inert, .randomNumber),
  ]

  @Test("a scenario has the strategy of the table", arguments: table)
  func strategy(row: Row) {
    let plan = Plan(row.scenario())
    #expect(plan.strategy == row.strategy)
    #expect(plan.form == row.form)
    #expect(plan.isSideBySide == [.synchronous, .clocks].contains(row.strategy))
    let portable = Plan(row.scenario(), vectors: .none)
    #expect(portable.strategy == row.strategy && portable.form == row.form)
    #expect(portable.vectors == .none)
  }

  @Test("the neighborhood decides the orders, and from which k on nobody has to choose")
  func neighborhoods() {
    for (neighborhood, orders, reach) in [
      (SpreadRule.Neighborhood.moore, DrawOrders.ofEight, 8), (.vonNeumann, .ofFour, 4),
    ] {
      for k in 1...9 {
        for draw in [SpreadRule.Draw.exact, .capped, .scan] {
          let row = Row(.healthy, draw, .synchronous, k: k, p: 0.5, .synchronous, .everybody)
          let plan = Plan(row.scenario(neighborhood))
          #expect(plan.orders == orders)
          #expect((plan.form == .everybody) == (k >= reach), "\(neighborhood) \(draw) \(k)")
        }
      }
    }
  }

  @Test("vectors, whose indices are signed, are taken as long as cells have numbers below 2^31")
  func vectors() {
    // One row between two empty ones, each with an empty cell on both sides, and 64 bytes behind.
    let most = (Int(Int32.max) - 64) / 3 - 2
    for (people, contacts, fits) in [
      (most, Contacts.grid, true), (most + 1, .grid, false), (1_000_000_000, .everybody, true),
    ] {
      var scenario = Self.table[0].scenario()
      scenario.grid = Grid(people: people, columns: people, boundary: .bounded)
      scenario.contacts = contacts
      #expect(Plan(scenario, vectors: .best).vectors == (fits ? .best : .none))
    }
  }

  @Test("runs go side by side in small bounded groups with one start, to the last person")
  func sideBySide() {
    func isSideBySide(_ change: (inout Scenario) -> Void) -> Bool {
      var scenario = Self.table[0].scenario()
      change(&scenario)
      return Plan(scenario).isSideBySide
    }
    #expect(isSideBySide { _ in })
    #expect(isSideBySide { $0.grid = Grid(people: 1_000, columns: 32, boundary: .bounded) })
    #expect(isSideBySide { $0.introductions = [Introduction(step: 0, place: .people([1, 2]))] })
    #expect(isSideBySide { $0.maxSteps = 3 })
    #expect(!isSideBySide { $0.grid = Grid(people: 1_001, columns: 32, boundary: .bounded) })
    #expect(!isSideBySide { $0.grid = Grid(people: 100, columns: 10, boundary: .torus) })
    #expect(!isSideBySide { $0.stopShare = 0.98 })
    #expect(!isSideBySide { $0.introductions = [] })
    #expect(!isSideBySide { $0.introductions = [Introduction(step: 0, place: .random(2))] })
    #expect(!isSideBySide { $0.introductions.append(Introduction(step: 1, place: .center)) })
    // And where people recover, until nobody is infected.
    func isSideBySideWithCourse(_ change: (inout Scenario) -> Void) -> Bool {
      isSideBySide {
        $0.course.infectiousSteps = .steps(3)
        $0.maxSteps = 10_000
        change(&$0)
      }
    }
    #expect(isSideBySideWithCourse { _ in })
    #expect(isSideBySideWithCourse { $0.immunePeople = [7] })
    for (people, immune, goes) in [
      (400, Length.steps(0), true), (401, .steps(0), false), (1_000, .forever, true),
    ] {
      let goesSideBySide = isSideBySideWithCourse {
        $0.grid = Grid(people: people, columns: 20, boundary: .bounded)
        $0.course.immuneSteps = immune
      }
      #expect(goesSideBySide == goes)
    }
    #expect(!isSideBySideWithCourse { $0.maxSteps = 10_001 })
    #expect(!isSideBySideWithCourse { $0.stopShare = 0.999 })
    #expect(!isSideBySideWithCourse { $0.immuneShare = 0.1 })
    #expect(!isSideBySideWithCourse { $0.interventions = [Intervention(when: .step(1))] })
    #expect(!isSideBySideWithCourse { $0.startPeople = 2 })
    #expect(!isSideBySide { $0.course.latentSteps = 1 })
  }
}
