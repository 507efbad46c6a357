import KeyedRandom
import PlainText
import SpreadModel
import Statistics

/// Points at the ends, the centers and between, for response surfaces.
///
/// Source: `SurfaceDesigns`.
protocol SurfaceDesign: Design {
  /// How many factors it is for.
  static var factorCounts: ClosedRange<Int> { get }
  /// What to use for other numbers of factors.
  static var other: String { get }
  /// The points of so many factors, as positions from 0 to 1 of each.
  func places(factors: Int) -> [[Double]]
}

extension SurfaceDesign {
  func check(_ study: Study, _ decoder: inout StudyDecoder) {
    decoder.requireIntervals(study)
    decoder.checkSurfaceDesign(self, study)
  }

  func levels(_ study: Study) -> PointLevels {
    let places = places(factors: study.factors.count)
    return (
      places.count,
      { index in study.named(zip(study.factors, places[index]).compactMap { $0.level(atPlace: $1) })
      }
    )
  }

  func mayRepeatPoints(_ study: Study) -> Bool {
    study.factors.contains { $0.parameter.number != nil }
  }
}

/// Corners, axes and center.
struct CentralComposite: SurfaceDesign {
  static let name = "central_composite"
  static let about = "Corners, axes and center of the factors (analysis: surfaces)."
  static let factorCounts = 2...12
  static let other = "use another design, such as \"factorial\""
  let corners: CornerPlace

  /// Where the corners lie; the axes go from `from` to `to`.
  enum CornerPlace: String, CaseIterable, Sendable {
    /// At the ends of all factors.
    case faceCentered = "face_centered"
    /// As far from the center as the axes' ends.
    case rotatable
  }

  static func members(_ keys: StudyFileKeys) -> [KeyShape] {
    [
      KeyShape(
        "corners", .choice(CornerPlace.allCases.map(\.rawValue)), default: .string("face_centered"),
        """
        Corners at the ends of all factors (face_centered), or at the same distance from the center \
        as the ends of the axes (rotatable).
        """)
    ]
  }

  init?(_ value: Node?, _ decoder: StudyDecoder) {
    corners = decoder.name(value, "corners") ?? .faceCentered
  }

  func json(_ keys: [ModelKey]) -> [(String, JSONText)] { [("corners", .string(corners.rawValue))] }

  func pointCount(_ study: Study) -> Double {
    let count = study.factors.count
    return Double(sign: .plus, exponent: count, significand: 1) + Double(2 * count + 1)
  }

  func places(factors count: Int) -> [[Double]] {
    SurfaceDesigns.centralComposite(
      factors: count,
      reach: corners == .rotatable ? SurfaceDesigns.rotatableReach(factors: count) : 1)
  }
}

/// Combinations of few factors at a time, and center.
struct BoxBehnken: SurfaceDesign {
  static let name = "box_behnken"
  static let about =
    "Pairs of factors at their ends, the others at the center (analysis: surfaces)."
  static let factorCounts = SurfaceDesigns.boxBehnkenFactors
  static let other = "use \"central_composite\""

  init?(_ value: Node?, _ decoder: StudyDecoder) {}

  func pointCount(_ study: Study) -> Double {
    let places = places(factors: study.factors.count)
    return places.isEmpty ? 1 : Double(places.count)
  }

  func places(factors count: Int) -> [[Double]] {
    Self.factorCounts.contains(count) ? SurfaceDesigns.boxBehnken(factors: count) : []
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
        scale == .log ? from * power(to / from, place) : from + (to - from) * place, digits: 12))
  }
}
