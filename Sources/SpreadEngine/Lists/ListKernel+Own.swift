internal import KeyedRandom
import SpreadModel

/// Sources that draw by Swift of a program's own: loops of their own, so that those of built-in draws
/// know nothing of them.
extension ListKernel {
  /// All sources draw on the state at the step's start; whom they infect is written to `hits`. Returns
  /// their number.
  mutating func drawOneByOne(_ own: OwnSources) -> Int {
    var count = 0
    for index in 0..<sources.count {
      count &+= hit(bySource: index, own, at: count)
      if notes.isOpen { notes.hitEnds.view[index] = UInt32(truncatingIfNeeded: count) }
    }
    return count
  }

  /// Sources act in person order on the live state.
  mutating func actSequentially(_ own: OwnSources) {
    for index in 0..<sources.count {
      let new = hit(bySource: index, own, at: 0)
      infectAtOnce(new, bySource: index)
    }
  }

  /// Writes the healthy people hit by a source to `hits` from `place` on; returns their number.
  private mutating func hit(bySource index: Int, _ own: OwnSources, at place: Int) -> Int {
    let source = sources.cells.view[index]
    let most = offer(own, to: source)
    hits.reserve(place &+ most, keeping: place)
    let stride = UInt64(truncatingIfNeeded: step) &* RandomKeys.actionStride
    return own.act(
      by: source, step: step, meanContacts: plan.meanContacts * factor(of: source),
      infectionProbability: plan.infectionProbability,
      word: mix(sources.keys.view[index] &+ stride), hits.view, at: place)
  }

  /// Offers a source its neighbors, in the order of their list, or everybody else by number. Returns a
  /// bound of their number.
  private func offer(_ own: OwnSources, to source: UInt32) -> Int {
    guard let starts, let neighbors else {
      own.begin(room: people)
      for person in 0..<people where person != Int(source) {
        own.offer(UInt32(truncatingIfNeeded: person), isHealthy: isHealthy(person: person))
      }
      return people
    }
    let start = Int(starts[Int(source)])
    let end = Int(starts[Int(source) &+ 1])
    own.begin(room: end &- start)
    for place in start..<end {
      own.offer(neighbors[place], isHealthy: isHealthy(person: Int(neighbors[place])))
    }
    return end &- start
  }
}
