import SpreadEngine
import SpreadModel

/// A pattern of people that a page may begin with.
package enum Preset: String, CaseIterable, Codable, Sendable {
  /// A column of immune people, as near to the middle as nobody in it is infected.
  case firebreak
  /// Two infected people, a third and two thirds of the way across the middle row.
  case twoSeeds = "two_seeds"
  /// Every other person is immune.
  case checkerboard
  /// Nobody is immune by paint, and no tap waits.
  case clear
}

/// What a preset does to a group.
package struct Pattern: Sendable {
  /// Who is immune, instead of those painted before; nil leaves them.
  var immune: [Int]?
  /// Who is infected by one tap.
  var tapped: [Int] = []
  /// Whether the taps that wait are taken back.
  var takesTapsBack = false
}

extension SessionState {
  /// - Throws: if there is no room for the preset, or the first step has been made.
  package func pattern(of preset: Preset) throws(Parameters.Mistake) -> Pattern {
    try checkPaint()
    let grid = scenario.grid
    switch preset {
    case .firebreak:
      let column = try firebreakColumn()
      return Pattern(immune: Array(stride(from: column, to: grid.people, by: grid.columns)))
    case .checkerboard:
      return Pattern(
        immune: (0..<grid.people).filter { ($0 / grid.columns + $0 % grid.columns) % 2 == 1 })
    case .twoSeeds:
      let row = (grid.people - 1) / grid.columns / 2 * grid.columns
      let third = (grid.columns - 1) / 3
      var seeds: [Int] = []
      for column in [third, grid.columns - 1 - third] {
        let place = min(grid.people - 1, row + column)
        if let seed = nearestHealthy(to: place, besides: seeds) { seeds.append(seed) }
      }
      guard !seeds.isEmpty else { throw Parameters.Mistake(preset, "Nobody is left to infect.") }
      return Pattern(tapped: seeds)
    case .clear: return Pattern(immune: [], takesTapsBack: true)
    }
  }

  /// Makes of the group what a preset does.
  ///
  /// - Parameter number: of the tap, where people are infected.
  package mutating func apply(_ pattern: Pattern, number: Int) {
    if let immune = pattern.immune {
      _ = stroke(paint.people, isImmune: false, number: number)
      _ = stroke(immune, isImmune: true, number: number)
    }
    _ = tap(pattern.tapped, number: number)
    if pattern.takesTapsBack { while undoTap() != nil {} }
  }

  private func firebreakColumn() throws(Parameters.Mistake) -> Int {
    let grid = scenario.grid
    guard grid.columns >= 3 else {
      throw Parameters.Mistake(.firebreak, "A firebreak needs at least three columns.")
    }
    let nearest = (0..<grid.columns).sorted {
      abs(2 * $0 - grid.columns) < abs(2 * $1 - grid.columns)
    }
    let free = nearest.first { column in
      stride(from: column, to: grid.people, by: grid.columns)
        .allSatisfy { !isTaken[$0] || states[$0] == .immune }
    }
    guard let free else {
      throw Parameters.Mistake(.firebreak, "Somebody is infected in every column.")
    }
    return free
  }

  /// By number, so that those in the same row come first.
  private func nearestHealthy(to person: Int, besides others: [Int]) -> Int? {
    (0..<isTaken.count).lazy.flatMap { [person - $0, person + $0] }
      .first { [isTaken] in isTaken.indices.contains($0) && !isTaken[$0] && !others.contains($0) }
  }
}

extension Parameters.Mistake {
  fileprivate init(_ preset: Preset, _ message: String) {
    self.init(field: preset.rawValue, message: message)
  }
}
