import SpreadModel

/// Distributions of lengths, as they stand in study files.
extension Length {
  /// - Parameter least: steps that it lasts at least, 0 or 1.
  static func distributions(atLeast least: Int) -> Codec<Length> {
    Codec<Length?>.object(
      nil, [.oneOf(LengthKind.all.map { ($0.name, [$0.member(atLeast: least)]) })]
    ).map({ $0 }, { .some($0) })
  }
}

extension LengthKind {
  fileprivate func member(atLeast least: Int) -> Member<Length?> {
    Member(
      name, required: numbers(atLeast: least), unit: unit, meaning(least),
      set: { $0 = .drawn(self, $1) },
      get: { length in
        guard case .drawn(self, let numbers)? = length else { return nil }
        return numbers
      })
  }

  private func numbers(atLeast least: Int) -> Codec<[Double]> {
    func number(_ allowed: Allowed) -> Codec<Double> {
      let allowed = allowed(least)
      return Codec<KeyValue>.values(allowed).map(
        \.number, { allowed.isWhole ? .whole(Int($0)) : .real($0) })
    }
    switch form {
    case .number(let allowed): return number(allowed).map({ [$0] }, \.first)
    case .list(let allowed): return .list(of: number(allowed), atLeast: 1)
    case .named(let numbers):
      return .object(
        [Double](repeating: 0, count: numbers.count),
        numbers.enumerated().map { index, one in
          Member(
            one.name, required: number(one.allowed), unit: one.unit, one.meaning,
            set: { $0[index] = $1 }, get: { $0[index] })
        })
    }
  }
}
