import SpreadModel
import StudyFiles

extension Study {
  /// What the random numbers of a run are a function of.
  package func key(of point: Point, replicate: Int) -> RunKey {
    RunKey(
      seed: seed, point: randomNumbers == .independent ? point.identity : nil,
      replicate: replicate)
  }
}
