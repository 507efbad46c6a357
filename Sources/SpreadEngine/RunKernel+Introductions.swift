internal import KeyedRandom
import SpreadModel

/// People infected from outside, at the end of a step.
extension RunKernel where Self: ~Copyable {
  /// Introduces those of the current step, in the order of the list.
  mutating func introduce(_ introductions: [Introduction]) {
    for (index, introduction) in introductions.enumerated() where introduction.step == step {
      switch introduction.place {
      case .center: introduce(CollectionOfOne(center))
      case .people(let list): introduce(list)
      case .random(let count): introduceRandomly(count, index: index)
      case .randomShare(let share):
        introduceRandomly(Grid.people(ofShare: share, of: people), index: index)
      }
    }
  }

  mutating func introduce(_ newPeople: some Sequence<Int>) {
    let first = freshCount
    for person in newPeople { _ = infect(person) }
    admitFresh(from: first)
  }

  /// Draws people until `count` healthy ones are found; all of them if no more are left.
  mutating func introduceRandomly(_ count: Int, index: Int) {
    if count >= people - infected - course.immune {
      introduce(0..<people)
      return
    }
    let first = freshCount
    var stream = RandomStream(
      key: runWord, RandomKeys.introductions, UInt64(step), UInt64(index))
    var missing = count
    while missing > 0 {
      let person = Int(stream.below(UInt64(people)))
      if infect(person) { missing -= 1 }
    }
    admitFresh(from: first)
  }

  private mutating func admitFresh(from first: Int) {
    if first < freshCount { admit(from: first) }
  }
}
