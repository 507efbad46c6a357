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
      # Two loops at once would end each other. The parts of one that was stopped hold its lock until they end.
      loop=\(word: folder + "/loop")
      exec 9>>"$loop"
      # Where files cannot be locked, nothing is known of other loops.
      if command -v flock >/dev/null; then
        locked=0
        flock -n -E 5 9 2>/dev/null || locked=$?
        if [ "$locked" -eq 5 ]; then
          echo "$(<"$loop") makes the rounds of this study, or parts that it began have not ended" >&2
          exit 5
        fi
      fi
      echo "process $$ on $HOSTNAME" >"$loop"
      out=\(word: output) parts=\(word: folder + "/parts") number=\(parts)
      # A line for each part of a round, quoted for bash. As its own words, parallel would put them together
      # without their quotes, and replace {} and the like in them.
      commands() {
        local part
        for part in $(seq "$number"); do
          printf '%q ' \(run) --shard "$part/$number" "${from[@]}" -o "$parts/$round/$part" -j \(cores) --quiet\(changes)
          echo
        done
      }
      each() {
        local line
        case $(parallel --version </dev/null 2>/dev/null || :) in
          'GNU parallel'*) PARALLEL_SHELL=$BASH parallel ;;
          *) while IFS= read -r line; do "$BASH" -c "$line" </dev/null; done ;;
        esac
      }
      while :; do
        round=1 from=()
        if [ -e "$out/.store" ]; then
          round=$(\(word: program) next "$out" --json | sed -n 's/.*"round": \\([0-9]*\\).*/\\1/p')
          [ -n "$round" ] || break
          [ "$round" -eq 1 ] || from=(--from "$out" --round "$round")
        fi
        commands | each
        \(word: program) merge "$parts/$round" -o "$out" --quiet
      done
      """
    return script.text + "\n"
  }
}
