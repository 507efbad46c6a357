import SpreadModel

/// The people infected in a step of a run that tracks people: asking for their key makes them
/// infected.
struct BeginningPeople: NewPeople {
  private let infections: RawBuffer<UInt32>
  private let restedUntil: RawBuffer<UInt32>
  private let peopleReturn: Bool
  /// Set in the health bytes: they act from the next step on, or are latent.
  private let begun: UInt8
  private let health: RawBuffer<UInt8>
  private let grid: PaddedGrid
  private let template: NeighborTemplate
  private let runWord: UInt64
  private let step: Int
  private let past: UInt64
  /// People infected for the first time.
  private(set) var untouched = 0

  init(
    _ course: CourseState, health: RawBuffer<UInt8>, grid: PaddedGrid, template: NeighborTemplate,
    runWord: UInt64, step: Int
  ) {
    infections = course.infectionsOf
    restedUntil = course.restedUntil
    peopleReturn = course.peopleReturn
    begun = course.latentSteps == 0 ? PersonBits.acting : PersonBits.latent
    self.health = health
    self.grid = grid
    self.template = template
    self.runWord = runWord
    self.step = step
    past = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
  }

  @inline(__always) mutating func key(of cell: UInt32) -> UInt64 {
    let bits = health[cell]
    health[cell] = bits & ~PersonBits.untouched | begun
    if bits & PersonBits.untouched != 0 { untouched &+= 1 }
    let person = UInt64(truncatingIfNeeded: grid.person(at: cell)) &* RandomKeys.personStride
    guard peopleReturn else { return runWord &+ person &- past }
    let number = infections[cell] &+ 1
    infections[cell] = number
    restedUntil[cell] = UInt32(truncatingIfNeeded: step)
    return RandomKeys.word(ofRun: runWord, infection: number) &+ person &- past
  }

  @inline(__always) func neighbors(of cell: UInt32) -> UInt8 { template.neighbors(at: cell) }
}

/// Acting people who become sources, at once or again.
struct ActingPeople: NewPeople {
  private let infections: RawBuffer<UInt32>
  private let restedUntil: RawBuffer<UInt32>
  private let peopleReturn: Bool
  private let grid: PaddedGrid
  private let template: NeighborTemplate
  private let runWord: UInt64
  private let past: UInt64

  init(
    _ course: CourseState, grid: PaddedGrid, template: NeighborTemplate, runWord: UInt64, step: Int
  ) {
    infections = course.infectionsOf
    restedUntil = course.restedUntil
    peopleReturn = course.peopleReturn
    self.grid = grid
    self.template = template
    self.runWord = runWord
    past = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
  }

  @inline(__always) func key(of cell: UInt32) -> UInt64 {
    let person = UInt64(truncatingIfNeeded: grid.person(at: cell)) &* RandomKeys.personStride
    guard peopleReturn else { return runWord &+ person &- past }
    let rested = UInt64(restedUntil[cell]) &* RandomKeys.actionStride
    return RandomKeys.word(ofRun: runWord, infection: infections[cell]) &+ person &- rested
  }

  @inline(__always) func neighbors(of cell: UInt32) -> UInt8 { template.neighbors(at: cell) }
}
