import SpreadModel

/// People infected from outside, and what is written down at the end of a step.
extension SpreadKernel {
  /// Makes those infected from outside, the people of `fresh` from `first` on, sources.
  mutating func admit(from first: Int) {
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
