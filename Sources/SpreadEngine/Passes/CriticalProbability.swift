import SpreadModel

/// The least infection probability at which a number of people are ever infected: passes over levels that lie closer and
/// closer around it, down to neighboring doubles.
struct CriticalProbability: ~Copyable {
  /// The first levels are 0 and all p from `lowest` to 1 with so many leading digits behind that of 1: their rows serve all replicates.
  private static let digits: UInt64 = 6
  private static let lowest = 0x1p-32
  /// Later ones are about so many.
  private static let levelCount = 256

  private let scenario: Scenario
  private let probabilities: [Double]
  private var coarse: CriticalLevels
  private var fine: CriticalLevels

  init(_ scenario: Scenario) {
    self.scenario = scenario
    probabilities =
      [0]
      + stride(
        from: Self.lowest.bitPattern, through: 1.0.bitPattern,
        by: 1 << (UInt64(Double.significandBitCount) - Self.digits)
      ).map { Double(bitPattern: $0) }
    coarse = CriticalLevels(scenario, PassLevels(scenario, probabilities: probabilities))
    fine = CriticalLevels(scenario, PassLevels(scenario, probabilities: [1]))
  }

  /// - Parameter kernel: at the start of a run.
  /// - Returns: nil if there are fewer at p = 1.
  /// - Throws: `WorkCancelled` if `isCancelled` said so before the end.
  mutating func least(
    _ kernel: borrowing ListKernel, people: Int, isCancelled: () -> Bool
  ) throws(WorkCancelled) -> Double? {
    guard let level = try coarse.find(kernel, until: people, isCancelled: isCancelled) else {
      return nil
    }
    guard level > 0 else { return 0 }
    // Of numbers from 0 on the order is that of their bits.
    var low = probabilities[level - 1].bitPattern
    var high = probabilities[level].bitPattern
    while high - low > 1 {
      let step = max(1, Int(high - low) / Self.levelCount)
      let bits = Array(stride(from: low + UInt64(step), to: high, by: step)) + [high]
      fine.use(PassLevels(scenario, probabilities: bits.map { Double(bitPattern: $0) }))
      guard let level = try fine.find(kernel, until: people, isCancelled: isCancelled) else {
        break
      }
      if level > 0 { low = bits[level - 1] }
      high = bits[level]
    }
    return Double(bitPattern: high)
  }
}
