internal import KeyedRandom

/// Items that wait until so much hazard has added up since they began: a step of p adds -ln(1 - p). So no change of p moves
/// an item that waits.
///
/// What is due may ring: who takes it looks, and adds again what has not rung. Hazards are lower bounds, so that nothing is
/// due too late.
struct HazardWheel<Item: WaitingItem>: ~Copyable {
  /// An item that begins after the present step, and its hazard.
  ///
  /// Not private: see `RawList`.
  struct Latent: WaitingItem {
    var item: Item
    var hazard: Double

    @inline(__always) static var blockSize: Int { 16 }
  }

  /// By slot: the sum in units of `slotWidth`, rounded down.
  private var wheel: Wheel<Item>
  private var latent: Wheel<Latent>
  private var step = 0
  /// -ln(1 - p) of the present p, and the sum over all steps so far.
  private var stepHazard = 0.0
  private var sum = 0.0
  private var slot = 0
  private let slotWidth: Double
  /// No step adds more.
  private let largestHazard: Double

  /// So many slots are there for a step of the usual p; and at most so many for one of the largest, unless this is about 1.
  private static var slotsOfUsual: Double { 4 }
  private static var slotsOfLargest: Double { 1_024 }
  private static var largestWithSlots: Double { 40 }

  /// - Parameters:
  ///   - usual: the p of most steps.
  ///   - largest: no p is larger.
  init(isUsed: Bool, usual: Double, largest: Double) {
    let largestHazard = Hazard.ofStep(largest)
    let limited = min(Self.largestWithSlots, largestHazard)
    let usualHazard = usual > 0 ? Hazard.ofStep(usual) : limited
    self.largestHazard = largestHazard
    slotWidth = max(
      usualHazard / Self.slotsOfUsual, limited / Self.slotsOfLargest, Double.leastNormalMagnitude)
    wheel = Wheel(isUsed: isUsed)
    latent = Wheel(isUsed: isUsed)
  }

  mutating func reset(_ probability: Double) {
    wheel.removeAll()
    latent.removeAll()
    (sum, slot, step) = (0, 0, 0)
    change(to: probability)
  }

  /// From the next step on p is this.
  mutating func change(to probability: Double) { stepHazard = Hazard.ofStep(probability) }

  /// Waits, unless the hazard cannot add up by the end.
  ///
  /// - Parameters:
  ///   - hazard: what has to add up, from the present step on or from `begin`, if this is later.
  ///   - end: the last step that counts.
  @inline(__always) mutating func add(_ item: Item, hazard: Double, after begin: Int, end: Int) {
    let steps = end &- max(begin, step)
    guard steps > 0,
      hazard <= largestHazard * Double(steps) * (1 + Hazard.margin) + Hazard.margin
    else { return }
    if begin > step {
      latent.add(Latent(item: item, hazard: hazard), until: begin &+ 1)
    } else {
      enqueue(item, hazard)
    }
  }

  @inline(__always) private mutating func enqueue(_ item: Item, _ hazard: Double) {
    let due = (sum + max(0, hazard)) * (1 - Hazard.margin) - Hazard.margin
    wheel.add(item, until: max(slot, due > 0 ? Int(due / slotWidth) : 0))
  }

  /// Begins a step.
  ///
  /// - Returns: how many of `due` may ring in it.
  mutating func take(at step: Int) -> Int {
    self.step = step
    let beginning = latent.take(at: step)
    for index in 0..<beginning {
      let one = latent.due.view[index]
      enqueue(one.item, one.hazard)
    }
    sum += stepHazard
    var count = wheel.take(at: slot, after: 0)
    let last = Int(sum / slotWidth)
    while slot < last {
      slot += 1
      count = wheel.take(at: slot, after: count)
    }
    return count
  }

  var due: RawBuffer<Item> { wheel.due.view }
}

/// -ln of chances not to ring.
enum Hazard {
  /// More than the relative errors of a sum and of a logarithm.
  static let margin = 1e-9
  /// A step of p = 1 adds this: no clock's hazard is larger.
  private static let endless = 1_000.0
  private static let leastSurvival = 0x1p-1000

  static func ofStep(_ probability: Double) -> Double {
    probability < 1 ? min(endless, -naturalLogarithm(1 - probability)) : endless
  }

  /// What has added up where this is left of a product.
  static func of(left survival: Double) -> Double {
    survival >= leastSurvival ? -naturalLogarithm(survival) : endless
  }
}
