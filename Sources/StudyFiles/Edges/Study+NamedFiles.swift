extension Study {
  /// The files of edges that it names, as they are found beside the study file.
  package func namedFiles(beside file: String) -> [String] {
    contacts.filter { $0.edges != nil }
      .map { EdgeSource(of: $0, beside: file, isStored: false).path }
  }
}
