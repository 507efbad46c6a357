import SpreadModel
import StudyFiles
import Testing

/// Sampled designs through a study file, against what defines each of them.
@Suite struct SampledDesignTests {
  private func points(
    _ type: String, _ count: Int, _ factors: String, seed: Int = 7
  ) throws -> [Point] {
    let text = Texts.study(
      "\"factors\": { \(factors) }, \"design\": { \"type\": \"\(type)\", \"points\": \(count) }",
      model: factors.contains("group_size") ? "" : "\"group_size\": 1000")
    return try Texts.parse(text.replacing("\"seed\": 7", with: "\"seed\": \(seed)")).points()
  }

  /// The digits of a number in a base, mirrored at the point: Halton's definition.
  private func radicalInverse(_ number: Int, base: Int) -> Double {
    var (rest, share, weight) = (number, 0.0, 1.0)
    while rest > 0 {
      weight /= Double(base)
      share += Double(rest % base) * weight
      rest /= base
    }
    return share
  }

  @Test("halton: mirrored digits in the bases 2, 3 and 5; equal parts for whole numbers")
  func halton() throws {
    let found = try points(
      "halton", 12,
      """
      "infection_factor": { "from": 1, "to": 8 },
      "infection_probability": { "from": 0.1, "to": 1 }, "columns": { "from": 11, "to": 15 }
      """)
    // Base 2: 1/2, 1/4, 3/4, 1/8, 5/8, 3/8, 7/8, 1/16, ... of eight equal parts.
    #expect(found.map(\.scenario.infectionFactor) == [5, 3, 7, 2, 6, 4, 8, 1, 5, 3, 7, 2])
    // Base 5: 1/5, 2/5, 3/5, 4/5, 1/25, ... of five equal parts.
    #expect(found.map(\.columns) == [12, 13, 14, 15, 11, 12, 13, 14, 15, 11, 12, 13])
    for (index, point) in found.enumerated() {
      let wanted = 0.1 + 0.9 * radicalInverse(index + 1, base: 3)
      #expect(abs(point.scenario.infectionProbability - wanted) < 1e-14)
    }
    #expect(abs(found[3].scenario.infectionProbability - 0.5) < 1e-14)  // 4 is 11 in base 3: 4/9
  }

  @Test("on a log scale equal shares are equal ratios")
  func logarithmic() throws {
    let found = try points(
      "halton", 7,
      """
      "infection_probability": { "from": 0.0001, "to": 1, "scale": "log" },
      "infection_factor": { "from": 1, "to": 26, "scale": "log" }
      """)
    // 10^-4 to the powers 1/2, 3/4, 1/4, 7/8, 3/8, 5/8, 1/8, to twelve digits.
    #expect(
      found.map(\.scenario.infectionProbability) == [
        0.01, 0.001, 0.1, 0.000316227766017, 0.0316227766017, 0.00316227766017, 0.316227766017,
      ])
    // 27^(1/3), 27^(2/3), 27^(1/9), 27^(4/9), ... rounded down: 3, 9, 1.4, 4.3, 12.98, 2.1, 6.2.
    #expect(found.map(\.scenario.infectionFactor) == [3, 9, 1, 4, 12, 2, 6])
  }

  @Test("latin_hypercube: one point in every slice of every factor, differently in each")
  func latinHypercube() throws {
    let factors = """
      "infection_probability": { "from": 0.2, "to": 0.6 },
      "infection_factor": { "from": 1, "to": 8 },
      "columns": { "from": 1, "to": 10000, "scale": "log" }
      """
    let found = try points("latin_hypercube", 40, factors)
    let slices = found.map { Int((($0.scenario.infectionProbability - 0.2) / 0.4 * 40)) }
    #expect(slices.sorted() == Array(0..<40))
    #expect(slices != Array(0..<40))
    // Eight numbers, forty points: each five times; four decades: ten points in each.
    let factor = found.map(\.scenario.infectionFactor)
    #expect((1...8).allSatisfy { number in factor.count { $0 == number } == 5 })
    for decade in [1..<10, 10..<100, 100..<1000, 1000..<10_001] {
      #expect(found.count { decade.contains($0.columns) } == 10)
    }
    #expect(slices.map { $0 / 5 + 1 } != factor)
    #expect(try points("latin_hypercube", 40, factors) == found)
    let other = try points("latin_hypercube", 40, factors, seed: 8)
    #expect(
      other.map(\.scenario.infectionProbability) != found.map(\.scenario.infectionProbability))
  }

  /// The two samples are recognized by the first and the last point of each block.
  @Test("saltelli: A, A with one factor of B, B with one factor of A, B")
  func saltelli() throws {
    let found = try points(
      "saltelli", 16,
      """
      "infection_probability": { "from": 0, "to": 1 }, "columns": { "from": 1, "to": 10000 },
      "infection_factor": { "from": 1, "to": 10000 }
      """)
    try #require(found.count == 16 * 8)
    func levels(_ point: Point) -> [KeyValue] {
      [ModelKey.infectionProbability, .columns, .infectionFactor].map(point.level)
    }
    for base in 0..<16 {
      let block = found[base * 8..<base * 8 + 8].map(levels)
      let (a, b) = (block[0], block[7])
      let wanted = [
        a, [b[0], a[1], a[2]], [a[0], b[1], a[2]], [a[0], a[1], b[2]], [a[0], b[1], b[2]],
        [b[0], a[1], b[2]], [b[0], b[1], a[2]], b,
      ]
      #expect(block == wanted, "base point \(base)")
    }
  }

  private static let threeFactors = """
    "infection_probability": { "from": 0.1, "to": 1 }, "infection_factor": { "from": 1, "to": 8 },
    "columns": { "from": 10, "to": 70 }
    """

  @Test("morris: paths on four levels that change every factor once, by two thirds of its range")
  func morris() throws {
    let found = try points("morris", 30, Self.threeFactors)
    try #require(found.count == 120)
    // Of 1, 3.3, 5.7 and 8 the nearest whole numbers.
    let grid: [[Double]] = [[0.1, 0.4, 0.7, 1], [1, 3, 6, 8], [10, 30, 50, 70]]
    /// Numbers of the point's levels, 0...3.
    func place(_ point: Point) throws -> [Int] {
      let values = [
        point.scenario.infectionProbability, Double(point.scenario.infectionFactor),
        Double(point.columns),
      ]
      return try zip(values, grid).map { value, levels in
        try #require(levels.firstIndex { abs($0 - value) < 1e-12 }, "\(value) is no level")
      }
    }
    var orders: Set<[Int]> = []
    var starts: Set<[Int]> = []
    for path in 0..<30 {
      let places = try found[path * 4..<path * 4 + 4].map(place)
      starts.insert(places[0])
      let order = zip(places, places.dropFirst()).map { from, to in
        let changed = (0..<3).filter { from[$0] != to[$0] }
        #expect(changed.count == 1)
        for factor in changed { #expect(abs(from[factor] - to[factor]) == 2) }
        return changed.first ?? -1
      }
      #expect(order.sorted() == [0, 1, 2])
      orders.insert(order)
    }
    // Thirty paths from 64 starts in 6 orders: all alike would be a fault.
    #expect(orders.count == 6 && starts.count > 15)
    #expect(
      try points("morris", 30, Self.threeFactors, seed: 8).map(\.identity) != found.map(\.identity))
  }

  @Test("a design of more points begins with the smaller one", arguments: ["halton", "morris"])
  func grows(type: String) throws {
    let factors = #""infection_probability": { "from": 0, "to": 1 }"#
    let (few, many) = (try points(type, 5, factors), try points(type, 9, factors))
    #expect(Array(many.prefix(few.count)) == few)
  }
}
