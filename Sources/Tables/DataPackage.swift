package import DurableFiles
package import PlainText

/// A table that was written: what its columns mean, and the file that holds it.
package struct WrittenTable: Sendable {
  package var schema: TableSchema
  package var file: WrittenFile

  package init(schema: TableSchema, file: WrittenFile) {
    self.schema = schema
    self.file = file
  }
}

/// `datapackage.json`: what every file, row and column of a results folder is, for programs.
///
/// Source: Data Package v2, https://datapackage.org/standard/data-package. The properties `unit`
/// of a field, `kind` of a response, `path` and `labels` of a factor and `row` of a schema are ours; the standard allows more properties.
package struct DataPackage {
  package var name: String
  package var title: String
  package var description: String
  package var tables: [WrittenTable]

  package init(name: String, title: String, description: String, tables: [WrittenTable]) {
    self.name = name
    self.title = title
    self.description = description
    self.tables = tables
  }

  package var json: JSONText {
    var members: [(String, JSONText)] = [
      ("$schema", .string("https://datapackage.org/profiles/2.0/datapackage.json")),
      ("name", .string(identifier)),
      ("title", .string(title)),
    ]
    if !description.isEmpty { members.append(("description", .string(description))) }
    members.append(("resources", .array(tables.map(Self.resource))))
    return .object(members)
  }

  /// The name as the standard wants it: lower case, without `:`.
  private var identifier: String {
    String(name.lowercased().map { $0 == ":" ? "-" : $0 })
  }

  private static func resource(_ table: WrittenTable) -> JSONText {
    var members: [(String, JSONText)] = [
      ("name", .string(table.schema.name)),
      ("type", .string("table")),
      ("title", .string("One row is \(table.schema.row)")),
      ("path", .string(table.file.name)),
      ("format", .string("csv")),
      ("mediatype", .string("text/csv")),
      ("encoding", .string("utf-8")),
    ]
    if table.file.name.hasSuffix(".gz") { members.append(("compression", .string("gz"))) }
    if table.schema.isReproducible {
      members += [
        ("bytes", .int(table.file.bytes)),
        ("hash", .string("sha256:\(table.file.sha256)")),
      ]
    }
    members += [("dialect", dialect), ("schema", .object(schema(table.schema)))]
    return .object(members)
  }

  /// RFC 4180 but for the line end, whose default in the standard is CRLF.
  private static let dialect = JSONText.object([
    ("header", .bool(true)), ("delimiter", .string(",")), ("lineTerminator", .string("\n")),
    ("quoteChar", .string("\"")), ("doubleQuote", .bool(true)), ("skipInitialSpace", .bool(false)),
  ])

  /// The members that describe a table.
  package static func schema(_ table: TableSchema) -> [(String, JSONText)] {
    var members: [(String, JSONText)] = [
      ("row", .string(table.row)),
      ("fields", .array(table.columns.map { .object(field($0)) })),
      ("missingValues", .array([.string("")])),
    ]
    if !table.key.isEmpty { members.append(("primaryKey", .array(table.key.map(JSONText.string)))) }
    if table.refersToPoints, table.columns.contains(where: { $0.name == "point" }) {
      let point = JSONText.array([.string("point")])
      members.append(
        (
          "foreignKeys",
          .array([
            .object([
              ("fields", point),
              ("reference", .object([("resource", .string("points")), ("fields", point)])),
            ])
          ])
        ))
    }
    return members
  }

  /// The members that describe a column.
  package static func field(_ column: TableColumn) -> [(String, JSONText)] {
    var members: [(String, JSONText)] = [
      ("name", .string(column.name)), ("type", .string(column.kind.dataPackageType)),
      ("description", .string(column.meaning)),
    ]
    if !column.unit.isEmpty { members.append(("unit", .string(column.unit))) }
    if let kind = column.response { members.append(("kind", .string(kind.rawValue))) }
    if let path = column.path { members.append(("path", .string(path))) }
    if !column.labels.isEmpty {
      members.append(
        ("labels", .object(column.labels.sorted { $0.key < $1.key }.map { ($0, .string($1)) })))
    }
    let constraints = constraints(column)
    if !constraints.isEmpty { members.append(("constraints", .object(constraints))) }
    return members
  }

  private static func constraints(_ column: TableColumn) -> [(String, JSONText)] {
    var members: [(String, JSONText)] = []
    if column.required { members.append(("required", .bool(true))) }
    let isFlag = column.kind == .flag
    if let minimum = isFlag ? 0 : column.minimum {
      members.append(("minimum", bound(minimum, of: column)))
    }
    if let maximum = isFlag ? 1 : column.maximum {
      members.append(("maximum", bound(maximum, of: column)))
    }
    if !column.allowed.isEmpty {
      members.append(("enum", .array(column.allowed.map(JSONText.string))))
    }
    return members
  }

  /// A bound of whole numbers is a whole number too.
  private static func bound(_ value: Double, of column: TableColumn) -> JSONText {
    if column.kind != .number, let whole = Int(exactly: value) { return .int(whole) }
    return .real(value)
  }
}

extension TableColumn.Kind {
  /// Flags are integers there, as every reader takes 0 and 1 for numbers.
  var dataPackageType: String {
    switch self {
    case .integer, .flag: "integer"
    case .number: "number"
    case .string: "string"
    }
  }

  fileprivate init?(dataPackageType type: String, _ minimum: Double?, _ maximum: Double?) {
    switch type {
    case "integer": self = minimum == 0 && maximum == 1 ? .flag : .integer
    case "number": self = .number
    case "string": self = .string
    default: return nil
    }
  }
}

extension DataPackage {
  /// The tables that a `datapackage.json` of ours describes, and the names of their files.
  ///
  /// - Returns: nil if it is none of ours: a name could lead out of the folder.
  static func tables(_ package: JSONValue) -> [(schema: TableSchema, file: String, bytes: Int?)]? {
    let resources = package["resources"]?.elements ?? []
    let tables = resources.compactMap { resource -> (TableSchema, String, Int?)? in
      guard let name = resource["name"]?.text, let file = resource["path"]?.text,
        name.wholeMatch(of: /[a-z0-9_]+/) != nil, ["\(name).csv", "\(name).csv.gz"].contains(file),
        let described = resource["schema"], let fields = described["fields"]?.elements
      else { return nil }
      let columns = fields.compactMap(TableColumn.init)
      guard columns.count == fields.count else { return nil }
      let schema = TableSchema(
        name: name, row: described["row"]?.text ?? "", columns: columns,
        key: described["primaryKey"]?.elements?.compactMap(\.text) ?? [],
        refersToPoints: described["foreignKeys"] != nil, isReproducible: resource["hash"] != nil)
      return (schema, file, resource["bytes"]?.number?.integer)
    }
    return tables.count == resources.count ? tables : nil
  }
}

extension TableColumn {
  /// The column that a field of a `datapackage.json` of ours describes.
  fileprivate init?(_ field: JSONValue) {
    let constraints = field["constraints"]
    let (low, high) = (
      constraints?["minimum"]?.number?.double, constraints?["maximum"]?.number?.double
    )
    guard let name = field["name"]?.text,
      let kind = field["type"]?.text.flatMap({ Kind(dataPackageType: $0, low, high) })
    else { return nil }
    self.init(
      name, kind, unit: field["unit"]?.text ?? "", field["description"]?.text ?? "",
      required: constraints?["required"]?.bool ?? false,
      // Of a flag they are known.
      minimum: kind == .flag ? nil : low, maximum: kind == .flag ? nil : high,
      allowed: constraints?["enum"]?.elements?.compactMap(\.text) ?? [])
    response = field["kind"]?.text.flatMap(Response.init)
    path = field["path"]?.text
    for label in field["labels"]?.members ?? [] { labels[label.key] = label.value.text }
  }
}
