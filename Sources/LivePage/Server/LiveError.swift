package import PlainText

/// What keeps the page from being served, worded for the person who started it.
package enum LiveError: Error, Equatable, Sendable, CustomStringConvertible {
  case portTaken(UInt16)
  case cannotListen(String)
  case badToken
  /// The study or results folder cannot be used; the text says why.
  case source(CallerText)

  /// The exit code of the command (docs/commands.md).
  package var exitCode: Int32 {
    switch self {
    case .portTaken, .cannotListen: 6
    case .badToken, .source: 2
    }
  }

  package var description: String { message.description }

  /// What happened, with the settings of whoever started it.
  package var message: CallerText {
    switch self {
    case .portTaken(let port):
      "port \(port) is taken by another program (or another spreadlab live); "
        + "choose one with \(setting: "port", "N"), or leave \(setting: "port") out to get a free one"
    case .cannotListen(let reason): "cannot listen on 127.0.0.1: \(reason)"
    case .badToken:
      "SPREADLAB_LIVE_TOKEN must be 32 to 128 letters, digits, - or _; leave it unset to get a "
        + "random token"
    case .source(let reason): reason
    }
  }
}
