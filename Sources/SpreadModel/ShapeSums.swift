/// Gathers the shape responses of a run: exact sums over the infected people, so that the order
/// in which they are visited cannot matter.
///
/// Offsets are whole cells from an anchor next to the origin. The fourfold term of a person,
/// x^2 y^2 / r^2 from the origin, is at most half the number of people; it is rounded to units
/// of 2^-20 before it is added. Source: docs/model.md, "Shape".
struct ShapeSums {
  private let isDefined: Bool
  private let columns: Int
  /// Infected people at which the shape is taken.
  private let needed: Int
  private(set) var shape: Shape?
  /// Still gathering.
  private(set) var isOpen = false

  private var anchorX = 0
  private var anchorY = 0
  /// Mean position of the people introduced at step 0, from the anchor.
  private var originX = 0.0
  private var originY = 0.0
  private var count = 0
  private var x = 0
  private var y = 0
  private var xx = WideSum()
  private var xy = WideSum()
  private var yy = WideSum()
  private var fourfold = WideSum()

  init(_ scenario: Scenario) {
    isDefined = scenario.grid.boundary == .bounded
    columns = scenario.grid.columns
    needed = scenario.grid.leastPeople(ofShare: scenario.shapeShare)
  }

  mutating func reset() {
    shape = nil
    isOpen = false
    count = 0
    x = 0
    y = 0
    xx = WideSum()
    xy = WideSum()
    yy = WideSum()
    fourfold = WideSum()
  }

  /// Fixes the origin; nobody introduced leaves the shape undefined.
  mutating func begin(_ introduced: some Collection<Int>) {
    guard isDefined, !introduced.isEmpty else { return }
    var sumX = 0
    var sumY = 0
    for person in introduced {
      sumX += person % columns
      sumY += person / columns
    }
    let people = introduced.count
    anchorX = sumX / people
    anchorY = sumY / people
    originX = Double(sumX - anchorX * people) / Double(people)
    originY = Double(sumY - anchorY * people) / Double(people)
    isOpen = true
  }

  @inline(__always) mutating func add(row: Int, column: Int) {
    let dx = column &- anchorX
    let dy = row &- anchorY
    count &+= 1
    x &+= dx
    y &+= dy
    xx.add(dx &* dx)
    xy.add(dx &* dy)
    yy.add(dy &* dy)
    let fromX = Double(dx) - originX
    let fromY = Double(dy) - originY
    let squareX = fromX * fromX
    let squareY = fromY * fromY
    let square = squareX + squareY
    if square > 0 {
      fourfold.add(Int(squareX * squareY / square * 0x1p20 + 0.5))
    }
  }

  /// Takes the shape if enough people have been added.
  mutating func closeIfReached() {
    guard isOpen, count >= needed else { return }
    isOpen = false
    let n = Double(count)
    let meanX = Double(x) / n
    let meanY = Double(y) / n
    let squares =
      xx.value + yy.value - 2 * (originX * Double(x) + originY * Double(y))
      + n * (originX * originX + originY * originY)
    let covariance = (
      xx: (xx.value - Double(x) * meanX) / n, xy: (xy.value - Double(x) * meanY) / n,
      yy: (yy.value - Double(y) * meanY) / n
    )
    let trace = covariance.xx + covariance.yy
    let difference = covariance.xx - covariance.yy
    let larger =
      (trace + (difference * difference + 4 * covariance.xy * covariance.xy).squareRoot()) / 2
    let determinant = covariance.xx * covariance.yy - covariance.xy * covariance.xy
    let smaller = larger > 0 ? determinant / larger : 0
    shape = Shape(
      driftX: meanX - originX, driftY: meanY - originY,
      anisotropy4: squares > 0 ? (squares - 8 * fourfold.value * 0x1p-20) / squares : nil,
      elongation: smaller > 1e-12 * larger ? max(1, (larger / smaller).squareRoot()) : nil,
      roundness: 2 * Double.pi * trace / n)
  }
}

/// A sum of whole numbers beyond 64 bits: a row of a billion people has sums of x^2 near 10^27.
///
/// Two words by hand, because conversions from `Int128` to `Double` take a microsecond
/// (Swift 6.3.1), half a run of 100 people.
private struct WideSum {
  private var high = 0
  private var low: UInt64 = 0

  @inline(__always) mutating func add(_ term: Int) {
    let sum = low.addingReportingOverflow(UInt64(bitPattern: Int64(term)))
    low = sum.partialValue
    high &+= (term &>> 63) &+ (sum.overflow ? 1 : 0)
  }

  /// The sum, to the nearest double up to 2^63.
  var value: Double {
    let short = Int64(bitPattern: low)
    return Int64(high) == short &>> 63 ? Double(short) : Double(high) * 0x1p64 + Double(low)
  }
}

extension Grid {
  /// The fewest people that make up a share (0...1] of the group; products that miss a whole
  /// number by rounding only count as that number.
  func leastPeople(ofShare share: Double) -> Int {
    let product = share * Double(people)
    let nearest = product.rounded()
    let isWhole = abs(product - nearest) <= 1e-9 * max(1, product)
    return max(1, Int(isWhole ? nearest : product.rounded(.up)))
  }
}
