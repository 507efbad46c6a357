import PlainText

/// A file that says something of each person, such as a group or a rank.
package struct PeopleFile: Sendable {
  /// The path as the study gives it.
  package var file: String
  /// The digest that the file must have; nil: any.
  var wantedDigest: String?
  /// Nil only where reading it failed, of studies that are thrown away.
  var rows: PeopleRows?
  /// Of ids that are labels: their numbers.
  var labels: PeopleLabels?

  package init(file: String) { self.file = file }

  /// The file's SHA-256, in hexadecimal.
  package var digest: String { rows?.facts.origin.digest ?? "" }

  /// What it says, whatever it is called.
  var identityText: String {
    digest + (labels.map { " labels \($0.digest)" } ?? "")
  }

  static let about = "its path is relative to the study file's folder."
  static let aboutDigest = "SHA-256 digest of the file; a file with a different digest is refused."
}

/// Equal where they say the same, wherever they were read.
extension PeopleFile: Hashable {
  private var said: [String] { [file, identityText] }

  package static func == (left: PeopleFile, right: PeopleFile) -> Bool { left.said == right.said }
  package func hash(into hasher: inout Hasher) { hasher.combine(said) }
}

/// The rows of such a file: one about each person that it names.
struct PeopleRows: Sendable {
  var people: [UInt32] = []
  /// By row: the index of what it says in `texts`.
  var values: [UInt32] = []
  /// Every text once, in the order of first appearance.
  var texts: [String] = []
  /// By row: the line of the file, from 1.
  var lines: [Int] = []
  /// Of the ids, which are numbers in the order of first appearance; nil: ids are numbers of people.
  var labels: LabelTable?
  /// Two texts that look alike.
  var alike: (String, String)?
  var facts = FileFacts()

  /// Rows that say again what one before says; at most as many as are reported.
  ///
  /// - Parameters:
  ///   - key: of a row, what no other one may have.
  ///   - words: of a row, before "line 7 already".
  func repeats<Key: Hashable>(
    _ key: (Int) -> Key, _ words: (Int) -> String
  ) -> [FileMistake] {
    var first: [Key: Int] = [:]
    var found: [FileMistake] = []
    for row in people.indices where found.count < EdgeReader.mostMistakes {
      guard let line = first.updateValue(lines[row], forKey: key(row)) else { continue }
      first[key(row)] = line
      found.append(
        FileMistake(
          .duplicateValue, "\(words(row)) line \(line) already; remove one of the two",
          line: lines[row]))
    }
    return found
  }
}

extension PeopleRows: NumberedPeople {
  mutating func becomeLabels() {
    var table = LabelTable()
    for row in people.indices { people[row] = table.number(of: people[row]) }
    labels = table
  }

  mutating func renumber(_ numbers: [UInt32]) {
    for row in people.indices { people[row] = numbers[Int(people[row])] }
  }
}
