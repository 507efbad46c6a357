internal import SpreadModel

/// X1, X3: means that other people's programs gave.
extension [Truth] {
  static var otherPrograms: [Truth] {
    [
      ndlib(
        "von_neumann", .vonNeumann, p: 0.5,
        [1, 3.00, 6.75, 12.55, 20.60, 31.01, 43.82, 58.66, 74.46]),
      ndlib(
        "moore", .moore, p: 0.3, [1, 3.40, 8.75, 17.87, 31.10, 48.66, 69.24, 89.01, 104.11]),
      rumorMill("von_neumann", .vonNeumann, [95.1, 165.5]),
      rumorMill("moore", .moore, [75.8, 129.1]),
    ]
  }

  /// The means are kept, with how they were made, in Tests/data/truths/ndlib.csv.
  private static func ndlib(
    _ name: String, _ neighborhood: SpreadRule.Neighborhood, p: Double, _ means: [Double]
  ) -> Truth {
    Truth(
      "X1.\(name)", tier: .full, source: "NDlib 6.0.1, SIModel, 200000 runs",
      Scenario(neighborhood, p: p, people: 121, columns: 11, maxSteps: 8), runs: 200_000,
      .curves(steps: [Int](0...8)),
      .means(means, tolerance: 0.005, referenceRuns: 200_000))
  }

  private static func rumorMill(
    _ name: String, _ neighborhood: SpreadRule.Neighborhood, _ means: [Double]
  ) -> Truth {
    Truth(
      "X3.\(name)", tier: .full,
      source: "Rumor Mill by an independent program, 60 runs (NetLogo itself was not run)",
      Scenario(neighborhood, .all, k: 1, p: 1, people: 101 * 101, columns: 101, boundary: .torus),
      runs: 4_000, .stepOfShare([0.5, 1]), .means(means, tolerance: 0.05, referenceRuns: 60))
  }
}
