import Statistics
import Testing

@Suite struct SurfaceDesignTests {
  @Test("a central composite design of three factors, by hand")
  func centralComposite() {
    #expect(
      SurfaceDesigns.centralComposite(factors: 3, reach: 0.5) == [
        [0.25, 0.25, 0.25], [0.25, 0.25, 0.75], [0.25, 0.75, 0.25], [0.25, 0.75, 0.75],
        [0.75, 0.25, 0.25], [0.75, 0.25, 0.75], [0.75, 0.75, 0.25], [0.75, 0.75, 0.75],
        [0, 0.5, 0.5], [1, 0.5, 0.5], [0.5, 0, 0.5], [0.5, 1, 0.5], [0.5, 0.5, 0], [0.5, 0.5, 1],
        [0.5, 0.5, 0.5],
      ])
  }

  @Test("rotatable: predictions at one distance from the center are equally sure")
  func rotatable() throws {
    for count in 2...4 {
      let reach = SurfaceDesigns.rotatableReach(factors: count)
      // Fourth moments: the pure ones are three times the mixed ones.
      let points = SurfaceDesigns.centralComposite(factors: count, reach: reach).map { point in
        point.map { 2 * $0 - 1 }
      }
      let pure = points.reduce(0) { $0 + $1[0] * $1[0] * $1[0] * $1[0] }
      let mixed = points.reduce(0) { $0 + $1[0] * $1[0] * $1[1] * $1[1] }
      #expect(abs(pure - 3 * mixed) < 1e-12)
    }
  }

  @Test("a Box-Behnken design of four factors, by hand")
  func boxBehnken() {
    let four = SurfaceDesigns.boxBehnken(factors: 4)
    #expect(four.count == 25)
    #expect(
      Array(four[..<8]) == [
        [0, 0, 0.5, 0.5], [0, 1, 0.5, 0.5], [1, 0, 0.5, 0.5], [1, 1, 0.5, 0.5],
        [0, 0.5, 0, 0.5], [0, 0.5, 1, 0.5], [1, 0.5, 0, 0.5], [1, 0.5, 1, 0.5],
      ])
    #expect(
      Array(four[20...]) == [
        [0.5, 0.5, 0, 0], [0.5, 0.5, 0, 1], [0.5, 0.5, 1, 0], [0.5, 0.5, 1, 1],
        [0.5, 0.5, 0.5, 0.5],
      ])
  }

  @Test("all designs have different points, and determine every term of a quadratic surface")
  func estimable() throws {
    // Box and Behnken's numbers of points, with one center.
    let counts = [3: 13, 4: 25, 5: 41, 6: 49, 7: 57]
    for (factors, count) in counts {
      let points = SurfaceDesigns.boxBehnken(factors: factors)
      #expect(points.count == count && Set(points).count == count)
      for factor in 0..<factors {
        // Each factor is at its ends equally often.
        #expect(points.count { $0[factor] == 0 } == points.count { $0[factor] == 1 })
        #expect(points.count { $0[factor] == 0 } == points.count { $0[0] == 0 })
      }
      #expect(try isEstimable(points))
    }
    for factors in 2...6 {
      for reach in [1, SurfaceDesigns.rotatableReach(factors: factors)] {
        let points = SurfaceDesigns.centralComposite(factors: factors, reach: reach)
        #expect(points.count == 1 << factors + 2 * factors + 1)
        #expect(Set(points).count == points.count)
        #expect(try isEstimable(points))
      }
    }
  }

  private func isEstimable(_ points: [[Double]]) throws -> Bool {
    let surface = try ResponseSurface(
      .quadratic,
      points.enumerated().map { SurfacePoint($1, Moments(of: [Double($0 * $0 % 7)])) })
    return surface.coefficients.allSatisfy(\.isFinite)
  }
}
