internal import Glibc

/// How many bytes of memory this process may use.
package enum AllowedMemory {
  /// The smallest of what the machine has, `ulimit`, the control groups (v1 and v2) and Slurm
  /// (`SLURM_MEM_PER_NODE`, or `SLURM_MEM_PER_CPU` for each of `SLURM_CPUS_ON_NODE`) allow.
  package static func bytes() -> Double {
    var slurm = environmentNumber("SLURM_MEM_PER_NODE")
    if let perCore = environmentNumber("SLURM_MEM_PER_CPU") {
      let cores = environmentNumber("SLURM_CPUS_ON_NODE") ?? 1
      let (product, overflows) = perCore.multipliedReportingOverflow(by: cores)
      slurm = slurm ?? (overflows ? .max : product)
    }
    return bytes(slurmMegabytes: slurm, root: "")
  }

  /// - Parameters:
  ///   - slurmMegabytes: 0, as Slurm writes it, is no limit.
  ///   - root: what stands before `/proc` and `/sys`; for tests.
  package static func bytes(slurmMegabytes: Int?, root: String) -> Double {
    var limits = [Double(sysconf(Int32(_SC_PHYS_PAGES))) * Double(sysconf(Int32(_SC_PAGESIZE)))]
    for resource in [RLIMIT_AS, RLIMIT_DATA] {
      var limit = rlimit()
      if getrlimit(__rlimit_resource_t(UInt32(resource.rawValue)), &limit) == 0 {
        limits.append(Double(limit.rlim_cur))
      }
    }
    // "max" is no number, and no limit.
    limits += ControlGroups(root: root).texts(
      "memory.max", controller: "memory", ["memory.limit_in_bytes"]
    ).compactMap { Double($0.prefix { !$0.isWhitespace }) }
    if let slurmMegabytes, slurmMegabytes > 0 { limits.append(Double(slurmMegabytes) * 1_048_576) }
    return limits.reduce(.infinity, min)
  }
}
