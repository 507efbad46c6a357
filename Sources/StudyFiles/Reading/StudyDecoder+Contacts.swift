import DurableFiles
import PlainText
import SpreadModel

/// The contact structures that a study defines.
extension StudyDecoder {
  /// Files of edges are not read yet: `readEdges`.
  func decodeContacts() -> [NamedContacts] {
    (child(root, ModelKey.contacts.name)?.members ?? []).compactMap { member in
      contacts(mistakes.sound(member.value)).map {
        NamedContacts(name: member.key, structure: $0)
      }
    }
  }

  private func contacts(_ value: JSONValue?) -> ContactStructure? {
    let per: Contacts.Drawing = name(value, "per") ?? .replicate
    switch child(value, "kind")?.string {
    case "grid": return .model(.grid)
    case "everybody": return .model(.everybody)
    case "ring":
      guard let neighbors = whole(value, "neighbors"), let rewire = real(value, "rewire") else {
        return nil
      }
      return .model(.ring(neighbors: neighbors, rewire: rewire, per: per))
    case "random":
      return real(value, "mean_degree").map { .model(.random(meanDegree: $0, per: per)) }
    case "random_regular":
      return whole(value, "degree").map { .model(.randomRegular(degree: $0, per: per)) }
    case "preferential":
      return whole(value, "links").map { .model(.preferential(links: $0, per: per)) }
    case "edges":
      guard let file = child(value, "file")?.string else { return nil }
      return .edges(
        EdgeFile(
          file: file, isDirected: child(value, "directed")?.bool ?? false,
          repeated: name(value, "repeated") ?? .error))
    default: return nil
    }
  }

  /// Reads the files of edges: as numbers of people where all ids of all files are such, as labels
  /// otherwise. Then the lists of people, which may be labels.
  mutating func readEdges(_ study: inout Study) {
    let places = study.contacts.indices.filter {
      if case .edges = study.contacts[$0].structure { true } else { false }
    }
    guard !places.isEmpty else { return }
    // Without a group there is a mistake already, and ids mean nothing.
    guard let people = smallestGroup(study) else { return }
    var table = LabelTable()
    if !readFiles(places, of: &study, .numbers(people: people), &table) {
      table = LabelTable()
      _ = readFiles(places, of: &study, .labels(people: people), &table)
      let labels = PeopleLabels(table)
      self.labels = labels
      study.labels = labels
      for place in places { study.contacts[place].edges?.labels = labels }
      study.constants = decodeConstants()
    }
    for place in places { checkEdges(study.contacts[place], people) }
  }

  /// - Returns: whether all could be read so; what is wrong with files that are wrong is reported.
  private mutating func readFiles(
    _ places: [Int], of study: inout Study, _ ids: EdgeReader.Ids, _ labels: inout LabelTable
  ) -> Bool {
    var found: [(JSONValue, [Diagnostic])] = []
    for place in places {
      let named = study.contacts[place]
      guard let edges = named.edges, let value = fileValue(of: named) else { continue }
      let source = EdgeSource(of: named, file: edges.file, beside: file, isStored: isStored)
      do throws(DurableFileError) {
        switch try EdgeReader.read(source.path, source.origin, ids, labels: &labels) {
        case .list(let list): study.contacts[place].edges?.list = list
        case .needsLabels: return false
        case .mistakes(let list):
          found.append(
            (value, list.map { $0.diagnostic(file: source.path, path: path(of: named)) }))
        }
      } catch {
        mistakes.add(
          .badFile, at: value.span, path(of: named),
          "\(source.path) cannot be read: \(error.problem); give the file's path from the folder of "
            + "the study file")
      }
    }
    for (value, list) in found { mistakes.add(list, namedAt: value.span) }
    return true
  }

  /// The file is the one it is said to be, and no edge comes again unless it may.
  private mutating func checkEdges(_ named: NamedContacts, _ people: Int) {
    guard let edges = named.edges, let list = edges.list, let value = fileValue(of: named) else {
      return
    }
    let member = root[key: ModelKey.contacts.name]?[key: named.name]
    if let wanted = child(member, "sha256"), wanted.string != edges.digest {
      mistakes.add(
        .badFile, at: wanted.span,
        JSONPath.root.keys(ModelKey.contacts.name, named.name, "sha256"),
        "\(list.path) is not the file with this digest: its digest is \(edges.digest)")
      return
    }
    let found = edges.repeats(people)
    guard !found.isEmpty else { return }
    mistakes.add(
      found.map { $0.diagnostic(file: list.path, path: path(of: named)) }, namedAt: value.span)
  }

  private func fileValue(of named: NamedContacts) -> JSONValue? {
    child(child(child(root, ModelKey.contacts.name), named.name), "file")
  }

  private func path(of named: NamedContacts) -> JSONPath {
    JSONPath.root.keys(ModelKey.contacts.name, named.name, "file")
  }
}

/// Where a file of edges is read.
struct EdgeSource {
  let path: String
  let origin: ReadableFile.Origin

  /// The copy beside the study file goes first: it is there where the study file is a copy itself, in a
  /// results folder.
  ///
  /// - Parameter isStored: whether it is the study of runs that are there, which has a copy only.
  init(of named: NamedContacts, file: String, beside study: String, isStored: Bool) {
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
