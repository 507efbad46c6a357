import ArgumentParser
import PlainText
import ResultTables
import Statistics
import StudyFiles
import StudyFolders

struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: """
      Fit a growth model to the curves of a study, or to two columns of any CSV file; or a response \
      surface to columns of a file.
      """,
    discussion: """
      EXAMPLES
        spreadlab fit results/quickstart --model weibull
        spreadlab fit results/quickstart --model power --to each_run --point 3
        spreadlab fit data.csv --x day --y cases --model logistic
        spreadlab fit data.csv --x day --y cases --weight w --model power --start a=1,b=2
        spreadlab fit data.csv --x dose --x age --y score --terms quadratic

      MODELS
      \(GrowthModel.allCases.map { "  \($0.rawValue): \($0.formula)" }.joined(separator: "\n"))

      Prints the columns of fits.csv. For a results folder, the recorded curves of every
      point are fitted. If x values of a file repeat, lack_of_fit_p is the p-value of an F test of
      the misfit against the variance of the values at the same x.
      With --terms (linear, interactions or quadratic) a surface is fitted, and the columns of
      surfaces.csv are printed.
      """)

  @Argument(
    help: "Results folder, or a CSV file.", completion: .file(), transform: GivenPath.init)
  var source: GivenPath
  @Option(help: "Column of the times (of a file); of a surface once for each factor.")
  var x: [String] = []
  @Option(help: "Column of the values (of a file).") var y: String?
  @Option(help: "Column of weights, such as 1/sigma^2 (of a file).") var weight: String?
  @Option(help: "Growth model.") var model: String?
  @Option(help: "Terms of a surface: linear, interactions or quadratic.") var terms: String?
  @Option(help: "log: the surface describes the logarithm of the values; default: none.")
  var transform: String?
  @Option(help: "Starting values, such as K=100,r=0.3,t0=12; default: chosen from the data.")
  var start: String?
  @Option(help: "What is fitted of a study: mean_curve or each_run; default: mean_curve.")
  var to: String?
  @Option(help: "The only point to fit (of a study).") var point: Int?
  @Option(help: "Confidence level.", transform: number) var confidence = 0.95
  @Flag(help: "Print JSON instead of CSV.") var json = false

  func run() throws {
    let table = try terms.map(surface) ?? growth()
    try Console.write(json ? table.json.text : table.csv)
  }

  private func growth() throws -> PrintedTable {
    guard let model else {
      throw CommandFailure(.usage, "error: give --model NAME, or --terms TERMS for a surface")
    }
    if transform != nil {
      throw CommandFailure(.usage, "error: --transform is for a surface; give --terms, too")
    }
    if x.count > 1 {
      throw CommandFailure(
        .usage, "error: a growth model has one --x; several are for a surface (--terms)")
    }
    var question = FitQuestion(model: model)
    (question.x, question.y, question.weight) = (x.first, y, weight)
    (question.start, question.to, question.point) = (start, to, point)
    question.confidence = confidence
    return try question.answer(from: source.path)
  }

  private func surface(_ terms: String) throws -> PrintedTable {
    let others = [
      ("--model", model), ("--start", start), ("--to", to), ("--point", point.map(String.init)),
    ]
    if let (option, _) = others.first(where: { $0.1 != nil }) {
      throw CommandFailure(.usage, "error: \(option) is for a growth model, --terms for a surface")
    }
    var question = SurfaceQuestion(terms: terms, x: x)
    (question.y, question.weight, question.transform) = (y, weight, transform)
    question.confidence = confidence
    return try question.answer(from: source.path)
  }
}
