package import ArgumentParser
import Glibc
import PlainText
import SpreadEngine
package import SpreadModel
import StudyFiles
import StudyFolders

/// The command `spreadlab`: one file per subcommand. Whose program it is decides which rules in Swift it
/// has besides (`SpreadRule.own`).
package struct RootCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "spreadlab",
    abstract: "Parameter studies of an infection that spreads in a group on a grid.",
    discussion: """
      EXAMPLES
        spreadlab new > study.json           a starter study to edit
        spreadlab check study.json           is it valid, how long will it take?
        spreadlab run study.json             run it, or continue where it stopped
        spreadlab status results/my_study    show its progress, also while it runs
        spreadlab live                       the interactive page
      """,
    version: toolVersion,
    subcommands: [
      NewCommand.self, CheckCommand.self, RunCommand.self, StatusCommand.self,
      AnalyzeCommand.self, ReportCommand.self, CompareCommand.self, FitCommand.self,
      CalibrateCommand.self,
      ReplayCommand.self, VerifyCommand.self, MergeCommand.self, SubmitCommand.self,
      LiveCommand.self, TruthsCommand.self, ContactsCommand.self, RulesCommand.self,
      SchemaCommand.self,
    ])

  package init() {}

  /// Parses and runs; every way out has the exit code of the contract.
  ///
  /// - Parameter rules: those that the program has besides the built-in ones.
  package static func main(rules: [SpreadRule.Described]) async -> Never {
    FileSignals.heed()
    do {
      // Swift reads the arguments from there; without them every command would be a plea for help.
      guard !CommandLine.arguments.isEmpty else {
        throw CommandFailure(
          .inputOutput,
          "error: /proc/self/cmdline cannot be read, so the arguments are not known; mount /proc")
      }
      if let objection = SpreadRule.objection(to: rules) {
        throw CommandFailure(.usage, "error: \(objection)")
      }
      SpreadRule.give(rules)
      if let objection = Vectors.objection { throw CommandFailure(.usage, "error: \(objection)") }
      if let advice = misspeltHelp { throw CommandFailure(.usage, CallerText(advice)) }
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      try Console.flush()
      leave(.complete)
    } catch let error as FolderError {
      end(with: failure(of: error))
    } catch let failure as CommandFailure {
      end(with: failure)
    } catch let stop as CommandExit {
      answer(stop, "")
      try? Console.flush()  // the stop is the news
      leave(stop)
    } catch {
      let text = fullMessage(for: error)
      let code = exitCode(for: error)
      guard code == .success else {
        let code =
          code == .validationFailure
          ? .usage : CommandExit(rawValue: code.rawValue) ?? .internalError
        if let advice = misspeltCommand { Console.error(advice) }
        if !text.isEmpty { Console.error(text) }
        answer(code, text)
        try? Console.flush()  // the mistake is the news
        leave(code)
      }
      // Help and version are data: they go to standard output, checked like all data.
      do {
        try Console.write(text.hasSuffix("\n") ? text : text + "\n")
        try Console.flush()
      } catch {
        leave(.inputOutput)
      }
      leave(.complete)
    }
  }

  private static func end(with failure: CommandFailure) -> Never {
    answer(failure.code, failure.message)
    try? Console.flush()  // data written before the failure; the failure itself is the news
    failure.report()
    leave(failure.code)
  }

  /// Ends the program. All that it had to write is written; what exit(3) would take down besides may
  /// still be in use by other threads.
  private static func leave(_ code: CommandExit) -> Never { _exit(code.rawValue) }

  /// Who asked for JSON gets JSON, also of a failure that comes before any other answer.
  private static func answer(_ code: CommandExit, _ message: String) {
    let words = CommandLine.arguments.prefix { $0 != "--" }
    guard words.contains("--json"), !Console.hasWritten, code != .closedPipe else { return }
    let prefix = "error: "
    let text =
      message.lowercased().hasPrefix(prefix) ? message.dropFirst(prefix.count) : message[...]
    // Output that cannot be written has no reader.
    try? Console.write(
      JSONText.object([
        (
          "error",
          .object([("exit_code", .int(Int(code.rawValue))), ("message", .string(String(text)))])
        )
      ]).text)
  }

  /// "there is no command 'chekc'; did you mean 'check'?", if the first word is none and one is near.
  private static var misspeltCommand: String? {
    CommandLine.arguments.dropFirst().first.flatMap { misspelt($0) }
  }

  /// Of `help chekc`, which would be answered with the help of all commands.
  private static var misspeltHelp: String? {
    let words = CommandLine.arguments.dropFirst()
    guard words.first == "help", let word = words.dropFirst().first, !word.hasPrefix("-"),
      !commandNames.contains(word), word != "help"
    else { return nil }
    return misspelt(word)
      ?? "error: there is no command '\(word)'; the commands are \(commandNames.joined(separator: ", "))"
  }

  private static var commandNames: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  private static func misspelt(_ word: String) -> String? {
    guard !word.hasPrefix("-"), !commandNames.contains(word),
      let near = NearestName.find(word, in: commandNames)
    else { return nil }
    return "error: there is no command '\(word)'; did you mean '\(near)'?"
  }
}
