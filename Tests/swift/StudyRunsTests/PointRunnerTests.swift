import RunStore
import StudyFiles
import StudyRuns
import Testing

/// When a worker hands over the runs it has made.
@Suite struct PointRunnerTests {
  /// The sizes of the blocks of a study's only point; all runs are there once, in order.
  private func blocks(
    _ model: String, runs: Int, record: String = #""curves": "all""#,
    clock: @escaping () -> Double = { 0 }
  ) throws -> [Int] {
    let study = try StoredStudy.read(
      """
      {
        "spreadlab": 1, "study": "blocks", "seed": 5, "model": { "rule": "exact", \(model) },
        "replicates": \(runs), "record": { \(record) }
      }
      """)
    let bench = PointRunner(
      plan: try RunPlan(study), responses: study.storedResponses, clock: clock)
    var (sizes, replicates): ([Int], [Int]) = ([], [])
    bench.make(
      0..<runs, of: 0, isCancelled: { false },
      { block in
        sizes.append(block.replicates.count)
        replicates += block.replicates
      })
    #expect(replicates == Array(0..<runs))
    return sizes
  }

  /// Hardly anybody is infected in all the steps.
  private static let quiet = """
    "group_size": 100, "infection_probability": 1e-9, "stop": { "max_steps": 80000 }
    """
  private static let certain = """
    "group_size": 90000, "infection_factor": 8, "infection_probability": 1
    """

  @Test("as soon as their block takes a million bytes, made as many at once as a million holds")
  func bytes() throws {
    // 80,000 bytes each, from 320,000 in memory: three at once; and five such series where people recover.
    #expect(try blocks(Self.quiet, runs: 31) == [15, 15, 1])
    #expect(try blocks(Self.quiet + #", "infectious_steps": 90000"#, runs: 4) == [3, 1])
    #expect(try blocks(Self.quiet, runs: 16, record: #""curves": "none""#) == [16])
    // Lists have a number for each step.
    #expect(
      try blocks(Self.quiet, runs: 26, record: #""curves": "none", "transmissions": 26"#)
        == [13, 13])
    // 90,000 bytes of a map, 246,000 of a list, made one by one.
    #expect(try blocks(Self.certain, runs: 25, record: #""maps": 25"#) == [12, 12, 1])
    #expect(try blocks(Self.certain, runs: 13, record: #""transmissions": 13"#) == [5, 5, 3])
  }

  @Test("as soon as they took a tenth of a second, after each 256 small ones")
  func seconds() throws {
    var now = 0.0
    let sizes = try blocks(
      #""group_size": 9, "infection_probability": 1"#, runs: 7 * 256,
      clock: {
        now += 0.04
        return now
      })
    #expect(sizes == [768, 768, 256])
  }
}
