/// What a test or an effect looks at besides the summaries of groups and pairs, which are enough for
/// means.
package struct RequiredData: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// How often each value came; of pairs each difference. Memory grows with the different ones.
  package static let counts = RequiredData(rawValue: 1)
  /// How often each pair of values came; of independent groups each value.
  package static let pairs = RequiredData(rawValue: 2)
  /// The values one by one in their order, up to `mostListed` of a group.
  package static let list = RequiredData(rawValue: 4)

  /// Times with whether they were reached; of pairs both together.
  package static let times = RequiredData(rawValue: 8)
  /// All values one by one, each with its replicate; memory grows with the runs.
  package static let replicates = RequiredData(rawValue: 16)

  package static let mostListed = 1 << 18
}
