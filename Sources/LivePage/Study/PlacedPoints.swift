import SpreadModel
import StudyFiles

/// The points of a study with the replicates that each has.
struct PlacedPoints {
  private(set) var points: [StudyFiles.Point] = []
  private(set) var replicates: [Range<Int>] = []

  /// All points of a study; of a search whose results are in a folder, those that its runs led to, by
  /// `points.csv`.
  ///
  /// - Throws: `StudyFileError` where points are not valid.
  init(_ study: Study, folder: String?) throws(StudyFileError) {
    guard let search = study.search else {
      points = try study.points()
      let most = 0..<study.replicates.most
      replicates = points.map { _ in most }
      return
    }
    guard let folder, let table = SortedTable(path: "\(folder)/points.csv"),
      let level = table.columns.firstIndex(of: search.factor.name),
      let count = table.columns.firstIndex(of: "replicates")
    else {
      points = try study.points()
      replicates = points.map { _ in 0..<0 }
      return
    }
    let others = study.combinedFactors.compactMap {
      table.columns.firstIndex(of: $0.parameter.name)
    }
    var combinations = study.searchedCombinations[...]
    var last: [String]?
    var placed: [Double: Int] = [:]
    while let row = table.rows(startingWith: [points.count]).first, let value = Double(row[level]),
      let made = Int(row[count])
    {
      let cells = others.map { row[$0] }
      if let last, last != cells {
        combinations = combinations.dropFirst()
        placed = [:]
      }
      guard let combination = combinations.first else { return }
      let first = last == cells ? replicates.last?.upperBound ?? 0 : 0
      last = cells
      points.append(
        try study.point(
          at: value, of: combination, number: points.count, twin: placed[value, default: 0]))
      placed[value, default: 0] += 1
      replicates.append(first..<first + made)
    }
  }
}
