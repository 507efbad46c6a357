import ArgumentParser
import PlainText
import SpreadEngine
import SpreadModel
import StudyFiles
import StudyFolders
import Tables

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Repeat one run from the results alone and print its curve.",
    discussion: """
      EXAMPLES
        spreadlab replay results/quickstart --point 3 --replicate 7
        spreadlab replay results/quickstart --point 3 --replicate 7 --map > map.csv
        spreadlab replay results/quickstart --point 3 --replicate 7 --transmissions
        spreadlab replay results/quickstart --point 3 --replicate 7 --json

      Prints the columns of curves.csv, with --groups those of group_curves.csv.
      """)

  @Argument(
    help: "Results folder.", completion: .directory, transform: GivenPath.init)
  var folder: GivenPath
  @Option(help: "Number of the point.") var point: Int
  @Option(help: "Number of the replicate.") var replicate: Int
  @Flag(help: "Print the step at which each person was infected instead of the curve.")
  var map = false
  @Flag(help: "Print who infected whom instead of the curve.")
  var transmissions = false
  @Flag(help: "Print the curves of groups instead of those of all people.")
  var groups = false
  @Flag(help: "Print JSON instead of CSV.") var json = false

  func validate() throws {
    guard json || [map, transmissions, groups].count(where: \.self) < 2 else {
      throw ValidationError(
        "--map, --transmissions and --groups print different tables; give one of them, or --json.")
    }
  }

  func run() throws {
    let run = try ReplayedRun(
      of: folder.path, point: point, replicate: replicate, map: map, transmissions: transmissions)
    if let failure = run.result.failure {
      throw Failure(.runsFailed, "point \(point), replicate \(replicate) failed: \(failure)")
    }
    guard !groups || run.groupCurves != nil else {
      throw Failure(.unfitOption, "\(setting: "groups"): nobody is of a group at point \(point)")
    }
    try Console.write(json ? text(json: run) : text(csv: run))
  }

  private func text(csv run: ReplayedRun) -> String {
    let (result, point) = (run.result, run.point)
    if groups, let curves = run.groupCurves { return curves.csv }
    if let steps = result.infectionSteps {
      let rows = steps.enumerated().map { person, step in
        let place = point.isOnGrid ? "\(person / point.columns),\(person % point.columns)" : ","
        return "\(person),\(place),\(step < 0 ? "" : "\(step)")\n"
      }
      return "person,row,column,infected_at_step\n" + rows.joined()
    }
    if let transmissions = result.transmissions {
      var text = "step,person,source\n"
      transmissions.forEachInfection { text += "\($0),\($1),\($2.map(String.init) ?? "")\n" }
      return text
    }
    return run.curves.csv
  }

  private func text(json run: ReplayedRun) -> String {
    let (result, point) = (run.result, run.point)
    var members: [(String, JSONText)] = [
      ("point", .int(point.number)), ("replicate", .int(replicate)),
      ("stop_reason", .string(result.stopReason.rawValue)),
      (
        "responses",
        .object(
          run.responses.map { ($0.response.name, $0.value.map(JSONText.real) ?? .null) })
      ),
    ]
    let curves = columns(run.curves).dropFirst()
    let seen = result.observed.count
    members += curves.dropLast(seen)
    if seen > 0 { members.append(("observed", .object(Array(curves.suffix(seen))))) }
    if let curves = run.groupCurves { members.append(("groups", curves.json)) }
    if let steps = result.infectionSteps {
      members.append(
        ("infected_at_step", .array(steps.map { $0 < 0 ? .null : .int(Int($0)) })))
    }
    if let transmissions = result.transmissions {
      var list: [JSONText] = []
      transmissions.forEachInfection { step, person, source in
        list.append(
          .object([
            ("step", .int(step)), ("person", .int(person)),
            ("source", source.map(JSONText.int) ?? .null),
          ]))
      }
      members.append(("transmissions", .array(list)))
    }
    return JSONText.object(members).text
  }

  /// A list for each column.
  private func columns(_ table: PrintedTable) -> [(String, JSONText)] {
    table.columns.enumerated().map { index, column in
      (column.name, .array(table.rows.map { $0[index].json }))
    }
  }
}
