internal import SpreadModel

/// Constants of a block's bytes. Source: docs/reliability.md, "Blocks".
enum BlockFormat {
  /// Written at the start of each part.
  static let version: UInt8 = 1
  /// Written at the start of curves with what `CourseCurves` says besides.
  static let courseVersion: UInt8 = 2
  /// Added to the version of curves that what is seen follows.
  static let observedVersions: UInt8 = 2
  /// In place of a stop reason: the reasons follow, one byte each.
  static let mixedReasons: UInt8 = 0xff
  /// Runs x responses of one block, 64 MiB in memory: a hundred times what a writer makes.
  static let mostCells = 1 << 23
  /// Bytes of a failure's reason that are kept.
  static let longestReason = 1000
}

extension StopReason {
  /// Never changes, whatever cases there will be.
  var code: UInt8 {
    switch self {
    case .allInfected: 0
    case .shareReached: 1
    case .noSpread: 2
    case .maxSteps: 3
    case .extinct: 4
    }
  }

  init?(code: UInt8) {
    guard let reason = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = reason
  }
}
