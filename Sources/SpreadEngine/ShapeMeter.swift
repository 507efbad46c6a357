internal import CSpreadSIMD
import SpreadModel

/// Takes the shape responses of a run from its state, once enough people are infected: exact sums
/// over them, so that the order in which they are visited cannot matter.
///
/// Offsets are whole cells from an anchor next to the origin. The fourfold term of a person,
/// x^2 y^2 / r^2 from the origin, is at most half the number of people; it is rounded to units
/// of 2^-20 before it is added. Source: docs/model.md, "Shape".
struct ShapeMeter {
  let isDefined: Bool
  private let columns: Int
  private let passes: VectorPasses?
  /// Infected people at which the shape is taken.
  let needed: Int
  private(set) var shape: Shape?
  /// Still to be taken.
  private(set) var isOpen = false

  private var anchorX = 0
  private var anchorY = 0
  /// Mean position of the people introduced at step 0, from the anchor.
  private var originX = 0.0
  private var originY = 0.0

  /// - Parameter passes: over cells.
  init(_ scenario: Scenario, passes: VectorPasses? = nil) {
    self.passes = passes
    isDefined = scenario.hasShape
    columns = scenario.grid.columns
    needed = scenario.grid.leastPeople(ofShare: scenario.shapeShare)
  }

  mutating func reset() {
    shape = nil
    isOpen = false
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

  /// Takes the shape if it is open and so many infected people are enough.
  ///
  /// - Parameter bit: of health bytes; clear where the cell's person counts.
  @inline(__always) mutating func take(
    ofInfected infected: Int, _ grid: PaddedGrid, _ health: RawBuffer<UInt8>, bit: UInt8
  ) {
    if isOpen && infected >= needed {
      isOpen = false
      shape = measure(infected, grid, health, bit: bit)
    }
  }

  /// The same of people who have no cells.
  ///
  /// - Parameter counts: whether somebody counts.
  mutating func take(ofInfected infected: Int, people: Int, _ counts: (_ person: Int) -> Bool) {
    guard isOpen && infected >= needed else { return }
    isOpen = false
    var wide = WideSums()
    for person in 0..<people where counts(person) {
      wide.add(terms(row: person / columns, column: person % columns))
    }
    shape = shape(wide, Double(infected))
  }

  /// Sums of x, y, x^2, x y, y^2 and the fourfold term over people; the last two are 0.
  typealias Sums = SIMD8<Int>

  /// The shape of so many infected people with these sums.
  func shape(_ sums: Sums, infected: Int) -> Shape {
    var wide = WideSums()
    wide.add(sums)
    return shape(wide, Double(infected))
  }

  /// The shape of the infected people, whose number is `infected`.
  ///
  /// - Parameters:
  ///   - health: by cell.
  ///   - bit: clear where the cell's person counts.
  func measure(
    _ infected: Int, _ grid: PaddedGrid, _ health: RawBuffer<UInt8>, bit: UInt8
  ) -> Shape {
    // A million people's sums fit into words. Of more people only parts of rows are sure to: x^2
    // is below 10^18 in the longest row, the fourfold term below 10^15 in the largest square.
    let fits = grid.people <= 1 << 20
    let part = fits ? Int.max : grid.columns > 1 << 20 ? 8 : 4_096
    var sums = Sums(repeating: 0)
    var wide = WideSums()
    for row in 0..<grid.rows {
      let length = grid.length(ofRow: row)
      var first = 0
      while first < length {
        let end = length &- first > part ? first &+ part : length
        add(
          health, bit, from: grid.cell(row: row, column: 0), first..<end, dy: row &- anchorY,
          to: &sums)
        if !fits {
          wide.add(sums)
          sums = Sums(repeating: 0)
        }
        first = end
      }
    }
    wide.add(sums)
    return shape(wide, Double(infected))
  }

  /// What one person adds to the sums.
  func terms(row: Int, column: Int) -> Sums {
    let dx = column - anchorX
    let dy = row - anchorY
    return [dx, dy, dx * dx, dx * dy, dy * dy, fourfold(dx, squareY: squareY(dy)), 0, 0]
  }

  @inline(__always) private func squareY(_ dy: Int) -> Double {
    (Double(dy) - originY) * (Double(dy) - originY)
  }

  @inline(__always) private func fourfold(_ dx: Int, squareY: Double) -> Int {
    let squareX = (Double(dx) - originX) * (Double(dx) - originX)
    let square = squareX + squareY
    return square > 0 ? Int(squareX * squareY / square * 0x1p20 + 0.5) : 0
  }

  /// Adds the infected people of a part of the row that starts at a cell.
  @inline(__always) private func add(
    _ health: RawBuffer<UInt8>, _ bit: UInt8, from cell: Int, _ part: Range<Int>, dy: Int,
    to sums: inout Sums
  ) {
    let squareY = squareY(dy)
    if let passes {
      return add(
        health, bit, from: cell, part, dy: dy, squareY: squareY, to: &sums, by: passes)
    }
    let bits = UInt64(bit) &* 0x0101_0101_0101_0101
    var count = 0
    var x = 0
    var xx = 0
    var fourfold = 0
    var first = part.lowerBound
    while first < part.upperBound {
      var infected = ~health.word(at: cell &+ first) & bits
      let left = part.upperBound &- first
      if left < 8 { infected &= (1 &<< UInt64(8 &* left)) &- 1 }
      while infected != 0 {
        let dx = first &+ infected.trailingZeroBitCount &>> 3 &- anchorX
        count &+= 1
        x &+= dx
        xx &+= dx &* dx
        fourfold &+= self.fourfold(dx, squareY: squareY)
        infected &= infected &- 1
      }
      first &+= 8
    }
    sums &+= [x, dy &* count, xx, dy &* x, dy &* dy &* count, fourfold, 0, 0]
  }

  private func add(
    _ health: RawBuffer<UInt8>, _ bit: UInt8, from cell: Int, _ part: Range<Int>, dy: Int,
    squareY: Double, to sums: inout Sums, by passes: VectorPasses
  ) {
    let dx = part.lowerBound &- anchorX
    var row = spread_row_sums()
    passes.pointee.sum_row(
      health.pointer(from: cell &+ part.lowerBound, room: part.count &+ 7), bit,
      part.count, Int64(dx), originX, squareY, &row)
    let count = Int(truncatingIfNeeded: row.people)
    let places = Int(truncatingIfNeeded: row.places)
    let x = places &+ dx &* count
    let xx = Int(truncatingIfNeeded: row.squares) &+ dx &* (places &+ x)
    sums &+= [
      x, dy &* count, xx, dy &* x, dy &* dy &* count, Int(truncatingIfNeeded: row.fourfold), 0, 0,
    ]
  }

  private func shape(_ sums: borrowing WideSums, _ n: Double) -> Shape {
    let x = Double(sums.x)
    let y = Double(sums.y)
    let xx = sums.xx.value
    let xy = sums.xy.value
    let yy = sums.yy.value
    let meanX = x / n
    let meanY = y / n
    let squares =
      xx + yy - 2 * (originX * x + originY * y) + n * (originX * originX + originY * originY)
    let covariance = (
      xx: (xx - x * meanX) / n, xy: (xy - x * meanY) / n, yy: (yy - y * meanY) / n
    )
    let trace = covariance.xx + covariance.yy
    let difference = covariance.xx - covariance.yy
    let larger =
      (trace + (difference * difference + 4 * covariance.xy * covariance.xy).squareRoot()) / 2
    let determinant = covariance.xx * covariance.yy - covariance.xy * covariance.xy
    let smaller = determinant / larger  // not a number where all are at one place
    return Shape(
      driftX: meanX - originX, driftY: meanY - originY,
      anisotropy4: squares > 0 ? (squares - 8 * sums.fourfold.value * 0x1p-20) / squares : nil,
      elongation: smaller > 1e-12 * larger ? max(1, (larger / smaller).squareRoot()) : nil,
      roundness: 2 * Double.pi * trace / n)
  }
}

private struct WideSums {
  private(set) var x = 0
  private(set) var y = 0
  private(set) var xx = WideSum()
  private(set) var xy = WideSum()
  private(set) var yy = WideSum()
  private(set) var fourfold = WideSum()

  @inline(__always) mutating func add(_ sums: ShapeMeter.Sums) {
    x &+= sums[0]
    y &+= sums[1]
    xx.add(sums[2])
    xy.add(sums[3])
    yy.add(sums[4])
    fourfold.add(sums[5])
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
