extension Study {
  /// The files that it names, as they are found beside the study file.
  package func namedFiles(beside file: String) -> [String] {
    contacts.filter { $0.edges != nil }
      .map { FileSource(of: $0, beside: file, isStored: false).path }
      + peopleFiles.map {
        FileSource($0.file.file, copy: $0.copyName, beside: file, isStored: false).path
      }
  }
}
