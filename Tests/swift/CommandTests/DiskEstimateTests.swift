import Foundation
import Testing

@Suite("The disk that check announces") struct DiskEstimateTests {
  private static let curvesOfManyPoints = """
    {
      "spreadlab": 1, "study": "points", "seed": 3,
      "model": { "group_size": 100, "infection_factor": 2, "infectious_steps": 3 },
      "factors": { "infection_probability": { "from": 0.3, "to": 1, "count": 200 } },
      "replicates": 40, "record": { "curves": 10 }
    }
    """
  private static let comparisons = """
    {
      "spreadlab": 1, "study": "pairs", "seed": 3,
      "model": { "group_size": 25, "infection_factor": 2 },
      "factors": { "infection_probability": { "from": 0.1, "to": 1, "count": 60 } },
      "replicates": 20, "record": { "curves": "none" },
      "analysis": {
        "comparisons": [{ "factor": "infection_probability", "response": "final_share" }]
      }
    }
    """

  /// Of all files of a folder.
  private func bytes(_ folder: String) throws -> Double {
    let files = try #require(FileManager.default.enumerator(atPath: folder))
    return try files.reduce(0) { sum, name in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      guard attributes[.type] as? FileAttributeType == .typeRegular else { return sum }
      return sum + Double(try #require(attributes[.size] as? Int))
    }
  }

  @Test(
    "is within 1.3 of what run writes",
    arguments: [Studies.small, Studies.course, curvesOfManyPoints, comparisons])
  func written(study: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write(study, to: "study.json")
    let announced = try #require(
      try Command.run("check", file, "--json").json()["disk_bytes"] as? Double)
    #expect(try Command.run("run", file, "-o", scratch.file("results"), "-q").exitCode == 0)
    let written = try bytes(scratch.file("results"))
    #expect((1 / 1.3...1.3).contains(announced / written), "\(announced) of \(written)")
  }
}
