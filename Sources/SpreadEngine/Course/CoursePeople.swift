internal import KeyedRandom
import SpreadModel

/// What the words of people are made of in a run that tracks them: a copy of views, because fields of
/// the kernel would be read again after every write to memory.
struct PersonWords {
  private let infections: RawBuffer<UInt32>
  private let peopleReturn: Bool
  private let health: RawBuffer<UInt8>
  /// Nil where people's numbers stand for cells.
  private let grid: PaddedGrid?
  private let copies: RunCopies

  init(_ course: borrowing CourseState, health: RawBuffer<UInt8>, grid: PaddedGrid?) {
    infections = course.infectionsOf
    peopleReturn = course.peopleReturn
    self.health = health
    self.grid = grid
    copies = course.copies
  }

  /// The word of somebody's infection number `infection`, from which its length and its draws are made.
  @inline(__always) func word(of cell: UInt32, infection: UInt32) -> UInt64 {
    let place = copies.place(of: cell)
    let person = grid?.person(at: place) ?? Int(truncatingIfNeeded: place)
    return RandomKeys.word(ofRun: copies.word(ofRunWith: cell), infection: infection)
      &+ UInt64(truncatingIfNeeded: person) &* RandomKeys.personStride
  }

  /// The number of somebody's present infection, or of the one that is to begin.
  @inline(__always) func number(of cell: UInt32, next: Bool = false) -> UInt32 {
    guard peopleReturn else { return 1 }
    // What stands there before the first infection is of another run.
    let before = health[cell] & PersonBits.neverInfected != 0 ? 0 : infections[cell]
    return before &+ (next ? 1 : 0)
  }
}

/// Acting people who become sources after their latent steps, in person order, or again.
struct ActingPeople: NewPeople {
  private let words: PersonWords
  /// `CourseState.stepBeforeOnset` where people return.
  private let stepBeforeOnset: RawBuffer<UInt32>?
  private let layout: NeighborTemplate?
  private let past: UInt64

  init(_ course: borrowing CourseState, words: PersonWords, layout: NeighborTemplate?, step: Int) {
    self.words = words
    stepBeforeOnset = course.peopleReturn ? course.stepBeforeOnset : nil
    self.layout = layout
    past = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
  }

  @inline(__always) func key(of cell: UInt32) -> UInt64 {
    let word = words.word(of: cell, infection: words.number(of: cell))
    guard let stepBeforeOnset else { return word &- past }
    return word &- UInt64(stepBeforeOnset[cell]) &* RandomKeys.actionStride
  }

  @inline(__always) func neighbors(of cell: UInt32) -> UInt8 {
    layout?.neighbors(at: cell) ?? 0
  }
}
