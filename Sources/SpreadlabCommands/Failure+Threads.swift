import PlainText

extension Failure {
  /// The system starts no thread (`ulimit -u`) for something that cannot do without.
  init(noThreadFor what: CallerText) {
    self.init(
      .fileError,
      "the system starts no thread for "
        + what
        + "; allow this user more processes, for example with `ulimit -u 64`, or end others")
  }
}
