import SpreadEngine
import SpreadModel
import StudyFiles

extension Scenario {
  /// Bytes that making a run takes at most, as far as they grow with the group and its steps; for
  /// estimates and limits.
  ///
  /// | what | bytes |
  /// | --- | --- |
  /// | masks, lists of sources at the edge of the infected | 4 per person |
  /// | lists of people infected from outside, who may stand anywhere | 52 per such person |
  /// | map, where one is recorded | 8 per person |
  /// | curve, its list growing, and its copy | 12 per step |
  func runBytes(_ record: Record) -> Double {
    let people = Double(grid.people)
    let introduced = introductions.reduce(0.0) { sum, introduction in
      switch introduction.place {
      case .center: sum + 1
      case .people(let list): sum + Double(list.count)
      case .random(let count): sum + Double(count)
      case .randomShare(let share): sum + share * people
      }
    }
    return people * (record.maps > 0 ? 12 : 4) + 52 * min(introduced - 1, people)
      + 12 * (expectedSteps - 1)
  }
}
