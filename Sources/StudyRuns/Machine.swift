import Glibc

/// Bytes of memory of this machine.
let physicalMemory = Double(sysconf(Int32(_SC_PHYS_PAGES))) * Double(sysconf(Int32(_SC_PAGESIZE)))

/// The name of this machine.
package let hostName: String = {
  var buffer = [CChar](repeating: 0, count: 256)
  gethostname(&buffer, 255)
  return buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }  // 256 > 0
}()
