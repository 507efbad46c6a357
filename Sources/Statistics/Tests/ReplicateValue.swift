/// A value with the replicate it is of.
package struct ReplicateValue: Hashable, Sendable {
  package let replicate: Int
  /// Any number; of a time also whether it was reached.
  package let value: CensoredTime

  package init(replicate: Int, value: CensoredTime) {
    (self.replicate, self.value) = (replicate, value)
  }
}
