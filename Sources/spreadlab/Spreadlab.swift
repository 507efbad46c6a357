import ArgumentParser

@main
struct Spreadlab: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spreadlab",
    subcommands: [LiveCommand.self])
}
