import Foundation
import SpreadModel

/// A control in the words of the script that builds it (Web/parameters.js).
private struct ControlText: Encodable {
  var name: String
  var label: String
  var note: String
  /// The heading it is folded away under; empty for none.
  var group: String
  /// `whole`, `real`, `choice` or `name`.
  var kind: String
  /// Bounds as typed; absent where there are none.
  var low: Double?
  var high: Double?
  /// Whether the bounds themselves may not be given.
  var aboveLow: Bool?
  var belowHigh: Bool?
  /// What may be given instead of a number, or is there to choose from.
  var words: [String]
  /// The words for no choice, or no number, at all.
  var empty: String?
  /// What is allowed, to follow "give".
  var allowed: String
  /// What the control begins with.
  var first: String
  /// By what a number is divided before it is sent.
  var divisor: Double
  var random: PageControl.RandomFill?

  init(_ control: PageControl) {
    name = control.name
    label = control.label
    note = control.note
    group = control.group == .main ? "" : control.group.rawValue
    words = []
    empty = control.emptyChoice
    allowed = control.words
    divisor = control.inPercent ? 100 : 1
    first =
      switch control.first {
      case .real(let number): PageControl.plain(number * divisor)
      case let value: value.description
      }
    random = control.random
    kind = "name"
    take(control.typed)
  }

  private mutating func take(_ values: AllowedValues) {
    switch values {
    case .whole(let range):
      (kind, low, high) = ("whole", Double(range.lowerBound), Double(range.upperBound))
    case .real(let range):
      (kind, low, high) = ("real", range.lowest, range.highest)
      if !range.lowestIsIn { aboveLow = true }
      if !range.highestIsIn { belowHigh = true }
    case .choice(let words): (kind, self.words) = ("choice", words)
    case .either(let numbers, let words):
      take(numbers)
      self.words = words
    case .length(let least, let words): take(PageControl.plain(least, words))
    case .name, .introductions, .people: kind = "name"
    }
  }
}

extension PageControl {
  /// The module `/controls.js`: the list of controls and what must hold between them, as the
  /// screen's script imports it.
  static let script: [UInt8] = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    // All of it can be encoded: finite numbers and texts of the program.
    func json(_ value: some Encodable) -> String {
      (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
    return Array(
      """
      export const controls = \(json(all.map(ControlText.init)));
      export const relations = \(json(PageRelation.all));

      """.utf8)
  }()
}
