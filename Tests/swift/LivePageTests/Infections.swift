import LivePage
import SpreadEngine

/// These people get infected, where nobody is latent.
func infecting(_ people: [Int]) -> [StateChange] {
  people.sorted().map { StateChange($0, from: .healthy, to: .infectious) }
}

extension StateLog {
  /// The people of all entries that are left.
  var people: [Int32] { entries.map { Int32($0.person) } }

  /// The log of a finished run in which people only get infected.
  ///
  /// - Parameter infectionSteps: by person; -1 for never.
  init(infectionSteps: [Int32], steps: Int) {
    self.init()
    for step in 0...steps {
      let people = infectionSteps.indices.filter { infectionSteps[$0] == step }
      if step == 0 { extendStep(infecting(people)) } else { appendStep(infecting(people)) }
    }
  }
}
