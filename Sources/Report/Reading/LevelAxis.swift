import Foundation
import SpreadModel
import Tables

/// The factor over which responses are drawn and described, and where its levels stand.
struct LevelAxis {
  enum Scale { case linear, logarithmic, ordinal }

  let factor: ModelKey
  /// The cells of all levels, numbers in their order.
  let levels: [String]
  let scale: Scale
  private let ranks: [String: Int]

  /// The number with the most levels, if it has three; else the factor with the most levels.
  ///
  /// - Returns: nil where nothing varies.
  init?(_ list: PointList) {
    let most = list.varied.max {
      (Self.rank($0, list), list.levels($0).count) < (Self.rank($1, list), list.levels($1).count)
    }
    guard let most else { return nil }
    factor = most
    levels = Self.sorted(list.levels(most), of: most)
    ranks = Dictionary(uniqueKeysWithValues: levels.enumerated().map { ($1, $0) })
    let numbers = levels.compactMap(finite)
    guard most.isNumeric, numbers.count == levels.count, numbers.count > 2 else {
      scale = .ordinal
      return
    }
    func isEven(_ places: [Double]) -> Bool {
      let gaps = zip(places, places.dropFirst()).map { $1 - $0 }
      return (gaps.max() ?? 1) <= 8 * (gaps.min() ?? 1)
    }
    scale =
      isEven(numbers)
      ? .linear : numbers[0] > 0 && isEven(numbers.map(log10)) ? .logarithmic : .ordinal
  }

  private static func rank(_ key: ModelKey, _ list: PointList) -> Int {
    key.isNumeric && list.levels(key).count > 2 ? 1 : 0
  }

  private static func sorted(_ levels: [String], of key: ModelKey) -> [String] {
    key.isNumeric
      ? levels.map { (finite($0) ?? .infinity, $0) }.sorted { $0.0 < $1.0 }.map(\.1) : levels
  }

  /// The points in the order of their levels.
  func sorted(_ points: [PointFacts]) -> [PointFacts] {
    points.map { (index: ranks[$0[factor]] ?? 0, point: $0) }
      .sorted { $0.index < $1.index }.map(\.point)
  }

  /// Where a level stands: its number, or its index among the levels.
  func place(_ cell: String) -> Double {
    scale == .ordinal ? Double(ranks[cell] ?? 0) : finite(cell) ?? 0
  }
}
