import ArgumentParser
import PlainText
import ResultTables
import Statistics
import StudyFiles
import StudyFolders

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

      Prints the columns of fits.csv. For a results folder, the recorded curves of every
      point are fitted. If x values of a file repeat, lack_of_fit_p is the p-value of an F test of
      the misfit against the variance of the values at the same x.
      """)

  @Argument(
    help: "Results folder, or a CSV file.", completion: .file(), transform: GivenPath.init)
  var source: GivenPath
  @Option(help: "Column of the times (of a file).") var x: String?
  @Option(help: "Column of the values (of a file).") var y: String?
  @Option(help: "Column of weights, such as 1/sigma^2 (of a file).") var weight: String?
  @Option(help: "Growth model.") var model: String
  @Option(help: "Starting values, such as K=100,r=0.3,t0=12; default: chosen from the data.")
  var start: String?
  @Option(help: "What is fitted of a study: mean_curve or each_run; default: mean_curve.")
  var to: String?
  @Option(help: "The only point to fit (of a study).") var point: Int?
  @Option(help: "Confidence level.", transform: number) var confidence = 0.95
  @Flag(help: "Print JSON instead of CSV.") var json = false

  func run() throws {
    var question = FitQuestion(model: model)
    (question.x, question.y, question.weight) = (x, y, weight)
    (question.start, question.to, question.point) = (start, to, point)
    question.confidence = confidence
    let table = try question.answer(from: source.path)
    try Console.write(json ? table.json.text : table.csv)
  }
}
