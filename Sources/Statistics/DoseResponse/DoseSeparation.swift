/// Data without a finite best curve.
///
/// There is one exactly where some run at a lower dose responded and one at a higher dose did not,
/// and the other way round (Albert and Anderson 1984, doi:10.1093/biomet/71.1.1; one dose).
package enum DoseSeparation: Hashable, Sendable {
  case noResponse
  case onlyResponses
  /// All that responded and all that did not lie on two sides of a gap between two doses.
  case complete(isRising: Bool, between: ClosedRange<Double>)
  /// They overlap at one dose alone.
  case quasi(isRising: Bool, at: Double)

  init?(_ levels: [DoseLevel]) {
    let with = levels.filter { $0.responded > 0 }.map(\.dose)
    let without = levels.filter { $0.rest > 0 }.map(\.dose)
    guard let lowWith = with.min(), let highWith = with.max() else {
      self = .noResponse
      return
    }
    guard let lowWithout = without.min(), let highWithout = without.max() else {
      self = .onlyResponses
      return
    }
    if highWithout < lowWith {
      self = .complete(isRising: true, between: highWithout...lowWith)
    } else if highWith < lowWithout {
      self = .complete(isRising: false, between: highWith...lowWithout)
    } else if highWithout == lowWith {
      self = .quasi(isRising: true, at: lowWith)
    } else if highWith == lowWithout {
      self = .quasi(isRising: false, at: highWith)
    } else {
      return nil
    }
  }

  /// Whether the slope tends to plus infinity, or to minus infinity; nil if it can be anything.
  package var isRising: Bool? {
    switch self {
    case .noResponse, .onlyResponses: nil
    case .complete(let isRising, _), .quasi(let isRising, _): isRising
    }
  }
}
