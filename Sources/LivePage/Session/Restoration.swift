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
  private(set) var made: [SessionInterventions.Made] = []

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
    strokes.append(stroke)
  }

  /// Adds an intervention; never more than a session keeps.
  mutating func add(_ intervention: SessionInterventions.Made) {
    if made.count < 2 * SessionInterventions.most { made.append(intervention) }
  }

  /// The paint, from the scenario without it.
  func paint(of scenario: Scenario) -> Paint {
    var paint = Paint(scenario)
    for stroke in strokes {
      _ = paint.apply(stroke.people.lazy.map { Int($0) }, isImmune: stroke.isImmune)
    }
    return paint
  }

  /// The taps in the order of their steps.
  var introduced: [(step: Int, people: [Int32])] { taps.sorted { $0.step < $1.step } }
}
