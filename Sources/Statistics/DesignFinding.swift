/// What an adaptive design has found out, as far as its runs go.
package enum DesignFinding: Sendable {
  /// Of a threshold search, within one combination of the other factors.
  case threshold(ThresholdSearch)
  /// Of a calibration.
  case abc(SequentialABC)
  /// Of a selection of the best alternative.
  case selection(Selection)
}
