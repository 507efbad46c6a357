import PlainText
import SpreadModel

extension NotedStudy {
  /// Rules, contact structures and lists of interventions that no point has, and those whose name readers of
  /// tables take for a missing value.
  var notesOnNames: [Note] { unusedNames + missingValueNames }

  private var missingValueNames: [Note] {
    StructureKind.all.flatMap { kind in
      kind.definedNames(study).filter(MissingValue.isMistaken)
        .map { name in
          Note(
            .missingValueName, JSONPath.root.keys(kind.section, name),
            "pandas, R and others read \(name) as a missing value and may leave out its rows; take another name"
          )
        }
    }
      + study.groups.flatMap { named in
        named.value.names.enumerated().filter { MissingValue.isMistaken(for: $1) }
          .map { index, name in
            Note(
              .missingValueName,
              JSONPath.root.keys("groups", named.name, "names").index(index),
              "pandas, R and others read \(name) as a missing value and may leave out its rows of "
                + "group_curves.csv; take another name")
          }
      }
  }

  private var unusedNames: [Note] {
    StructureKind.all.flatMap { kind in
      let used = study.usedNames(of: kind)
      return kind.definedNames(study).filter { !used.contains($0) }.map { name in
        Note(
          .unusedName, JSONPath.root.keys(kind.section, name),
          "no point uses this; name it in model.\(kind.key.name) or factors.\(kind.key.name), or "
            + "remove it")
      }
    }
  }
}
