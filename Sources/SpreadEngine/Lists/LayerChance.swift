internal import CSpreadSIMD
internal import KeyedRandom
import SpreadModel

/// The chances of contacts in a layer, as they hold in some steps.
///
/// Source: docs/randomness.md, "Contacts that differ".
struct LayerChance: BitwiseCopyable {
  /// p m, not cut off at 1.
  private let product: Double
  private let multiply: Double
  /// u, where weights are durations; else 0.
  private let exposure: Double
  /// ln(1 - p), where weights are durations; 0 stands for p = 1.
  private let logarithm: Double
  /// y: pairs with a key below it meet.
  let keptShare: Double

  init(_ layer: ChangingValues.Layer, exposure: Double?) {
    product = layer.chance
    multiply = layer.multiply
    self.exposure = exposure ?? 0
    logarithm =
      exposure != nil && layer.probability < 1
      ? KeyedRandom.logarithm(oneMinus: layer.probability) : 0
    isCertain = layer.probability >= 1
    keptShare = layer.keptShare
  }

  private let isCertain: Bool

  /// The probability of a contact to infect.
  ///
  /// - Parameters:
  ///   - weight: w.
  ///   - factor: g.
  @inline(__always) func chance(_ weight: Float, _ factor: Double) -> Double {
    min(1, uncut(weight, factor))
  }

  /// The same, not cut off at 1.
  @inline(__always) func uncut(_ weight: Float, _ factor: Double) -> Double {
    if weight == 0 || factor == 0 { return 0 }
    if exposure > 0 {
      let infected = isCertain ? 1 : 1 - exponential(Double(weight) / exposure * logarithm)
      return infected * multiply * factor
    }
    return product * Double(weight) * factor
  }

  var forVectors: spread_chances {
    var chances = spread_chances()
    chances.product = product
    chances.exposure = exposure
    chances.hazard = -logarithm
    chances.is_certain = isCertain ? 1 : 0
    chances.multiply = multiply
    return chances
  }

  /// Whether no contact infects.
  var isNothing: Bool { product <= 0 || keptShare <= 0 }
}
