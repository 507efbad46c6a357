import PlainText
import SpreadModel

extension NotedStudy {
  /// Rules, contact structures and lists of interventions that no point has.
  var notesOnNames: [Note] {
    StructureKind.all.flatMap { kind in
      let used = Set(study.names(of: kind.key))
      return study.definedNames(of: kind.key).filter { !used.contains($0) }.map { name in
        Note(
          .unusedName, JSONPath.root.keys(kind.section, name),
          "no point uses this; name it in model.\(kind.key.name) or factors.\(kind.key.name), or "
            + "remove it")
      }
    }
  }
}

extension Study {
  fileprivate func definedNames(of key: ModelKey) -> [String] {
    switch key {
    case .rule: rules.map(\.name)
    case .contacts: contacts.map(\.name)
    case .interventions: interventions.map(\.name)
    default: []
    }
  }
}
