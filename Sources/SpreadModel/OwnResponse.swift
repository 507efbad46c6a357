/// A response that a study defines itself.
///
/// Steps count from 0, the start state; a run keeps its last values after its last step. Shares
/// count people infected at least once.
/// Source: docs/model.md, "Responses of your own".
package struct OwnResponse: Hashable, Sendable {
  /// What its column is called, and its rows in tables of responses.
  package var name: String
  package var measure: Measure

  package indirect enum Measure: Hashable, Sendable {
    /// The first step with at least this share of the group infected so far; above 0, at most 1.
    case stepToShare(Double)
    /// The people who are infected at the end of a step.
    case infectedAt(Int)
    /// The people newly infected in these steps, introductions included.
    case newInfectionsBetween(ClosedRange<Int>)
    /// The mean over these steps of the people who are infected at their end.
    case meanInfectedBetween(ClosedRange<Int>)
    /// The largest value of a series.
    case peakOf(CurveSeries)
    /// The share of the people in a part of the grid who were infected by the end of a step.
    case shareIn(GridArea, atStep: Int)
    /// The share of the people of a group who were infected by the end of a step.
    case shareInGroup(String, atStep: Int)
    /// The share of the people of a group who were infected at all.
    case finalShareOf(String)
    /// The least infection probability at which this share of the group is ever infected; above 0, at most 1.
    case criticalProbability(share: Double)
    /// Whether another response is on one side of a bound.
    case within(OwnBound, of: Response)
    /// Another response times a number.
    case multiplied(Double, of: Response)
    /// The level of a factor at the point of the run.
    case levelOf(ModelKey)
  }

  package init(name: String, measure: Measure) {
    self.name = name
    self.measure = measure
  }
}

/// One side of a number, itself included.
package enum OwnBound: Hashable, Sendable {
  case atMost(Double)
  case atLeast(Double)

  package var number: Double {
    switch self {
    case .atMost(let number), .atLeast(let number): number
    }
  }

  /// Whether a value keeps it.
  ///
  /// - Parameter known: of a time that was not reached: the last step at which that is known.
  /// - Returns: nil where it is not known.
  func holds(_ value: Double?, known: Double?) -> Bool? {
    switch (self, value, known) {
    case (.atMost(let most), let value?, _): value <= most
    case (.atLeast(let least), let value?, _): value >= least
    // The time is a later step.
    case (.atMost(let most), nil, let known?): most < known + 1 ? false : nil
    case (.atLeast(let least), nil, let known?): least <= known + 1 ? true : nil
    case (_, nil, nil): nil
    }
  }

  fileprivate var words: String {
    switch self {
    case .atMost(let most): "at most \(most)"
    case .atLeast(let least): "at least \(least)"
    }
  }
}

/// A rectangle of the grid, both ends of its rows and columns included, from 0.
package struct GridArea: Hashable, Sendable {
  package var rows: ClosedRange<Int>
  package var columns: ClosedRange<Int>

  package init(rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
    self.rows = rows
    self.columns = columns
  }

  /// The people who stand there, row by row; in a partial last row there may be none.
  func people(on grid: Grid) -> some Sequence<Int> {
    rows.lazy.flatMap { row in
      columns.lazy.map { row * grid.columns + $0 }.filter { $0 < grid.people }
    }
  }

  /// Whether somebody stands there.
  package func hasPeople(on grid: Grid) -> Bool {
    rows.lowerBound * grid.columns + columns.lowerBound < grid.people
  }
}

// MARK: Columns

extension OwnResponse {
  /// What a time's second response is called: whether there is one.
  package static func eventName(of time: String) -> String { "reached_\(time)" }

  /// Its columns: itself, and of a time whether it was reached.
  package var responses: [Response] {
    let (kind, unit, meaning): (Response.Kind, String, String) =
      switch measure {
      case .stepToShare(let share):
        (
          .time, "steps",
          "first step with at least a share of \(share) of the group ever infected; empty if not reached"
        )
      case .infectedAt(let step): (.count, "people", "people infected at the end of step \(step)")
      case .newInfectionsBetween(let steps):
        (.count, "people", "people newly infected in \(Self.words(steps)), introductions included")
      case .meanInfectedBetween(let steps):
        (.real, "people", "mean number of people infected at the end of \(Self.words(steps))")
      case .peakOf(let series):
        (
          .count, series.isFlow ? "people/step" : "people",
          "largest value of \(series.rawValue), step 0 included"
        )
      case .shareIn(let area, let step):
        (
          .real, "1",
          "share of the people in rows \(area.rows.lowerBound) to \(area.rows.upperBound), columns "
            + "\(area.columns.lowerBound) to \(area.columns.upperBound) ever infected by the end of step "
            + "\(step)"
        )
      case .shareInGroup(let group, let step):
        (
          .real, "1",
          "share of the people of group \(group) ever infected by the end of step \(step)"
        )
      case .finalShareOf(let group):
        (.real, "1", "share of the people of group \(group) ever infected")
      case .criticalProbability(let share):
        (
          .time, "1",
          "least infection probability at which at least a share of \(share) of the group is ever infected, of all points "
            + "that differ in it alone, at the first of them; empty if it is not at 1"
        )
      case .within(let bound, let inner):
        (
          .flag, "0/1",
          "whether \(inner.name) is \(bound.words) (1) or not (0)"
            + (inner.kind == .time ? "; empty if the run ended too early to know" : "")
        )
      case .multiplied(let number, let inner):
        (.real, inner.unit, "\(number) times \(inner.name)")
      case .levelOf(let key): (.real, key.unit, "the level of \(key.name)")
      }
    let response = Response(own: self, name, kind, unit: unit, meaning)
    let statement: String
    switch measure {
    case .stepToShare(let share):
      statement = "whether a share of \(share) of the group was ever infected (1) or not (0)"
    case .criticalProbability(let share):
      statement =
        "whether a share of \(share) of the group is ever infected at an infection probability of 1 (1) or not (0)"
    default: return [response]
    }
    return [
      response, Response(own: self, Self.eventName(of: name), .flag, unit: "0/1", statement),
    ]
  }

  private static func words(_ steps: ClosedRange<Int>) -> String {
    steps.count == 1
      ? "step \(steps.lowerBound)" : "steps \(steps.lowerBound) to \(steps.upperBound)"
  }
}

// MARK: Where a value comes from

extension OwnResponse.Measure {
  /// Whether curves do not tell it: it is taken from the map while the run is made.
  package var needsMap: Bool {
    switch self {
    case .shareIn, .shareInGroup, .finalShareOf: true
    case .stepToShare, .infectedAt, .newInfectionsBetween, .meanInfectedBetween, .peakOf, .within,
      .multiplied, .levelOf, .criticalProbability:
      false
    }
  }

  /// The response that it follows from; nil of what is measured.
  package var inner: Response? {
    switch self {
    case .within(_, let inner), .multiplied(_, let inner): inner
    case .stepToShare, .infectedAt, .newInfectionsBetween, .meanInfectedBetween, .peakOf, .shareIn,
      .shareInGroup, .finalShareOf, .levelOf, .criticalProbability:
      nil
    }
  }

  /// Whether it follows from another response or from the point, so that no run stores it.
  package var isDerived: Bool {
    if case .levelOf = self { true } else { inner != nil }
  }

  /// The last step that it is about; nil of what is of the whole run.
  package var lastStep: Int? {
    switch self {
    case .infectedAt(let step), .shareIn(_, let step), .shareInGroup(_, let step): step
    case .newInfectionsBetween(let steps), .meanInfectedBetween(let steps): steps.upperBound
    case .within(_, let inner), .multiplied(_, let inner): inner.own?.measure.lastStep
    case .stepToShare, .peakOf, .finalShareOf, .levelOf, .criticalProbability: nil
    }
  }

  /// What the map of a run tells: its value; nil for a map that is not there, for nobody to have a share
  /// of, and of what it does not tell.
  func value(ofMap run: RunSummary) -> Double? {
    if case .finalShareOf(let name) = self, !run.result.finalGroups.isEmpty {
      return run.result.finalGroups.first { $0.name == name }?.shareInfected
    }
    guard let map = run.result.infectionSteps else { return nil }
    switch self {
    case .shareIn(let area, let step):
      var (people, infected) = (0, 0)
      for person in area.people(on: run.grid) {
        people += 1
        if (0...step).contains(Int(map[person])) { infected += 1 }
      }
      return people > 0 ? Double(infected) / Double(people) : nil
    case .shareInGroup(let group, let step):
      return run.result.groups?.shareInfected(of: group, by: step, map)
    case .finalShareOf(let group):
      return run.result.groups?.shareInfected(of: group, by: run.steps, map)
    case .stepToShare, .infectedAt, .newInfectionsBetween, .meanInfectedBetween, .peakOf, .within,
      .multiplied, .levelOf, .criticalProbability:
      return nil
    }
  }

  /// What the curves of a run tell: its value; nil for a share that was not reached, for a series that is
  /// not there, and of what they do not tell.
  func value(of curves: RunCurves, on grid: Grid) -> Double? {
    switch self {
    case .stepToShare(let share):
      curves.everInfected.firstStep(withAtLeast: grid.leastPeople(ofShare: share)).map(Double.init)
    case .infectedAt(let step): Double(curves.infected[min(step, curves.steps)])
    case .newInfectionsBetween(let steps): Double(curves.newInfections(in: steps))
    case .meanInfectedBetween(let steps):
      Double(curves.infectedSum(over: steps)) / Double(steps.count)
    case .peakOf(let series): series.peak(of: curves).map(Double.init)
    case .shareIn, .shareInGroup, .finalShareOf, .within, .multiplied, .levelOf,
      .criticalProbability:
      nil
    }
  }
}

extension CurveSeries {
  /// Its largest value; nil where a run does not have it.
  fileprivate func peak(of curves: RunCurves) -> Int? {
    if let values = values(of: curves) { return values.max().map(Int.init) }
    return switch self {
    case .everInfected: curves.everInfected.last.map(Int.init)
    // Where nobody recovers, the differences.
    case .newInfections: curves.infected.indices.map { curves.newInfections(in: $0...$0) }.max()
    case .infected, .immune, .latent, .observed: nil
    }
  }
}

extension RunCurves {
  fileprivate func newInfections(in steps: ClosedRange<Int>) -> Int {
    guard let course else {
      let before = steps.lowerBound == 0 ? 0 : Int(infected[min(steps.lowerBound - 1, self.steps)])
      return Int(infected[min(steps.upperBound, self.steps)]) - before
    }
    return course.newInfections.dropFirst(steps.lowerBound).prefix(steps.count)
      .reduce(0) { $0 + Int($1) }
  }

  fileprivate func infectedSum(over steps: ClosedRange<Int>) -> Int {
    let made = infected.dropFirst(steps.lowerBound).prefix(steps.count)
    let kept = steps.count - made.count
    return made.reduce(0) { $0 + Int($1) } + kept * Int(infected[self.steps])
  }
}

extension [UInt32] {
  /// Of a curve that never falls: the first step with so many people; nil if there is none.
  func firstStep(withAtLeast people: Int) -> Int? {
    guard let last, Int(last) >= people else { return nil }
    var (before, reached) = (-1, count - 1)
    while reached - before > 1 {
      let middle = (before + reached) / 2
      if Int(self[middle]) >= people { reached = middle } else { before = middle }
    }
    return reached
  }
}

// MARK: In stores

extension OwnResponse.Measure {
  /// Its text in stores, read back by `init(words:)`; nil of what no run stores.
  var words: String? {
    switch self {
    case .stepToShare(let share): "step_to_share \(share)"
    case .infectedAt(let step): "infected_at \(step)"
    case .newInfectionsBetween(let steps):
      "new_infections_between \(steps.lowerBound) \(steps.upperBound)"
    case .meanInfectedBetween(let steps):
      "mean_infected_between \(steps.lowerBound) \(steps.upperBound)"
    case .peakOf(.observed(let name, let place, let isStock)):
      "peak_of \(name) \(place) \(isStock ? 1 : 0)"
    case .peakOf(let series): "peak_of \(series.rawValue)"
    case .shareIn(let area, let step):
      "share_in \(area.rows.lowerBound) \(area.rows.upperBound) \(area.columns.lowerBound) "
        + "\(area.columns.upperBound) \(step)"
    case .shareInGroup(let group, let step): "share_in_group \(group) \(step)"
    case .finalShareOf(let group): "final_share_of \(group)"
    case .criticalProbability(let share): "critical_probability \(share)"
    case .within, .multiplied, .levelOf: nil
    }
  }

  init?(words: ArraySlice<String>) {
    guard let form = words.first else { return nil }
    let texts = words.dropFirst()
    let numbers = texts.compactMap { Int($0) }
    func number(_ place: Int) -> Int? { numbers[place] >= 0 ? numbers[place] : nil }
    func span(_ place: Int) -> ClosedRange<Int>? {
      0 <= numbers[place] && numbers[place] <= numbers[place + 1]
        ? numbers[place]...numbers[place + 1] : nil
    }
    switch (form, texts.count, numbers.count) {
    case ("step_to_share", 1, _):
      guard let share = texts.first.flatMap(Double.init), share > 0, share <= 1 else { return nil }
      self = .stepToShare(share)
    case ("peak_of", 1, _):
      guard let series = CurveSeries.allCases.first(where: { $0.rawValue == texts.first }) else {
        return nil
      }
      self = .peakOf(series)
    case ("peak_of", 3, 2...):
      guard let name = texts.first, let place = number(numbers.count - 2) else { return nil }
      self = .peakOf(.observed(name, place: place, isStock: numbers[numbers.count - 1] == 1))
    case ("critical_probability", 1, _):
      guard let share = texts.first.flatMap(Double.init), share > 0, share <= 1 else { return nil }
      self = .criticalProbability(share: share)
    case ("final_share_of", 1, _): self = .finalShareOf(texts[texts.startIndex])
    case ("share_in_group", 2, _):
      guard let step = Int(texts[texts.startIndex + 1]), step >= 0 else { return nil }
      self = .shareInGroup(texts[texts.startIndex], atStep: step)
    case ("infected_at", 1, 1):
      guard let step = number(0) else { return nil }
      self = .infectedAt(step)
    case ("new_infections_between", 2, 2):
      guard let steps = span(0) else { return nil }
      self = .newInfectionsBetween(steps)
    case ("mean_infected_between", 2, 2):
      guard let steps = span(0) else { return nil }
      self = .meanInfectedBetween(steps)
    case ("share_in", 5, 5):
      guard let rows = span(0), let columns = span(2), let step = number(4) else { return nil }
      self = .shareIn(GridArea(rows: rows, columns: columns), atStep: step)
    default: return nil
    }
  }
}
