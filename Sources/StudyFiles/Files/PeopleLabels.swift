import PlainText

/// The labels of people in edge files, numbered by first appearance: person i has label i.
///
/// One list for all files of a study, so that a label means the same person in all of them.
package final class PeopleLabels: Sendable {
  private let table: LabelTable

  /// The digest of all labels in their order.
  let digest: String
  /// The first person whose label some reader of tables takes for a missing value.
  let mistaken: Int?
  /// Two people whose labels look alike.
  let alike: (Int, Int)?

  init(_ table: LabelTable) {
    self.table = table
    digest = table.digest
    func label(_ person: Int) -> String {
      table.withBytes(of: person) { String(decoding: $0, as: UTF8.self) }
    }
    let short = (0..<table.count).lazy.filter { table.withBytes(of: $0) { $0.count <= 4 } }
    mistaken = short.first { MissingValue.isMistaken(for: label($0)) }
    alike = table.alike
  }

  /// How many people have a label.
  package var count: Int { table.count }

  /// The label of a person below `count`.
  package subscript(person: Int) -> String {
    table.withBytes(of: person) { String(decoding: $0, as: UTF8.self) }
  }

  /// A person as a study names them.
  func name(of person: Int) -> String {
    person < count ? JSONText.quoted(self[person]) : String(person)
  }

  /// The person of a label; nil if nobody has it.
  package func person(named label: String) -> Int? {
    var label = label
    return label.withUTF8 { table.find($0) }
  }

  /// The first label that is a number from there on, where all are whole numbers and 0 is among them; nil elsewhere.
  func firstNumber(from least: Int) -> Int? {
    guard haveNumbers, person(named: "0") != nil else { return nil }
    var found: Int?
    for label in 0..<count {
      guard let number = table.withBytes(of: label, EdgeLabel.wholeNumber) else { return nil }
      if found == nil, number >= least { found = label }
    }
    return found
  }

  /// Why people have labels, in words.
  ///
  /// - Parameter people: those in the smallest group.
  func reason(people: Int?) -> String {
    let other = (0..<count).first { label in
      table.withBytes(of: label, EdgeLabel.wholeNumber).map { $0 >= people ?? .max } ?? true
    }
    return other.map { "\(name(of: $0)) in the files of the study is no number below group_size" }
      ?? "ids in the files of the study are in quotes, or \"ids\": \"labels\" is given"
  }

  /// Whether some label is a whole number, so that numbers of people could be taken for labels.
  var haveNumbers: Bool { table.haveNumbers }
}

/// Equal where the labels are.
extension PeopleLabels: Hashable {
  package static func == (left: PeopleLabels, right: PeopleLabels) -> Bool {
    left === right || left.digest == right.digest
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

/// The labels that those which nobody has most likely meant. Each takes a while to find, so that only the
/// first mistakes get one, of the first labels.
final class LabelSuggestions {
  private let labels: PeopleLabels?
  private lazy var names = (0..<min(labels?.count ?? 0, Self.mostNames)).compactMap { labels?[$0] }
  private var left = 10

  private static let mostNames = 10_000

  init(_ labels: PeopleLabels?) { self.labels = labels }

  func nearest(to label: String) -> String? {
    guard left > 0 else { return nil }
    left -= 1
    return NearestName.find(label, in: names)
  }
}
