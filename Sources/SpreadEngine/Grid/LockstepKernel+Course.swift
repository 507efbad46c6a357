internal import KeyedRandom
import SpreadModel

/// Runs with a course side by side. The kernel counts people by copy; all else it does as for one run.
extension LockstepKernel {
  mutating func runCourses(
    _ keys: ArraySlice<RunKey>, isCancelled: () -> Bool, to results: inout [RunResult]
  ) -> Bool {
    beginCourses(keys)
    var openShapes = keepCourseStep(keys.count, takesShapes: kernel.shape.isDefined)
    while kernel.infected > 0 && kernel.step < maxSteps {
      if kernel.step % Self.looks == 0, isCancelled() { return false }
      kernel.course.tally.beginStep()
      kernel.advance([])
      openShapes = keepCourseStep(keys.count, takesShapes: openShapes)
    }
    for copy in 0..<keys.count { results.append(courseResult(ofCopy: copy)) }
    return true
  }

  private mutating func beginCourses(_ keys: ArraySlice<RunKey>) {
    kernel.beginCopies()
    let people = start.sources.count
    kernel.newlyInfected.reserve(keys.count * people)
    let immune = UInt32(truncatingIfNeeded: startImmune)
    for (copy, key) in keys.enumerated() {
      let first = copy << Int(shift)
      kernel.masks.copy(start.masks.count, of: start.masks, to: first)
      if let health = start.health { kernel.health.copy(health.count, of: health, to: first) }
      words[copy] = key.word
      kernel.course.tally.counts[copy] = [0, 0, immune, 0, 0, 0, 0, 0]
      shapes[copy] = nil
      for index in 0..<people {
        kernel.newlyInfected.view[copy * people + index] = UInt32(first) + start.sources[index]
      }
    }
    kernel.newlyInfectedCount = keys.count * people
    kernel.infected = kernel.newlyInfectedCount
    kernel.admitTracked(from: 0)
    kernel.noteIntroduced(from: 0)
  }

  /// Keeps the counts of a step, and takes the shapes of the runs that have enough infected people since
  /// this step; false if no run still has to get there.
  private mutating func keepCourseStep(_ copies: Int, takesShapes: Bool) -> Bool {
    let counts = kernel.course.tally.counts
    let row = kernel.step * Self.most
    courseRows.reserve(row + Self.most, keeping: row)
    courseRows.view.copy(Self.most, of: counts, to: row)
    guard takesShapes else { return false }
    var isOpen = false
    for copy in 0..<copies where shapes[copy] == nil {
      let everInfected = Int(counts[copy][1])
      if everInfected >= kernel.shape.needed {
        shapes[copy] = kernel.shape.measure(
          everInfected, kernel.grid, kernel.health.shifted(by: -(copy << Int(shift))),
          bit: PersonBits.neverInfected)
      } else {
        isOpen = true
      }
    }
    return isOpen
  }

  private func courseResult(ofCopy copy: Int) -> RunResult {
    let rows = courseRows.view
    var steps = 0
    while rows[steps * Self.most + copy][4] > 0 && steps < kernel.step { steps += 1 }
    func column(_ place: Int) -> [UInt32] {
      [UInt32](unsafeUninitializedCapacity: steps + 1) { buffer, count in
        for step in 0...steps { buffer[step] = rows[step * Self.most + copy][place] }
        count = steps + 1
      }
    }
    let new = column(0)
    let infected = column(4)
    return RunResult(
      stopReason: infected[steps] == 0 ? .extinct : .maxSteps, curve: infected,
      shape: shapes[copy], infectionSteps: nil,
      course: CourseResult(
        curves: CourseCurves(
          newInfections: new, everInfected: column(1), immune: column(2), latent: column(3)),
        infections: new.dropFirst().reduce(0) { $0 + Int($1) }, introduced: Int(new[0]),
        infectionsByIntroduced: Int(rows[steps * Self.most + copy][5])))
  }
}

extension GridKernel {
  /// Nobody in any copy, at step 0.
  fileprivate mutating func beginCopies() {
    step = 0
    sources.removeAll()
    course.reset()
    notes.reset()
    if plan.strategy == .clocks { clocks.reset(plan.infectionProbability) }
  }
}
