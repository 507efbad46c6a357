import DurableFiles
import PlainText
import SpreadModel

/// The files that a study names: edges, places, groups and orders.
extension StudyDecoder {
  /// Reads them, then the lists of people, which may be labels.
  mutating func readFiles(_ study: inout Study) {
    let places = study.contacts.indices.filter {
      study.contacts[$0].edges != nil
        && isRead(ModelKey.contacts.section ?? "", study.contacts[$0].name)
    }
    let tables = study.peopleFiles.filter { isRead($0.section, $0.name) }
    // Without a group there is a mistake already, and ids mean nothing.
    guard !places.isEmpty || !tables.isEmpty, let people = study.groupSizes.min() else { return }
    let sources = places.map {
      FileSource(of: study.contacts[$0], beside: file, isStored: isStored)
    }
    let read = zip(places, sources).map { place, source in
      Result { () throws(EdgeReader.Problem) in
        try EdgeReader.read(
          study.contacts[place].edges ?? .blank, source.content(), people: people, .study)
      }
    }
    let tableSources = tables.map {
      FileSource($0.file.file, copy: $0.copyName, beside: file, isStored: isStored)
    }
    let readTables = zip(tables, tableSources).map { table, source in
      Result { () throws(EdgeReader.Problem) in
        try PeopleFileReader.read(source.content(), column: table.column, people: table.people)
      }
    }
    let lists: EdgeNumbering.Lists
    let rows: EdgeNumbering.Tables
    (lists, rows, keys.labels) = EdgeNumbering.lists(
      read, zip(readTables, tables).map { ($0, $1.people) }, people: people, .study)
    study.labels = keys.labels
    for (place, (source, list)) in zip(places, zip(sources, lists)) {
      study.contacts[place].edges?.labels = keys.labels
      let value = fileValue(ModelKey.contacts.section, study.contacts[place].name)
      if let list = sound(list, of: source, at: value) {
        study.contacts[place].edges?.take(list)
      }
    }
    if keys.labels != nil { study.constants = constantsWithLabels(study) }
    for place in places { checkEdges(study.contacts[place], people) }
    for (table, (source, rows)) in zip(tables, zip(tableSources, rows)) {
      let value = fileValue(table.section, table.name)
      if let rows = sound(rows, of: source, at: value), let value {
        take(rows, of: table, at: value, in: &study)
      }
    }
  }

  /// Whether there is no mistake in a structure: else its file may be meant to be read otherwise.
  private func isRead(_ section: String, _ name: String) -> Bool {
    root[section]?[name].map(mistakes.isWhollySound) ?? false
  }

  /// What was read; reports what is wrong with it.
  private mutating func sound<Content>(
    _ read: Result<Content, EdgeReader.Problem>, of source: FileSource, at value: Node?
  ) -> Content? {
    guard let value else { return nil }
    switch read {
    case .success(let content): return content
    case .failure(.mistakes(let found)):
      mistakes.add(
        found.map { $0.diagnostic(file: source.path, path: value.path) }, namedAt: value)
    case .failure(.unreadable(let problem)):
      mistakes.add(
        .badFile, at: value,
        "\(source.path) cannot be read: \(problem); give the file's path from the folder of "
          + "the study file")
    }
    return nil
  }

  /// The file is the one it is said to be, and no edge comes again unless it may.
  private mutating func checkEdges(_ named: NamedContacts, _ people: Int) {
    guard let edges = named.edges, let list = edges.list,
      let value = fileValue(ModelKey.contacts.section, named.name)
    else {
      return
    }
    guard
      isExpected(list.facts.file.origin, root[ModelKey.contacts.name]?[named.name])
    else { return }
    let found = edges.repeats(people, .study)
    guard !found.isEmpty else { return }
    mistakes.add(
      found.map { $0.diagnostic(file: list.facts.file.origin.path, path: value.path) },
      namedAt: value)
  }

  /// Whether a file is the one that its structure says it is; reports if not.
  mutating func isExpected(_ origin: FileOrigin, _ structure: Node?) -> Bool {
    guard let wanted = child(structure, "sha256"), wanted.string != origin.digest else {
      return true
    }
    mistakes.add(
      .badFile, at: wanted,
      "\(origin.path) is not the file with this digest: its digest is \(origin.digest)")
    return false
  }

  private func fileValue(_ section: String?, _ name: String) -> Node? {
    child(child(section.flatMap { child(root, $0) }, name), "file")
  }
}

/// Where a file that a study names is read.
struct FileSource {
  let path: String
  let origin: ReadableFile.Origin
}

extension FileSource {
  fileprivate func content() throws(EdgeReader.Problem) -> ReadableFile {
    do throws(DurableFileError) {
      return try ReadableFile(path, origin)
    } catch { throw .unreadable(error.problem) }
  }

  init(of named: NamedContacts, beside study: String, isStored: Bool) {
    self.init(named.edges?.file ?? "", copy: named.copyName, beside: study, isStored: isStored)
  }

  /// The copy beside the study file goes first: it is there where the study file is a copy itself, in a
  /// results folder.
  ///
  /// - Parameters:
  ///   - file: its path as the study gives it.
  ///   - copyName: that of the copy.
  ///   - isStored: whether it is the study of runs that are there, which has a copy only.
  init(_ file: String, copy copyName: String, beside study: String, isStored: Bool) {
    // Not all of /dev: /dev/shm is a folder.
    let isStream = ["/dev/fd/", "/dev/std", "/proc/"].contains { study.hasPrefix($0) }
    let folder = isStream ? "." : parentFolder(of: study)
    func inFolder(_ name: String) -> String { folder == "." ? name : "\(folder)/\(name)" }
    let copy = inFolder(copyName)
    if isStored || entryExists(copy) {
      (path, origin) = (copy, .found)
    } else {
      (path, origin) = (file.hasPrefix("/") ? file : inFolder(file), .named)
    }
  }
}

extension NamedContacts {
  /// The file of edges; nil of other structures.
  package var edges: EdgeFile? {
    get { if case .edges(let file) = structure { file } else { nil } }
    set { if let newValue { structure = .edges(newValue) } }
  }
}
