/// A scalar outcome of a run: its name in tables and study files, what it means, and how it follows
/// from the run.
///
/// Source: docs/model.md, "Responses".
package struct Response: Sendable {
  /// Which studies have it, in the order of the columns of `runs.csv`.
  package enum Need: CaseIterable, Sendable {
    case nothing
    /// That some point is on a grid.
    case grid
    /// That people recover at some point.
    case recovery
    /// That somebody can be latent at some point.
    case latency
    /// That some point has interventions.
    case interventions
  }

  package enum Kind: Sendable {
    /// A whole number that is always there.
    case count
    /// A real number; empty where undefined.
    case real
    /// First step with a share reached; empty if it was not, right-censored at `steps`.
    case time
    /// 0 or 1: whether a share was reached.
    case flag
  }

  package let name: String
  package let kind: Kind
  package let unit: String
  /// One sentence for data dictionaries and reports, which is true with and without recovery: where
  /// nobody recovers, whoever was ever infected is so at the end.
  package let meaning: String
  /// The part of the group that a time or flag is about, in percent; nil of other responses.
  package let percent: Int?
  package let needs: Need
  /// What it is where a study defines it; nil of the built-in ones.
  package let own: OwnResponse?
  /// The response of a run; nil is an empty cell.
  package let value: @Sendable (RunSummary) -> Double?
  /// Of a built-in time its flag; empty of all else. A list, as a value cannot hold one of its own type.
  private let flags: [Response]

  package init(
    _ name: String, _ kind: Kind, unit: String, _ meaning: String, percent: Int? = nil,
    needs: Need = .nothing, value: @escaping @Sendable (RunSummary) -> Double?
  ) {
    self.init(name, kind, unit, meaning, percent, needs, flags: [], value)
  }

  /// A time together with the flag that says whether there is one.
  ///
  /// - Parameters:
  ///   - meaning: what the first step is one with, or the step of what.
  ///   - statement: what is so in a run that has the time.
  package init(
    time name: String, _ meaning: String, flag: String, _ statement: String, percent: Int? = nil,
    needs: Need = .nothing, value: @escaping @Sendable (RunSummary) -> Double?
  ) {
    let flag = Response(
      flag, .flag, unit: "0/1", "whether \(statement) (1) or not (0)", percent: percent,
      needs: needs
    ) { value($0) == nil ? 0 : 1 }
    self.init(name, .time, "steps", meaning, percent, needs, flags: [flag], value)
  }

  private init(
    _ name: String, _ kind: Kind, _ unit: String, _ meaning: String, _ percent: Int?, _ needs: Need,
    flags: [Response], _ value: @escaping @Sendable (RunSummary) -> Double?
  ) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.meaning = meaning
    self.percent = percent
    self.needs = needs
    self.flags = flags
    self.value = value
    own = nil
  }

  /// A response of a study's own: what it measures, or of a time (a flag) whether there is one.
  init(own: OwnResponse, _ name: String, _ kind: Kind, unit: String, _ meaning: String) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.meaning = meaning
    self.own = own
    percent = nil
    needs = .nothing
    flags = []
    let measure = own.measure
    value = { run in
      if measure.isDerived {
        return measure.derived(
          from: measure.inner?.value(run), stopReason: run.result.stopReason,
          steps: Double(run.steps), level: run.level)
      }
      if case .criticalProbability(let share) = measure {
        return run.result.criticalProbabilities.flatMap {
          kind == .flag ? ($0[share] == nil ? 0 : 1) : $0[share]
        }
      }
      return Self.value(
        measure.needsMap
          ? measure.value(ofMap: run)
          : measure.value(of: run.curves, on: run.grid), of: measure, kind)
    }
  }

  /// Of a time also whether there is one.
  private static func value(
    _ measured: Double?, of measure: OwnResponse.Measure, _ kind: Kind
  ) -> Double? {
    if case .stepToShare = measure, kind == .flag { return measured == nil ? 0 : 1 }
    return measured
  }

  /// Of a study's own response that curves tell: its value in a run of which nothing else is known.
  package func value(of curves: RunCurves, on grid: Grid) -> Double? {
    own.flatMap { Self.value($0.measure.value(of: curves, on: grid), of: $0.measure, kind) }
  }
}

extension Response {
  /// When a run that did not get where a time looks for ended.
  package static let steps = named("steps")
  package static let finalShare = named("final_share")
  package static let finalInfected = named("final_infected")
  package static let infections = named("infections")
  package static let reachedTenth = named("reached_10pct")
  /// Of 1 in large outbreaks.
  package static let reachedHalf = named("reached_50pct")
  package static let driftX = named("drift_x")
  package static let driftY = named("drift_y")

  private static func named(_ name: String) -> Response {
    guard let response = Response(rawValue: name) else {
      preconditionFailure("there is no response \(name)")
    }
    return response
  }
}

extension Response {
  /// Whether its values are whole numbers.
  package var isWhole: Bool { kind != .real && (kind != .time || lastOfAll == nil) }

  /// Whether no two runs are likely to have the same value.
  package var isContinuous: Bool { lastOfAll != nil }

  /// Of a time that is no step: the largest there is.
  private var lastOfAll: Double? {
    if case .criticalProbability = own?.measure, kind == .time { 1 } else { nil }
  }

  /// Of a time: up to where a run that has none is known not to have it; nil where that is not known.
  ///
  /// - Parameters:
  ///   - steps: made.
  ///   - maxSteps: after which runs of the point end.
  package func lastKnown(
    endedBy reason: StopReason, steps: Double?, maxSteps: Int
  ) -> Double? {
    lastOfAll ?? steps.map { reason.lastKnownStep($0, maxSteps: maxSteps) }
  }

  /// Whether it is the same at all points that differ in the infection probability alone: tables have it at the first of
  /// them.
  package var isOncePerFamily: Bool {
    chain.contains { if case .criticalProbability = $0.own?.measure { true } else { false } }
  }

  /// Whether its values are 0, 1 or a share between, whose mean is a chance or a share.
  package var isShare: Bool {
    if own?.measure.needsMap ?? false { return true }
    return kind == .flag || self == .finalShare
  }

  /// The share of the group that a time or flag is about; nil of other responses.
  package var share: Double? {
    if case .stepToShare(let share) = own?.measure { return share }
    return percent.map { Double($0) / 100 }
  }
}

extension Response {
  /// Whether it is known when all infections are over, without knowing in which steps they happened: whether
  /// something was reached, who was ever infected, and what follows from these.
  package var isFinalValue: Bool {
    if let inner = own?.measure.inner { return inner.isFinalValue }
    switch own?.measure {
    case .finalShareOf, .criticalProbability, .levelOf: return true
    default: return kind == .flag || own == nil && Self.finalNames.contains(name)
    }
  }

  private static let finalNames: Set = ["final_infected", "final_share", "infections"]

  /// Itself, and those that its value follows from.
  package var chain: [Response] { [self] + (own?.measure.inner?.chain ?? []) }

  /// Of a time: whether there is one, as a response of its own; nil of the others.
  package var event: Response? {
    guard kind == .time else { return nil }
    return own?.responses.first { $0.kind == .flag } ?? flags.first
  }

  /// The order of columns: by what responses need; flags of times that stand together come behind the
  /// last of these.
  ///
  /// - Parameter defined: without the flags of times.
  package static func columns(_ defined: [Response]) -> [Response] {
    Need.allCases.flatMap { need in
      var (columns, flags): ([Response], [Response]) = ([], [])
      for response in defined where response.needs == need {
        if response.kind != .time {
          columns += flags
          flags = []
        }
        columns.append(response)
        flags += response.flags
      }
      return columns + flags
    }
  }
}

extension Response: CaseIterable {
  /// Every built-in response, in the order of the columns of `runs.csv`.
  package static let allCases = columns(defined)

  private static let defined: [Response] = [
    Response("steps", .count, unit: "steps", "steps simulated") { Double($0.steps) },
    Response("final_infected", .count, unit: "people", "people ever infected, by the end") {
      Double($0.infected)
    },
    Response("final_share", .real, unit: "1", "share of the group ever infected, by the end") {
      Double($0.infected) / Double($0.people)
    },
    timeToShare("10pct", 10, "at least 10 % of the group ever infected", "10 % of the group were"),
    timeToShare("50pct", 50, "at least 50 % of the group ever infected", "50 % of the group were"),
    timeToShare("90pct", 90, "at least 90 % of the group ever infected", "90 % of the group were"),
    timeToShare("all", 100, "everybody ever infected", "everybody was"),
    Response(
      "peak_new", .count, unit: "people/step", "largest number of people newly infected in one step"
    ) { Double($0.peak.people) },
    Response(
      "peak_step", .count, unit: "step",
      "first step with the largest number of new infections; 0 if there was none"
    ) { Double($0.peak.step) },
    ofShape(
      "drift_x", unit: "cells",
      "mean offset to the east of people ever infected from the people introduced at step 0"
    ) { $0.driftX },
    ofShape(
      "drift_y", unit: "cells",
      "mean offset to the south of people ever infected from the people introduced at step 0"
    ) { $0.driftY },
    ofShape(
      "anisotropy4", unit: "1",
      "sum of r^2 cos 4 theta over sum of r^2, of people ever infected; positive along the grid's axes"
    ) { $0.anisotropy4 },
    ofShape(
      "elongation", unit: "1",
      "root of the ratio of the eigenvalues of the covariance of people ever infected"
    ) { $0.elongation },
    ofShape(
      "roundness", unit: "1",
      "2 pi times the mean squared distance from the centroid, over the number of people ever infected; 1 for a disc"
    ) { $0.roundness },
    ofCourse(
      "peak_infected", .count, unit: "people",
      "largest number of people infected at the same time, latent people included"
    ) { summary, _ in Double(summary.mostInfected.people) },
    ofCourse(
      "peak_infected_step", .count, unit: "step",
      "first step with the largest number of people infected at the same time, latent people included"
    ) { summary, _ in Double(summary.mostInfected.step) },
    Response(
      time: "step_to_extinct",
      "step after which nobody was infected or introduced any more; empty if there was none",
      flag: "extinct", "the infection died out", needs: .recovery
    ) { $0.result.stopReason == .extinct ? Double($0.steps) : nil },
    ofCourse(
      "infections", .count, unit: "infections",
      "infections by sources, repeated ones of a person included, introductions not"
    ) { Double($1.infections) },
    ofCourse(
      "reproduction_number", .real, unit: "infections",
      "infections made by the people introduced at step 0 during their first infection, per person"
    ) {
      CourseResult.reproductionNumber(
        introduced: $1.introduced, infections: $1.infectionsByIntroduced)
    },
    Response(
      "peak_infectious", .count, unit: "people",
      "largest number of people infectious (infected and not latent) at the same time",
      needs: .latency
    ) { Double($0.mostInfectious.people) },
    Response(
      "peak_infectious_step", .count, unit: "step",
      "first step with the largest number of people infectious (infected and not latent) at the same time",
      needs: .latency
    ) { Double($0.mostInfectious.step) },
    // At a point without interventions none began.
    Response(
      time: "step_to_intervention",
      "first step at whose end an intervention began; empty if none did",
      flag: "reached_intervention", "an intervention began", needs: .interventions
    ) { ($0.result.interventions?.firstStep).map(Double.init) },
    Response(
      "steps_under_intervention", .count, unit: "steps",
      "steps made while an intervention that sets or multiplies something was in force",
      needs: .interventions
    ) { Double($0.result.interventions?.steps ?? 0) },
  ]

  private static func timeToShare(
    _ name: String, _ percent: Int, _ condition: String, _ statement: String
  ) -> Response {
    Response(
      time: "step_to_\(name)", "first step with \(condition); empty if not reached",
      flag: "reached_\(name)", "\(statement) ever infected", percent: percent
    ) { $0.step(toPercent: percent).map(Double.init) }
  }

  private static func ofShape(
    _ name: String, unit: String, _ meaning: String, value: @escaping @Sendable (Shape) -> Double?
  ) -> Response {
    Response(name, .real, unit: unit, meaning, needs: .grid) { $0.result.shape.flatMap(value) }
  }

  private static func ofCourse(
    _ name: String, _ kind: Kind, unit: String, _ meaning: String,
    value: @escaping @Sendable (RunSummary, CourseResult) -> Double?
  ) -> Response {
    Response(name, kind, unit: unit, meaning, needs: .recovery) { summary in
      summary.result.course.flatMap { value(summary, $0) }
    }
  }
}

extension Response: RawRepresentable, Hashable {
  package var rawValue: String { name }

  /// The built-in response of that name; nil if there is none.
  package init?(rawValue name: String) {
    guard let response = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = response
  }

  package static func == (a: Response, b: Response) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
