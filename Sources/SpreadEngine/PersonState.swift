/// What a person is at the end of a step. Source: docs/model.md, "Course".
package enum PersonState: UInt8, CaseIterable, Sendable {
  case healthy
  /// Infected, and acting from the next step on.
  case infectious
  /// Infected, and not acting yet.
  case latent
  /// Recovered and not healthy again yet, or immune for the whole run.
  case immune
}

/// One person's change from one state to another, in four bytes.
package struct StateChange: Hashable, Sendable {
  private let bits: UInt32

  /// - Precondition: `person` is below 2^28.
  package init(_ person: Int, from old: PersonState, to new: PersonState) {
    bits = UInt32(person) << 4 | UInt32(old.rawValue) << 2 | UInt32(new.rawValue)
  }

  package var person: Int { Int(bits >> 4) }
  /// Old state · 4 + new state.
  package var code: UInt8 { UInt8(bits & 0b1111) }
  package var old: PersonState { PersonState.allCases[Int(code >> 2)] }
  package var new: PersonState { PersonState.allCases[Int(code & 0b11)] }
}
