import ArgumentParser
import DurableFiles
import PlainText
import SpreadModel
import StudyFiles
import StudyFolders

struct ContactsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contacts",
    abstract: "Describe who meets whom: a file of edges, or the contacts of a study.",
    discussion: """
      EXAMPLES
        spreadlab contacts edges.csv
        spreadlab contacts study.json
        spreadlab contacts study.json --point 2 --replicate 5 --write net.csv
        spreadlab contacts days.tsv --columns 2,3 --merge

      Prints people, edges, degrees, components and clustering. --write makes a file of edges that a \
      study can read: { "kind": "edges", "file": "net.csv" }. Which files are read, by the programs that \
      write them: docs/files-we-read.md.
      """)

  @Argument(
    help: "File of edges (CSV, tabs or blanks), or study file (JSON)",
    completion: .file(),
    transform: GivenPath.init)
  var source: GivenPath

  @Option(
    help: "Write the structure to this file, as edges.", completion: .file(),
    transform: GivenPath.init)
  var write: GivenPath?
  @Option(help: "For a study: number of the point whose contacts to describe, from 0.") var point:
    Int?
  @Option(help: "For a study: the layer to describe, by the name of its contacts.")
  var layer: String?
  @Option(help: "For a study: number of the replicate whose random contacts to draw, from 0.")
  var replicate = 0
  @Option(help: "For a file: people in the group; default: as many as the file names.")
  var people: Int?
  @Option(
    help: "For a file: the columns of person_a and person_b, by name or number from 1: 2,3.")
  var columns: String?
  @Option(
    help: ArgumentHelp(
      "For a file: a column that does not matter, by name or number; may be repeated.",
      valueName: "column"))
  var ignore: [String] = []
  @Option(help: "For a file: the column of weights, by name or number.") var weight: String?
  @Option(
    help:
      "For a file with weights: these are durations, of which this one infects with the infection probability."
  )
  var exposure: Double?
  @Option(help: "For a file: labels, if whole numbers are labels.") var ids: String?
  @Flag(help: "For a file: person_a may infect person_b, but not the other way round.")
  var directed = false
  @Flag(help: "For a file: count repeated edges once, with the sum of their weights.")
  var merge = false
  @Flag(help: "Print JSON instead of text.") var json = false

  func run() throws {
    try checkOptions()
    let (found, inputs) = try described()
    if let write {
      guard found.count == 1, let only = found.first else {
        let isOfPoint = Set(found.map(\.point)).count == 1
        throw Failure(
          .missingOption,
          "\(setting: "write") writes one of the \(found.count) structures; choose one with "
            + (isOfPoint ? "\(setting: "layer", "NAME")" : "\(setting: "point", "P")"))
      }
      let alone = try only.write(to: write.path, besides: inputs)
      if alone > 0 {
        Console.note(
          Note(
            .peopleWithoutContacts, file: write.path,
            "\(alone) of the \(only.people) people have no contacts, so \(write.path) does not name "
              + "them; give a study that reads it \"group_size\": \(only.people)"))
      }
    }
    for note in found.flatMap(\.notes) { Console.note(note) }
    if json {
      return try Console.write(json: [("contacts", .array(found.map(\.json)))])
    }
    try Console.write(found.map(\.text).joined(separator: "\n"))
  }

  private func checkOptions() throws {
    if let people, !(1...AllowedValues.mostPeople).contains(people) {
      throw Failure(
        .badOption, "\(setting: "people", people): give a number in 1...\(AllowedValues.mostPeople)"
      )
    }
    if replicate < 0 {
      throw Failure(.badOption, "\(setting: "replicate", replicate): give a number of 0 or more")
    }
  }

  /// What is described, and the files that it was read from. Each is read once: it may be a pipe.
  private func described() throws -> (found: [DescribedContacts], inputs: [String]) {
    let content = try ReadableFile(source.path, .named)
    guard try isJSON(content) else {
      for (name, isGiven) in [("point", point != nil), ("layer", layer != nil)] where isGiven {
        throw Failure(.unfitOption, "\(setting: name): \(source.path) is no study")
      }
      return ([try DescribedContacts(try edgeFile(), content, people: people)], [source.path])
    }
    for (name, isGiven) in [
      ("columns", columns != nil), ("ignore", !ignore.isEmpty), ("ids", ids != nil),
      ("weight", weight != nil), ("exposure", exposure != nil), ("people", people != nil),
      ("directed", directed), ("merge", merge),
    ] where isGiven {
      throw Failure(.unfitOption, "\(setting: name): \(source.path) is no file of edges")
    }
    let bytes = try content.bytes(upTo: Study.mostBytes)
    try refuseNetwork(bytes)
    let study = try Study.parse(bytes: bytes, file: source.path)
    return (
      try DescribedContacts.all(of: study, point: point, layer: layer, replicate: replicate),
      [source.path] + study.namedFiles(beside: source.path)
    )
  }

  private func edgeFile() throws -> EdgeFile {
    let columns = try columns.map { text in
      let names = text.split(separator: ",", omittingEmptySubsequences: false)
        .map { ColumnName(String($0)) }
      guard names.count == 2 else {
        throw Failure(.badOption, "\(setting: "columns", text): give two columns, such as 1,2")
      }
      return names
    }
    let ids = try ids.map { text in
      guard let ids = EdgeFile.Ids(rawValue: text) else {
        throw Failure(.badOption, "\(setting: "ids", text): give labels")
      }
      return ids
    }
    return EdgeFile(
      file: source.path, isDirected: directed, repeated: merge ? .merge : .error,
      columns: columns, ids: ids, ignore: ignore.isEmpty ? nil : ignore.map { ColumnName($0) },
      weight: try edgeWeight())
  }

  private func edgeWeight() throws -> EdgeWeight? {
    if let exposure, !(exposure > 0 && exposure <= 1e9) {
      throw Failure(
        .badOption, "\(setting: "exposure", "\(exposure)"): give a number above 0, at most 1e9")
    }
    guard let weight else {
      if exposure == nil { return nil }
      throw Failure(
        .missingOption, "\(setting: "exposure") needs \(setting: "weight"), the column of durations"
      )
    }
    return EdgeWeight(column: ColumnName(weight), exposure: exposure)
  }

  /// No file of edges begins as an object of JSON does.
  private func isJSON(_ content: ReadableFile) throws -> Bool {
    try content.peek(1 << 12).first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
  }

  /// Networks are written as JSON as well, which is no study.
  private func refuseNetwork(_ bytes: [UInt8]) throws {
    guard let root = try? JSONReader.read(bytes), case .object(let members) = root.content else {
      return
    }
    let names = Set(members.map(\.key))
    guard !names.contains("spreadlab"), !names.isDisjoint(with: ["links", "edges", "nodes"]) else {
      return
    }
    throw Failure(
      .badTable, file: source.path,
      "\(source.path): the file is a network as JSON; write its edges as CSV, in Python with "
        + "networkx.write_edgelist(G, \"edges.csv\", delimiter=\",\", data=False)")
  }
}

extension DescribedContacts {
  fileprivate var text: String {
    let title = point.map { "\(name), from point \($0)" } ?? name
    var more = ""
    if let multiply { more += "  multiply       \(multiply)\n" }
    if let places {
      let sizes = (0..<places.count).map { places.lists.members(of: $0).count }
      more +=
        "  places         \(places.count), of \(sizes.min() ?? 0) to \(sizes.max() ?? 0) people, mean "
        + "\(rounded(Double(sizes.reduce(0, +)) / Double(max(1, places.count))))\n"
    }
    if let weights {
      more +=
        "  weights        \(rounded(weights.least)) to \(rounded(weights.most)), mean \(rounded(weights.mean))"
        + (exposure.map { ", durations of exposure \($0)" } ?? "") + "\n"
    }
    guard let summary else {
      let kind =
        places != nil
        ? "everybody in a place meets all others in it"
        : contacts == .grid ? "the grid, by the rule's neighborhood" : "everybody meets all others"
      return "\(title)\n  people         \(people)\n  contacts       \(kind)\n\(more)"
    }
    return """
      \(title)
        people         \(people)\(labels == nil ? "" : ", \(labels?.count ?? 0) of them with labels")
        edges          \(summary.edges)
        degree         mean \(rounded(summary.meanDegree)), sd \(rounded(summary.degreeDeviation)), \
      \(summary.degrees.first?.degree ?? 0) to \(summary.degrees.last?.degree ?? 0)
        without edges  \(summary.isolated) people
        components     \(summary.components), the largest of \(summary.largestComponent) people
        clustering     \(rounded(summary.clustering)), transitivity \(rounded(summary.transitivity))

      """ + more
  }

  private func rounded(_ value: Double) -> String { "\((value * 1e4).rounded() / 1e4)" }

  fileprivate var json: JSONText {
    var members: [(String, JSONText)] = [("name", .string(name))]
    if let point { members.append(("point", .int(point))) }
    if let layer { members.append(("layer", .string(layer))) }
    members.append(("people", .int(people)))
    if let multiply { members.append(("multiply", .real(multiply))) }
    if let places {
      let sizes = (0..<places.count).map { places.lists.members(of: $0).count }
      members += [
        ("places", .int(places.count)), ("smallest_place", .int(sizes.min() ?? 0)),
        ("largest_place", .int(sizes.max() ?? 0)),
      ]
    }
    if let weights {
      members += [
        ("smallest_weight", .real(weights.least)), ("mean_weight", .real(weights.mean)),
        ("largest_weight", .real(weights.most)),
      ]
    }
    if let exposure { members.append(("exposure", .real(exposure))) }
    guard let summary else { return .object(members) }
    members += [
      ("labels", .int(labels?.count ?? 0)), ("edges", .int(summary.edges)),
      ("mean_degree", .real(summary.meanDegree)),
      ("sd_degree", .real(summary.degreeDeviation)),
      (
        "degrees",
        .array(
          summary.degrees.map {
            .object([("degree", .int($0.degree)), ("people", .int($0.people))])
          })
      ),
      ("without_edges", .int(summary.isolated)), ("components", .int(summary.components)),
      ("largest_component", .int(summary.largestComponent)),
      ("clustering", .real(summary.clustering)), ("transitivity", .real(summary.transitivity)),
    ]
    return .object(members)
  }
}
