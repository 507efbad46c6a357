import Foundation
import Testing
import WorkStealing

/// One after the other: a test sets a limit of the process, which all others would see.
@Suite(.serialized) struct AllowedMemoryTests {
  private let most = AllowedMemory.bytes(slurmMegabytes: nil, root: "/nowhere")

  @Test(
    "the smallest limit of the control groups above counts, wherever it stands",
    arguments: [
      (["sys/fs/cgroup/a/b/memory.max": "1048576\n"], 1_048_576),
      (["sys/fs/cgroup/a/memory.max": "2097152\n"], 2_097_152),
      (["sys/fs/cgroup/memory.max": "3145728\n"], 3_145_728),
      (
        ["sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "4194304\n"],
        4_194_304
      ),
      (["sys/fs/cgroup/a/b/memory.max": "max\n"], nil),
      (["sys/fs/cgroup/other/memory.max": "1048576\n"], nil),
      (["sys/fs/cgroup/a/b/memory.max": "garbage"], nil),
    ] as [([String: String], Double?)])
  func groupsVersion2(files: [String: String], expected: Double?) throws {
    let root = try rootFolder(files.merging(["proc/self/cgroup": "0::/a/b\n"]) { $1 })
    defer { try? FileManager.default.removeItem(atPath: root) }
    #expect(AllowedMemory.bytes(slurmMegabytes: nil, root: root) == expected ?? most)
  }

  @Test(
    "limits of version 1 count, too",
    arguments: [("8388608", 8_388_608), ("9223372036854771712", nil)] as [(String, Double?)])
  func groupsVersion1(limit: String, expected: Double?) throws {
    let root = try rootFolder([
      "proc/self/cgroup": "4:memory:/slurm/uid_1/job_2\n3:cpu,cpuacct:/x\n",
      "sys/fs/cgroup/memory/slurm/uid_1/memory.limit_in_bytes": limit + "\n",
      "sys/fs/cgroup/cpu,cpuacct/x/memory.limit_in_bytes": "1\n",
    ])
    defer { try? FileManager.default.removeItem(atPath: root) }
    #expect(AllowedMemory.bytes(slurmMegabytes: nil, root: root) == expected ?? most)
  }

  @Test("Slurm's number counts where it is smaller; 0 is no limit")
  func slurm() {
    #expect(AllowedMemory.bytes(slurmMegabytes: 3, root: "/nowhere") == 3_145_728)
    #expect(AllowedMemory.bytes(slurmMegabytes: 0, root: "/nowhere") == most)
    #expect(AllowedMemory.bytes(slurmMegabytes: 1 << 40, root: "/nowhere") == most)
  }

  /// Sanitizers map terabytes: under a limit they could not go on.
  private static let isSmall: Bool = {
    let sizes = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = sizes?.split(separator: " ").first.flatMap { Double($0) } ?? .infinity
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) < 0.5 * AllowedMemory.bytes()
  }()

  @Test(
    "what ulimit allows counts, of addresses or of data", .enabled(if: isSmall),
    arguments: [Int32(RLIMIT_AS.rawValue), Int32(RLIMIT_DATA.rawValue)])
  func limits(number: Int32) throws {
    let resource = __rlimit_resource_t(UInt32(number))
    var before = rlimit()
    try #require(getrlimit(resource, &before) == 0)
    defer { setrlimit(resource, &before) }
    // So close to all there is that nobody misses it.
    var limit = before
    limit.rlim_cur = rlim_t(most) - 4096
    try #require(setrlimit(resource, &limit) == 0)
    #expect(AllowedMemory.bytes(slurmMegabytes: nil, root: "/nowhere") == most - 4096)
  }

  @Test("this process may use some memory, and no more than the machine has")
  func here() {
    #expect(AllowedMemory.bytes() > 1e6)
    #expect(AllowedMemory.bytes() <= Double(ProcessInfo.processInfo.physicalMemory))
  }
}
