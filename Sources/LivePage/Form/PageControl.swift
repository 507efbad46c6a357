package import SpreadModel
import StudyFiles

/// A control of the parameter screen.
///
/// Name, label, note, bounds and standard value are those of its key of the model; here stands
/// only what the page adds to them: narrower bounds, the unit it is typed in, and what "Fill at
/// random" draws. The screen is built from this list (`PageControl+Script.swift`), and what it sends
/// is checked against it (`Parameters`).
package struct PageControl: Sendable {
  /// Values that "Fill at random" draws, in the unit they are typed in.
  package struct RandomFill: Encodable, Sendable {
    package let low: Double
    package let high: Double
    /// Digits behind the point.
    package var digits = 0
    /// Whether small values are as likely as large ones, ratio by ratio.
    package var byRatio = false
  }

  /// Where a control stands on the screen.
  package enum Group: String, Encodable, Sendable {
    /// Always in sight.
    case main
    /// Folded away below those, under a heading: most sessions leave them alone.
    case spread = "How it spreads"
    case course = "Course of the disease"
  }

  /// Of the key, in messages and in the page's elements.
  package let name: String
  /// The key of the model; nil for what a session has besides the model.
  package let key: ModelKey?
  package let label: String
  /// What stands below the control.
  package let note: String
  package let group: Group
  /// What may be asked for, in the model's unit.
  package let allowed: AllowedValues
  /// What the screen begins with.
  package let first: KeyValue
  /// Whether the value is a share, from 0 to 1: shares are typed in percent.
  package var inPercent: Bool { Self.isShare(allowed) }
  /// The words for no choice, or no number, at all; nil where one is needed.
  package let emptyChoice: String?
  package let random: RandomFill?

  /// - Parameters:
  ///   - narrower: what may be asked for, where that is less than the key may have.
  ///   - first: what the screen begins with, where the key has no standard value.
  private init(
    _ key: ModelKey, in group: Group = .main, within narrower: AllowedValues? = nil,
    first: KeyValue? = nil, emptyChoice: String? = nil, random: RandomFill? = nil
  ) {
    guard let first = first ?? key.defaultValue else {
      preconditionFailure("\(key.name) has no standard value to begin with")
    }
    let allowed = narrower ?? key.allowed
    let unit = Self.isShare(allowed) ? "%" : Self.shownUnits.contains(key.unit) ? key.unit : ""
    self.init(
      key.name, key: key, in: group, unit: key.name.hasSuffix(unit) ? "" : unit, within: allowed,
      note: key.meaning, first: first, emptyChoice: emptyChoice, random: random)
  }

  private init(
    _ name: String, key: ModelKey? = nil, in group: Group = .main, unit: String = "",
    within allowed: AllowedValues, note: String, first: KeyValue, emptyChoice: String? = nil,
    random: RandomFill? = nil
  ) {
    self.name = name
    self.key = key
    let words = name.replacing("_", with: " ").replacing(".", with: " ")
    label = words.prefix(1).uppercased() + words.dropFirst() + (unit.isEmpty ? "" : ", \(unit)")
    self.note = note
    self.group = group
    self.allowed = allowed
    self.first = first
    self.emptyChoice = emptyChoice
    self.random = random
  }

  private static func isShare(_ allowed: AllowedValues) -> Bool {
    guard case .real(let range) = allowed else { return false }
    return range.lowest == 0 && range.highest == 1
  }

  /// Units that a label names; people and plain numbers go without saying.
  private static let shownUnits = ["s", "steps"]

  /// Beyond it a page would hold more pixels than phones have memory for.
  package static let mostPeople = 4_000_000
  /// Seconds per step that a person can choose.
  package static let periods = RealRange(0.05...10)

  /// The controls, in the order of the screen.
  package static let all = special + ordinary

  /// Controls that differ from their key, and those of what is no key.
  private static let special: [PageControl] = [
    PageControl(
      .groupSize, within: .whole(1...mostPeople), first: .whole(100),
      random: RandomFill(low: 20, high: 10_000, byRatio: true)),
    // More than anybody has neighbors in the largest group.
    PageControl(
      .infectionFactor, within: .whole(0...1_000_000), random: RandomFill(low: 1, high: 8)),
    PageControl(.infectionProbability, random: RandomFill(low: 10, high: 100)),
    PageControl(.period, within: .real(periods), random: RandomFill(low: 0.2, high: 2, digits: 1)),
    PageControl(.rule, in: .spread),
    PageControl(
      "neighborhood", in: .spread,
      within: .choice(SpreadRule.Neighborhood.ofSquares.map(\.rawValue)),
      note: "eight neighbors (moore) or four (von_neumann)", first: .name(""),
      emptyChoice: "as the rule says"),
    PageControl(.boundary, in: .spread),
    PageControl(.columns, in: .spread),
    PageControl(
      "seed", in: .spread, within: .whole(Study.seeds),
      note: "the same seed and the same taps repeat a session", first: .name(""),
      emptyChoice: "new at each start"),
    PageControl(
      .startPeople, in: .course, within: .whole(1...mostPeople), emptyChoice: "those you tap"),
  ]

  /// Those of all other keys that may vary, but for those that are `left` out.
  private static let ordinary = ModelKey.factors
    .filter { key in left[key] == nil && !special.contains { $0.key == key } }
    .map { PageControl($0, in: .course) }

  /// Keys that have no control, and why.
  package static let left: [ModelKey: String] = [
    .introductions: "people are infected by tapping them",
    .immunePeople: "people are painted; those of a study's point are kept",
    .immuneOrder: "for contacts that differ; that of a study's point is kept",
    .vaccineEfficacy: "that of a study's point is kept",
    .groups: "people on the page are all alike",
    .infectiousnessDispersion: "for rules that a study defines; that of its point is kept",
    .contacts: "they come with a scenario of the gallery or a study's point",
    .interventions: "interventions are buttons; the list of a study's point is kept",
    .stopShare: "a session goes on for as long as somebody can be infected",
    .maxSteps: "a session goes on for as long as somebody can be infected",
    .shapeShare: "changes no run; the page shows no responses",
  ]

  /// The control of that name; nil if there is none.
  package static func named(_ name: String) -> PageControl? { all.first { $0.name == name } }
}
