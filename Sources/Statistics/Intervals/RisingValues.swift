/// Counted values in ascending order, to ask how many lie below another one.
struct RisingValues {
  /// The different ones.
  let values: [Double]
  /// By index: how many values stand before it; one more than there are values.
  let before: [Int]

  init(_ counted: CountedValues) {
    let rows = counted.rows
    values = rows.map(\.value)
    before = rows.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
  }

  /// The first index whose value is not below `value`.
  func place(below value: Double) -> Int { place { $0 < value } }
  /// The first index whose value is above `value`.
  func place(notAbove value: Double) -> Int { place { $0 <= value } }

  func count(below value: Double) -> Int { before[place(below: value)] }
  func count(notAbove value: Double) -> Int { before[place(notAbove: value)] }

  /// How many of the different values, which are the first ones, `holds` is true of.
  private func place(_ holds: (Double) -> Bool) -> Int {
    (0..<values.count).bisected { !holds(values[$0]) }
  }
}
