extension Int {
  /// The whole number that `value` is without its fraction; beyond what an `Int` holds the nearest one, and 0
  /// of no number.
  package init(saturating value: Double) {
    self =
      value.isNaN ? 0 : value >= 0x1p63 ? .max : value < -0x1p63 ? .min : Int(value)
  }
}
