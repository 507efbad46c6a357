internal import SpreadEngine
package import SpreadModel
internal import Synchronization
package import WorkStealing

/// Simulates truths on the pool and judges them.
package struct TruthRunner: Sendable {
  /// Makes what runs one scenario; called once per worker's task.
  package typealias Simulation =
    @Sendable (_ scenario: Scenario) -> (_ key: RunKey, _ recordMap: Bool) -> RunResult

  /// Chance that any truth of a call is rejected although all are true.
  package static let standardLevel = 1e-6
  private static let blockCount = 16

  package let pool: WorkPool
  package let simulator: Simulation
  /// At most so many runs per arm: for power studies.
  package let mostRuns: Int

  /// The product's own engine.
  package static let engine: Simulation = { scenario in
    let simulator = Simulator(scenario)
    return { simulator.run($0, recordMap: $1) }
  }

  package init(
    pool: WorkPool, mostRuns: Int = .max, simulator: @escaping Simulation = TruthRunner.engine
  ) {
    self.pool = pool
    self.mostRuns = mostRuns
    self.simulator = simulator
  }

  /// Simulates and judges one truth.
  ///
  /// - Parameter level: chance that this truth is rejected although it is true.
  package func finding(_ truth: Truth, level: Double) -> Finding {
    let observations = simulate(truth)
    let result = Judge(
      expected: truth.expected, observations: observations, level: level
    ).result
    return Finding(
      id: truth.id, tier: truth.tier, scenario: truth.scenario, expected: result.expected,
      source: truth.source, runs: observations.joined().count, estimate: result.estimate,
      low: result.interval?.lowerBound, high: result.interval?.upperBound,
      accepted: result.accepted, z: result.z.flatMap { $0.isFinite ? $0 : nil }, p: result.p,
      verdict: result.p >= level ? .passes : .fails)
  }

  /// Observations by arm, run and component.
  private func simulate(_ truth: Truth) -> [[[Double]]] {
    let runs = min(truth.runs, mostRuns)
    let blocks = truth.arms.count >= Self.blockCount ? 1 : min(runs, Self.blockCount)
    let results = Mutex(
      [[[Double]]](repeating: [], count: truth.arms.count * blocks))
    _ = pool.run(tasks: truth.arms.count * blocks, cancel: CancelToken()) { _, task in
      let (arm, block) = task.quotientAndRemainder(dividingBy: blocks)
      let observe = observer(of: truth, arm)
      let replicates = runs * block / blocks..<runs * (block + 1) / blocks
      let seen = replicates.map { replicate in
        observe(RunKey(seed: truth.seed, point: UInt64(arm), replicate: replicate))
      }
      results.withLock { $0[task] = seen }
    }
    return results.withLock { results in
      truth.arms.indices.map { Array(results[$0 * blocks..<($0 + 1) * blocks].joined()) }
    }
  }

  /// What is observed of a replicate.
  private func observer(of truth: Truth, _ arm: Int) -> (RunKey) -> [Double] {
    let scenario = truth.arms[arm]
    if case .criticalProbability(let shares) = truth.observation {
      let pass = ScenarioPass([scenario])
      return { key in
        pass.begin(key) ? [pass.criticalProbability(share: shares[arm]) ?? .nan] : [.nan]
      }
    }
    let run = simulator(scenario)
    return { truth.observation.values(run($0, truth.observation.needsMap), of: scenario) }
  }
}
