/// A kind of picture: the name of its files, and who draws it from the tables.
struct FigureKind: Sendable {
  private let base: StaticString
  let draw: @Sendable (ReportedFolder) throws -> [Figure]

  init(_ base: StaticString, draw: @escaping @Sendable (ReportedFolder) throws -> [Figure]) {
    self.base = base
    self.draw = draw
  }

  /// A kind of which a report has one picture or none.
  init(_ base: StaticString, one figure: @escaping @Sendable (ReportedFolder) throws -> Figure?) {
    self.init(base) { try figure($0).map { [$0] } ?? [] }
  }

  /// A kind of which a report has a picture for each of some responses: NAME, NAME_2, NAME_3, ...
  init(
    _ base: StaticString, each responses: @escaping @Sendable (ReportedFolder) -> [String],
    _ figure: @escaping @Sendable (ReportedFolder, String, FigureName) throws -> Figure?
  ) {
    self.init(base) { folder in
      try responses(folder).reduce(into: [Figure]()) { figures, response in
        let name =
          figures.isEmpty ? FigureName(base) : FigureName(base, number: figures.count + 1)
        if let figure = try figure(folder, response, name) { figures.append(figure) }
      }
    }
  }

  var name: FigureName { FigureName(base) }
  func name(number: Int) -> FigureName { FigureName(base, number: number) }
}
