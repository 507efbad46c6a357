internal import SpreadModel

/// The shape responses of the slow reference implementation.
enum ReferenceShape {
  /// - Parameter start: the people introduced at step 0, at least one.
  static func shape(of infected: [Int], from start: [Int], columns: Int) -> Shape {
    // Offsets are counted from a whole cell, so that sums of them are exact; the mean position
    // of the start is (originX, originY) away from it.
    let startX = start.reduce(0) { $0 + $1 % columns }
    let startY = start.reduce(0) { $0 + $1 / columns }
    let cellX = startX / start.count
    let cellY = startY / start.count
    let originX = Double(startX - cellX * start.count) / Double(start.count)
    let originY = Double(startY - cellY * start.count) / Double(start.count)
    let offsets = infected.map { (x: $0 % columns - cellX, y: $0 / columns - cellY) }
    let n = offsets.count
    let x = offsets.reduce(0) { $0 + $1.x }
    let y = offsets.reduce(0) { $0 + $1.y }
    let xx = offsets.reduce(0) { $0 + $1.x * $1.x }
    let xy = offsets.reduce(0) { $0 + $1.x * $1.y }
    let yy = offsets.reduce(0) { $0 + $1.y * $1.y }
    // x^2 y^2 / r^2 from the origin, rounded to units of 2^-20.
    let fourfold = offsets.reduce(0) { sum, offset in
      let fromX = Double(offset.x) - originX
      let fromY = Double(offset.y) - originY
      let product = (fromX * fromX) * (fromY * fromY)
      let square = fromX * fromX + fromY * fromY
      return square > 0 ? sum + Int(product / square * 1_048_576 + 0.5) : sum
    }
    let count = Double(n)
    let squares =
      Double(xx) + Double(yy) - 2 * (originX * Double(x) + originY * Double(y))
      + count * (originX * originX + originY * originY)
    let a = (Double(xx) - Double(x) * (Double(x) / count)) / count
    let b = (Double(xy) - Double(x) * (Double(y) / count)) / count
    let c = (Double(yy) - Double(y) * (Double(y) / count)) / count
    let larger = (a + c + ((a - c) * (a - c) + 4 * b * b).squareRoot()) / 2
    let smaller = larger > 0 ? (a * c - b * b) / larger : 0
    return Shape(
      driftX: Double(x) / count - originX, driftY: Double(y) / count - originY,
      anisotropy4: squares > 0 ? (squares - 8 * Double(fourfold) / 1_048_576) / squares : nil,
      elongation: smaller > 1e-12 * larger ? max(1, (larger / smaller).squareRoot()) : nil,
      roundness: 2 * Double.pi * (a + c) / count)
  }
}
