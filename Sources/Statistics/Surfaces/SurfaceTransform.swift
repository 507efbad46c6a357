/// The transformation of a response before a surface is fitted to it.
package enum SurfaceTransform: String, CaseIterable, Sendable {
  /// The natural logarithm, taken run by run.
  case log
  case none
}
