import PlainText

/// Who the ids of a file are: numbers of people, or labels in the order of first appearance.
struct PeopleIds {
  /// Whether all ids are labels, numbers as well.
  private let areLabels: Bool
  private let words: FileSettings
  /// What to do where some ids are numbers and some are labels, or an id is a number that is not whole.
  private let remedies: (mixed: String, notWhole: String)
  private let people: Int
  /// Ids from here on are no numbers of people.
  private let limit: Int
  /// Whether an id was a number, a word, a number in quotes: the ids of one file are of one kind.
  private var (hasNumber, hasWord, hasQuotedNumber) = (false, false, false)

  /// The first line, if it may be something else than an edge.
  var first: FirstNumbers?
  /// The first id without quotes that other programs write where there is none, such as NA.
  private(set) var missing: FileMistake?

  /// - Parameter people: those in the group.
  init(of file: EdgeFile, people: Int, _ words: FileSettings) {
    (areLabels, self.people, self.words) = (file.ids == .labels, people, words)
    limit = areLabels ? 0 : min(people, Int(UInt32.max))
    remedies = (
      "give \(words.labels) (if this is the first line after a header, name two of its columns person_a and "
        + "person_b)", "put it in quotes or give \(words.labels)"
    )
  }

  /// Of a file with a row for each person.
  init(people: Int) {
    (areLabels, self.people, words) = (false, people, .study)
    limit = min(people, Int(UInt32.max))
    remedies = ("put the numbers in quotes", "put it in quotes")
  }

  /// Whether all ids are numbers in quotes, which are labels.
  var hasQuotedNumbers: Bool { hasQuotedNumber && !hasWord && !areLabels }

  /// The two people of a row.
  mutating func edge(
    _ first: CSVRecords.Field, _ second: CSVRecords.Field, _ records: CSVRecords,
    in edges: inout EdgeReader.Edges
  ) throws(FileMistake) -> (a: UInt32, b: UInt32) {
    // Either both ids are numbers of people or none is.
    if edges.labels == nil, !isPerson(first, records) || !isPerson(second, records) {
      edges.becomeLabels()
    }
    return (
      try person(first, records, &edges.labels), try person(second, records, &edges.labels)
    )
  }

  func isPerson(_ field: CSVRecords.Field, _ records: CSVRecords) -> Bool {
    guard !field.isQuoted, let number = EdgeLabel.wholeNumber(records.text(field)) else {
      return false
    }
    return number < limit
  }

  /// - Parameter labels: nil while all ids are numbers of people.
  mutating func person(
    _ field: CSVRecords.Field, _ records: CSVRecords, _ labels: inout LabelTable?
  ) throws(FileMistake) -> UInt32 {
    let id = records.text(field)
    let number = EdgeLabel.wholeNumber(id)
    if let number { first?.add(number) }
    if labels == nil, let number {
      hasNumber = true
      return UInt32(number)
    }
    if missing == nil, !field.isQuoted, MissingValue.isWord(id) {
      missing = FileMistake(
        .missing,
        "a person is missing (\(records.string(field))); leave the line out, or put the label in quotes",
        at: records.place(of: field))
    }
    if let known = labels?.find(id) {
      try look(at: field, records, isNumber: number != nil)
      return UInt32(known)
    }
    if let problem = EdgeLabel.problem(id, isQuoted: field.isQuoted) {
      throw FileMistake(problem.code, problem.message, at: records.place(of: field))
    }
    if !field.isQuoted { try checkPlain(id, isWhole: number != nil, field, records) }
    try look(at: field, records, isNumber: number != nil)
    guard let person = labels?.number(of: id), person < people else {
      throw FileMistake(
        .badRelation, Self.tooMany("file names", people, words, isNumber: number != nil),
        at: records.place(of: field))
    }
    return UInt32(person)
  }

  /// - Parameter isNumber: whether the label that is too many is a whole number.
  static func tooMany(
    _ who: String, _ people: Int, _ words: FileSettings, isNumber: Bool
  ) -> String {
    "the \(who) more than the \(people) people of the group; give a larger \(words.people)"
      + (isNumber ? ", or numbers of people, which are whole numbers below \(words.people)" : "")
  }

  /// All lines are separated alike.
  static func checkSeparators(
    _ field: CSVRecords.Field, _ records: CSVRecords
  ) throws(FileMistake) {
    let id = records.text(field)
    let separators: [(byte: UInt8, name: String)] = [
      (0x2c, "a comma"), (0x3b, "a semicolon"), (0x09, "a tab"),
    ]
    if let found = separators.first(where: { id.contains($0.byte) }) {
      var place = records.place(of: field)
      place.column += id.prefix { $0 != found.byte }.count { $0 & 0xc0 != 0x80 }
      place.width = 1
      throw FileMistake(
        .syntax,
        "\(found.name) in a line whose columns are separated by \(records.separator?.words ?? ""); "
          + "separate all lines in the same way, or put the text in quotes", at: place)
    }
  }

  /// What a label without quotes may not be.
  private func checkPlain(
    _ id: UnsafeBufferPointer<UInt8>, isWhole: Bool, _ field: CSVRecords.Field,
    _ records: CSVRecords
  ) throws(FileMistake) {
    try Self.checkSeparators(field, records)
    guard !areLabels, !isWhole, EdgeLabel.looksLikeNumber(id) else { return }
    throw FileMistake(
      .notWhole,
      "\(records.string(field)) is a number, but not a whole number of 0 or more without leading zeros, "
        + "so it is neither the number of a person nor a label; if it is a label, \(remedies.notWhole)",
      at: records.place(of: field))
  }

  /// A file has numbers or labels: one number among labels is most often a mistake. In quotes both are
  /// labels.
  private mutating func look(
    at field: CSVRecords.Field, _ records: CSVRecords, isNumber: Bool
  ) throws(FileMistake) {
    switch (isNumber, field.isQuoted) {
    case (true, true): hasQuotedNumber = true
    case (true, false): hasNumber = true
    case (false, _): hasWord = true
    }
    guard !areLabels, hasNumber, hasWord, !(isNumber && field.isQuoted) else { return }
    throw FileMistake(
      .badRelation,
      (isNumber
        ? "this is a number, but earlier ids are labels"
        : "this is a label, but earlier ids are numbers")
        + "; if all are labels, \(remedies.mixed)", at: records.place(of: field))
  }
}
