/// Any bytes of a WebSocket client are messages or a violation with its close code, the same
/// whether they come at once or one by one.
///
/// Compiled by run.sh in one module with FrameReader.swift.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  let (events, code) = read([bytes])
  let (slowEvents, slowCode) = read(bytes.map { [$0] })
  precondition(code == slowCode, "another close code")
  // At once, a violation hides the messages before it.
  precondition(code != nil || events == slowEvents, "other messages")
  precondition(code == nil || [1002, 1003, 1007, 1009].contains(code))
  for case .text(let text) in slowEvents {
    precondition(text.utf8.count <= FrameReader.messageLimit)
  }
  return 0
}

private func read(_ pieces: [[UInt8]]) -> (events: [FrameReader.Event], code: UInt16?) {
  var reader = FrameReader()
  var events: [FrameReader.Event] = []
  do throws(FrameReader.Violation) {
    for piece in pieces { events += try reader.read(piece) }
    return (events, nil)
  } catch {
    return (events, error.code)
  }
}
