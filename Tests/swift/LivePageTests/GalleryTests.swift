import LivePage
import SpreadEngine
import SpreadModel
import StudyFiles
import TestSupport
import Testing

/// Every scenario can be played, and shows what its sentences say, over 200 runs.
@Suite struct GalleryTests {
  private static let seeds = 200

  private static func study(_ name: String) throws -> Study {
    let text = try #require(Gallery.files.first { $0.contains("\"study\": \"\(name)\"") })
    return try Study.parse(bytes: Array(text.utf8), file: name)
  }

  /// Runs of a scenario's group, which may be changed as its second sentence says.
  private static func runs(
    _ name: String, group: Int = 0, _ change: (inout Scenario) -> Void = { _ in }
  ) throws -> [RunResult] {
    let study = try study(name)
    var scenario = try study.points()[group].scenario
    change(&scenario)
    scenario.maxSteps = min(scenario.maxSteps, 1_000)
    let simulator = Simulator(scenario)
    return (0..<seeds).map {
      simulator.run(RunKey(seed: study.seed, point: nil, replicate: $0), recordMap: true)
    }
  }

  private static func mean(_ runs: [RunResult], _ value: (RunResult) -> Double) -> Double {
    runs.reduce(0) { $0 + value($1) } / Double(runs.count)
  }

  private static func steps(_ runs: [RunResult]) -> Double { mean(runs) { Double($0.steps) } }

  private static func peak(_ run: RunResult) -> Double { Double(run.curve.max() ?? 0) }

  private static func everInfected(_ run: RunResult) -> Double {
    Double(run.infectionSteps?.count { $0 >= 0 } ?? 0)
  }

  @Test(
    "the gallery has ten studies of one or two groups, in two sentences, which the page can play")
  func valid() throws {
    #expect(Gallery.files.count == 10 && Gallery.studies.count == 10)
    for study in Gallery.studies {
      let points = (0..<study.pointCount).compactMap { study.point($0) }
      #expect(points.count == 1 || points.count == 2)
      #expect(study.description.split(separator: ". ").count == 2, "\(study.studyName)")
      for point in points {
        #expect(
          point.objection == nil && point.parameters.mistakes(rules: OfferedRule.builtIn) == [])
      }
      if points.count == 2 {
        var groups = points.map(\.parameters)
        for group in groups.indices { (groups[group].point, groups[group].gallery) = (group, "g") }
        #expect(throws: Never.self) { try groups[0].check(comparisonWith: groups[1]) }
      }
    }
  }

  @Test("the default of the apps: the form's rule; with one contact a group takes twice as long")
  func defaults() throws {
    let name = "default_of_the_apps"
    let point = try #require(Gallery.studies.first { $0.studyName == name }?.point(0))
    for control in PageControl.all {
      guard let key = control.key, ![.groupSize, .columns, .period].contains(key) else { continue }
      #expect(point.parameters.values[key] == control.first, "\(control.name)")
    }
    let slow = Self.steps(try Self.runs(name) { $0.infectionFactor = 1 })
    #expect(slow > 2 * Self.steps(try Self.runs(name)))
  }

  @Test("threshold: most of the group above it, and hardly anybody below")
  func threshold() throws {
    let above = Self.mean(try Self.runs("threshold"), Self.everInfected)
    let below = Self.mean(
      try Self.runs("threshold") { $0.infectionProbability = 0.15 }, Self.everInfected)
    #expect(above > 0.8 * 2_500 && below < 0.05 * 2_500)
  }

  @Test(
    "order bias: the infection runs up and to the left, and without the order to all sides alike")
  func orderBias() throws {
    /// How far below and right of the middle people are who were infected in the first ten steps.
    func drift(_ runs: [RunResult]) -> (down: Double, right: Double) {
      var (down, right, count) = (0, 0, 0)
      for run in runs {
        for (person, step) in (run.infectionSteps ?? []).enumerated() where (1...10).contains(step)
        {
          (down, right, count) = (down + person / 41 - 20, right + person % 41 - 20, count + 1)
        }
      }
      return (Double(down) / Double(count), Double(right) / Double(count))
    }
    let biased = drift(try Self.runs("order_bias"))
    #expect(biased.down < -1.5 && biased.right < -0.5)
    let capped = try #require(SpreadRule.builtIn(named: "capped"))
    let fair = drift(try Self.runs("order_bias") { $0.rule = capped })
    #expect(abs(fair.down) < 0.2 && abs(fair.right) < 0.2)
  }

  @Test(
    "herd immunity: most people who are not immune stay healthy; with 40 % immune, hardly anybody")
  func herdImmunity() throws {
    let name = "herd_immunity"
    #expect(Self.mean(try Self.runs(name), Self.everInfected) < 0.2 * 0.3 * 2_500)
    let few = Self.mean(try Self.runs(name) { $0.immuneShare = 0.4 }, Self.everInfected)
    #expect(few > 0.95 * 0.6 * 2_500)
  }

  @Test(
    "lockdown timing: the early one delays the peak, which is nearly twice as high; a second one lowers it"
  )
  func lockdown() throws {
    let early = try Self.runs("lockdown_timing")
    let late = try Self.runs("lockdown_timing", group: 1)
    let ratio = Self.mean(early, Self.peak) / Self.mean(late, Self.peak)
    #expect(ratio > 1.7 && ratio < 2.2)
    let again = try Self.runs("lockdown_timing") {
      $0.interventions.append(
        Intervention(when: .step(45), effects: [.infectionProbability: .set(0.03)], until: nil))
    }
    #expect(Self.mean(again, Self.peak) < 0.7 * Self.mean(early, Self.peak))
  }

  @Test(
    "superspreading: most runs die out at once; without it few do, and with six people hardly any")
  func superspreading() throws {
    func diesOut(_ change: (inout Scenario) -> Void) throws -> Double {
      Self.mean(try Self.runs("superspreading", change)) { Self.everInfected($0) < 50 ? 1 : 0 }
    }
    // The root of s = (1 + 2 (1 - s) / 0.3)^-0.3 is 0.74; without dispersion 0.20.
    #expect(abs(try diesOut { _ in } - 0.74) < 0.1)
    #expect(abs(try diesOut { $0.course.infectiousnessDispersion = nil } - 0.20) < 0.1)
    #expect(try diesOut { $0.startPeople = 6 } < 0.3)
  }

  @Test("small world: long ties are several times as fast; a second start halves the ring's time")
  func smallWorld() throws {
    let ring = Self.steps(try Self.runs("small_world"))
    #expect(ring > 4 * Self.steps(try Self.runs("small_world", group: 1)))
    let twice = Self.steps(
      try Self.runs("small_world") {
        $0.introductions.append(
          Introduction(step: 0, place: .people([($0.grid.center + 500) % 1_000])))
      })
    #expect(abs(twice / ring - 0.5) < 0.05)
  }

  @Test(
    "second wave: after the first the curve falls and rises again; with longer immunity it ends",
    .deep)
  func secondWave() throws {
    let runs = try Self.runs("second_wave")
    let hasTwo = Self.mean(runs) { run in
      let first = run.curve.prefix(35).max() ?? 0
      let trough = run.curve.dropFirst(25).prefix(35).min() ?? 0
      let second = run.curve.dropFirst(45).prefix(60).max() ?? 0
      return first > 2 * trough && second > 2 * trough ? 1 : 0
    }
    #expect(hasTwo > 0.95)
    let long = Self.mean(try Self.runs("second_wave") { $0.course.immuneSteps = .steps(40) }) {
      $0.stopReason == .extinct && $0.steps < 100 ? 1 : 0
    }
    #expect(long > 0.95)
  }

  @Test("households: the first infects nobody with the probability of five failures")
  func households() throws {
    for probability in [0.3, 0.15] {
      let runs = try Self.runs("households") { $0.infectionProbability = probability }
      let alone = Self.mean(runs) { Self.everInfected($0) == 1 ? 1 : 0 }
      let expected = (0..<5).reduce(1.0) { chance, _ in chance * (1 - probability) }
      let deviation = (expected * (1 - expected) / Double(Self.seeds)).squareRoot()
      #expect(abs(alone - expected) < 4 * deviation)
      #expect(Set(runs.map(Self.everInfected)).count >= 4)
    }
  }

  @Test("two rules: wasted contacts make the second slower, with one contact twice as slow")
  func rules() throws {
    func ratio(_ change: (inout Scenario) -> Void) throws -> Double {
      try Self.steps(Self.runs("two_rules", group: 1, change))
        / Self.steps(Self.runs("two_rules", change))
    }
    #expect(try ratio { _ in } > 1.5)
    #expect(abs(try ratio { $0.infectionFactor = 1 } - 2) < 0.15)
  }
}
