package import PlainText
import SpreadModel

extension Calibration {
  /// The members of the design besides its type.
  func json(_ keys: [ModelKey]) -> [(String, JSONText)] {
    var members: [(String, JSONText)] = [
      ("data", .array(data.map(\.json))), ("draws", .int(draws)),
    ]
    if let tolerance { members.append(("tolerance", .real(tolerance))) }
    return members + [("acceptance", .real(acceptance)), ("max_runs", .int(maxRuns))]
  }

  /// The design of a study file.
  package var json: JSONText {
    object([])
  }
}

extension Calibration.Item {
  fileprivate var json: JSONText {
    let values = ("values", JSONText.array(values.map(JSONText.real)))
    return switch quantity {
    case .response(let response): .object([("response", .string(response.rawValue)), values])
    case .curve(let series, let step):
      .object([("curve", .string(series.rawValue)), ("step", .int(step)), values])
    }
  }
}
