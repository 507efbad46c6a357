import Foundation
import SpreadModel
import Tables

/// The factor over which responses are drawn and described, and where its levels stand.
struct LevelAxis {
  enum Scale { case linear, logarithmic, ordinal }

  let factor: ModelKey
  /// All levels, numbers in their order.
  let names: [String]
  /// Where each of them stands: its number, or its index.
  let places: [Double]
  let scale: Scale
  /// The index of a level by the code of its cell.
  private let ranks: [Int32: Int]

  /// The number with the most levels, if points that differ in it alone have three; else the factor with the most
  /// levels.
  ///
  /// - Returns: nil where nothing varies.
  init?(_ list: PointList) {
    let ranked = list.varied.map {
      (key: $0, rank: Self.rank($0, list), count: list.levels($0).count)
    }
    guard let most = ranked.max(by: { ($0.rank, $0.count) < ($1.rank, $1.count) })?.key else {
      return nil
    }
    factor = most
    var ranks: [Int32: Int] = [:]
    let points = Self.sorted(
      list.points.filter { ranks.updateValue(0, forKey: $0.code(most)) == nil }, by: most)
    for (rank, point) in points.enumerated() { ranks[point.code(most)] = rank }
    self.ranks = ranks
    names = points.map { most.level($0[most]) }
    let numbers = points.compactMap { finite($0[most]) }
    guard most.isNumeric, numbers.count == points.count, numbers.count > 2 else {
      scale = .ordinal
      places = points.indices.map(Double.init)
      return
    }
    func isEven(_ places: [Double]) -> Bool {
      let gaps = zip(places, places.dropFirst()).map { $1 - $0 }
      return (gaps.max() ?? 1) <= 8 * (gaps.min() ?? 1)
    }
    scale =
      isEven(numbers)
      ? .linear : numbers[0] > 0 && isEven(numbers.map(log10)) ? .logarithmic : .ordinal
    places = scale == .ordinal ? numbers.indices.map(Double.init) : numbers
  }

  private static func rank(_ key: ModelKey, _ list: PointList) -> Int {
    key.isNumeric && list.mostLevels(of: key) > 2 ? 1 : 0
  }

  private static func sorted(_ points: [PointFacts], by key: ModelKey) -> [PointFacts] {
    key.isNumeric
      ? points.map { (finite($0[key]) ?? .infinity, $0) }.sorted { $0.0 < $1.0 }.map(\.1) : points
  }

  /// The points in the order of their levels.
  func sorted(_ points: [PointFacts]) -> [PointFacts] {
    points.map { (rank: rank(of: $0), point: $0) }.sorted { $0.rank < $1.rank }.map(\.point)
  }

  private func rank(of point: PointFacts) -> Int { ranks[point.code(factor)] ?? 0 }

  func name(of point: PointFacts) -> String { names[rank(of: point)] }

  /// Where its level stands.
  func place(of point: PointFacts) -> Double { places[rank(of: point)] }
}
