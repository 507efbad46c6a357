import ArgumentParser

@main
struct Spreadlab: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "spreadlab")
}
