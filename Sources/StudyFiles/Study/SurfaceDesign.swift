import Glibc
import SpreadModel
import Statistics

/// Where the corners of a central composite design lie; its axes go from `from` to `to`.
package enum CornerPlace: String, CaseIterable, Sendable {
  /// At the ends of all factors.
  case faceCentered = "face_centered"
  /// As far from the center as the axes' ends.
  case rotatable
}

extension Design {
  /// The points of a design for response surfaces, as places from 0 to 1 of each factor; nil for
  /// other designs.
  func surfacePlaces(factors count: Int) -> [[Double]]? {
    switch self {
    case .centralComposite(let corners):
      SurfaceDesigns.centralComposite(
        factors: count,
        reach: corners == .rotatable ? SurfaceDesigns.rotatableReach(factors: count) : 1)
    case .boxBehnken:
      SurfaceDesigns.boxBehnkenFactors.contains(count)
        ? SurfaceDesigns.boxBehnken(factors: count) : nil
    default: nil
    }
  }

  /// Their number, by arithmetic alone; nil for other designs.
  func surfacePointCount(factors count: Int) -> Double? {
    switch self {
    case .centralComposite:
      Double(sign: .plus, exponent: count, significand: 1) + Double(2 * count + 1)
    case .boxBehnken: surfacePlaces(factors: count).map { Double($0.count) } ?? 1
    default: nil
    }
  }
}

extension Factor {
  /// The level of an interval that lies at `place` between its ends (0 and 1), as a level of a
  /// count would: decimal digits are kept, whole numbers rounded, halves up.
  func level(atPlace place: Double) -> KeyValue? {
    guard case .interval(let from, let to, let scale) = levels else { return nil }
    if place == 0.5 || place == 0 || place == 1 {
      let counted = Levels.counted(from: from, to: to, count: 3, scale: scale)
      return Factor(parameter: parameter, levels: counted).levelList.at(Int(place * 2))
    }
    return level(
      Self.rounded(
        scale == .log ? from * pow(to / from, place) : from + (to - from) * place, digits: 12))
  }
}
