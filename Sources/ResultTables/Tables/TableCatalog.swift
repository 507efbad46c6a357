package import PlainText
import SpreadModel
import Tables

/// All parameters, responses and tables that results may have, each column as `datapackage.json`
/// describes it: what a study's own tables have is a part of it.
package var tableCatalog: [(String, JSONText)] {
  let responses = Response.allCases.map { response in
    JSONText.object(
      DataPackage.field(TableColumn(response)) + [("needs", .string("\(response.needs)"))])
  }
  let main = [true, false].flatMap { recovers in
    MainResponses.list(recovers: recovers).map { entry in
      JSONText.object([
        ("recovery", .bool(recovers)), ("response", .string(entry.response.name)),
        ("meaning", .string(entry.meaning)),
      ])
    }
  }
  return [
    ("parameters", .array(TableColumn.parameters.map { .object(DataPackage.field($0)) })),
    ("responses", .array(responses)), ("main_responses", .array(main)),
    (
      "tables",
      .array(
        ResultTable.all.map(\.whole).map { schema in
          .object([("name", .string(schema.name))] + DataPackage.schema(schema))
        })
    ),
  ]
}
