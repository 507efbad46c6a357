import Cluster
import Foundation
import Glibc
import Testing

/// The loop run by a shell, with a program that notes how it is called.
@Suite struct ShellLoopTests {
  @Test(
    "makes every part of every round and merges it, beside each other where GNU parallel is there",
    arguments: [false, true])
  func rounds(hasParallel: Bool) throws {
    // Of the package `parallel`, which `make test` installs.
    try #require(!hasParallel || FileManager.default.isExecutableFile(atPath: "/usr/bin/parallel"))
    let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: place) }
    let odd = "a 'b' \"c\" {} {#} $(touch PWNED) $HOME ;touch PWNED; *"
    let folder = place.appending(path: odd).path
    let tools = place.appending(path: "bin")
    for path in ["\(folder)/out", tools.path] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    func write(_ path: String, _ text: String) throws {
      try "#!/bin/bash\n\(text)\n".write(toFile: path, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    let program = "\(folder)/spread lab"
    // A study of two rounds: what it says of the next one grows with each merge.
    try write(
      program,
      """
      case $1 in
        next) [ "$2 $3" = "${0%/*}/out --json" ] || exit 1
          merged=$(grep -c ^merge "${0%/*}/calls")
          if [ $merged -lt 2 ]; then echo '{"done": false, "round": '$((merged + 1))', "runs": 9}'
          else echo '{"done": true, "round": null, "runs": 0}'; fi ;;
        *) call=$(printf '%s|' "$@"); echo "$call" >> "${0%/*}/calls" ;;
      esac
      [ "$1" != merge ] || : > "${0%/*}/out/.store"
      """)
    for tool in ["grep", "seq", "sed"] {
      try FileManager.default.createSymbolicLink(
        atPath: tools.appending(path: tool).path, withDestinationPath: "/usr/bin/\(tool)")
    }
    let loop = ShellLoop(
      program: program, studyFile: "\(folder)/study.json", folder: folder, output: "\(folder)/out",
      parts: 3, cores: 2, overrides: ["--set", "description=it's \"x\" `id`"])
    let script = place.appending(path: "rounds.sh").path
    try loop.text.write(toFile: script, atomically: false, encoding: .utf8)
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/bash")
    shell.arguments = [script]
    shell.currentDirectoryURL = place
    shell.environment = [
      "PATH": hasParallel ? "/usr/bin:/bin" : tools.path, "HOME": place.path,
      "PARALLEL": "--joblog '\(place.path)/parallel'",
    ]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    func calls(_ round: Int, _ from: String) -> [String] {
      (1...3).map { part in
        "run|\(folder)/study.json|--shard|\(part)/3|\(from)-o|\(folder)/parts/\(round)/\(part)|-j|2|--quiet|"
          + "--set|description=it's \"x\" `id`|"
      } + ["merge|\(folder)/parts/\(round)|-o|\(folder)/out|--quiet|"]
    }
    func lines(_ path: String) -> [String] {
      ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").map(
        String.init)
    }
    let made = lines("\(folder)/calls")
    let expected = [calls(1, ""), calls(2, "--from|\(folder)/out|--round|2|")]
    try #require(made.count == 8)
    for (round, wanted) in expected.enumerated() {
      let found = Array(made[round * 4..<round * 4 + 4])
      // Parts beside each other come in any order.
      #expect(found.prefix(3).sorted() == Array(wanted.prefix(3)) && found[3] == wanted[3])
    }
    // A line for each part of the last round, behind a header.
    #expect(lines(place.appending(path: "parallel").path).count == (hasParallel ? 4 : 0))
    #expect(
      try !FileManager.default.subpathsOfDirectory(atPath: place.path).contains {
        $0.hasSuffix("PWNED")
      })
  }

  @Test("a second loop says which process makes the rounds, and makes nothing")
  func second() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: place) }
    try FileManager.default.createDirectory(
      at: place.appending(path: "out"), withIntermediateDirectories: true)
    func path(_ name: String) -> String { place.appending(path: name).path }
    try """
    #!/bin/bash
    cd "${0%/*}"
    case $1 in
      run) echo begun >>calls; while [ ! -e go ]; do sleep 0.01; done ;;
      merge) : >out/.store ;;
      next) echo '{"done": true, "round": null}' ;;
    esac
    """.write(toFile: path("program"), atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: path("program"))
    try ShellLoop(
      program: path("program"), studyFile: path("study.json"), folder: place.path,
      output: path("out"), parts: 1, cores: 1, overrides: []
    ).text.write(toFile: path("rounds.sh"), atomically: false, encoding: .utf8)
    func start() throws -> (Process, Pipe) {
      let (shell, messages) = (Process(), Pipe())
      shell.executableURL = URL(filePath: "/bin/bash")
      shell.arguments = [path("rounds.sh")]
      shell.standardError = messages
      try shell.run()
      return (shell, messages)
    }
    let (first, _) = try start()
    while !FileManager.default.fileExists(atPath: path("calls")) { usleep(10_000) }
    let (second, messages) = try start()
    second.waitUntilExit()
    let said = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(second.terminationStatus == 5)
    #expect(said.contains("process \(first.processIdentifier) on "))
    try "".write(toFile: path("go"), atomically: false, encoding: .utf8)
    first.waitUntilExit()
    #expect(first.terminationStatus == 0)
    #expect(try String(contentsOfFile: path("calls"), encoding: .utf8) == "begun\n")
    // Nothing of the lock is left.
    let (third, _) = try start()
    third.waitUntilExit()
    #expect(third.terminationStatus == 0)
  }
}
