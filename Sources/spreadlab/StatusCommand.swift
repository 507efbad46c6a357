import ArgumentParser
import DurableFiles
import PlainText
import RunStore
import StudyFiles
import StudyRuns

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Say how far a study is, also while it runs.",
    discussion: """
      EXAMPLE
        spreadlab status results/quickstart

      Of a study sent to a cluster it says which parts are complete, wait, run, stopped, or are \
      missing.
      """)

  @Argument(
    help: "Results folder.", completion: .directory, transform: GivenPath.init)
  var folder: GivenPath
  @Flag(help: "Print JSON instead of text.") var json = false

  func run() throws {
    if let cluster = ClusterFolder(existing: folder.path) {
      let status = try ClusterStatus(cluster)
      try Console.write(json ? status.json.text : status.text)
      return
    }
    let stored = try StoredStudy(folder: folder.path)
    var done = 0
    var planned = 0
    var complete = 0
    for index in stored.plan.points.indices {
      let wanted = stored.plan.replicates[index]
      let missing: [Range<Int>]
      do throws(RunStoreError) {
        missing = try stored.store.missingReplicates(
          of: stored.plan.points[index].identity, in: wanted)
      } catch { throw failure(of: error) }
      let left = missing.reduce(0) { $0 + $1.count }
      done += wanted.count - left
      planned += wanted.count
      if left == 0 { complete += 1 }
    }
    let holder = RunStore.holder(of: folder.path)
    if json {
      try Console.write(
        JSONText.object([
          ("study", .string(stored.study.name)), ("shard", .string(stored.plan.shard.description)),
          ("runs_done", .int(done)), ("runs_planned", .int(planned)),
          ("points_complete", .int(complete)), ("points", .int(stored.plan.points.count)),
          ("running", .bool(holder != nil)),
        ]).text)
      return
    }
    let share = planned > 0 ? Double(done) / Double(planned) : 1
    var text = """
      \(stored.study.name): \(readable(Double(done))) of \(plural(planned, "run")) \
      (\(Int(share * 100)) %), \(complete) of \(plural(stored.plan.points.count, "point")) complete

      """
    if let holder {
      text += "running: process \(holder.pid) on \(holder.host)\n"
    } else if done < planned {
      text += "not running; the command that started it goes on where it stopped\n"
    }
    try Console.write(text)
  }
}
