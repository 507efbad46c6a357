import ArgumentParser
import ResultTables
import RunStore
import Statistics
import StudyFiles

struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Fit a growth model to the curves of a study, or to two columns of any CSV file.",
    discussion: """
      EXAMPLES
        spreadlab fit results/quickstart --model weibull
        spreadlab fit results/quickstart --model power --to each_run --point 3
        spreadlab fit data.csv --x day --y cases --model logistic
        spreadlab fit data.csv --x day --y cases --weight w --model power --start a=1,b=2

      MODELS
      \(GrowthModel.allCases.map { "  \($0.rawValue): \($0.formula)" }.joined(separator: "\n"))

      Prints the columns of fits.csv. Of a study the recorded curves of every point are fitted. Of
      a file whose x values repeat, lack_of_fit_p is that of the F test against the scatter there.
      """)

  @Argument(
    help: "Results folder, or a CSV file.", completion: .file(), transform: GivenPath.init)
  var source: GivenPath
  @Option(help: "Column of the times (of a file).") var x: String?
  @Option(help: "Column of the values (of a file).") var y: String?
  @Option(help: "Column of weights, such as 1/sigma^2 (of a file).") var weight: String?
  @Option(help: "Growth model.") var model: String
  @Option(help: "Starting values, such as K=100,r=0.3,t0=12; default: found by us.")
  var start: String?
  @Option(help: "What is fitted of a study: mean_curve or each_run; default: mean_curve.")
  var to: String?
  @Option(help: "The only point to fit (of a study).") var point: Int?
  @Option(help: "Confidence level.") var confidence = 0.95
  @Flag(help: "Print JSON instead of CSV.") var json = false

  func run() throws {
    let model = try named(self.model, "--model", GrowthModel.allCases)
    guard confidence > 0, confidence < 1 else {
      throw CommandFailure(.usage, "error: --confidence \(confidence): give a level such as 0.95")
    }
    let start = try start.map { try startValues($0, of: model) }
    if isFolder(source.path) {
      try fitStudy(model, start: start)
    } else {
      try fitFile(model, start: start)
    }
  }

  private func fitStudy(_ model: GrowthModel, start: [Double]?) throws {
    if let option = [("--x", x), ("--y", y), ("--weight", weight)].first(where: { $0.1 != nil }) {
      throw CommandFailure(
        .usage,
        "error: \(option.0) is for a file; of a study, infected people by step are fitted")
    }
    let stored = try StoredStudy(folder: source.path)
    guard stored.study.record.curves != .none else {
      throw CommandFailure(
        .usage,
        "error: \(source) holds no curves: its study says \"record\": { \"curves\": \"none\" }")
    }
    let points = try point.map { Set([try stored.point($0).number]) }
    let target = try to.map { try named($0, "--to", FitRequest.Target.allCases) } ?? .meanCurve
    let plan = StudyFitPlan(
      model: model, target: target, start: start, level: confidence, points: points)
    let results = StudyResults(
      study: stored.study, studyFile: try stored.studyFile(), points: try stored.judged().points,
      store: stored.store)
    do {
      try Console.write(try fitTable(plan, of: results, asJSON: json))
    } catch let error as RunStoreError {
      throw failure(of: error)
    }
  }

  private func fitFile(_ model: GrowthModel, start: [Double]?) throws {
    guard let x, let y else {
      throw CommandFailure(.usage, "error: a file needs --x COLUMN and --y COLUMN")
    }
    if let option = [("--to", to), ("--point", point.map(String.init))].first(where: { $0.1 != nil }
    ) {
      throw CommandFailure(.usage, "error: \(option.0) is for a results folder")
    }
    let file = try TableFile(
      source.path, names: [], numbers: [x, y] + [weight].compactMap(\.self))
    let (times, values) = (try file.numbers(x), try file.numbers(y))
    let weights = try weight.map { try file.numbers($0) }
    let rows = (0..<file.rowCount).filter {
      times[$0] != nil && values[$0] != nil && (weights == nil || weights?[$0] != nil)
    }
    let (t, v) = (rows.compactMap { times[$0] }, rows.compactMap { values[$0] })
    let fit = GrowthFit(
      model, t: t, y: v, weights: weights.map { weights in rows.compactMap { weights[$0] } },
      start: start, level: confidence)
    let misfit = weights == nil ? LackOfFit(of: fit, t: t, y: v)?.p : nil
    try Console.write(fitTable(fit, label: y, misfit: misfit, level: confidence, asJSON: json))
  }

  /// "K=1,r=2" as values in the order of the model's parameters.
  private func startValues(_ text: String, of model: GrowthModel) throws -> [Double] {
    var values: [String: Double] = [:]
    for pair in text.split(separator: ",") {
      let halves = pair.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, let value = Double(halves[1]), value.isFinite else {
        throw CommandFailure(.usage, "error: --start \(text): write it like K=100,r=0.3,t0=12")
      }
      values[String(halves[0])] = value
    }
    let wanted = model.parameterNames
    guard Set(values.keys) == Set(wanted) else {
      throw CommandFailure(
        .usage,
        "error: --start \(text): \(model.rawValue) has the parameters "
          + wanted.joined(separator: ", "))
    }
    return wanted.compactMap { values[$0] }
  }
}
