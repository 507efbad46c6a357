import PlainText
import SpreadModel
import Tables

extension Section {
  /// Factors, constants, design and replicates, from the study with every default filled in, and from
  /// the points themselves.
  static let asked = Section("asked", "Question") { folder, _ in
    cardHTML(Design(folder: folder).entries)
  }
}

private struct Design {
  let folder: ResultsFolder

  var entries: [(Words, Words)] {
    let list = folder.points
    let points = Source("points")
    var entries = list.varied.map { ("varied: \(name: $0.name)" as Words, levels($0)) }
    if list.varied.isEmpty { entries.append(("varied", "nothing (a single point)")) }
    let constant = list.parameters.filter { parameter in
      !list.varied.contains(parameter) && list.levels(parameter).count == 1
    }
    if let point = list.points.first {
      let fixed = constant.map { key -> Words in
        "\(name: key.name) \(points.cell(key.name, point[key], shown: key.word(point[key])))"
      }
      entries.append(("fixed", fixed.joined(separator: ", ")))
    }
    if let design = folder.study?["design"]?["type"]?.text {
      entries.append(
        (
          "design",
          Source.study.cell("design.type", design, shown: design.replacing("_", with: " "))
        ))
    }
    entries.append(("replicates", replicates))
    if folder.isChosen {
      entries.append(("responses shown", Words(name: folder.responses.joined(separator: ", "))))
    } else if !folder.isCalibration {
      entries.append(("main response", Words(name: folder.mainResponse)))
    }
    entries.append(("confidence level", folder.level))
    return entries
  }

  /// The levels of a parameter, and how many more there are if they are many.
  private func levels(_ parameter: ModelKey) -> Words {
    let levels = folder.points.levels(parameter)
    guard levels.count > 12 else { return folder.points.levelWords(parameter) }
    let count = Source("points").distinct(levels.count, of: parameter.name)
    return folder.points.range(parameter).map { "\(count) values from \($0)" }
      ?? "\(count) values: \(folder.points.levelWords(parameter, most: 12)), and others"
  }

  private var replicates: Words {
    let counts = folder.points.points.map(\.replicates)
    guard let low = counts.min(), let high = counts.max() else { return "none" }
    let all = Source("points")
    let (least, most) = (
      all.whole(.min, low, of: "replicates"), all.whole(.max, high, of: "replicates")
    )
    let range: Words = low == high ? "\(most) per point" : "\(least) to \(most) per point"
    return folder.study?["replicates"]?["until"] == nil
      ? range : "\(range), added until the precision targets were met"
  }
}

extension PointList {
  /// Such as "0.1, 0.2 and others": the first levels of a parameter, or all of them.
  func levelWords(_ parameter: ModelKey, most: Int = .max) -> Words {
    let (name, points, all) = (parameter.name, Source("points"), levels(parameter))
    let words = all.prefix(most).map {
      points.with(name, [$0]).cell(name, $0, shown: parameter.word($0))
    }.joined(separator: ", ")
    return all.count > most
      ? words
      : points.derived(.levels, of: name, value: all.joined(separator: "|"), shown: words)
  }

  /// Such as "0.1 to 0.9"; nil unless all levels are numbers.
  func range(_ parameter: ModelKey, _ text: (Double) -> String = shortNumber) -> Words? {
    let numbers = levels(parameter).compactMap(finite)
    guard numbers.count == levels(parameter).count, let low = numbers.min(),
      let high = numbers.max()
    else { return nil }
    func end(_ end: Source.Derivation, _ value: Double) -> Words {
      Source("points").derived(
        end, of: parameter.name, value: "\(value)", shown: Words(name: text(value)))
    }
    return "\(end(.min, low)) to \(end(.max, high))"
  }
}
