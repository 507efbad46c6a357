import ArgumentParser
import PlainText
import SpreadEngine
import SpreadModel
import StudyFiles
import StudyFolders

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Repeat one run from the results alone and print its curve.",
    discussion: """
      EXAMPLES
        spreadlab replay results/quickstart --point 3 --replicate 7
        spreadlab replay results/quickstart --point 3 --replicate 7 --map > map.csv
        spreadlab replay results/quickstart --point 3 --replicate 7 --transmissions
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
  @Flag(help: "Print JSON instead of CSV.") var json = false

  func validate() throws {
    guard json || !(map && transmissions) else {
      throw ValidationError(
        "--map and --transmissions print different tables; give one of them, or --json.")
    }
  }

  func run() throws {
    let run = try ReplayedRun(
      of: folder.path, point: point, replicate: replicate, map: map, transmissions: transmissions)
    if let failure = run.result.failure {
      throw Failure(.runsFailed, "point \(point), replicate \(replicate) failed: \(failure)")
    }
    try Console.write(json ? text(json: run) : text(csv: run.result, run.point))
  }

  private func text(csv result: RunResult, _ point: Point) -> String {
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
    let course = result.course?.curves
    let rows = result.curve.indices.map { step in
      let before = step > 0 ? result.curve[step - 1] : 0
      var cells = [UInt32(step), result.curve[step]]
      if let course {
        cells += [course.newInfections, course.everInfected, course.immune, course.latent].map {
          $0[step]
        }
      } else {
        cells.append(result.curve[step] - before)
      }
      return cells.map(String.init).joined(separator: ",") + "\n"
    }
    let further = course == nil ? "" : ",ever_infected,immune,latent"
    return "step,infected,new_infections\(further)\n" + rows.joined()
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
      ("infected", .array(result.curve.map { .int(Int($0)) })),
    ]
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
}
