import DurableFiles
import PlainText
import SpreadModel

/// The contact structures that a study defines.
extension StudyDecoder {
  /// Reads the files of edges, then the lists of people, which may be labels.
  mutating func readEdges(_ study: inout Study) {
    let places = study.contacts.indices.filter { study.contacts[$0].edges != nil }
    // Without a group there is a mistake already, and ids mean nothing.
    guard !places.isEmpty, let people = study.groupSizes.min() else { return }
    let sources = places.map {
      EdgeSource(of: study.contacts[$0], beside: file, isStored: isStored)
    }
    let read = zip(places, sources).map { place, source in
      Result { () throws(EdgeReader.Problem) in
        try source.read(study.contacts[place].edges ?? .blank, people: people)
      }
    }
    let lists: EdgeNumbering.Lists
    (lists, keys.labels) = EdgeNumbering.lists(read, people: people, .study)
    study.labels = keys.labels
    for (place, (source, list)) in zip(places, zip(sources, lists)) {
      study.contacts[place].edges?.labels = keys.labels
      guard let value = fileValue(of: study.contacts[place]) else { continue }
      switch list {
      case .success(let list): study.contacts[place].edges?.take(list)
      case .failure(.mistakes(let found)):
        mistakes.add(
          found.map { $0.diagnostic(file: source.path, path: value.path) }, namedAt: value)
      case .failure(.unreadable(let problem)):
        mistakes.add(
          .badFile, at: value,
          "\(source.path) cannot be read: \(problem); give the file's path from the folder of "
            + "the study file")
      }
    }
    if keys.labels != nil { study.constants = constantsWithLabels() }
    for place in places { checkEdges(study.contacts[place], people) }
  }

  /// The file is the one it is said to be, and no edge comes again unless it may.
  private mutating func checkEdges(_ named: NamedContacts, _ people: Int) {
    guard let edges = named.edges, let list = edges.list, let value = fileValue(of: named) else {
      return
    }
    let member = root[ModelKey.contacts.name]?[named.name]
    if let wanted = child(member, "sha256"), wanted.string != edges.digest {
      mistakes.add(
        .badFile, at: wanted,
        "\(list.facts.path) is not the file with this digest: its digest is \(edges.digest)")
      return
    }
    let found = edges.repeats(people, .study)
    guard !found.isEmpty else { return }
    mistakes.add(
      found.map { $0.diagnostic(file: list.facts.path, path: value.path) }, namedAt: value)
  }

  private func fileValue(of named: NamedContacts) -> Node? {
    child(child(child(root, ModelKey.contacts.name), named.name), "file")
  }
}

/// Where a file of edges is read.
struct EdgeSource {
  let path: String
  let origin: ReadableFile.Origin
}

extension EdgeSource {
  fileprivate func read(
    _ file: EdgeFile, people: Int
  ) throws(EdgeReader.Problem) -> EdgeReader.Edges {
    let content: ReadableFile
    do throws(DurableFileError) {
      content = try ReadableFile(path, origin)
    } catch { throw .unreadable(error.problem) }
    return try EdgeReader.read(file, content, people: people, .study)
  }

  /// The copy beside the study file goes first: it is there where the study file is a copy itself, in a
  /// results folder.
  ///
  /// - Parameter isStored: whether it is the study of runs that are there, which has a copy only.
  init(of named: NamedContacts, beside study: String, isStored: Bool) {
    let file = named.edges?.file ?? ""
    // Not all of /dev: /dev/shm is a folder.
    let isStream = ["/dev/fd/", "/dev/std", "/proc/"].contains { study.hasPrefix($0) }
    let folder = isStream ? "." : parentFolder(of: study)
    func inFolder(_ name: String) -> String { folder == "." ? name : "\(folder)/\(name)" }
    let copy = inFolder(named.copyName)
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
