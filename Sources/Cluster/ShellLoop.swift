/// A script that makes all rounds of a study on machines that GNU parallel reaches, or on this one.
package struct ShellLoop: Sendable {
  private let program: String
  private let studyFile: String
  private let folder: String
  private let output: String
  private let parts: Int
  private let cores: Int
  private let overrides: [String]

  /// - Parameters:
  ///   - program, studyFile, folder, output: absolute paths.
  ///   - overrides: words for `spreadlab run`.
  package init(
    program: String, studyFile: String, folder: String, output: String, parts: Int, cores: Int,
    overrides: [String]
  ) {
    self.program = program
    self.studyFile = studyFile
    self.folder = folder
    self.output = output
    self.parts = parts
    self.cores = cores
    self.overrides = overrides
  }

  /// Stopped anywhere and started again, it goes on.
  package var text: String {
    let run: ShellScript = "\(word: program) run \(word: studyFile)"
    let changes = overrides.reduce("" as ShellScript) { "\($0) \(word: $1)" }
    let script: ShellScript = """
      #!/bin/bash
      # Makes the rounds of a study, each in parts beside each other. GNU parallel takes options, such as
      # --sshloginfile, from the variable PARALLEL; where it is not installed, the parts run one after the other.
      set -euo pipefail
      out=\(word: output) parts=\(word: folder + "/parts") number=\(parts)
      each() {
        if command -v parallel >/dev/null; then parallel "$@" ::: $(seq "$number"); return; fi
        local part
        for part in $(seq "$number"); do "${@//\\{\\}/$part}"; done
      }
      while :; do
        round=1 from=()
        if [ -e "$out/.store" ]; then
          round=$(\(word: program) next "$out" --json | sed -n 's/.*"round": \\([0-9]*\\).*/\\1/p')
          [ -n "$round" ] || break
          [ "$round" -eq 1 ] || from=(--from "$out" --round "$round")
        fi
        each \(run) --shard "{}/$number" "${from[@]}" -o "$parts/$round/{}" -j \(cores) --quiet\(changes)
        \(word: program) merge "$parts/$round" -o "$out" --quiet
      done
      """
    return script.text + "\n"
  }
}
