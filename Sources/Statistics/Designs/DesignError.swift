/// A design of points that cannot be made, worded for the person who asked for it.
package struct DesignError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
