package import SpreadModel

extension ContactRule {
  /// What the program knows of it.
  package var described: SpreadRule.Described {
    SpreadRule.Described(
      name: name,
      rule: SpreadRule(
        neighborhood: neighborhood.inModel, pool: pool.inModel, draw: .own(draw),
        update: update.inModel), explanation: explanation,
      origin: "this program, version \(version)")
  }

  private var draw: OwnDraw {
    OwnDraw(name: name, version: version) { turn in
      var candidates = Candidates(turn)
      var random = RandomWords(key: turn.word)
      try act(Source(turn), on: &candidates, using: &random)
    }
  }
}
