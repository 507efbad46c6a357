import ArgumentParser

/// A file or folder as the user named it: never empty or blank, because "" would be the root
/// folder, or the one the program was started in, as soon as a name is put behind it.
///
/// Every path of the command line has this type.
struct GivenPath: CustomStringConvertible {
  let path: String

  var description: String { path }

  /// For `transform` of an argument or option.
  ///
  /// - Throws: `ValidationError`, a usage error.
  init(_ text: String) throws(ValidationError) {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw ValidationError("a name is needed; an empty or blank one names no file or folder")
    }
    path = text
  }
}
