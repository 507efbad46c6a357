internal import KeyedRandom
import SpreadModel

/// People infected from outside, at the end of a step.
extension SpreadKernel {
  /// Introduces those of the current step, in the order of the list.
  mutating func introduce(_ introductions: [Introduction]) {
    for (index, introduction) in introductions.enumerated() where introduction.step == step {
      switch introduction.place {
      case .center: introduce(CollectionOfOne(grid.center))
      case .people(let people): introduce(people)
      case .random(let count): introduceRandomly(count, index: index)
      case .randomShare(let share):
        introduceRandomly(Grid.people(ofShare: share, of: grid.people), index: index)
      }
    }
  }

  mutating func introduce(_ people: some Sequence<Int>) {
    let first = freshCount
    for person in people { _ = infect(person) }
    admitIntroduced(from: first)
  }

  /// Draws people until `count` healthy ones are found; all of them if no more are left.
  mutating func introduceRandomly(_ count: Int, index: Int) {
    if count >= grid.people - infected - course.immune {
      introduce(0..<grid.people)
      return
    }
    let first = freshCount
    var stream = RandomStream(
      key: runWord, RandomKeys.introductions, UInt64(step), UInt64(index))
    var missing = count
    while missing > 0 {
      let person = Int(stream.below(UInt64(grid.people)))
      if infect(person) { missing -= 1 }
    }
    admitIntroduced(from: first)
  }

  private mutating func admitIntroduced(from first: Int) {
    guard first < freshCount else { return }
    if course.isTracked { admitTracked(from: first) } else { becomeSources(from: first) }
  }

  /// Writes the people infected by the step's sources to the map.
  @inline(__always) mutating func noteOnMap() {
    guard let map, !course.isTracked else { return }
    for index in 0..<freshCount {
      map[grid.person(at: fresh.view[index])] = Int32(truncatingIfNeeded: step)
    }
  }

  @inline(__always) mutating func takeShapeIfReached() {
    if course.isTracked {
      shape.take(ofInfected: course.everInfected, grid, health, bit: PersonBits.untouched)
    } else {
      shape.take(ofInfected: infected, grid, health, bit: PersonBits.healthy)
    }
  }

  /// Fixes the origin of the shape: the people introduced at step 0.
  mutating func beginShape() { shape.begin(people(from: 0)) }

  /// The people behind `fresh`. Mutating, because a borrowed kernel would be copied.
  mutating func people(from first: Int) -> [Int] {
    let fresh = fresh.view
    return (first..<freshCount).map { [grid] in grid.person(at: fresh[$0]) }
  }
}
