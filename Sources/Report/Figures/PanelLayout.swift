import SpreadModel
import Tables

/// Which points are drawn in which panel, laid out by factor: a column per level of one factor, where
/// most rows have all of them, a row per combination of the others; and, where lines share a panel, a
/// line per level of a further factor.
struct PanelLayout {
  struct Line {
    /// Of the level, the same in every panel.
    let index: Int
    let point: PointFacts
  }

  let panels: [[Line]]
  let columns: Int
  /// What the lines of a panel differ in; nil where each panel has one.
  private(set) var lineFactor: ModelKey?
  /// What tells the columns from each other; nil where the panels are a list.
  private let columnFactor: ModelKey?
  /// What else tells panels from each other.
  private let rowFactors: [ModelKey]
  /// The names of the lines, by their index; empty without a line factor.
  private(set) var lines: [String] = []

  /// Panels of one picture, where nobody said how many.
  private static let most = 12
  /// The most lines of a panel, and columns of panels, that readers can distinguish.
  private static let mostLevels = 6
  /// Lines by a number are few, so that panels show how they change.
  private static let mostNumbers = 4
  private static let mostColumns = 4

  /// A panel per point.
  init(_ list: PointList, asked: Int?) {
    self.init(
      list.distinct.map { [Line(index: 0, point: $0)] }, list, factors: list.varied, asked: asked)
  }

  /// A panel per combination, with a line per level of a factor: of one with names, else, if several
  /// vary, of the number with the fewest levels.
  init(linesOf list: PointList, asked: Int?) {
    guard let factor = Self.lineFactor(list) else {
      self.init(list, asked: asked)
      return
    }
    let names = list.levels(factor)
    let combinations = list.distinct.grouped(by: list.key(without: factor)).map(\.members)
    self.init(
      combinations.map { members in
        members.compactMap { point in
          names.firstIndex(of: point[factor]).map { Line(index: $0, point: point) }
        }
      }, list, factors: list.varied.filter { $0 != factor }, asked: asked)
    lineFactor = factor
    lines = names.map {
      factor.isNumeric ? "\(factor.words) \(factor.level($0))" : factor.level($0)
    }
  }

  private init(_ all: [[Line]], _ list: PointList, factors: [ModelKey], asked: Int?) {
    let byWidth = factors.sorted {
      ($0.isNumeric ? 0 : 1, list.levels($0).count) > ($1.isNumeric ? 0 : 1, list.levels($1).count)
    }
    for factor in byWidth where factors.count > 1 && all.count > 1 {
      let levels = Array(list.levels(factor).prefix(min(Self.mostLevels, asked ?? Self.most)))
      guard levels.count > 1, factor.isNumeric ? levels.count == list.levels(factor).count : true
      else { continue }
      let kept = all.filter { $0.first.map { levels.contains($0.point[factor]) } ?? false }
      let key = list.key(without: factor)
      let found = kept.grouped { key($0[0].point) }.map(\.members)
      // Where most rows have all levels, the others are left out.
      let rows = found.filter { $0.map { $0[0].point[factor] } == levels }
      guard 2 * rows.count > found.count else { continue }
      let most = asked.map { $0 / levels.count } ?? min(6, (Self.most + 8) / levels.count)
      panels = rows.spread(max(1, most)).flatMap(\.self)
      (columns, columnFactor) = (levels.count, factor)
      rowFactors = Self.ordered(factors.filter { $0 != factor })
      return
    }
    panels = all.spread(asked ?? Self.most)
    columns = PanelGrid.balanced(panels.count, most: Self.mostColumns)
    (columnFactor, rowFactors) = (nil, Self.ordered(factors))
  }

  /// Names before numbers.
  private static func ordered(_ factors: [ModelKey]) -> [ModelKey] {
    factors.filter { !$0.isNumeric } + factors.filter(\.isNumeric)
  }

  private static func lineFactor(_ list: PointList) -> ModelKey? {
    func has(_ factor: ModelKey, _ most: Int) -> Bool {
      (2...most).contains(list.levels(factor).count)
    }
    let names = list.varied.filter { !$0.isNumeric && has($0, mostLevels) }
    if let name = names.first { return name }
    guard list.varied.count > 1 else { return nil }
    return list.varied.filter { $0.isNumeric && has($0, mostNumbers) }
      .min { list.levels($0).count < list.levels($1).count }
  }

  var points: [PointFacts] { panels.joined().map(\.point) }

  /// The titles of the panels, line by line: the level of the column, then what else tells them apart. All
  /// take up to four lines if one of them would be wider than its panel in one; where that is too wide, levels
  /// stand without the names of their factors, which `axes` gives, and without what all have in common.
  func titles(_ list: PointList) -> [[String]] {
    let width = 0.905 / Double(max(1, columns))
    func all(_ words: (ModelKey, String) -> String) -> [[String]] {
      panels.map { panel in
        guard let point = panel.first?.point else { return [] }
        let rest = rowFactors.map { words($0, point[$0]) }.joined(separator: ", ")
        return [columnFactor.map { words($0, point[$0]) } ?? "", rest].filter { !$0.isEmpty }
      }
    }
    func isFit(_ lines: [[String]]) -> Bool {
      lines.joined().allSatisfy { Figure.width(of: $0) <= width }
    }
    let full = all { $0.words($1) }
    let joined = full.map { [$0.joined(separator: ", ")].filter { !$0.isEmpty } }
    if isFit(joined) { return joined }
    if isFit(full) { return full }
    let wrapped = full.map { $0.flatMap { Figure.wrapped($0, pixels: Int(960 * width) - 16) } }
    return isFit(wrapped) && wrapped.allSatisfy { $0.count < 5 }
      ? wrapped
      : all { key, cell in
        let levels = list.levels(key)
        let names = levels.map(key.level)
        return levels.firstIndex(of: cell).map { (key.isNumeric ? names : names.distinctParts)[$0] }
          ?? key.level(cell)
      }.map { $0.map { Figure.shortened($0, to: width) } }
  }

  /// What the columns and rows of panels are.
  var axes: String {
    let rows = rowFactors.map(\.withSign).listed
    return [
      columnFactor.map { "Columns of panels: \($0.withSign)." } ?? "",
      rows.isEmpty ? "" : "\(columnFactor == nil ? "Panels" : "Rows"): \(rows).",
    ].together
  }
}
