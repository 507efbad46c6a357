package import SpreadEngine

/// Who changed their state, in the order of the steps. The states after a step are those after a
/// prefix of the list, and a page that has some prefix needs only the rest: changes, catching up,
/// reconnecting and scrubbing are all the same.
///
/// Where people only get infected there are never more entries than people. Where they recover, a
/// run may go on for as long as one likes: `forget` drops the oldest, and a page that has not got
/// them gets the states themselves (`ChangeFrame.next`).
package struct StateLog: Equatable, Sendable {
  /// People by state after a step, in the order of `PersonState.allCases`; the healthy as minus
  /// those who are not.
  package typealias Counts = SIMD4<Int32>

  /// Those that are left, the oldest first; within a step in person order, people infected by taps
  /// behind the others.
  package private(set) var entries: [StateChange] = []
  /// How many older ones there were.
  package private(set) var first = 0
  /// How many entries belong to steps 0...s.
  package private(set) var ends = [0]
  /// After each step.
  package private(set) var counts = [Counts.zero]
  /// People infected in each step, those by taps at its end included.
  package private(set) var infections = [0]
  /// People infected at least once by the end of each step.
  package private(set) var everInfected = [0]
  /// By person, as far as anybody was.
  private var wasInfected: [Bool] = []

  package init() {}

  /// The last step, 0 at the start.
  package var step: Int { ends.count - 1 }
  /// All there ever were.
  package var count: Int { first + entries.count }

  package mutating func appendStep(_ changes: [StateChange]) {
    ends.append(count)
    counts.append(counts[step - 1])
    infections.append(0)
    everInfected.append(everInfected[step - 1])
    extendStep(changes)
  }

  /// Adds to the last step.
  package mutating func extendStep(_ changes: [StateChange]) {
    entries += changes
    ends[step] = count
    for change in changes {
      counts[step][Int(change.old.rawValue)] -= 1
      counts[step][Int(change.new.rawValue)] += 1
      guard change.old == .healthy, change.new != .immune else { continue }
      infections[step] += 1
      if change.person >= wasInfected.count {
        let missing = max(change.person + 1, 2 * wasInfected.count) - wasInfected.count
        wasInfected += [Bool](repeating: false, count: missing)
      }
      if !wasInfected[change.person] { everInfected[step] += 1 }
      wasInfected[change.person] = true
    }
  }

  /// Drops the oldest once there are more than twice `limit`, and keeps so many.
  package mutating func forget(beyond limit: Int) {
    guard entries.count > 2 * limit else { return }
    first += entries.count - limit
    entries.removeFirst(entries.count - limit)
  }

  /// The entries from one position to another.
  ///
  /// - Precondition: they have not been dropped.
  package func part(_ positions: Range<Int>) -> ArraySlice<StateChange> {
    entries[(positions.lowerBound - first)..<(positions.upperBound - first)]
  }

  /// The earliest step whose states can be found.
  package var firstStep: Int {
    // The ends only grow.
    var (low, high) = (0, step)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] >= first { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// What everybody was after a step; nil if the log has no such step, or not any more.
  ///
  /// - Parameter states: what everybody is behind the last step.
  package func states(after step: Int, from states: [PersonState]) -> [PersonState]? {
    guard (firstStep...self.step).contains(step) else { return nil }
    var states = states
    for change in part(ends[step]..<count).reversed() { states[change.person] = change.old }
    return states
  }

  /// Whether somebody who has the entries before a position may know of steps up to this one: it lies
  /// among the step's entries, or at either end of them.
  package func has(position: Int, within step: Int) -> Bool {
    guard ends.indices.contains(step) else { return false }
    return ((step == 0 ? 0 : ends[step - 1])...ends[step]).contains(position)
  }

  /// The columns of `curves.csv`.
  ///
  /// - Parameter tracksPeople: whether people may be latent or immune.
  package func table(tracksPeople: Bool, point: Int = 0, replicate: Int = 0) -> String {
    var text = "point,replicate,step,infected,new_infections"
    text += tracksPeople ? ",ever_infected,immune,latent\n" : "\n"
    for step in 0...step {
      // Everybody infected at the start is news, whoever was taken for it before.
      let new = step == 0 ? infected(after: 0) : infections[step]
      var row = [point, replicate, step, infected(after: step), new]
      if tracksPeople {
        let immune = Int(counts[step][.immune])
        let latent = Int(counts[step][.latent])
        row += [everInfected[step], immune, latent]
      }
      text += row.map(String.init).joined(separator: ",") + "\n"
    }
    return text
  }

  /// Infected people after a step.
  package func infected(after step: Int) -> Int {
    Int(counts[step][.infectious]) + Int(counts[step][.latent])
  }
}

extension SIMD4<Int32> {
  package subscript(state: PersonState) -> Int32 { self[Int(state.rawValue)] }
}
