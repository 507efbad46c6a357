import PlainText
import SpreadModel

/// What a file says of people, who are named by ids until those of all files are known.
protocol NumberedPeople {
  /// Of the ids, which are numbers in the order of first appearance; nil: ids are numbers of people.
  var labels: LabelTable? { get set }
  /// Ids that were numbers of people are labels, in the order of first appearance.
  mutating func becomeLabels()
  /// Gives everybody another number.
  mutating func renumber(_ numbers: [UInt32])
}

/// Numbers the people of all files of a study: as the files number them where all ids are numbers of
/// people, else by their labels in the order of first appearance, file by file.
enum PeopleNumbering {
  typealias Lists = [Result<EdgeList, EdgeReader.Problem>]
  typealias Tables = [Result<PeopleRows, EdgeReader.Problem>]

  /// - Parameters:
  ///   - files: of edges.
  ///   - tables: what comes behind them, each with the people whom it may name.
  ///   - people: those in the group; nil: as many as the files name.
  static func lists(
    _ files: [Result<EdgeReader.Edges, EdgeReader.Problem>],
    _ tables: [(read: Result<PeopleRows, EdgeReader.Problem>, people: Int)] = [], people: Int?,
    _ words: FileSettings
  ) -> (lists: Lists, tables: Tables, labels: PeopleLabels?) {
    let haveLabels =
      files.contains { (try? $0.get())?.labels != nil }
      || tables.contains { (try? $0.read.get())?.labels != nil }
    guard haveLabels else {
      return (files.map { $0.map(EdgeList.init) }, tables.map(\.read), nil)
    }
    var table: LabelTable?
    let lists = files.map { file -> Result<EdgeList, EdgeReader.Problem> in
      file.flatMap { edges in
        var edges = edges
        edges.number(by: &table)
        let list = EdgeList(edges)
        if let people, let table, let mistake = tooMany(list, people, table, words) {
          return .failure(.mistakes([mistake]))
        }
        return .success(list)
      }
    }
    let numbered = tables.map { file, people -> Result<PeopleRows, EdgeReader.Problem> in
      file.flatMap { rows in
        var rows = rows
        rows.number(by: &table)
        if let table, let row = rows.people.firstIndex(where: { $0 >= people }) {
          let person = rows.people[row]
          return .failure(.mistakes([tooMany(person, people, table, words, line: rows.lines[row])]))
        }
        return .success(rows)
      }
    }
    return (lists, numbered, table.map(PeopleLabels.init))
  }

  private static func tooMany(
    _ list: EdgeList, _ people: Int, _ table: LabelTable, _ words: FileSettings
  ) -> FileMistake? {
    for edge in list.from.indices {
      let person = max(list.from[edge], list.to[edge])
      if person >= people {
        return tooMany(person, people, table, words, line: list.line(of: edge))
      }
    }
    return nil
  }

  private static func tooMany(
    _ person: UInt32, _ people: Int, _ table: LabelTable, _ words: FileSettings, line: Int
  ) -> FileMistake {
    let number = table.withBytes(of: Int(person), EdgeLabel.wholeNumber)
    return FileMistake(
      .badRelation, PeopleIds.tooMany("files name", people, words, isNumber: number != nil),
      line: line)
  }
}

extension NumberedPeople {
  /// Gives people the numbers of their labels in all files so far; nil: there were none.
  fileprivate mutating func number(by table: inout LabelTable?) {
    if labels == nil { becomeLabels() }
    guard let own = labels else { return }
    labels = nil
    guard var known = table else {
      table = own
      return
    }
    let numbers = (0..<own.count).map { label in
      UInt32(own.withBytes(of: label) { known.number(of: $0) })
    }
    table = known
    renumber(numbers)
  }
}

extension EdgeReader.Edges: NumberedPeople {
  mutating func renumber(_ numbers: [UInt32]) {
    for edge in from.indices {
      from[edge] = numbers[Int(from[edge])]
      to[edge] = numbers[Int(to[edge])]
    }
  }

  /// Numbers the people from 0 on in the order of their numbers, so that nobody is without an edge.
  ///
  /// - Returns: the numbers that people had; nil where they are the same.
  mutating func closeGaps() -> [UInt32]? {
    guard labels == nil else { return nil }
    var numbers = from + to
    numbers.sort()
    var count = 0
    for index in numbers.indices where index == 0 || numbers[index] != numbers[index - 1] {
      numbers[count] = numbers[index]
      count += 1
    }
    numbers.removeSubrange(count...)
    guard let first = numbers.first, let last = numbers.last, Int(last) + 1 > count else {
      return nil
    }
    let isWhole = Int(last - first) + 1 == count
    func index(of person: UInt32) -> UInt32 {
      if isWhole { return person - first }
      var (low, high) = (0, count - 1)
      while low < high {
        let middle = (low + high) / 2
        if numbers[middle] < person { low = middle + 1 } else { high = middle }
      }
      return UInt32(low)
    }
    for edge in from.indices {
      from[edge] = index(of: from[edge])
      to[edge] = index(of: to[edge])
    }
    return numbers
  }
}

extension EdgeList {
  convenience init(_ edges: EdgeReader.Edges) {
    self.init(
      from: edges.from, to: edges.to, weights: edges.weights, facts: edges.facts, jumps: edges.jumps
    )
  }
}
