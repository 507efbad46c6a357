import PlainText
package import SpreadModel

/// Groups of people as a study says them.
package struct GroupStructure: Hashable, Sendable {
  package var names: [String] = []
  /// By group; nil: a file lists who is of which.
  package var shares: [Double]?
  package var isInOrder = false
  package var file: PeopleFile?
  /// Of files that were read, by person: the index of their group.
  var groupOf: [UInt8] = []
  /// As `Groups.multiply`; empty: 1 throughout.
  package var multiply: [[Double]] = []

  package init() {}

  package var groups: Groups {
    Groups(
      names: names,
      membership: file.map { .listed(groupOf, source: $0.identityText) }
        ?? .shares(shares ?? [], inOrder: isInOrder),
      multiply: multiply.isEmpty
        ? names.map { _ in names.map { _ in 1 } } : multiply)
  }

  /// What only a file that was read says.
  mutating func keep(_ other: GroupStructure) {
    (file, groupOf) = (other.file, other.groupOf)
  }

  /// Whether shares make up a whole, rounding errors aside.
  static func areWhole(_ shares: [Double]) -> Bool { abs(shares.reduce(0, +) - 1) <= 1e-9 }
}

extension GroupStructure {
  static let codec = Codec<GroupStructure>.object(
    GroupStructure(),
    [
      Member(
        "names", required: \.names, .list(of: .label, atLeast: 1, atMost: Groups.most),
        "What the groups are called."),
      .oneOf([
        "shares": [
          Member(
            "shares", required: .list(of: .portion, atLeast: 1),
            "Share of the people that is of each group; they add up to 1.", set: { $0.shares = $1 },
            get: \.shares),
          Member(
            "in_order", optional: .flag, default: .bool(false),
            "Whether the first people by number are of the first group, and so on, not people at random.",
            set: { $0.isInOrder = $1 }, get: { $0.isInOrder ? true : nil }),
        ],
        "file": [
          Member(
            "file", required: .text,
            "A file with the columns person and group; \(PeopleFile.about)",
            set: { $0.file = PeopleFile(file: $1) }, get: { $0.file?.file }),
          Member(
            "sha256", optional: .text, PeopleFile.aboutDigest, set: { $0.file?.wantedDigest = $1 },
            get: { $0.file?.digest }),
        ],
      ]),
      Member(
        "multiply",
        optional: .list(of: .list(of: .real(RealRange(0...Double(AllowedValues.mostPeople))))),
        "Factors of the chance of a contact: a row for each group of the one who infects, a number for each group of "
          + "the other; 1 if missing.",
        set: { $0.multiply = $1 }, get: { $0.multiply.isEmpty ? nil : $0.multiply }),
    ], relations)

  private static let relations: [Relation<GroupStructure>] = [
    Relation("names") { groups, _ in
      Objection.repeats(of: groups.names, at: "names") {
        "\(JSONText.quoted($0)) is the name of \($1) already; rename one of the two"
      }
    },
    Relation("names", "shares") { groups in
      guard let shares = groups.shares, shares.count != groups.names.count else { return nil }
      return Objection(
        .unequalLengths, at: "shares",
        say: "\(shares.count) shares for \(groups.names.count) groups; give one for each name")
    },
    Relation("names", "shares") { groups, read in
      // Those that vary are looked at point by point.
      let vary = read.keys.varying.contains {
        $0.number?.section == ModelKey.groups.section && $0.number?.path.first == "shares"
      }
      guard !vary, let shares = groups.shares, shares.count == groups.names.count,
        !areWhole(shares)
      else { return nil }
      return Objection(
        .badRelation, at: "shares",
        say: "the shares add up to \(shares.reduce(0, +)); give shares that add up to 1")
    },
    Relation("names", "multiply") { groups in
      let (rows, count) = (groups.multiply, groups.names.count)
      func wrong(_ length: Int, _ things: String, _ way: [String]) -> Objection {
        Objection(
          .unequalLengths, .value(["multiply"] + way),
          "\(length) \(things) for \(count) groups; give a row for each group, with a number for each group"
        )
      }
      if !rows.isEmpty, rows.count != count { return wrong(rows.count, "rows", []) }
      guard let row = rows.firstIndex(where: { $0.count != count }) else { return nil }
      return wrong(rows[row].count, "numbers", ["\(row)"])
    },
  ]

  /// - Parameter withFile: whether a file is named, which is no part of an identity: its digest is.
  func json(withFile: Bool) -> JSONText { Self.codec.write(self).without(withFile ? [] : ["file"]) }
}

extension JSONText {
  /// An object without some of its members.
  func without(_ keys: [String]) -> JSONText {
    guard case .members(let members) = self else { return self }
    return .members(members.filter { !keys.contains($0.key) })
  }
}
