import SpreadModel
import StudyFiles
import Testing

/// Points of `sobol` and `saltelli` studies, in units of the parts that whole numbers cut 0..<1 in.
@Suite("Sobol' points of a study")
struct SobolPointsTests {
  private static let parts = 256
  private static let factors = [
    #""group_size": { "from": 1, "to": 256 }"#, #""infection_factor": { "from": 0, "to": 255 }"#,
    #""columns": { "from": 1, "to": 256 }"#, #""infection_probability": { "from": 0, "to": 1 }"#,
  ]

  private func study(_ type: String, _ count: Int, dimension: Int, seed: Int = 7) throws -> Study {
    let text = Texts.study(
      """
      "factors": { \(Self.factors.prefix(dimension).joined(separator: ", ")) },
      "design": { "type": "\(type)", "points": \(count) }
      """, model: dimension > 0 ? "" : "\"group_size\": 9")
    return try Texts.parse(text.replacing("\"seed\": 7", with: "\"seed\": \(seed)"))
  }

  /// The part (0..<256) each coordinate of each point lies in.
  private func parts(_ study: Study) throws -> [[Int]] {
    try study.points().map { point in
      let all = [
        point.groupSize - 1, point.scenario.infectionFactor, point.columns - 1,
        Int(point.scenario.infectionProbability * Double(Self.parts)),
      ]
      return Array(all.prefix(study.factors.count))
    }
  }

  /// All ways to write `sum` as `count` whole numbers of at most 8.
  private func divisions(of sum: Int, into count: Int) -> [[Int]] {
    guard count > 1 else { return sum <= 8 ? [[sum]] : [] }
    return (0...min(sum, 8)).flatMap { first in
      divisions(of: sum - first, into: count - 1).map { [first] + $0 }
    }
  }

  /// The smallest t of the full first 2^m points, m = 1...8, by dimension: a property of GSL's
  /// direction numbers that no digital shift changes.
  static let quality = [
    [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 1, 1, 1, 1, 1, 1],
    [0, 1, 2, 1, 2, 3, 2, 2],
  ]

  @Test(
    "the first 2^m points hold 2^t in every one of 2^(m-t) equal boxes", arguments: 1...4, [7, 8])
  func balance(dimension: Int, seed: Int) throws {
    let all = try parts(study("sobol", 256, dimension: dimension, seed: seed))
    for m in 1...8 {
      let points = all.prefix(1 << m)
      let t = Self.quality[dimension - 1][m - 1]
      for division in divisions(of: m - t, into: dimension) {
        var boxes: [[Int]: Int] = [:]
        for point in points {
          boxes[zip(point, division).map { $0 >> (8 - $1) }, default: 0] += 1
        }
        #expect(
          boxes.count == 1 << (m - t) && boxes.values.allSatisfy { $0 == 1 << t },
          "\(dimension) dimensions, m = \(m), \(division)")
      }
    }
  }

  @Test("the seed shifts the points, a larger design begins with the smaller one")
  func seeds() throws {
    for type in ["sobol", "saltelli"] {
      func identities(_ count: Int, seed: Int) throws -> [UInt64] {
        try study(type, count, dimension: 4, seed: seed).points().map(\.identity)
      }
      let small = try identities(32, seed: 1)
      #expect(try identities(32, seed: 1) == small)
      #expect(try Array(identities(64, seed: 1).prefix(small.count)) == small)
      #expect(Set(try identities(32, seed: 2)).isDisjoint(with: small))
    }
  }

  @Test("a further factor leaves the values of the others alone")
  func furtherFactor() throws {
    let two = try parts(study("sobol", 64, dimension: 2))
    let three = try parts(study("sobol", 64, dimension: 3))
    #expect(three.map { Array($0.prefix(2)) } == two)
  }

  @Test("A and B of every base point of a saltelli design differ, also of the first")
  func saltelliBlocks() throws {
    for seed in 1...20 {
      let points = try study("saltelli", 8, dimension: 4, seed: seed).points()
      for base in 0..<8 {
        let block = points[base * 10..<(base + 1) * 10].map(\.scenario.infectionProbability)
        // A and the A with other factors of B share it; the fourth A, and B, have B's.
        #expect(Set(block).count == 2, "seed \(seed), base point \(base)")
      }
    }
  }

  @Test("coordinates are below the end of the range and need not be 0")
  func ends() throws {
    for seed in 1...200 {
      let points = try study("sobol", 2, dimension: 4, seed: seed).points()
      #expect(points.allSatisfy { $0.scenario.infectionProbability < 1 })
      #expect(points.allSatisfy { $0.groupSize <= 256 && $0.scenario.infectionFactor <= 255 })
    }
  }
}
