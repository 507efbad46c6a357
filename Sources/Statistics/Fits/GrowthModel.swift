/// A growth model that can be fitted: all there is to know about it stands in its file in `Models/`.
///
/// On a grid growth is a power of time near 2 until the border is met, not logistic.
/// Source: docs/statistics.md, "Growth models"; Madden, Hughes, van den Bosch (2007),
/// doi:10.1094/9780890545058, chapter 4.
package struct GrowthModel: Sendable {
  package typealias Value = @Sendable (_ t: Double, _ p: [Double]) -> Double

  /// A value of the column `model`.
  package let rawValue: String
  /// The curve as text, in ASCII.
  package let formula: String
  let parameters: [GrowthParameter]
  /// On which the model is fitted.
  let clock: TimeScaling.Kind
  /// How the parameters are said on the clock.
  let conversion: ClockConversion
  /// Whether the curve is a sum of known curves, each times a parameter: then the best one is
  /// computed, not searched.
  let isLinear: Bool
  /// Whether it never falls again once it has risen: all but the parabola.
  var onlyRises: Bool { !isLinear }
  let steps: FittedSteps
  let curve: Value
  /// The derivatives of the curve by its parameters.
  let tangent: @Sendable (_ t: Double, _ p: [Double], _ slope: inout [Double]) -> Void
  /// The derivative of the curve by t.
  let rise: Value
  /// The time of fastest growth on a clock with this unit; nil where there is none.
  let inflection: @Sendable (_ p: [Double], _ unit: Double) -> Double?
  /// What else follows from the parameters.
  let derived: [GrowthQuantity]
  /// Starting shapes, that is all parameters but the factor in front, over what a time span can
  /// show.
  let grid: @Sendable (GrowthStarts.Span) -> [[Double]]
  /// The shapes by the transformation that makes the curve a line.
  let straightened: @Sendable (GrowthStarts.Shares) -> [[Double]]
  /// Where a search without a minimum was heading, if that is a limit of this model.
  let limit: @Sendable (CurveFit) -> FitProblem?

  /// - Parameter rise: nil for a model of t - t0 with t0 its third parameter: the derivative by t is
  ///   minus that by t0.
  init(
    _ name: String, formula: String, parameters: [GrowthParameter],
    clock: TimeScaling.Kind = .given,
    conversion: ClockConversion? = nil, isLinear: Bool = false, steps: FittedSteps = .all,
    curve: @escaping Value,
    tangent: @escaping @Sendable (Double, [Double], inout [Double]) -> Void, rise: Value? = nil,
    inflection: @escaping @Sendable ([Double], Double) -> Double? = { _, _ in nil },
    derived: [GrowthQuantity] = [],
    grid: @escaping @Sendable (GrowthStarts.Span) -> [[Double]] = { _ in [] },
    straightened: @escaping @Sendable (GrowthStarts.Shares) -> [[Double]] = { _ in [] },
    limit: @escaping @Sendable (CurveFit) -> FitProblem? = { _ in nil }
  ) {
    rawValue = name
    self.formula = formula
    self.parameters = parameters
    self.clock = clock
    self.conversion = conversion ?? .each(parameters)
    self.isLinear = isLinear
    self.steps = steps
    self.curve = curve
    self.tangent = tangent
    self.rise =
      rise ?? { t, p in
        var slope = [Double](repeating: 0, count: p.count)
        tangent(t, p, &slope)
        return -slope[2]
      }
    self.inflection = inflection
    self.derived = derived
    self.grid = grid
    self.straightened = straightened
    self.limit = limit
  }
}

extension GrowthModel: CaseIterable, RawRepresentable, Hashable {
  /// Every model, in the order in which they are named to the user.
  package static let allCases: [GrowthModel] = [
    .logistic, .gompertz, .richards, .weibull, .monomolecular, .power, .quadratic, .exponential,
  ]

  /// The model of that name; nil if there is none.
  package init?(rawValue name: String) {
    guard let model = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = model
  }
}

extension GrowthModel {
  package var parameterNames: [String] { parameters.map(\.name) }

  /// The unit of each parameter for curves of people over steps; `1` for plain numbers.
  package var units: [String] { parameters.map(\.unit) }

  /// Whether the curve is defined at `t`.
  package func isDefined(at t: Double) -> Bool { clock != .power || t >= 0 }

  /// The curve at `t`; NaN for parameters outside their range.
  package func value(at t: Double, _ p: [Double]) -> Double { curve(t, p) }

  /// Writes the derivatives of the curve at `t` with respect to its parameters.
  package func gradient(at t: Double, _ p: [Double], into slope: inout [Double]) {
    tangent(t, p, &slope)
  }

  /// The curve's slope by t.
  package func slope(at t: Double, _ p: [Double]) -> Double { rise(t, p) }
}

/// A parameter of a growth model.
struct GrowthParameter: Sendable {
  enum Kind: Sendable {
    /// Says nothing of time.
    case plain
    /// Per unit of time; of a power, its exponent.
    case rate
    /// A time.
    case place
  }

  let name: String
  /// For curves of people over steps.
  let unit: String
  let kind: Kind

  init(_ name: String, unit: String, _ kind: Kind = .plain) {
    (self.name, self.unit, self.kind) = (name, unit, kind)
  }

  static let height = GrowthParameter("K", unit: "people")
  static let rate = GrowthParameter("r", unit: "1/steps", .rate)
  static let inflection = GrowthParameter("t0", unit: "steps", .place)
}

/// A quantity that follows from the parameters of one model.
struct GrowthQuantity: Sendable {
  let name: String
  let unit: String
  /// From the parameters; of models that are fitted on the times as they are.
  let value: @Sendable (_ p: [Double]) -> Double
}

/// The steps of a run that a model is fitted to.
enum FittedSteps: Sendable {
  case all
  /// Up to half of the group, where the edge of the grid is not yet felt, or one step more than
  /// the model has parameters: for models that never level off.
  case freeGrowth(from: Int)
}

extension GrowthModel {
  /// The steps that are fitted of a curve of a group of `people`, infected people by step.
  package func fittedSteps(_ curve: [Double], people: Int) -> Range<Int> {
    switch steps {
    case .all: return 0..<curve.count
    case .freeGrowth(let first):
      let half = curve.firstIndex { 2 * $0 > Double(people) } ?? curve.count
      let start = min(first, curve.count)
      let fewest = min(curve.count, start + parameters.count + 1)
      return start..<max(half, fewest)
    }
  }
}
