/// What a test or an effect looks at besides the summaries of groups and pairs, which are enough for
/// means.
package struct RequiredData: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// How often each value came; of pairs each difference. Memory grows with the different ones.
  package static let counts = RequiredData(rawValue: 1)
  /// The values one by one in their order, up to `mostListed` of a group.
  package static let list = RequiredData(rawValue: 2)

  /// Times with whether they were reached; of pairs both together.
  package static let times = RequiredData(rawValue: 4)

  package static let mostListed = 1 << 18
}
