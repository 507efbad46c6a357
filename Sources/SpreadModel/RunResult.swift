/// Why a run ended; the first that applies, in this order.
package enum StopReason: String, CaseIterable, Sendable {
  case allInfected = "all_infected"
  case shareReached = "share_reached"
  case noSpread = "no_spread"
  case maxSteps = "max_steps"
}

/// What one run left behind.
package struct RunResult: Equatable, Sendable {
  package var stopReason: StopReason
  /// Infected people after step 0 (the start state), 1, ...; `steps + 1` values.
  package var curve: [UInt32]
  /// The shape responses; nil where not reached or undefined.
  package var shape: Shape?
  /// Step at which each person was infected, -1 for never; only where the map was asked for.
  package var infectionSteps: [Int32]?

  package init(
    stopReason: StopReason, curve: [UInt32], shape: Shape?, infectionSteps: [Int32]?
  ) {
    self.stopReason = stopReason
    self.curve = curve
    self.shape = shape
    self.infectionSteps = infectionSteps
  }

  /// Steps simulated.
  package var steps: Int { curve.count - 1 }
}

/// Where the infected people stand, at the first step with at least `shapeShare` of the group
/// infected. Offsets are in cells, x to the east, y to the south, from the mean position of the
/// people introduced at step 0.
package struct Shape: Equatable, Sendable {
  package var driftX, driftY: Double
  /// sum r^2 cos 4 theta / sum r^2; nil if nobody stands off the origin.
  package var anisotropy4: Double?
  /// Root of the ratio of the covariance's eigenvalues; nil if the smaller one is 0.
  package var elongation: Double?
  /// 2 pi mean(r^2 about the centroid) / number; 1 for a disc.
  package var roundness: Double

  package init(
    driftX: Double, driftY: Double, anisotropy4: Double?, elongation: Double?, roundness: Double
  ) {
    self.driftX = driftX
    self.driftY = driftY
    self.anisotropy4 = anisotropy4
    self.elongation = elongation
    self.roundness = roundness
  }
}
