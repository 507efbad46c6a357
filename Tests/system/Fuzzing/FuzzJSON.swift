import PlainText

/// Any bytes are JSON or have a first byte that cannot be; nothing else may happen.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  do throws(JSONSyntaxError) { _ = try JSONReader.read(bytes) } catch {
    precondition(!error.message.isEmpty)
  }
  return 0
}
