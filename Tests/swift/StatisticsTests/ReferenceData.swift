import Foundation
import TestSupport
import Testing

/// One reference file in `Data`: made without any of this package's code, each number by at
/// least two independent ways (docs/statistics.md).
struct ReferenceFile {
  let root: JSON

  init(_ name: String) throws {
    let data = try Data(contentsOf: Repository.data("statistics/\(name)"))
    root = JSON(try JSONSerialization.jsonObject(with: data))
  }

  /// All cases of a file whose `function` is this one.
  static func cases(_ function: String, in name: String = "statistics.json") throws -> [JSON] {
    let all = try ReferenceFile(name).root["cases"].array
    return all.filter { $0["function"].text == function }
  }
}

/// A read JSON value with short access; a wrong type shows as NaN, an empty list or text.
struct JSON: CustomStringConvertible {
  let value: Any?

  init(_ value: Any?) { self.value = value }

  subscript(key: String) -> JSON { JSON((value as? [String: Any])?[key]) }
  subscript(index: Int) -> JSON { array[index] }

  var isMissing: Bool { value == nil || value is NSNull }
  var array: [JSON] { ((value as? [Any]) ?? []).map { JSON($0) } }
  var keys: [String] { ((value as? [String: Any]) ?? [:]).keys.sorted() }
  var number: Double { (value as? NSNumber)?.doubleValue ?? .nan }
  var optional: Double? { isMissing ? nil : number }
  var int: Int { (value as? NSNumber)?.intValue ?? .min }
  var flag: Bool { (value as? NSNumber)?.boolValue ?? false }
  var text: String { value as? String ?? "" }
  var numbers: [Double] { array.map(\.number) }
  var ints: [Int] { array.map(\.int) }
  var description: String { "\(value ?? "missing")" }
}

/// What was found beside what the reference has: a list of the same length, and not an empty one.
func matched<Value>(
  _ found: [Value], _ wanted: JSON, _ what: String,
  at place: SourceLocation = #_sourceLocation
) -> [(Value, JSON)] {
  #expect(
    found.count == wanted.array.count && !found.isEmpty,
    "\(what): found \(found.count) values, wanted \(wanted.array.count)", sourceLocation: place)
  return Array(zip(found, wanted.array))
}

/// Expects agreement to `relative` (1e-9 unless the reference says otherwise).
func expect(
  _ found: Double?, equals wanted: JSON, relative: Double = 1e-9, _ what: String,
  at place: SourceLocation = #_sourceLocation
) {
  if wanted.isMissing {
    #expect(found == nil, "\(what): found \(found ?? .nan), wanted none", sourceLocation: place)
    return
  }
  let target = wanted.number
  let value = found ?? .nan
  // A wanted 0 (such as an interval's end at 0) allows the rounding of numbers near 1.
  let scale = target == 0 ? 1e-3 : abs(target)
  #expect(
    abs(value - target) <= relative * scale, "\(what): found \(value), wanted \(target)",
    sourceLocation: place)
}
