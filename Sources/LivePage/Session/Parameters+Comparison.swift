import SpreadModel

extension Parameters {
  /// Together they hold as many people as one may that is alone.
  package static let mostComparedPeople = PageControl.mostPeople / 2

  /// - Throws: if two groups cannot be compared person by person with the same random numbers: what
  ///   says who they are, and when a step is due, must be the same.
  package func check(comparisonWith other: Parameters) throws(Mistake) {
    func named(_ name: String) -> Mistake {
      Mistake(
        field: name,
        message: "Two groups that are compared have the same people, seed and period.")
    }
    for key in [ModelKey.groupSize, .columns] where values[key] != other.values[key] {
      throw named(key.name)
    }
    if seed != other.seed { throw named("seed") }
    if period != other.period { throw named(ModelKey.period.name) }
    // The points of a scenario of the gallery are there to be compared.
    if gallery != other.gallery || gallery == nil && point != other.point { throw named("point") }
    guard values.people ?? 0 <= Self.mostComparedPeople else {
      throw Mistake(
        field: ModelKey.groupSize.name,
        message: "Groups that are compared have at most \(Self.mostComparedPeople) people each.")
    }
  }
}
