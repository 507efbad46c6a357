import PlainText
import StudyFiles
import StudyFolders
import StudyRuns
import TestSupport
import Testing

/// A study of two points that has every kind of table, as text.
func smallStudy(replicates: String = "12", analysis: String = "") -> String {
  """
  {
    "spreadlab": 1, "study": "small", "seed": 7,
    "model": { "group_size": 36, "infection_factor": 2 },
    "factors": { "rule": { "values": ["exact", "push"] } },
    "replicates": \(replicates),
    "record": { "curves": "all", "maps": 1, "transmissions": 1 },
    "analysis": {
      "fits": [{ "model": "logistic", "to": "mean_curve" }],
      "comparisons": [{ "factor": "rule", "response": "step_to_50pct" }]\(analysis)
    }
  }
  """
}

/// Runs a study, or a part of a round, to its end, as `spreadlab run` does.
///
/// - Parameter source: the results folder that needs the round.
@discardableResult
func run(
  _ text: String, in folder: String, shard: String? = nil, of source: String? = nil,
  round: Int? = nil
) throws -> StudySession.End {
  let file = [UInt8](text.utf8)
  let study = try Study.parse(bytes: file, file: "study.json")
  let part = try shard.map { PartOrder(try #require(Shard($0)), of: source, round: round) }
  let session = try StudySession(study, file: file, in: folder, part: part, threads: 1)
  return try session.finish(try session.makeRuns())
}

extension Scratch {
  /// The rows of a table in this folder, as text by column.
  func rows(_ table: String) throws -> [[String: String]] {
    let reader = try CSVReader(bytes("\(table).csv"), .own)
    var rows: [[String: String]] = []
    var row: [String: String] = [:]
    while try reader.nextRow({ row[reader.columns[$0]] = String(decoding: $1, as: UTF8.self) }) {
      rows.append(row)
    }
    return rows
  }
}
