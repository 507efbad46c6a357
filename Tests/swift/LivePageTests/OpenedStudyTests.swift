import Foundation
import LivePage
import PlainText
import SpreadEngine
import SpreadModel
import StudyFiles
import StudyFolders
import StudyRuns
import TestSupport
import Testing
import WatchedStudies
import WorkStealing

@Suite struct OpenedStudyTests {
  static let study = """
    { "spreadlab": 1, "study": "demo", "seed": 5, "random_numbers": "independent",
      "model": { "infection_factor": 2, "infection_probability": 0.6, "period": 0.5 },
      "rules": { "wide": { "neighborhood": "moore", "pool": "all", "draw": "exact",
                           "update": "synchronous" } },
      "factors": { "group_size": { "values": [100, 225] }, "rule": { "values": ["exact", "wide"] } },
      "replicates": 3 }
    """

  @Test(
    "a point of a rule without a factor, with a part of one or with a radius, is not played, and the reason is said",
    arguments: [
      (#""rule": { "values": ["exact", "far"] }"#, "Its rule is \"far\""),
      (#""rule": { "values": ["mixing", "many"] }"#, "Its rule is \"many\""),
      (
        #""rule": { "values": ["mixing"] }, "infection_factor": { "values": [2, 2.5] }"#,
        "Its infection factor is 2.5"
      ),
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
          "many": \(rule("\"moore\"", "{ \"number\": [1, 2, 3] }")),
          "near": \(rule("\"von_neumann\"", "\"exact\"")) },
        "factors": { \(factor) } }
      """
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let openedStudy = try OpenedStudy.open(path: path)
    #expect(openedStudy.rules.map(\.name) == ["bees", "near"])
    let points = (0..<2).compactMap { openedStudy.point($0) }
    #expect(points.map { $0.objection == nil } == [true, false])
    #expect(points[1].objection?.contains(reason) ?? false)
    #expect(try OpenedStudy.open(path: path, point: 0).openPoint == 0)
    let error = #expect(throws: Failure.self) { try OpenedStudy.open(path: path, point: 1) }
    #expect(error?.code == .notPlayable)
  }

  @Test("runs off the grid and on a honeycomb are watched, those of networks with people's places")
  func places() throws {
    let text = """
      { "spreadlab": 1, "study": "s", "seed": 1, "model": { "group_size": 60 },
        "rules": { "bees": { "neighborhood": "hexagonal", "pool": "all", "draw": "exact",
                             "update": "synchronous" } },
        "contacts": { "net": { "kind": "random", "mean_degree": 3 } },
        "factors": { "contacts": { "values": ["net", "grid"] },
                     "rule": { "values": ["exact", "bees"] } },
        "replicates": 3 }
      """
    let place = try Scratch()
    let folder = try StoredFolder(text, at: place.file("results"))
    try folder.run()
    let openedStudy = try OpenedStudy.open(path: folder.path, point: 0, replicate: 2)
    for point in 0..<4 {
      let run = try #require(try openedStudy.watch?(point, 2))
      #expect(run.equalsStored == true)
      #expect((run.network != nil) == (point < 2))
      #expect(run.network?.people.count ?? 60 == 60)
    }
  }

  @Test("every run of a folder is watched with its stored curve and the band of its table")
  func watch() throws {
    let place = try Scratch()
    let folder = try StoredFolder(Self.study, at: place.file("results"))
    try folder.run()
    let openedStudy = try OpenedStudy.open(path: folder.path)
    #expect(openedStudy.pointCount == 4 && openedStudy.rules.map(\.name) == ["wide"])
    let curves = try folder.rows("curves")
    let summary = try folder.rows("curve_summary")
    for (number, point) in try folder.study.points().enumerated() {
      let band = summary.filter { $0["point"] == "\(number)" }
      func column(_ name: String) -> [Double] { band.compactMap { $0[name].flatMap(Double.init) } }
      for replicate in 0..<3 {
        let run = try #require(try openedStudy.watch?(number, replicate))
        let stored = curves.filter {
          $0["point"] == "\(number)" && $0["replicate"] == "\(replicate)"
        }
        #expect(run.equalsStored == true)
        #expect(
          (0...run.log.step).map { "\(run.log.infected(after: $0))" }
            == stored.map { $0["infected"] })
        #expect(run.band?.n == 3 && run.band?.median == column("median"))
        #expect(run.band?.q05 == column("q05") && run.band?.q95 == column("q95"))
        #expect(run.label == "group_size \(point.groupSize), rule \(point.ruleName)")
      }
    }
  }

  @Test("a run is watched up to so many steps, and stops being repeated when nobody wants it")
  func steps() async throws {
    let text = """
      { "spreadlab": 1, "study": "s", "seed": 1, "replicates": 1, "model": { "group_size": 400,
        "infectious_steps": 3, "immune_steps": 4, "stop": { "max_steps": 30 } } }
      """
    let study = try Study.parse(bytes: Array(text.utf8), file: "study.json")
    let point = try #require(try study.points().first)
    let run = try WatchedRun(repeating: 0, of: point, in: study, mostSteps: 30)
    #expect(run.log.step == 30)
    let error = #expect(throws: Failure.self) {
      try WatchedRun(repeating: 0, of: point, in: study, mostSteps: 29)
    }
    #expect(error?.code == .notPlayable)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try WatchedRun(repeating: 0, of: point, in: study)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("the levels of up to 2,000 points are listed", arguments: [2_000, 2_001])
  func levels(points: Int) throws {
    let place = try Scratch()
    let path = place.file("study.json")
    let values = (1...points).map(String.init).joined(separator: ",")
    let text =
      #"{ "spreadlab": 1, "study": "s", "seed": 1, "factors": { "rule": { "values": ["push"] }, "#
      + #""group_size": { "values": [\#(values)] } } }"#
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let study = try OpenedStudy.open(path: path)
    #expect(study.pointCount == points)
    #expect(study.factors == (points > 2_000 ? [] : ["rule", "group_size"]))
    #expect(study.levels == (points > 2_000 ? [] : (1...points).map { ["push", "\($0)"] }))
  }

  @Test("a stored curve that differs is seen, none is no difference, the band is that of the store")
  func stored() throws {
    let place = try Scratch()
    let folder = try StoredFolder(Self.study, at: place.file("results"))
    // Of point 1 curves of three steps, by whose values the band is known; none of point 3.
    try folder.fill { curves, point, replicate in
      var curves = curves
      if point == 1 {
        curves.infected = [1, UInt32(2 * replicate), UInt32(10 * replicate * replicate)]
      }
      if point == 2, replicate == 1 { curves.infected[3] += 1 }
      return point == 3 ? nil : curves
    }
    let openedStudy = try OpenedStudy.open(path: folder.path)
    let watch = try #require(openedStudy.watch)
    let equal = try (0..<4).map { point in try (0..<3).map { try watch(point, $0).equalsStored } }
    #expect(
      equal == [
        [true, true, true], [false, false, false], [true, false, true], [nil, nil, nil],
      ])
    // Quantiles lie between 0 and 2, 0, 10 and 40 at a twentieth of two distances.
    let band = try watch(1, 0).band
    #expect(band?.n == 3 && band?.median == [1, 2, 10])
    for (found, known) in [(band?.q05, [1, 0.2, 1]), (band?.q95, [1, 3.8, 37])] {
      #expect(found?.count == 3 && zip(found ?? [], known).allSatisfy { abs($0 - $1) < 1e-12 })
    }
    #expect(try watch(3, 0).band == nil)
  }

  @Test("where people recover all columns are compared, and the band is that of the infected")
  func course() throws {
    let text = """
      { "spreadlab": 1, "study": "ill", "seed": 5, "replicates": 4, "model": { "group_size": 100,
        "latent_steps": 1, "infectious_steps": 3, "immune_steps": 4, "immune_share": 0.1,
        "immune_people": [0, 99], "stop": { "max_steps": 30 } } }
      """
    let place = try Scratch()
    let folder = try StoredFolder(text, at: place.file("results"))
    // Somebody more who is immune, latent, infected at one step.
    try folder.fill { curves, _, replicate in
      var curves = curves
      switch replicate {
      case 1: curves.course?.immune[30] += 1
      case 2: curves.course?.latent[7] += 1
      case 3: curves.infected[9] += 1
      default: break
      }
      return curves
    }
    let openedStudy = try OpenedStudy.open(path: folder.path)
    let runs = try (0..<4).map { try #require(try openedStudy.watch?(0, $0)) }
    #expect(runs.map(\.equalsStored) == [true, false, false, false])
    #expect(runs[0].label == "group_size 100, rule subset", "nothing varies")
    #expect(runs[0].tracksPeople && runs[0].log.counts[0][.immune] == 12)
    let medians = (0...30).map { step in
      var infected = runs.map { $0.log.infected(after: step) }
      if step == 9 { infected[3] += 1 }
      infected.sort()
      return Double(infected[1] + infected[2]) / 2
    }
    #expect(runs[0].band?.median == medians)
  }

  /// Folders that have no tables, no curves as CSV, or points that the runs led to.
  enum Kind: CaseIterable {
    case compressed, stopped, killed, calibration, search

    /// As many runs as a test may make, of nine people.
    var text: String {
      let design =
        switch self {
        case .compressed, .stopped, .killed:
          """
          "factors": { "infection_probability": { "values": [0.3, 0.7] } }, "replicates": 6
          """
        case .calibration:
          """
          "factors": { "infection_probability": { "from": 0, "to": 1 } },
          "design": { "type": "calibration", "draws": 50, "acceptance": 0.01, "max_runs": 300,
                      "data": [{ "curve": "infected", "step": 2, "values": [4] }] }
          """
        case .search:
          """
          "design": { "type": "threshold", "factor": "infection_probability", "from": 0.02,
                      "to": 0.98, "response": "reached_all", "target": 0.5, "half_width": 0.1 }
          """
        }
      return """
        { "spreadlab": 1, "study": "kinds", "seed": 3,
          "model": { "group_size": 9, "infection_factor": 1, "stop": { "max_steps": 8 } },
          "record": { "curves": "all" }, \(design) }
        """
    }
  }

  @Test(
    "every kind of folder is watched, with the curves that the finished study has",
    arguments: Kind.allCases)
  func kinds(kind: Kind) throws {
    let place = try Scratch()
    let whole = try StoredFolder(kind.text, at: place.file("whole"))
    try whole.run()
    let folder: StoredFolder
    switch kind {
    case .calibration, .search: folder = whole
    case .compressed:
      let text = kind.text.replacing("\"all\" }", with: "\"all\", \"compress\": true }")
      folder = try StoredFolder(text, at: place.file("compressed"))
      try folder.run()
      #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/curves.csv"))
    case .stopped, .killed:
      // Half of the runs, which are the first ones of the whole study.
      let half = kind.text.replacing("\"replicates\": 6", with: "\"replicates\": 3")
      let begun = try StoredFolder(half, at: place.file("stopped")).session()
      _ = try begun.makeRuns()
      try begun.close()
      let stopped = try StoredFolder(kind.text, at: place.file("stopped"))
      let session = try stopped.session()
      let cancel = CancelToken()
      cancel.cancel()
      #expect(try session.makeRuns(cancel: cancel).wasCancelled)
      folder = try StoredFolder(kind.text, at: place.file(kind == .killed ? "killed" : "stopped"))
      // What a process leaves that ends while its store is open.
      if kind == .killed {
        try FileManager.default.copyItem(atPath: stopped.path, toPath: folder.path)
      }
      try session.close()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [".store"])
    }
    let isHalf = kind == .stopped || kind == .killed
    let openedStudy = try OpenedStudy.open(path: folder.path)
    let watch = try #require(openedStudy.watch)
    let runs = Dictionary(grouping: try whole.rows("curves")) { [$0["point"], $0["replicate"]] }
    #expect(runs.count > 10 && openedStudy.pointCount == Set(runs.keys.map { $0[0] }).count)
    for (run, rows) in runs {
      let (point, replicate) = (Int(run[0] ?? "") ?? -1, Int(run[1] ?? "") ?? -1)
      let seen = try watch(point, replicate)
      #expect(
        (0...seen.log.step).map { "\(seen.log.infected(after: $0))" } == rows.map { $0["infected"] }
      )
      #expect(seen.equalsStored == (isHalf && replicate > 2 ? nil : true))
      #expect(seen.band?.n == runs.keys.count { $0[0] == run[0] && (!isHalf || $0[1] ?? "" < "3") })
    }
    // Of a search, a point's first replicate is not 0.
    let last = openedStudy.pointCount - 1
    let opened = try OpenedStudy.open(path: folder.path, point: last)
    #expect(opened.openPoint == last)
    #expect(
      opened.openReplicate
        == runs.keys.filter { $0[0] == "\(last)" }.compactMap { Int($0[1] ?? "") }.min())
  }

  @Test("refuses what is not there with what is")
  func refused() throws {
    let place = try Scratch()
    let folder = try StoredFolder(Self.study, at: place.file("results"))
    try folder.run()
    for (path, point, replicate, code) in [
      ("results", 4, nil, ErrorCode.noSuchRun), ("results", 0, 3, .noSuchRun),
      ("none", 0, nil, .noSuchFile), ("results/study.resolved.json", 0, 0, .unfitOption),
      ("results/study.resolved.json", 4, nil, .noSuchRun), ("", nil, nil, .noResults),
    ] {
      let error = #expect(throws: Failure.self) {
        try OpenedStudy.open(path: place.file(path), point: point, replicate: replicate)
      }
      #expect(error?.code == code, "\(error as Any)")
    }
    let open = try OpenedStudy.open(path: folder.path, point: 3, replicate: 2)
    #expect(open.openPoint == 3 && open.openReplicate == 2)
    let watch = try #require(open.watch)
    for (point, replicate, known) in [(4, 0, "0...3"), (0, 3, "0...2")] {
      let error = #expect(throws: Failure.self) { try watch(point, replicate) }
      #expect(error?.code == .noSuchRun && error?.description.contains(known) == true)
    }
  }
}
