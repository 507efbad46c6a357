import Cluster
import Testing

@Suite struct SlurmScriptsTests {
  private func scripts(time: String? = nil, flags: [String] = []) -> SlurmScripts {
    SlurmScripts(
      study: "waves", program: "/opt/it's/spreadlab", studyFile: "/data/study.json",
      folder: "/data/out/cluster", output: "/data/out", shards: 16, coresPerTask: 2, time: time,
      memory: "4G", partition: "short", account: nil, flags: flags, overrides: [])
  }

  @Test("the array holds the missing parts as ranges and every option as a line")
  func array() {
    let text = scripts(time: "00:55:00", flags: ["--qos=low"]).array(only: [9, 1, 2, 3])
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.first == "#!/bin/bash")
    for line in [
      "#SBATCH --array=1-3,9", "#SBATCH --mem=4G", "#SBATCH --partition=short",
      "#SBATCH --qos=low", "#SBATCH --time=00:55:00", "#SBATCH --cpus-per-task=2",
    ] {
      #expect(lines.contains(line))
    }
    #expect(text.contains("--time-limit 3240s"), "a minute before Slurm's 55 minutes")
    #expect(text.contains("'/opt/it'\\''s/spreadlab' run '/data/study.json' --shard \"$part/16\""))
  }

  @Test("without a limit the task has none either")
  func noLimit() { #expect(!scripts().array(only: [1]).contains("--time-limit")) }

  @Test(
    "Slurm's times are read",
    arguments: [
      ("30", 1800), ("30:15", 1815), ("01:00:00", 3600), ("2-12", 216_000),
      ("1-00:30", 88_200), ("0-00:00:09", 9),
    ])
  func times(text: String, seconds: Int) {
    #expect(SlurmScripts.seconds(ofSlurmTime: text) == seconds)
  }

  @Test("what is no time is refused", arguments: ["", "x", "1:2:3:4", "-5", "1-", "1-2-3", "9m"])
  func noTimes(text: String) { #expect(SlurmScripts.seconds(ofSlurmTime: text) == nil) }
}
