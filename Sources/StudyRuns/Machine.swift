import Glibc

/// Bytes of memory that this process may use: those of the machine, or fewer by `ulimit` or by the
/// control group it is in.
let allowedMemory: Double = {
  let physical = Double(sysconf(Int32(_SC_PHYS_PAGES))) * Double(sysconf(Int32(_SC_PAGESIZE)))
  var limits = [physical]
  for resource in [RLIMIT_AS, RLIMIT_DATA] {
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(UInt32(resource.rawValue)), &limit) == 0 {
      limits.append(Double(limit.rlim_cur))
    }
  }
  for group in ["memory.max", "memory/memory.limit_in_bytes"] {
    if let bytes = number(in: "/sys/fs/cgroup/\(group)") { limits.append(bytes) }
  }
  return limits.min() ?? physical
}()

/// nil for a file that is not there, and for the word "max".
private func number(in path: String) -> Double? {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: 32)
  let count = read(file, &bytes, bytes.count)
  return Double(String(decoding: bytes.prefix(max(0, count)).prefix { $0 > 32 }, as: UTF8.self))
}

/// The name of this machine.
package let hostName: String = {
  var buffer = [CChar](repeating: 0, count: 256)
  gethostname(&buffer, 255)
  return buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }  // 256 > 0
}()
