import DurableFiles
import PlainText
import StudyFiles
import StudyFolders
import StudyRuns

/// What `spreadlab status` says of a study.
extension StudyStatus {
  var text: String {
    let share = runsPlanned > 0 ? Double(runsDone) / Double(runsPlanned) : 1
    let partWords = part.map { ", part \($0)" } ?? ""
    let needed = isAdaptive && !isComplete ? " known to be needed so far" : ""
    let complete = isAdaptive ? "done" : "complete"
    var text = """
      \(study)\(partWords): \(readable(Double(runsDone))) of \(plural(runsPlanned, "run"))\(needed) \
      (\(Int(share * 100)) %), \(readable(Double(pointsComplete))) of \(plural(points, "point")) \(complete)

      """
    if let progress { text += "\(progress)\n" }
    if let holder {
      let phase = tablePhase.map { phase in
        phase.table.map { ", writing tables: \($0)" }
          ?? ", writing tables: \(readable(Double(phase.pointsDone))) of \(plural(phase.points, "point"))"
      }
      text += "running: process \(holder.pid) on \(holder.host)\(phase ?? "")\n"
    } else if !isComplete {
      text += "not running; the command that started it continues where it stopped\n"
    } else if part == nil, tables != .current {
      let state =
        switch tables {
        case .older: "older than the runs"
        case .unfinished: "not finished"
        case .none, .current, .beingWritten: "not there"
        }
      text += "the tables are \(state); 'spreadlab analyze' writes them\n"
    }
    return text
  }

  var json: JSONText {
    .object(
      [
        ("study", .string(study)), ("shard", .string(part.name)),
        ("runs_done", .int(runsDone)), ("runs_planned", .int(runsPlanned)),
        ("points_complete", .int(pointsComplete)), ("points", .int(points)),
        ("complete", .bool(isComplete)),
        ("running", .bool(holder != nil)), ("tables", .string(tables.rawValue)),
        ("phase", holder == nil ? .null : .string(tablePhase == nil ? "runs" : "tables")),
        ("table_points_done", tablePhase.map { JSONText.int($0.pointsDone) } ?? .null),
      ] + (survivors.map { [("survivors", .array($0.map(JSONText.int)))] } ?? []))
  }
}
