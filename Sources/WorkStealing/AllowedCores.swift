internal import Glibc

/// How many cores this process may use: the number of workers when nobody asks for another.
package enum AllowedCores {
  /// The smallest of what the affinity mask, the control groups' quota (v1 and v2, rounded up)
  /// and Slurm (`SLURM_CPUS_PER_TASK`) allow; at least 1.
  package static func count() -> Int {
    count(slurm: environmentNumber("SLURM_CPUS_PER_TASK"), root: "")
  }

  /// - Parameter root: what stands before `/proc` and `/sys`; for tests.
  package static func count(slurm: Int?, root: String) -> Int {
    var limits = [slurm, affinity(root: root)].compactMap(\.self).filter { $0 > 0 }
    if limits.isEmpty { limits = [sysconf(Int32(_SC_NPROCESSORS_ONLN))] }
    limits += quotas(root: root).map { Int(min($0, 1e6).rounded(.up)) }
    return max(1, limits.min() ?? 1)
  }

  /// Cores in this process's affinity mask; nil if the system does not tell.
  ///
  /// Read from /proc, because Swift's Glibc module does not show `sched_getaffinity`.
  private static func affinity(root: String) -> Int? {
    let key = "Cpus_allowed:"
    let status = ControlGroups(root: root).text(of: root + "/proc/self/status")
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else {
      return nil
    }
    return line.dropFirst(key.count).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
  }

  /// Quotas, in cores, of the control groups this process is in and of those above them.
  private static func quotas(root: String) -> [Double] {
    ControlGroups(root: root).texts(
      "cpu.max", controller: "cpu", ["cpu.cfs_quota_us", "cpu.cfs_period_us"]
    ).flatMap(quota)
  }

  /// The quotient of two positive numbers of microseconds; empty for "max" or -1, no limit.
  private static func quota(_ text: String) -> [Double] {
    let numbers = text.split(whereSeparator: \.isWhitespace).map { Double($0) }
    guard numbers.count == 2, let quota = numbers[0], let period = numbers[1], quota > 0, period > 0
    else { return [] }
    return [quota / period]
  }
}
