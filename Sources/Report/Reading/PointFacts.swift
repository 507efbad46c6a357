import PlainText
import SpreadModel
import Tables

/// A row of `points.csv`.
struct PointFacts: Sendable {
  private let place: Int32
  fileprivate let row: Int32
  fileprivate let cells: PointCells

  var number: Int { Int(place) }
  var people: Int { cells.counts[Int(row)].people }
  var replicates: Int { cells.counts[Int(row)].replicates }

  init(number: Int, _ cells: PointCells) {
    (place, row, self.cells) = (Int32(number), Int32(number), cells)
  }

  /// One that stands for others with the same cells.
  init(_ number: Int, like point: PointFacts) {
    (place, row, cells) = (Int32(number), point.row, point.cells)
  }

  /// Its cell as it stands in the file; empty where the table has no such column.
  subscript(key: ModelKey) -> String { cells.cell(Int(row), key.path) ?? "" }
  /// The same for equal cells.
  func code(_ key: ModelKey) -> Int32 { cells.code(Int(row), key.path) ?? -1 }
  /// Where its cells have some keys.
  func places(of keys: [ModelKey]) -> [Int] { cells.places(of: keys.map(\.path)) }
  /// Its levels of the keys at these places.
  func combination(_ places: [Int]) -> Combination { Combination(cells, Int(row), places) }
  /// The cell of a number of the study's own definitions; nil where it does not vary.
  func cell(at path: String) -> String? { cells.cell(Int(row), path) }
}

extension [PointFacts] {
  /// The levels of a key, as they come; one empty cell where the table has no such column.
  fileprivate func levels(of key: ModelKey) -> [String] {
    guard let cells = first?.cells else { return [] }
    guard let place = cells.places(of: [key.path]).first else { return [""] }
    return cells.levels(at: place, of: map { $0.row })
  }

  /// The most levels of a key among those that have the same levels at other places.
  fileprivate func mostLevels(of key: ModelKey, alike others: [Int]) -> Int {
    guard let cells = first?.cells, let place = cells.places(of: [key.path]).first else {
      return Swift.min(count, 1)
    }
    return cells.mostLevels(at: place, of: map { $0.row }, alike: others)
  }
}

extension ModelKey {
  /// Whether the levels are numbers, so they have an order and a place on an axis.
  var isNumeric: Bool { !sign.isEmpty }

  /// Numbers in their order, with what is none behind them; names as they come.
  func sorted(_ cells: [String]) -> [String] {
    isNumeric ? cells.sorted { finite($0) ?? .infinity < finite($1) ?? .infinity } : cells
  }

  /// Such as "N 100", or the level alone where it says what it is.
  func words(_ cell: String) -> String {
    let value = level(cell)
    if sign.isEmpty { return isLength && label(cell) == nil ? "\(words) \(value)" : value }
    return "\(sign == title ? words : sign) \(value)"
  }

  /// Whether its levels are lengths in words, which several keys may have.
  private var isLength: Bool { !isNumeric && !unit.isEmpty }

  /// The same without signs, such as "group size 100".
  func plainWords(_ cell: String) -> String {
    (isNumeric || isLength) && label(cell) == nil
      ? "\(words) \(level(cell))" : level(cell)
  }

  /// A number as people read it, or the word of a level that is none.
  func level(_ cell: String) -> String {
    label(cell) ?? (isNumeric && finite(cell) != nil ? withGroups(shortNumber(cell)) : word(cell))
  }

  /// Such as "infection probability"; of a number within an intervention "start at infected share", "length in
  /// steps" or "\u{00D7} infection probability", of one of several "start of late no. 2 at infected share".
  var words: String {
    // A name that the study gives stays as it is.
    if name != path { return name }
    guard let number, number.section == "interventions", path.hasSuffix(title),
      number.path.count == 3, let place = Int(number.path[0])
    else { return title.replacing("_", with: " ") }
    let which = title.hasPrefix(number.name) ? " of \(number.name) no. \(place + 1)" : ""
    let key = number.path[2].replacing("_", with: " ")
    return switch (number.path[1], number.path[2]) {
    case ("until", "after_steps"): "length\(which) in steps"
    case ("when", _): "start\(which) at \(key)"
    case ("until", _): "end\(which) at \(key)"
    case ("multiply", _): "\u{00D7} \(key)\(which)"
    default: title.replacing("_", with: " ")
    }
  }

  /// Itself, and what may follow from it.
  var withFollowing: [ModelKey] { self == .groupSize ? [self, .columns] : [self] }

  /// Such as "group size (N)", where titles have the sign alone.
  var withSign: String { isNumeric && sign != title ? "\(words) (\(sign))" : words }
}

extension [TableColumn] {
  /// The parameters among them, as the study calls them.
  var parameters: [ModelKey] {
    let found = compactMap { column in
      ModelKey.parameter(at: column.path ?? column.name).map { (key: $0, column: column) }
    }
    let names = found.compactMap { $0.column.path == nil ? nil : $0.column.name }
    let titles = ModelKey.titles(of: found.map(\.key), besides: names)
    return found.map { key, column in
      let name = column.path == nil ? nil : column.name
      return key.called(name, title: name ?? titles[key.path] ?? key.path, labels: column.labels)
    }
  }
}

/// The points of a study, and which parameters they vary.
struct PointList: Sendable {
  let points: [PointFacts]
  /// The parameters that have a column.
  let parameters: [ModelKey]
  /// Parameters with more than one value; `columns` only if group sizes do not decide it.
  let varied: [ModelKey]
  /// The points of which there is something to draw: of a study that is not finished, not all; of the
  /// rounds in which a search came back to a level, the one with the most runs.
  let distinct: [PointFacts]
  /// The values of each parameter in design order.
  private let found: [ModelKey: [String]]

  init(_ points: [PointFacts], parameters: [ModelKey]) {
    self.points = points
    // Distributions of lengths stand among them in words.
    let parameters = parameters.map { key in
      guard case .length = key.allowed else { return key }
      let hasWords = points.contains {
        ![ModelKey.endlessCell, ""].contains($0[key]) && finite($0[key]) == nil
      }
      return hasWords ? key.asText : key
    }
    self.parameters = parameters
    let found = Dictionary(
      uniqueKeysWithValues: parameters.map { ($0, points.levels(of: $0)) })
    let varied = parameters.filter { parameter in
      guard found[parameter]?.count ?? 0 > 1 else { return false }
      guard parameter == .columns else { return true }
      let pair = points[0].places(of: [.groupSize, .columns])
      return Set(points.map { $0.combination(pair) }).count > found[.groupSize]?.count ?? 0
    }
    (self.found, self.varied) = (found, varied)
    var places: [Combination: Int] = [:]
    var distinct: [PointFacts] = []
    let columns = points.first?.places(of: varied) ?? []
    for point in points where point.replicates > 0 {
      let key = point.combination(columns)
      if let place = places[key] {
        if point.replicates > distinct[place].replicates { distinct[place] = point }
      } else {
        places[key] = distinct.count
        distinct.append(point)
      }
    }
    self.distinct =
      distinct.count == points.count ? points : distinct.sorted { $0.number < $1.number }
  }

  /// What points which differ in a factor alone have in common: columns that follow from the size of the
  /// group change with it, where they are no factor of their own.
  func key(without factor: ModelKey) -> (PointFacts) -> Combination {
    { [places = places(without: factor)] in $0.combination(places) }
  }

  private func places(without factor: ModelKey) -> [Int] {
    func places(_ left: [ModelKey]) -> [Int] {
      points.first?.places(of: varied.filter { !left.contains($0) }) ?? []
    }
    var found = places([factor])
    if factor == .groupSize, varied.contains(.columns) {
      let whole = places([.columns])
      if Set(distinct.map { $0.combination(whole) }).count == distinct.count {
        found = places([factor, .columns])
      }
    }
    return found
  }

  /// The most levels of a factor among points that differ in it alone.
  func mostLevels(of factor: ModelKey) -> Int {
    let all = levels(factor).count
    // In a full design these are all its levels.
    if varied.reduce(1, { $0 * levels($1).count }) == points.count { return all }
    return points.mostLevels(of: factor, alike: places(without: factor))
  }

  /// Nil where the study has no point of that number.
  subscript(number: Int) -> PointFacts? { points.indices.contains(number) ? points[number] : nil }

  /// The values of a parameter in design order.
  func levels(_ parameter: ModelKey) -> [String] {
    found[parameter] ?? points.levels(of: parameter)
  }

  /// What tells a point from the others, such as "exact, N 100, p 0.5"; "the only point" of one.
  func words(_ point: PointFacts, without left: [ModelKey] = []) -> String {
    let parts = ordered(without: left).map { $0.words(point[$0]) }
    return parts.isEmpty ? (left.isEmpty ? "the only point" : "") : parts.joined(separator: ", ")
  }

  /// The same in a sentence: "infection probability 0.04" in place of signs.
  func plainWords(_ point: PointFacts, without left: [ModelKey] = []) -> String {
    ordered(without: left).map { $0.plainWords(point[$0]) }.joined(separator: ", ")
  }

  /// Names before numbers.
  private func ordered(without left: [ModelKey]) -> [ModelKey] {
    (varied.filter { !$0.isNumeric } + varied.filter(\.isNumeric)).filter { !left.contains($0) }
  }

  /// The levels that no drawn point has, and why; else how many points are drawn, where these are not all.
  ///
  /// - Parameters:
  ///   - absent: the points without a run of the kind that is drawn.
  ///   - absence: why, such as "no run reaches half of the group".
  func leftOut(
    _ drawn: [PointFacts], all table: String, absent: Set<Int> = [], absence: String = ""
  ) -> String {
    let numbers = Set(drawn.map(\.number))
    let absent = absent.subtracting(numbers).intersection(distinct.map(\.number))
    func levels(without shown: [PointFacts], of points: [PointFacts]? = nil) -> [String] {
      varied.compactMap { key in
        let shown = Set(shown.levels(of: key))
        let all = points.map { $0.levels(of: key) } ?? self.levels(key)
        let left = all.filter { !shown.contains($0) }
        guard !left.isEmpty, left.count <= 12 else { return nil }
        return "\(key.words) \(key.sorted(left).map(key.level).listed)"
      }
    }
    let possible = distinct.filter { !absent.contains($0.number) }
    var notes: [String] = []
    if !absent.isEmpty {
      let names = levels(without: possible, of: distinct)
      notes.append(
        "\(absence.capitalizedFirst) at "
          + (names.isEmpty
            ? "\(grouped(absent.count)) of \(grouped(distinct.count)) points"
            : names.joined(separator: "; ")) + ".")
    }
    let missing = levels(without: drawn, of: absent.isEmpty ? nil : possible)
    notes.append(
      missing.isEmpty
        ? showing(numbers.count, of: possible.count, "points; all of them are in \(table)")
        : "Not drawn: \(missing.joined(separator: "; ")); all are in \(table).")
    return notes.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Sequence<ModelKey> {
  /// What their signs stand for, as a sentence.
  var symbols: String {
    // What has no sign stands for itself.
    let signs = filter { $0.withSign != $0.words }.map(\.withSign)
    return signs.isEmpty ? "" : "Symbols: \(signs.joined(separator: ", "))."
  }
}

extension PointList {
  /// The levels of a parameter; of more than a dozen how many there are.
  func levelSummary(_ parameter: ModelKey) -> String {
    let count = levels(parameter).count
    if count <= 12 { return levelWords(parameter) }
    return "\(grouped(count)) values" + (range(parameter).map { " from \($0)" } ?? "")
  }

  /// Such as "0.1, 0.2", with what the study calls them.
  func levelWords(_ parameter: ModelKey) -> String {
    parameter.sorted(levels(parameter)).map { cell in
      parameter.label(cell).map { "\($0) (\(parameter.word(cell)))" } ?? parameter.level(cell)
    }.joined(separator: ", ")
  }

  /// Such as "0.1 to 0.9"; nil unless all levels are numbers.
  func range(_ parameter: ModelKey, _ text: (Double) -> String = shortNumber) -> String? {
    let numbers = levels(parameter).compactMap(finite)
    guard numbers.count == levels(parameter).count, let low = numbers.min(),
      let high = numbers.max()
    else { return nil }
    return "\(text(low)) to \(text(high))"
  }
}
