import SpreadModel

/// How p changed in a run, and what is left of the products of clocks.
///
/// Clocks that begin with the same step have one product. Source: docs/randomness.md, "Contact clocks".
struct ClockHistory: ~Copyable {
  /// Steps of the same p; they end where the next stretch begins.
  struct Stretch: BitwiseCopyable {
    /// The step before the first one.
    var start: Int
    var probability: Double
  }

  /// What was left before a stretch, and what is left by a step.
  struct Product: BitwiseCopyable {
    var value: Double
    var survival: Double
    var stretch: UInt32
    /// 0: `survival` was not asked for.
    var askedAt: UInt32
  }

  private let memory: Memory
  /// Of the present p, and scratch.
  private let powers: SurvivalPowers
  private let earlierPowers: SurvivalPowers
  private var stretches = RawList<Stretch>()
  private var stretchCount = 0
  /// By the step before the first one that counts.
  private var products = RawList<Product>()
  private(set) var step = 0

  init() {
    var memory = Memory()
    powers = SurvivalPowers(in: &memory)
    earlierPowers = SurvivalPowers(in: &memory)
    self.memory = memory
  }

  mutating func reset() { (stretchCount, step) = (0, 0) }

  /// From the next step on p is this.
  mutating func change(to probability: Double) {
    if stretchCount > 0, stretches.view[stretchCount - 1].start == step { stretchCount -= 1 }
    if stretchCount > 0, stretches.view[stretchCount - 1].probability == probability {
      powers.set(probability)
      return
    }
    stretches.reserve(stretchCount + 1, keeping: stretchCount)
    stretches.view[stretchCount] = Stretch(start: step, probability: probability)
    stretchCount += 1
    powers.set(probability)
  }

  /// The next step begins.
  mutating func advance() {
    products.reserve(step + 1, keeping: step)
    products.view[step] = Product(
      value: 1, survival: 1, stretch: UInt32(truncatingIfNeeded: stretchCount - 1), askedAt: 0)
    step += 1
  }

  /// Clocks that began after a step and have a larger V have rung by now; those that rang before are not asked.
  mutating func survival(after begin: Int) -> Double {
    let known = products.view[begin]
    if known.askedAt == UInt32(truncatingIfNeeded: step) { return known.survival }
    let now = stretches.view[stretchCount - 1]
    let product = product(after: begin)
    let steps = step - max(begin, now.start)
    let survival: Double =
      if now.probability <= 0 { .infinity } else if steps == 1 {
        // One step: no power of more steps is larger.
        product * (1 - now.probability)
      } else { powers.survival(steps, after: product) }
    products.view[begin].survival = survival
    products.view[begin].askedAt = UInt32(truncatingIfNeeded: step)
    return survival
  }

  /// What is left by now of the product of clocks that began after a step, about.
  func left(after begin: Int) -> Double {
    if begin >= step { return 1 }
    let now = stretches.view[stretchCount - 1]
    return powers.product(step - max(begin, now.start), after: product(after: begin))
  }

  /// What was left before the present stretch.
  private func product(after begin: Int) -> Double {
    var product = products.view[begin]
    let last = UInt32(truncatingIfNeeded: stretchCount - 1)
    guard product.stretch < last else { return product.value }
    while product.stretch < last {
      let stretch = stretches.view[Int(product.stretch)]
      product.stretch += 1
      guard stretch.probability > 0 else { continue }
      let steps = stretches.view[Int(product.stretch)].start - max(begin, stretch.start)
      if steps == 1 {
        product.value *= 1 - stretch.probability
      } else {
        earlierPowers.set(stretch.probability)
        product.value = earlierPowers.product(steps, after: product.value)
      }
    }
    products.view[begin] = product
    return product.value
  }
}
