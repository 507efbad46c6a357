import Glibc

/// The name of this machine.
package let hostName: String = {
  var buffer = [CChar](repeating: 0, count: 256)
  gethostname(&buffer, 255)
  return buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }  // 256 > 0
}()
