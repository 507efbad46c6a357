import ArgumentParser
import ResultTables
import Statistics
import StudyFiles

struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit", abstract: "Fit a growth model to two columns of any CSV file.",
    discussion: """
      EXAMPLES
        spreadlab fit data.csv --x day --y cases --model logistic
        spreadlab fit data.csv --x day --y cases --weight w --model power --start a=1,b=2

      Models: \(GrowthModel.allCases.map(\.rawValue).joined(separator: ", ")).
      Prints the columns of fits.csv.
      """)

  @Argument(help: "CSV file, or a results folder (its curve_summary.csv).", completion: .file())
  var source: String
  @Option(help: "Column of the times.") var x: String
  @Option(help: "Column of the values.") var y: String
  @Option(help: "Column of weights, such as 1/sigma^2.") var weight: String?
  @Option(help: "Growth model.") var model: String
  @Option(help: "Starting values, such as K=100,r=0.3,t0=12; default: found by us.")
  var start: String?
  @Option(help: "Confidence level.") var confidence = 0.95
  @Flag(help: "Print JSON instead of CSV.") var json = false

  func run() throws {
    let model = try named(self.model, "--model", GrowthModel.allCases)
    guard confidence > 0, confidence < 1 else {
      throw CommandFailure(.usage, "error: --confidence \(confidence): give a level such as 0.95")
    }
    let file = try TableFile(source)
    let (times, values) = (try file.numbers(x), try file.numbers(y))
    let weights = try weight.map { try file.numbers($0) }
    let rows = times.indices.filter {
      times[$0] != nil && values[$0] != nil && (weights == nil || weights?[$0] != nil)
    }
    let fit = GrowthFit(
      model, t: rows.compactMap { times[$0] }, y: rows.compactMap { values[$0] },
      weights: weights.map { weights in rows.compactMap { weights[$0] } },
      start: try start.map { try startValues($0, of: model) }, level: confidence)
    try Console.write(fitTable(fit, label: y, level: confidence, asJSON: json))
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
