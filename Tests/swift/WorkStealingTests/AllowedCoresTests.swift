import Foundation
import Testing
import WorkStealing

@Suite struct AllowedCoresTests {
  private let eight = "Name:\tx\nCpus_allowed:\t00000000,000000ff\nCpus_allowed_list:\t0-7\n"

  @Test("the affinity mask counts, and Slurm's number if it is smaller")
  func affinity() throws {
    let root = try rootFolder(["proc/self/status": eight])
    defer { try? FileManager.default.removeItem(atPath: root) }
    #expect(AllowedCores.count(slurm: nil, root: root) == 8)
    #expect(AllowedCores.count(slurm: 3, root: root) == 3)
    #expect(AllowedCores.count(slurm: 1, root: root) == 1)
    #expect(AllowedCores.count(slurm: 64, root: root) == 8)
    #expect(AllowedCores.count(slurm: 0, root: root) == 8)
    // Where nothing says how many, all that are there.
    let all = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    #expect(AllowedCores.count(slurm: nil, root: "/nowhere") == all)
  }

  @Test(
    "the smallest quota of the control groups above counts, rounded up",
    arguments: [
      (["sys/fs/cgroup/a/b/cpu.max": "250000 100000\n"], 3),
      (["sys/fs/cgroup/a/b/cpu.max": "max 100000\n"], 8),
      (
        ["sys/fs/cgroup/a/b/cpu.max": "max 100000\n", "sys/fs/cgroup/a/cpu.max": "100000 100000"],
        1
      ),
      (["sys/fs/cgroup/a/b/cpu.max": "1000 100000\n"], 1),
      (["sys/fs/cgroup/a/b/cpu.max": "garbage"], 8),
      (["sys/fs/cgroup/a/b/cpu.max": "0 100000"], 8),
      (["sys/fs/cgroup/a/b/cpu.max": "200000 0"], 8),
    ])
  func groupsVersion2(files: [String: String], expected: Int) throws {
    var files = files
    files["proc/self/status"] = eight
    files["proc/self/cgroup"] = "0::/a/b\n"
    let root = try rootFolder(files)
    defer { try? FileManager.default.removeItem(atPath: root) }
    #expect(AllowedCores.count(slurm: nil, root: root) == expected)
  }

  @Test("quotas of version 1 count too", arguments: [("400000", 4), ("-1", 8), ("150000", 2)])
  func groupsVersion1(quota: String, expected: Int) throws {
    let root = try rootFolder([
      "proc/self/status": eight, "proc/self/cgroup": "4:memory:/x\n3:cpu,cpuacct:/docker/x\n",
      "sys/fs/cgroup/cpu,cpuacct/docker/x/cpu.cfs_quota_us": quota + "\n",
      "sys/fs/cgroup/cpu,cpuacct/docker/x/cpu.cfs_period_us": "100000\n",
    ])
    defer { try? FileManager.default.removeItem(atPath: root) }
    #expect(AllowedCores.count(slurm: nil, root: root) == expected)
  }

  @Test("this process may use at least one core")
  func here() {
    #expect(AllowedCores.count() >= 1)
    #expect(AllowedCores.count() <= ProcessInfo.processInfo.processorCount)
  }
}
