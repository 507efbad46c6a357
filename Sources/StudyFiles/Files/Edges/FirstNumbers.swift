import PlainText

/// A first line of two numbers, which may say something else than who meets whom: how many people and
/// edges there are, or 0 and 1, the names that pandas gives to columns.
struct FirstNumbers {
  private let (a, b): (Int, Int)
  private let place: CSVRecords.Place
  /// Of the numbers below.
  private var (least, largest) = (Int.max, -1)

  /// In shorter files such numbers come about by chance.
  private static let fewestBelow = 3

  /// - Returns: nil where the line does not have two numbers.
  init?(_ records: CSVRecords, _ layout: EdgeLayout) {
    let fields = [layout.a, layout.b].map { records.fields[$0] }
    let numbers = fields.compactMap { $0.isQuoted ? nil : EdgeLabel.wholeNumber(records.text($0)) }
    guard numbers.count == 2 else { return nil }
    (a, b) = (numbers[0], numbers[1])
    place = records.place()
  }

  /// An id below.
  mutating func add(_ number: Int) {
    least = min(least, number)
    largest = max(largest, number)
  }

  /// - Parameter below: lines below.
  func mistake(below: Int) -> FileMistake? {
    guard below >= Self.fewestBelow else { return nil }
    let what: String
    if b == below, a >= largest, largest >= 0 {
      what = "these are the numbers of people and of edges below"
    } else if (a, b) == (0, 1), least > 2 {
      what = "these are names of columns, as pandas numbers them: nobody below has such a number"
    } else {
      return nil
    }
    return FileMistake(
      .syntax,
      "\(what); remove the line (if it is two people, name the columns person_a and person_b in a line above)",
      at: place)
  }
}
