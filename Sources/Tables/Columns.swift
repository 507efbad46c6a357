import PlainText

/// Neighboring columns of a table whose rows are made from `Row`: what each is, and its value there.
///
/// A column is written down once, here; the header, the data package, the CSV file and what is printed
/// follow from it. Lists of columns are put together like arrays: `[.whole("n", ...) { $0.count }, ...]`.
package struct Columns<Row>: Sendable, ExpressibleByArrayLiteral {
  package typealias Value = @Sendable (Row) -> Cell

  /// The columns without their values.
  package let described: [TableColumn]
  fileprivate let values: [Value]

  package init(arrayLiteral parts: Columns<Row>...) {
    self.init(parts.flatMap(\.described), parts.flatMap(\.values))
  }

  private init(_ described: [TableColumn], _ values: [Value]) {
    self.described = described
    self.values = values
  }

  private init(_ described: TableColumn, _ value: @escaping Value) {
    self.init([described], [value])
  }

  /// The same columns of rows of which these are a part.
  package func of<Whole>(_ part: @escaping @Sendable (Whole) -> Row) -> Columns<Whole> {
    Columns<Whole>(described, values.map { value in { @Sendable in value(part($0)) } })
  }

  package var names: [String] { described.map(\.name) }

  package func cells(_ row: Row) -> [Cell] { values.map { $0(row) } }

  package static func column(_ described: TableColumn, _ value: @escaping Value) -> Self {
    Columns(described, value)
  }

  package static func text(
    _ name: String, _ meaning: String, required: Bool = true, allowed: [String] = [],
    _ value: @escaping @Sendable (Row) -> String?
  ) -> Self {
    Columns(TableColumn(name, .string, meaning, required: required, allowed: allowed)) {
      .text(value($0) ?? "")
    }
  }

  package static func whole(
    _ name: String, unit: String = "", _ meaning: String, required: Bool = true,
    minimum: Double? = nil, _ value: @escaping @Sendable (Row) -> Int?
  ) -> Self {
    Columns(
      TableColumn(name, .integer, unit: unit, meaning, required: required, minimum: minimum)
    ) { .whole(value($0)) }
  }

  package static func real(
    _ name: String, unit: String, _ meaning: String, required: Bool = true, minimum: Double? = nil,
    maximum: Double? = nil, _ value: @escaping @Sendable (Row) -> Double?
  ) -> Self {
    Columns(
      TableColumn(
        name, .number, unit: unit, meaning, required: required, minimum: minimum, maximum: maximum)
    ) { .real(value($0)) }
  }

  package static func flag(
    _ name: String, _ meaning: String, required: Bool = true,
    _ value: @escaping @Sendable (Row) -> Bool?
  ) -> Self {
    Columns(TableColumn(name, .flag, meaning, required: required)) {
      .whole(value($0).map { $0 ? 1 : 0 })
    }
  }

  /// `ci_low` and `ci_high`, empty where an end is open or there is no interval.
  package static func interval(
    unit: String, low: String = "lower end of the interval",
    high: String = "upper end of the interval",
    _ ends: @escaping @Sendable (Row) -> (lower: Double?, upper: Double?)?
  ) -> Self {
    [
      .real("ci_low", unit: unit, low, required: false) { ends($0)?.lower },
      .real("ci_high", unit: unit, high, required: false) { ends($0)?.upper },
    ]
  }

  /// `status` and `message`.
  ///
  /// - Parameters:
  ///   - plain: the status of a row without a remark.
  ///   - message: what the column `message` is.
  package static func status<Status: RowStatus>(
    plain: Status, message: String, required: Bool = false,
    _ remarks: @escaping @Sendable (Row) -> [Remark<Status>]
  ) -> Self {
    [
      .column(Status.column) { row in
        let found = Set(remarks(row).map(\.status))
        return .text((Status.allCases.first(where: found.contains) ?? plain).rawValue)
      },
      .text("message", message, required: required) {
        remarks($0).map(\.words).filter { !$0.isEmpty }.joined(separator: "; ")
      },
    ]
  }
}

extension TableWriter {
  /// - Parameter fields: what stands before the cells, such as the parameters of a point.
  package func writeRow<Row>(
    _ row: Row, _ columns: Columns<Row>, after fields: PreparedFields? = nil
  ) {
    if let fields { write(fields) }
    for value in columns.values { write(value(row)) }
    endRow()
  }

  private func write(_ cell: Cell) {
    switch cell {
    case .text(let text): write(csvField(text))
    case .whole(let value): write(value)
    case .real(let value): write(value)
    }
  }
}
