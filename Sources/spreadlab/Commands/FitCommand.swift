import ArgumentParser
import PlainText
import ResultTables
import Statistics
import StudyFiles
import StudyFolders

struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract:
      "Fit a growth model to curves, or a dose-response curve; of a study or of any CSV file.",
    discussion: """
      EXAMPLES
        spreadlab fit results/quickstart --model weibull
        spreadlab fit results/quickstart --model power --to each_run --point 3
        spreadlab fit data.csv --x day --y cases --model logistic
        spreadlab fit data.csv --x day --y cases --weight w --model power --start a=1,b=2
        spreadlab fit data.csv --x dose --y died --trials exposed --model logit
        spreadlab fit results/quickstart --x infection_probability --y reached_50pct --model probit

      MODELS
      \(GrowthModel.allCases.map { "  \($0.rawValue): \($0.formula)" }.joined(separator: "\n"))

      DOSE AND RESPONSE
        logit, probit, cloglog: the mean of y, a count of --trials, 0 or 1, or a share, over the
        dose x

      Prints the columns of fits.csv, of a dose-response curve those of dose_responses.csv. Of a study the recorded curves of every point are fitted. Of
      a file whose x values repeat, lack_of_fit_p is that of the F test against the scatter there.
      """)

  @Argument(
    help: "Results folder, or a CSV file.", completion: .file(), transform: GivenPath.init)
  var source: GivenPath
  @Option(help: "Column of the times, or of the doses (of a study: the factor).") var x: String?
  @Option(help: "Column of the values (of a study: the response).") var y: String?
  @Option(help: "Column of how many each count of y is of.") var trials: String?
  @Option(help: "Mean responses whose doses are wanted; default: 0.1,0.5,0.9.")
  var levels: String?
  @Option(help: "Column of weights, such as 1/sigma^2 (of a file).") var weight: String?
  @Option(help: "Growth model, or link of a dose-response curve.") var model: String
  @Option(help: "Starting values, such as K=100,r=0.3,t0=12; default: found by us.")
  var start: String?
  @Option(help: "What is fitted of a study: mean_curve or each_run; default: mean_curve.")
  var to: String?
  @Option(help: "The only point to fit (of a study).") var point: Int?
  @Option(
    help: "Confidence level; default: 0.95, of a study's dose-response curve its own.",
    transform: number)
  var confidence: Double?
  @Flag(help: "Print JSON instead of CSV.") var json = false

  func run() throws {
    let table = try ResponseLink(rawValue: model) == nil ? growth() : doseResponse()
    try Console.write(json ? table.json.text : table.csv)
  }

  private func growth() throws -> PrintedTable {
    try refuse(["--trials": trials, "--levels": levels], "a dose-response curve")
    var question = FitQuestion(model: model)
    (question.x, question.y, question.weight) = (x, y, weight)
    (question.start, question.to, question.point) = (start, to, point)
    question.confidence = confidence ?? question.confidence
    return try question.answer(from: source.path)
  }

  private func doseResponse() throws -> PrintedTable {
    try refuse(
      ["--weight": weight, "--start": start, "--to": to, "--point": point.map { "\($0)" }],
      "a growth model")
    var question = DoseQuestion(model: model)
    (question.x, question.y, question.trials) = (x, y, trials)
    (question.levels, question.confidence) = (levels, confidence)
    return try question.answer(from: source.path)
  }

  /// Options that would be passed over in silence.
  private func refuse(_ options: KeyValuePairs<String, String?>, _ kind: String) throws {
    if let option = options.first(where: { $0.value != nil }) {
      throw FolderError.request("\(option.key) is for \(kind), which \(model) is not")
    }
  }
}
