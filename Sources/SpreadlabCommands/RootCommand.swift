package import ArgumentParser
import Glibc
import PlainText
import SpreadEngine
package import SpreadModel
import StudyFiles
import StudyFolders

/// The command `spreadlab`: one file per subcommand. Whose program it is decides which rules in Swift it
/// has besides (`SpreadRule.own`).
package struct RootCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "spreadlab",
    abstract: "Parameter studies of infections that spread in groups of people.",
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
      AnalyzeCommand.self, ReportCommand.self, CompareCommand.self, DiffCommand.self,
      FitCommand.self, CalibrateCommand.self,
      ReplayCommand.self, VerifyCommand.self, NextCommand.self, MergeCommand.self,
      SubmitCommand.self, PruneCommand.self,
      LiveCommand.self, TruthsCommand.self, ContactsCommand.self, RulesCommand.self,
      SchemaCommand.self,
    ])

  package init() {}

  /// Parses and runs; every way out has the exit code of the contract.
  ///
  /// On the thread that calls: the system may start no other.
  /// - Parameter rules: those that the program has besides the built-in ones.
  package static func main(rules: [SpreadRule.Described]) -> Never {
    FileSignals.obey()
    do {
      try OpenFiles.makeRoom()
      // Swift reads the arguments from there; without them every command would be a plea for help.
      guard !CommandLine.arguments.isEmpty else {
        throw Failure(
          .fileError,
          "/proc/self/cmdline cannot be read, so the arguments are not known; mount /proc")
      }
      if let text = unreadableArgument {
        throw Failure(
          .usage,
          "the argument \(text) is not UTF-8, as names have to be; rename the file or folder")
      }
      if let objection = SpreadRule.objection(to: rules) {
        throw Failure(.usage, "\(objection)")
      }
      SpreadRule.give(rules)
      if let objection = SIMDLevel.objection { throw Failure(.usage, "\(objection)") }
      if let advice = misspelledHelp { throw Failure(.usage, CallerText(advice)) }
      let arguments = withNegativeNumbers(CommandLine.arguments.dropFirst())
      var command = try parseAsRoot(arguments)
      if let repeated = RepeatedOption(arguments, of: type(of: command)) {
        throw Failure(.usage, "\(repeated.name) is given more than once; give it once")
      }
      try command.run()
      try Console.flush()
      leave(.complete)
    } catch let error as any WordedError {
      end(with: error)
    } catch {
      let status = exitCode(for: error)
      guard status == .success else {
        end(with: status == .validationFailure ? usage(error) : Failure(unexpected: error))
      }
      // Help and version are data: they go to standard output, checked like all data.
      do {
        let text = fullMessage(for: error)
        try Console.write(text.hasSuffix("\n") ? text : text + "\n")
        try Console.flush()
      } catch {
        leave(.inputOutput)
      }
      leave(.complete)
    }
  }

  /// The arguments with each negative number behind the option whose value it is: the parser takes it for another option.
  private static func withNegativeNumbers(_ arguments: ArraySlice<String>) -> [String] {
    arguments.reduce(into: []) { words, word in
      if let option = words.last, option.hasPrefix("--"), option.count > 2,
        !option.contains("="), word.starts(with: /-[0-9.]/)
      {
        words[words.count - 1] = "\(option)=\(word)"
      } else {
        words.append(word)
      }
    }
  }

  /// The first argument that is not UTF-8: as a name it would stand for another file.
  private static var unreadableArgument: String? {
    zip(CommandLine.arguments.indices, CommandLine.arguments).first { place, _ in
      CommandLine.unsafeArgv[place].map { String(validatingCString: $0) == nil } ?? false
    }?.1
  }

  private static func end(with failure: any WordedError) -> Never {
    try? Console.flush()  // data written before the failure; the failure itself is the news
    Console.tell(failure)
    leave(failure.exit)
  }

  /// What is wrong with the command line, in the words of the parser.
  private static func usage(_ error: any Error) -> Failure {
    if let misspelledCommand { return Failure(.usage, CallerText(misspelledCommand)) }
    let text = fullMessage(for: error)
    if let (option, instead) = optionNotOffered(text) {
      return Failure(.notOffered, "\(option) is not offered; \(instead)")
    }
    let prefix = "Error: "
    return Failure(
      .usage, CallerText(text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text[...]))
  }

  /// The option that the parser does not know, if another program of the field has it.
  private static func optionNotOffered(
    _ message: String
  ) -> (option: String, instead: CallerText)? {
    guard message.hasPrefix("Error: Unknown option '"),
      let command = CommandLine.arguments.dropFirst().first,
      let place = NotOffered.Place(optionOf: command)
    else { return nil }
    let option = String(message.split(separator: "'")[1].prefix { $0 != "=" })
    return NotOffered.advice(option, in: place).map { (option, $0) }
  }

  /// Ends the program. All that it had to write is written; what exit(3) would take down besides may
  /// still be in use by other threads.
  private static func leave(_ status: ExitStatus) -> Never { _exit(status.rawValue) }

  /// "there is no command 'chekc'; did you mean 'check'?", if the first word is none and one is near.
  private static var misspelledCommand: String? {
    CommandLine.arguments.dropFirst().first.flatMap { misspelled($0) }
  }

  /// Of `help chekc`, which would be answered with the help of all commands.
  private static var misspelledHelp: String? {
    let words = CommandLine.arguments.dropFirst()
    guard words.first == "help", let word = words.dropFirst().first, !word.hasPrefix("-"),
      !commandNames.contains(word), word != "help"
    else { return nil }
    return misspelled(word)
      ?? "there is no command '\(word)'; the commands are \(commandNames.joined(separator: ", "))"
  }

  private static var commandNames: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  private static func misspelled(_ word: String) -> String? {
    guard !word.hasPrefix("-"), !commandNames.contains(word),
      let near = NearestName.find(word, in: commandNames)
    else { return nil }
    return "there is no command '\(word)'; did you mean '\(near)'?"
  }
}
