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

  var entries: [(String, String)] {
    let list = folder.points
    var entries = list.varied.map { ("varied: \($0.name)", levels($0)) }
    if list.varied.isEmpty { entries.append(("varied", "nothing (a single point)")) }
    let constant = list.parameters.filter { parameter in
      !list.varied.contains(parameter) && list.levels(parameter).count == 1
    }
    if let point = list.points.first {
      let fixed = constant.map { key -> String in
        "\(key.name) \(key.word(point[key]))"
      }
      entries.append(("fixed", fixed.joined(separator: ", ")))
    }
    if let design = folder.study?["design"]?["type"]?.text {
      entries.append(("design", design.replacing("_", with: " ")))
    }
    entries.append(("replicates", replicates))
    if folder.isChosen {
      entries.append(("responses shown", folder.responses.joined(separator: ", ")))
    } else if !folder.isCalibration {
      let responses = folder.responses
      entries.append(
        ("main response" + (responses.count > 1 ? "s" : ""), responses.joined(separator: ", ")))
    }
    entries.append(("confidence level", folder.level))
    return entries
  }

  /// The levels of a parameter, and how many more there are if they are many.
  private func levels(_ parameter: ModelKey) -> String {
    let levels = folder.points.levels(parameter)
    guard levels.count > 12 else { return folder.points.levelWords(parameter) }
    let count = grouped(levels.count)
    return folder.points.range(parameter).map { "\(count) values from \($0)" }
      ?? "\(count) values: \(folder.points.levelWords(parameter, most: 12)), and others"
  }

  private var replicates: String {
    let counts = folder.points.points.map(\.replicates)
    guard let low = counts.min(), let high = counts.max() else { return "none" }
    let range =
      (low == high ? "" : "\(grouped(low)) to ") + "\(grouped(high)) per point"
    return folder.study?["replicates"]?["until"] == nil
      ? range : "\(range), added until the precision targets were met"
  }
}

extension PointList {
  /// Such as "0.1, 0.2 and others": the first levels of a parameter, or all of them.
  func levelWords(_ parameter: ModelKey, most: Int = .max) -> String {
    levels(parameter).prefix(most).map { cell in
      parameter.label(cell).map { "\($0) (\(parameter.word(cell)))" } ?? parameter.word(cell)
    }.joined(separator: ", ")
  }

  /// Such as "0.1 to 0.9"; nil unless all levels are numbers.
  func range(_ parameter: ModelKey, _ text: (Double) -> String = shortNumber) -> String? {
    let numbers = levels(parameter).compactMap(finite)
    guard numbers.count == levels(parameter).count, let low = numbers.min(),
      let high = numbers.max()
    else { return nil }
    return "\(text(low)) to \(text(high))"
  }
}
