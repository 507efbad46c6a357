import Glibc
package import PlainText

/// A message of the modules below in the words of whoever called the command.
extension CallerText {
  var words: String { text(Self.words) }

  /// A setting as an option; as an argument where the modules for Python and R have called, whose
  /// users give arguments: these say so by SPREADLAB_WORDS=arguments.
  package static func words(_ setting: Setting) -> String {
    if callerHasArguments { return setting.description }
    let option = options[setting.name] ?? "--" + setting.name.replacing("_", with: "-")
    guard let value = setting.value, value != "true" else { return option }
    return "\(option) \(value)"
  }

  /// Options that have another name than the argument.
  private static let options = [
    "folder": "-o", "threads": "-j", "settings": "--set", "data": "--to",
  ]

  private static let callerHasArguments =
    getenv("SPREADLAB_WORDS").map { String(cString: $0) } == "arguments"
}
