package import SpreadModel

extension Study {
  /// What the random numbers of one run are a function of.
  package func key(of point: Point, replicate: Int) -> RunKey {
    RunKey(
      seed: seed, point: randomNumbers == .independent ? point.identity : nil,
      replicate: replicate)
  }
}
