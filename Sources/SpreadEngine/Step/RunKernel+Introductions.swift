internal import KeyedRandom
import SpreadModel

/// An introduction as it is asked for in every step.
struct PlannedIntroduction {
  let place: Introduction.Place
  /// Those at whose ends people come; nil for none.
  let steps: ClosedRange<Int>?
  /// How many come in a step, where they come at a rate.
  let numbers: CountDistribution?

  init(_ introduction: Introduction) {
    place = introduction.place
    steps = introduction.steps(upTo: .max)
    numbers =
      if case .rate(let mean, _) = place { CountDistribution(.poisson, mean: mean) } else { nil }
  }
}

/// People infected from outside, and people made immune, at the end of a step.
extension RunKernel where Self: ~Copyable {
  /// Introduces those of the current step.
  mutating func introduce(_ introductions: [PlannedIntroduction]) {
    // All sources are looked at where people are admitted: once, whatever the number of introductions.
    let first = newlyInfectedCount
    infect(introductions)
    admitNewlyInfected(from: first)
  }

  /// Infects those of the current step, in the order of the list.
  mutating func infect(_ introductions: [PlannedIntroduction]) {
    for index in introductions.indices
    where introductions[index].steps?.contains(step) ?? false {
      switch introductions[index].place {
      case .center: infect(CollectionOfOne(center))
      case .people(let list): infect(list)
      case .random(let count): infectRandomly(count, index: index)
      case .randomShare(let share):
        infectRandomly(Grid.people(ofShare: share, of: people), index: index)
      case .rate: if let numbers = introductions[index].numbers { infectRandomly(numbers, index) }
      }
    }
  }

  mutating func introduce(_ newPeople: some Sequence<Int>) {
    let first = newlyInfectedCount
    infect(newPeople)
    admitNewlyInfected(from: first)
  }

  /// Draws people until `count` healthy ones are found; all of them if no more are left.
  mutating func introduceRandomly(_ count: Int) {
    let first = newlyInfectedCount
    infectRandomly(count, index: 0)
    admitNewlyInfected(from: first)
  }

  private mutating func infect(_ newPeople: some Sequence<Int>) {
    for person in newPeople { _ = infect(person) }
  }

  private mutating func infectRandomly(_ count: Int, index: Int) {
    var stream = introductionStream(index)
    infectRandomly(count, &stream)
  }

  private mutating func infectRandomly(_ numbers: CountDistribution, _ index: Int) {
    var stream = introductionStream(index)
    let number = numbers.number(stream.unit(), most: people)
    if number > 0 { infectRandomly(number, &stream) }
  }

  private func introductionStream(_ index: Int) -> RandomStream {
    RandomStream(key: runWord, RandomKeys.introductions, UInt64(step), UInt64(index))
  }

  private mutating func infectRandomly(_ count: Int, _ stream: inout RandomStream) {
    if count >= people - infected - course.immune { return infect(0..<people) }
    var missing = count
    while missing > 0 {
      let person = Int(stream.below(UInt64(people)))
      if infect(person) { missing -= 1 }
    }
  }

  private mutating func admitNewlyInfected(from first: Int) {
    if first < newlyInfectedCount { admit(from: first) }
  }

  mutating func admit(from first: Int) { admitTracked(from: first) }

  /// Infects somebody from outside at the end of the step; false if they were not healthy.
  mutating func infect(_ person: Int) -> Bool {
    let cell = cell(of: person)
    guard isHealthy(cell) else { return false }
    newlyInfected.reserve(newlyInfectedCount + 1, keeping: newlyInfectedCount)
    newlyInfected.view[newlyInfectedCount] = cell
    newlyInfectedCount += 1
    infected += 1
    stopBeingHealthy(cell)
    if !course.isTracked { map?[person] = Int32(truncatingIfNeeded: step) }
    if notes.isRecording { notes.record(person, by: nil) }
    return true
  }

  /// Makes healthy people immune for the rest of the run.
  mutating func immunize(_ people: some Sequence<Int>) {
    for person in people where isHealthy(person: person) {
      let cell = cell(of: person)
      stopBeingHealthy(cell)
      course.immune &+= 1
      course.tally.count(cell, [0, 0, 1, 0, 0, 0, 0, 0])
    }
  }

  /// Vaccinates `count` people, the first in order among the healthy who were not vaccinated before; all of them if
  /// fewer are left.
  ///
  /// - Parameter ofGroup: the group they are of; nil: of any.
  mutating func vaccinate(_ count: Int, ofGroup group: Int? = nil) {
    guard count > 0 else { return }
    vaccination.rank(runWord, contactLists)
    let chosen = vaccination.first(count, runWord, by: passes) { person in
      isHealthy(person: person) && (group == nil || group == self.group(of: person))
    }
    immunize(chosen.filter { vaccination.works(for: $0, runWord) })
    dropSources()
  }
}
