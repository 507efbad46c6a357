/// Any bytes are the head of a request or a refusal; what was read, written out again, is read as
/// the same, and where the head ends does not depend on the pieces it comes in.
///
/// Compiled by run.sh in one module with those files of Sources/LivePage/Server that it needs.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  do throws(Refusal) {
    guard let end = try RequestHead.end(in: bytes) else { return 0 }
    let whole = Array(bytes[..<end])
    for length in [0, end / 4, end / 2, end - 1, end] {
      let found = try RequestHead.end(in: Array(bytes[..<length]))
      precondition(found == (length < end ? nil : end), "another end")
    }
    let head = try RequestHead(parsing: whole)
    let lines =
      ["\(head.method) \(head.target) HTTP/1.1"]
      + head.fields.map { "\($0.name): \($0.value)" } + ["", ""]
    let again = try RequestHead(parsing: Array(lines.joined(separator: "\r\n").utf8))
    precondition(again == head, "another head")
  } catch {
    precondition((400...505).contains(error.status) && !error.reason.isEmpty)
  }
  return 0
}
