/// Code for a shell: literals of our own source, numbers, and texts as quoted words.
///
/// Text of any other origin gets in as a word or not at all: interpolating a plain `String` does
/// not compile, so no path or name can become a command or an option.
struct ShellScript: ExpressibleByStringInterpolation, Sendable {
  let text: String

  init(stringLiteral value: StaticString) { text = value.description }
  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: StaticString) { text += literal.description }
    mutating func appendInterpolation(_ number: Int) { text += String(number) }
    mutating func appendInterpolation(_ script: ShellScript) { text += script.text }
    /// One word for the shell.
    mutating func appendInterpolation(word: String) { text += quotedShellWord(word) }
    /// One word, or the rest of one, of a line that begins with `#SBATCH`.
    mutating func appendInterpolation(directive: String) { text += slurmWord(directive) }
  }
}

/// One word for a shell, in quotes where it needs them: for commands that people copy.
package func shellWord(_ text: String) -> String {
  let isPlain = !text.isEmpty && text.utf8.allSatisfy(isPlain)
  return isPlain ? text : quotedShellWord(text)
}

/// Source: POSIX.1-2017, Shell Command Language, 2.2.2: in single quotes nothing is special but
/// their end.
private func quotedShellWord(_ text: String) -> String {
  "'" + text.replacing("'", with: "'\\''") + "'"
}

/// One word as sbatch reads its lines: ended by white space outside of quotes; a backslash takes
/// the meaning of the character behind it.
///
/// Source: `_get_argument` in Slurm's `src/sbatch/opt.c` (22.05); tried in Tests/system/Slurm.
/// - Precondition: no line break, which nothing can quote there.
private func slurmWord(_ text: String) -> String {
  precondition(!text.contains(where: \.isNewline), "a directive is one line")
  if text.utf8.allSatisfy({ isPlain($0) || $0 == UInt8(ascii: "%") }) { return text }
  return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

private func isPlain(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: "/._-+=:,@".utf8.contains(byte)
  }
}
