internal import KeyedRandom
import SpreadModel

/// The constants that turn a run's word into the words of its draws.
///
/// Action `a` (1, 2, ...) of person `i` draws from
/// `mix(run + i * personStride + a * actionStride)`. Both strides are odd, and no two
/// actions below 10^7 of 10^9 people meet in one word. Source: docs/randomness.md, "Words".
enum RandomKeys {
  static let personStride: UInt64 = 0x9e37_79b9_7f4a_7c15
  static let actionStride: UInt64 = 0xda94_2042_e4dd_58b5
  /// Added for the key of an infection's contact clocks.
  static let clockLane: UInt64 = 0x1d8e_4e27_c47d_124f
  /// Multiplier that makes the coins of a draw out of its word; good in the spectral test.
  ///
  /// Source: Steele, Vigna (2022), "Computationally easy, spectrally good multipliers for
  /// congruential pseudorandom number generators", doi:10.1002/spe.3030.
  static let coinMultiplier: UInt64 = 0xd134_2543_de82_ef95
  /// Makes the further bits of a coin whose first eight equal the threshold's.
  static let coinLane: UInt64 = 0x9e37_79b9_7f4a_7c15
  /// Added to the word of an action for the coins of each further eight neighbors of a list.
  static let blockStride: UInt64 = 0xa076_1d64_78bd_642f
  /// Added to the word of an action for the word that says how many people are contacted, of lists.
  static let numberLane: UInt64 = 0xe703_7ed1_a0b4_28db
  /// Added to the word of an action for the stream of its successes, where everybody meets everybody.
  static let successLane: UInt64 = 0x8ebc_6af0_9c88_c6e3
  /// Added to a run's word for each infection of a person before the present one.
  static let againStride: UInt64 = 0xbf58_476d_1ce4_e5b9
  /// Added for the word that says in how many steps an infected person acts.
  static let lengthLane: UInt64 = 0x94d0_49bb_1331_11eb
  /// The same of a drawn number of infectious steps, apart from recoveries.
  static let infectiousLane: UInt64 = 0xb3fb_08f3_4b48_c38b
  /// Of latent steps.
  static let latentLane: UInt64 = 0x1e51_a921_e8e6_a305
  /// Of the steps of immunity behind an infection.
  static let immuneLane: UInt64 = 0x7337_4ae0_759d_7579
  /// Added for the words that say whether an infection is seen, how much later and for how long.
  static let seenLane: UInt64 = 0x5279_7fda_22e8_6787
  static let delayLane: UInt64 = 0x1b5f_16af_febc_4cbd
  static let stayLane: UInt64 = 0xd1df_9155_2796_bfbd
  /// Added for the word of the factor of an infection's mean number of contacts.
  static let factorLane: UInt64 = 0x5896_36e8_d07b_2f6d
  /// Added for the word that orders people by who is made immune first.
  static let immunityLane: UInt64 = 0x8538_ecb5_bd45_6ea3
  /// Added for the word that orders people by which group they belong to.
  static let groupLane: UInt64 = 0xaafd_8c73_648e_5ccb
  /// Added for the word that says whether a vaccination makes somebody immune.
  static let efficacyLane: UInt64 = 0xc463_5aa6_14df_6017
  /// Added for the words that decide which of several sources infected a person.
  static let sourceLane: UInt64 = 0xd6e8_feb8_6659_fd93
  /// Times the number of a layer, from 0, added for the words of actions and clocks in it.
  static let layerStride: UInt64 = 0xc2b2_ae3d_27d4_eb4f
  /// Added to a run's word for the keys of pairs whose contacts may be closed.
  static let pairLane: UInt64 = 0x2127_599b_f432_5c37
  /// Added to the word of an action for the coins of contacts with groups, where everybody meets everybody.
  static let thinningLane: UInt64 = 0x8800_57f7_fff4_5e83
  /// Purpose of the stream that picks people introduced at random.
  static let introductions: UInt64 = 1
  /// Purpose of the stream that draws a contact structure.
  static let contacts: UInt64 = 2

  /// Added to the word of an infection for what a series of this name sees of it.
  static func lane(ofSeries name: String) -> UInt64 {
    name.utf8.reduce(0) { fold($0, UInt64($1)) }
  }

  /// The word that the draws of a person's infection number `infection`, from 1, come from: the run's
  /// own for the first one.
  @inline(__always) static func word(ofRun run: UInt64, infection: UInt32) -> UInt64 {
    infection <= 1 ? run : mix(run &+ UInt64(infection &- 1) &* againStride)
  }
}
