import SpreadModel

/// A session that a page asks this server to repeat, while its parts arrive.
struct Restoration: Sendable {
  let parameters: Parameters
  let isPlaying: Bool
  /// Where the session is to stand again.
  let step: Int
  private var taps: [(step: Int, people: [Int32])] = []
  private var people = 0
  private var strokes: [Paint.Stroke] = []
  private var paintedPeople = 0
  private var made: [SessionInterventions.Made] = []
  /// The page's number of the gesture that was added last.
  private var lastGesture: Int?

  init(_ parameters: Parameters, step: Int, isPlaying: Bool) {
    self.parameters = parameters
    self.isPlaying = isPlaying
    self.step = min(step, Parameters.mostSteps)
  }

  /// Adds people tapped at a step; nobody who does not exist, and never more than a page may hold:
  /// who has recovered may be tapped again.
  mutating func add(step: Int, people tapped: [Int]) {
    let size = parameters.values.people ?? 0
    let valid = tapped.filter { (0..<size).contains($0) }.map { Int32($0) }
    guard step >= 0, people + valid.count <= PageControl.mostPeople else { return }
    people += valid.count
    taps.append((step, valid))
  }

  /// Adds painted people; never more than a session keeps.
  mutating func add(_ stroke: Paint.Stroke) {
    paintedPeople += stroke.people.count
    guard paintedPeople <= 2 * PageControl.mostPeople else { return }
    var stroke = stroke
    let isNext = stroke.number != lastGesture
    lastGesture = stroke.number
    // Numbered anew: each differs from the others, and the next action has a higher number.
    stroke.number = (strokes.last?.number ?? 0) + (isNext ? 1 : 0)
    strokes.append(stroke)
  }

  /// Adds an intervention; never more than a session keeps.
  mutating func add(_ intervention: SessionInterventions.Made) {
    if made.count < 2 * SessionInterventions.most { made.append(intervention) }
  }

  /// What the session is repeated from, in the scenario of its parameters.
  func recipe(_ scenario: Scenario) -> SessionRecipe {
    var paint = Paint(scenario)
    for stroke in strokes {
      _ = paint.apply(
        stroke.people.lazy.map { Int($0) }, isImmune: stroke.isImmune, number: stroke.number)
    }
    return SessionRecipe(
      parameters, scenario, paint: paint, introduced: taps.sorted { $0.step < $1.step },
      interventions: SessionInterventions(repeating: made, in: scenario))
  }
}
