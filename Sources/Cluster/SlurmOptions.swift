/// What a user asks of Slurm for the tasks of a study.
package struct SlurmOptions: Sendable {
  package var coresPerTask: Int
  /// Slurm's own formats, such as "00:55:00" and "4G"; nil leaves the site's default.
  package var time: String?
  package var memory: String?
  package var partition: String?
  package var account: String?
  /// Further flags for `sbatch`, each as one word such as `--qos=low`.
  package var flags: [String]

  package init(
    coresPerTask: Int, time: String? = nil, memory: String? = nil, partition: String? = nil,
    account: String? = nil, flags: [String] = []
  ) {
    self.coresPerTask = coresPerTask
    self.time = time
    self.memory = memory
    self.partition = partition
    self.account = account
    self.flags = flags
  }

  /// The same options on the command line of `spreadlab submit`.
  var submitWords: [String] {
    func option(_ name: String, _ value: String?) -> [String] { value.map { [name, $0] } ?? [] }
    return option("--cpus-per-task", "\(coresPerTask)") + option("--time", time)
      + option("--mem", memory) + option("--partition", partition) + option("--account", account)
      + flags.map { "--sbatch=\($0)" }
  }

  /// All texts.
  var words: [String] { [time, memory, partition, account].compactMap(\.self) + flags }
}
