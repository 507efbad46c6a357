import Foundation
import LivePage
import PlainText
import SpreadEngine
import SpreadModel
import StudyFiles
import Testing

@Suite struct MaterialTests {
  static let study = """
    { "spreadlab": 1, "study": "demo", "seed": 5, "random_numbers": "independent",
      "model": { "infection_factor": 2, "infection_probability": 0.6, "period": 0.5 },
      "rules": { "wide": { "neighborhood": "moore", "pool": "all", "draw": "exact",
                           "update": "synchronous" } },
      "factors": { "group_size": { "values": [100, 225] }, "rule": { "values": ["exact", "wide"] } },
      "replicates": 3 }
    """

  /// Makes a results folder as `spreadlab run` does, with the tables the page reads.
  static func withFolder(
    _ text: String = study, _ body: (String, Study, [Point]) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "live-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let study = try Study.parse(bytes: Array(text.utf8), file: "study.json")
    let points = try study.points()
    var curves = "point,replicate,step,infected,new_infections\n"
    var summary = "point,group_size,rule,step,n,mean,sd,ci_low,ci_high,q05,q25,median,q75,q95\n"
    for point in points {
      for replicate in 0..<3 {
        let result = Simulator(point.scenario).run(
          study.key(of: point, replicate: replicate), recordMap: false)
        var before: UInt32 = 0
        for (step, infected) in result.curve.enumerated() {
          curves += "\(point.number),\(replicate),\(step),\(infected),\(infected - before)\n"
          before = infected
        }
      }
      for step in 0...4 {
        // Every point and column has numbers of its own: a row of another one is seen.
        let cell = 10 * point.number + step
        let row = "\(point.number),\(point.groupSize),\(point.ruleName),\(step),3,\(cell).5,"
        summary += row + "1.25,2.25,3.25,\(cell).0,4.25,5.25,6.25,\(cell + 1).0\n"
      }
    }
    try study.resolvedJSON.withUnsafeBytes {
      try Data($0).write(to: folder.appending(path: "study.resolved.json"))
    }
    try Data(curves.utf8).write(to: folder.appending(path: "curves.csv"))
    try Data(summary.utf8).write(to: folder.appending(path: "curve_summary.csv"))
    try body(folder.path, study, points)
  }

  @Test(
    "a point off the grid, or of a rule without a cap or of other neighbors, is not played, and the reason is said",
    arguments: [
      (#""contacts": { "values": ["grid", "everybody"] }"#, "draws only grids of squares"),
      (#""rule": { "values": ["exact", "bees"] }"#, "Its rule is \"bees\""),
      (#""rule": { "values": ["exact", "far"] }"#, "Its rule is \"far\""),
      (#""rule": { "values": ["exact", "many"] }"#, "Its rule is \"many\""),
    ])
  func offGrid(factor: String, reason: String) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path
    func rule(_ neighborhood: String, _ draw: String) -> String {
      #"{ "neighborhood": \#(neighborhood), "pool": "all", "draw": \#(draw), "update": "synchronous" }"#
    }
    let text = """
      { "spreadlab": 1, "study": "s", "seed": 1, "model": { "group_size": 9 },
        "rules": { "bees": \(rule("\"hexagonal\"", "\"exact\"")),
          "far": \(rule("{ \"radius\": 2, \"metric\": \"euclidean\" }", "\"exact\"")),
          "many": \(rule("\"moore\"", "{ \"number\": \"poisson\" }")),
          "near": \(rule("\"von_neumann\"", "\"exact\"")) },
        "factors": { \(factor) } }
      """
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let material = try Material.open(path: path)
    #expect(material.rules.map(\.name) == ["near"])
    let points = (0..<2).compactMap { material.point($0) }
    #expect(points.map { $0.objection == nil } == [true, false])
    #expect(points[1].objection?.contains(reason) ?? false)
    #expect(try Material.open(path: path, point: 0).openPoint == 0)
    let error = #expect(throws: Failure.self) { try Material.open(path: path, point: 1) }
    #expect(error?.code == .notPlayable)
  }

  @Test("runs off the grid and on a honeycomb are watched by their counts, and it is said why")
  func undrawn() throws {
    let text = """
      { "spreadlab": 1, "study": "s", "seed": 1, "model": { "group_size": 60 },
        "rules": { "bees": { "neighborhood": "hexagonal", "pool": "all", "draw": "exact",
                             "update": "synchronous" } },
        "contacts": { "net": { "kind": "random", "mean_degree": 3 } },
        "factors": { "contacts": { "values": ["net", "grid"] },
                     "rule": { "values": ["exact", "bees"] } },
        "replicates": 3 }
      """
    try Self.withFolder(text) { folder, _, points in
      let material = try Material.open(path: folder, point: 0, replicate: 2)
      for (point, reason) in zip(points, ["\"net\"", "\"net\"", nil, "hexagonal"]) {
        let run = try #require(material.watch?(point.number, 2))
        #expect(run.equalsStored == true)
        #expect(run.undrawn?.contains(reason ?? "?") == reason.map { _ in true })
      }
    }
  }

  @Test("repeats every run of a results folder, equal to its stored curve, with the band behind")
  func watch() throws {
    try Self.withFolder { folder, study, points in
      let material = try Material.open(path: folder)
      #expect(material.pointCount == 4)
      #expect(material.rules.map(\.name) == ["wide"])
      for point in points {
        for replicate in 0..<3 {
          let run = try #require(material.watch?(point.number, replicate))
          #expect(run.equalsStored == true)
          #expect(run.log.ends.last == point.groupSize)
          let cells = (0...4).map { Double(10 * point.number + $0) }
          #expect(run.band?.mean == cells.map { $0 + 0.5 })
          #expect(run.band?.q05 == cells && run.band?.q95 == cells.map { $0 + 1 })
          #expect(run.band?.n == 3)
          #expect(run.label == "group_size \(point.groupSize), rule \(point.ruleName)")
        }
      }
      #expect(material.watch?(4, 0) == nil)
      #expect(material.watch?(0, 3) == nil)
    }
  }

  @Test("sees that a stored curve differs, and says nothing where none is stored")
  func stored() throws {
    try Self.withFolder { folder, _, _ in
      let path = "\(folder)/curves.csv"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let changed = text.replacing("\n2,1,3,", with: "\n2,1,3,1")
      try Data(changed.utf8).write(to: URL(fileURLWithPath: path))
      let material = try Material.open(path: folder)
      #expect(material.watch?(2, 1)?.equalsStored == false)
      #expect(material.watch?(2, 2)?.equalsStored == true)
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.removeItem(atPath: "\(folder)/curve_summary.csv")
      #expect(material.watch?(2, 1)?.equalsStored == nil)
      #expect(material.watch?(2, 1)?.band == nil)
    }
  }

  @Test(
    "repeats runs in which people recover, equal in all columns; the band is that of `infected`")
  func course() throws {
    let text = """
      { "spreadlab": 1, "study": "ill", "seed": 5, "replicates": 2, "model": { "group_size": 100,
        "latent_steps": 1, "infectious_steps": 3, "immune_steps": 4, "immune_share": 0.1,
        "immune_people": [0, 99], "stop": { "max_steps": 30 } } }
      """
    let study = try Study.parse(bytes: Array(text.utf8), file: "study.json")
    let point = try #require(study.points().first)
    let folder = FileManager.default.temporaryDirectory.appending(path: "ill-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var curves = "point,replicate,step,infected,new_infections,ever_infected,immune,latent\n"
    for replicate in 0..<2 {
      let result = Simulator(point.scenario).run(
        study.key(of: point, replicate: replicate), recordMap: false)
      let course = try #require(result.course).curves
      for step in result.curve.indices {
        curves += "0,\(replicate),\(step),\(result.curve[step]),\(course.newInfections[step]),"
        curves += "\(course.everInfected[step]),\(course.immune[step]),\(course.latent[step])\n"
      }
    }
    let summary = """
      point,step,series,n,mean,q05,q95
      0,0,infected,2,1.5,1.0,2.0
      0,0,immune,2,9.5,9.0,10.0
      0,1,infected,2,2.5,2.0,3.0
      0,1,immune,2,8.5,8.0,9.0

      """
    try study.resolvedJSON.withUnsafeBytes {
      try Data($0).write(to: folder.appending(path: "study.resolved.json"))
    }
    let path = folder.appending(path: "curves.csv")
    try Data(summary.utf8).write(to: folder.appending(path: "curve_summary.csv"))
    try Data(curves.utf8).write(to: path)
    let material = try Material.open(path: folder.path)
    for replicate in 0..<2 {
      let run = try #require(material.watch?(0, replicate))
      #expect(run.equalsStored == true && run.tracksPeople)
      #expect(run.band?.mean == [1.5, 2.5] && run.band?.q95 == [2, 3])
      #expect(run.log.counts[0][.immune] == 12 && run.log.step == 30)
    }
    // Somebody immune more at one step of replicate 1.
    var lines = curves.split(separator: "\n").map(String.init)
    var cells = lines[lines.count - 1].split(separator: ",").map(String.init)
    cells[6] = String((Int(cells[6]) ?? 0) + 1)
    lines[lines.count - 1] = cells.joined(separator: ",")
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: path)
    #expect(material.watch?(0, 0)?.equalsStored == true)
    #expect(material.watch?(0, 1)?.equalsStored == false)
  }

  @Test("refuses what is not there with what is")
  func refused() throws {
    try Self.withFolder { folder, _, _ in
      for (path, point, replicate, code) in [
        ("", 4, nil, ErrorCode.noSuchRun), ("", 0, 3, .noSuchRun), ("/none", 0, nil, .noSuchFile),
        ("/study.resolved.json", 0, 0, .unfitOption),
      ] {
        let error = #expect(throws: Failure.self) {
          try Material.open(path: folder + path, point: point, replicate: replicate)
        }
        #expect(error?.code == code, "\(error as Any)")
      }
      let open = try Material.open(path: folder, point: 3, replicate: 2)
      #expect(open.openPoint == 3 && open.openReplicate == 2)
    }
  }

  @Test("finds the rows of a key by halving, wherever they stand")
  func rows() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "table-\(UUID()).csv").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var text = "point,replicate,step,infected\n"
    for point in 0..<30 where point != 17 {
      for replicate in 0..<(point % 4 + 1) {
        for step in 0...(point % 3) { text += "\(point),\(replicate),\(step),\(point * step)\n" }
      }
    }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let table = try #require(SortedTable(path: path))
    for point in 0..<31 {
      let expected = text.split(separator: "\n").filter { $0.hasPrefix("\(point),") }
        .map { $0.split(separator: ",").map(String.init) }
      #expect(table.rows(startingWith: [point]) == expected)
      for replicate in 0...4 {
        #expect(
          table.rows(startingWith: [point, replicate])
            == expected.filter { $0[1] == "\(replicate)" })
      }
    }
  }
}
