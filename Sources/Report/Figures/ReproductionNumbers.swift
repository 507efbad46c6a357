/// How many people each introduced person infected, against the one that replaces it.
enum ReproductionNumbers {
  static let kind = FigureKind("reproduction", one: figure)

  /// - Returns: nil if nobody recovers, nobody is introduced at the start, or nothing varies.
  static func figure(_ folder: ReportedFolder) -> Figure? {
    var figure = ResponseLines.chart("reproduction_number", folder, kind.name, marks: [1])
    figure?.note.append(
      "The reproduction number is the number of infections caused by the people introduced at the start, per "
        + "person, during their first infection and until the run ended. At one, each infected person "
        + "infects one other on average.")
    return figure
  }
}
