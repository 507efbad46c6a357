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

extension SessionState {
  /// Paints a preset; patterns of immune people take the place of those painted before.
  ///
  /// - Parameter number: of the tap, where people are infected.
  /// - Throws: if there is no room for it, or the first step has been made.
  package mutating func apply(_ preset: Preset, number: Int) throws(Parameters.Mistake) {
    try checkPaint()
    let grid = scenario.grid
    switch preset {
    case .firebreak:
      let column = try firebreakColumn()
      repaint(Array(stride(from: column, to: grid.people, by: grid.columns)))
    case .checkerboard:
      repaint(
        (0..<grid.people).filter { ($0 / grid.columns + $0 % grid.columns) % 2 == 1 })
    case .twoSeeds:
      let row = (grid.people - 1) / grid.columns / 2 * grid.columns
      let third = (grid.columns - 1) / 3
      for (index, column) in [third, grid.columns - 1 - third].enumerated() {
        let seed = nearestHealthy(to: min(grid.people - 1, row + column))
        guard let seed else {
          if index == 0 { throw Parameters.Mistake(preset, "Nobody is left to infect.") }
          return
        }
        _ = tap([seed], number: number)
      }
    case .clear:
      repaint([])
      while undo() != nil {}
    }
  }

  private mutating func repaint(_ people: [Int]) {
    _ = stroke(paint.people, isImmune: false)
    _ = stroke(people, isImmune: true)
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
  private func nearestHealthy(to person: Int) -> Int? {
    (0..<isTaken.count).lazy.flatMap { [person - $0, person + $0] }
      .first { [isTaken] in isTaken.indices.contains($0) && !isTaken[$0] }
  }
}

extension Parameters.Mistake {
  fileprivate init(_ preset: Preset, _ message: String) {
    self.init(field: preset.rawValue, message: message)
  }
}
