/// How large the outbreaks of a point were in the end: runs, and how many of them infected a tenth and half of the
/// group at least.
package struct OutbreakSizes: Sendable {
  package var runs = 0
  package var atLeastTenth = 0
  package var atLeastHalf = 0

  package init(runs: Int = 0, atLeastTenth: Int = 0, atLeastHalf: Int = 0) {
    (self.runs, self.atLeastTenth, self.atLeastHalf) = (runs, atLeastTenth, atLeastHalf)
  }

  /// Runs below a tenth.
  package var small: Int { runs - atLeastTenth }

  /// Whether they fall into small outbreaks and large ones: fewer end between a tenth and half of the group than
  /// below, and fewer than above.
  package var areOfTwoKinds: Bool {
    let between = atLeastTenth - atLeastHalf
    return small > between && atLeastHalf > between
  }
}
