import SpreadModel

/// What came of one run.
public struct Run: Hashable, Sendable {
  /// Why a run ended; docs/model.md, "The end".
  public enum End: String, Hashable, Sendable {
    case allInfected = "all_infected"
    case shareReached = "share_reached"
    case noSpread = "no_spread"
    case maxSteps = "max_steps"
    case extinct
  }

  /// Why it ended.
  public let end: End
  /// Infected people at the end of step 0 (the start), 1, ...: `steps + 1` numbers.
  public let infected: [Int]
  /// People infected at least once up to the end of step 0, 1, ...
  public let everInfected: [Int]
  /// By person: the step of the first infection; nil for those who never were infected.
  public let infectedAt: [Int?]
  /// By name, as in `runs.csv`; those that are not defined for the run are missing.
  public let responses: [String: Double]

  /// Steps that were made.
  public var steps: Int { infected.count - 1 }

  init(_ result: RunResult, of scenario: SpreadModel.Scenario, _ list: ResponseList) {
    end = End(result.stopReason)
    infected = result.curve.map(Int.init)
    everInfected = result.curves.everInfected.map(Int.init)
    infectedAt = (result.infectionSteps ?? []).map { $0 < 0 ? nil : Int($0) }
    var responses: [String: Double] = [:]
    for (name, value) in zip(list.names, list.values(of: result, on: scenario.grid)) {
      responses[name] = value
    }
    self.responses = responses
  }
}

extension Run.End {
  fileprivate init(_ reason: StopReason) {
    self =
      switch reason {
      case .allInfected: .allInfected
      case .shareReached: .shareReached
      case .noSpread: .noSpread
      case .maxSteps: .maxSteps
      case .extinct: .extinct
      }
  }
}
