import ResultTables
import StudyFiles

/// Where the groups of `spreadlab compare` come from: a study's `runs.csv`, or any CSV file.
struct ComparisonSource {
  let command: CompareCommand
  let file: TableFile
  private let isStudy: Bool

  init(_ command: CompareCommand) throws {
    self.command = command
    isStudy = isFolder(command.source)
    file = try TableFile(isStudy ? command.source + "/runs.csv" : command.source)
  }

  /// Every pair of groups, combination by combination of the other factors.
  func comparisons(_ plan: ComparisonPlan) throws -> [NamedComparison] {
    var plan = plan
    let groups = try file.texts(command.by)
    let values = try file.numbers(command.response)
    let ends = try endings(values)
    let keys = try pairKeys()
    plan.isPaired = keys != nil
    let others = try combinations()
    guard Set(groups).count > 1 else {
      throw CommandFailure(
        .usage,
        "error: column \(command.by) of \(file.path) has "
          + (groups.isEmpty ? "no value" : "only the value \(groups[0])")
          + "; comparing needs two or more")
    }
    var rows: [NamedComparison] = []
    for (labels, members) in others {
      var order: [String] = []
      var items: [String: [ComparedGroup.Item]] = [:]
      for row in members {
        if items[groups[row]] == nil { order.append(groups[row]) }
        items[groups[row], default: []].append(
          ComparedGroup.Item(
            key: keys?[row] ?? "\(row)", value: ends[row].reached, censoredAt: ends[row].censored))
      }
      if let reference = command.reference, !order.contains(reference) {
        throw CommandFailure(
          .usage,
          "error: --reference \(reference): column \(command.by) has "
            + order.joined(separator: ", "))
      }
      let compared = order.map { ComparedGroup(label: $0, items: items[$0] ?? []) }
      func add(_ comparison: GroupComparison) {
        rows.append(
          NamedComparison(
            others: labels, factor: command.by, response: command.response,
            comparison: comparison))
      }
      if plan.test == .anova || plan.test == .kruskalWallis {
        add(GroupComparison(all: compared, plan))
        continue
      }
      for (a, b) in pairsOfLevels(order, reference: command.reference) {
        add(GroupComparison(compared[a], compared[b], plan))
      }
    }
    return rows
  }

  /// The value where it was reached, or the time at which watching ended.
  private func endings(_ values: [Double?]) throws -> [(reached: Double?, censored: Double?)] {
    if let event = command.event {
      return zip(values, try file.numbers(event)).map { value, event in
        event == 1 ? (value, nil) : (nil, value)
      }
    }
    guard isStudy, command.response.hasPrefix("step_to_") else { return values.map { ($0, nil) } }
    return zip(values, try file.numbers("steps")).map { value, steps in
      (value, value == nil ? steps : nil)
    }
  }

  private func pairKeys() throws -> [String]? {
    if let pair = command.pair { return try file.texts(pair) }
    guard isStudy else { return nil }
    let study = try StoredStudy(folder: command.source).study
    return study.randomNumbers == .common ? try file.texts("replicate") : nil
  }

  /// Rows by the other factors of a study; all rows together for any other file.
  private func combinations() throws -> [(labels: [String], rows: [Int])] {
    let all = file.table.rows.indices
    guard isStudy else { return [([], Array(all))] }
    let columns = try Parameter.allCases.map { parameter in
      let isFree =
        parameter.rawValue == command.by || (command.by == "group_size" && parameter == .columns)
      return isFree ? file.table.rows.map { _ in "" } : try file.texts(parameter.rawValue)
    }
    var places: [[String]: Int] = [:]
    var found: [(labels: [String], rows: [Int])] = []
    for row in all {
      let labels = columns.map { $0[row] }
      if let place = places[labels] {
        found[place].rows.append(row)
      } else {
        places[labels] = found.count
        found.append((labels, [row]))
      }
    }
    return found
  }
}
