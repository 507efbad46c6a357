import ArgumentParser
import PlainText
import ResultTables
import Statistics
import StudyFiles
import StudyFolders
import Tables

struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: """
      Fit a growth model or a dose-response curve to a study or to any CSV file.
      """,
    discussion: """
      EXAMPLES
        spreadlab fit results/quickstart --model weibull
        spreadlab fit results/quickstart --model power --to each_run --point 3
        spreadlab fit data.csv --x day --y cases --model logistic
        spreadlab fit data.csv --x day --y cases --model power --start a=1,b=2
        spreadlab fit data.csv --x dose --y died --trials exposed --model logit
        spreadlab fit data.csv --x dose --y died --model logit --plateau
        spreadlab fit results/first --x immune_share --y extinct --model probit

      GROWTH MODELS
      \(GrowthModel.allCases.map { "  \($0.rawValue): \($0.formula)" }.joined(separator: "\n"))

      DOSE-RESPONSE CURVES
        logit, probit, cloglog: the mean of y over the dose x; y is 0 or 1, a share,
        or a count of --trials

      Prints the columns of fits.csv or dose_responses.csv. A growth model is fitted \
      to the recorded curves of every point of a results folder, or to a file; if x values of a \
      file repeat, lack_of_fit_p is the p-value of an F test of the misfit against the variance of \
      the values at the same x.

      Columns of a file are separated by commas, semicolons or tabs. An empty cell, NA, NaN and null \
      are missing values. A file may have any number of rows: memory grows only with the number of \
      different values of x.
      """)

  @Argument(
    help: "Results folder, or a CSV file.", completion: .file(), transform: GivenPath.init)
  var source: GivenPath
  @Option(help: "Column of the times or the doses (for a study: the factor).") var x: String?
  @Option(help: "Column of the values (for a study: the response).") var y: String?
  @Option(help: "Column with the number of trials of each count in y.") var trials: String?
  @Option(help: "Mean responses whose doses are estimated; default: 0.1,0.5,0.9.")
  var levels: String?
  @Flag(help: "Fit the floor of a dose-response curve, the lowest mean, instead of 0.")
  var floor = false
  @Flag(help: "Fit the plateau of a dose-response curve, the highest mean, instead of 1.")
  var plateau = false
  @Option(help: "Column of weights, such as 1/sigma^2 (files only).") var weight: String?
  @Option(help: "Growth model, or link of a dose-response curve.") var model: String?
  @Option(help: "Starting values, such as K=100,r=0.3,t0=12; default: chosen from the data.")
  var start: String?
  @Option(help: "What to fit for a study: mean_curve or each_run; default: mean_curve.")
  var to: String?
  @Option(help: "Fit this point only (results folders only).") var point: Int?
  @Option(
    help: "Confidence level; default: 0.95, or the study's own for its dose-response curves.",
    transform: number)
  var confidence: Double?
  @Flag(help: "Numbers have a decimal comma, such as 0,5 (files only).") var decimalComma = false
  @Flag(help: "Print JSON instead of CSV.") var json = false
  @Flag(help: "Print the type of each column in a second line, as in datapackage.json.")
  var types = false

  func run() throws {
    let (table, notes) =
      if let model, ResponseLink(rawValue: model) != nil {
        try doseResponse(model)
      } else {
        try growth()
      }
    for note in notes { Console.note(note) }
    try Console.write(table, json: json, types: types)
  }

  private typealias Answer = (table: PrintedTable, notes: [Note])

  private func growth() throws -> Answer {
    guard let model else {
      throw Failure(.missingOption, "give \(setting: "model", "NAME")")
    }
    // Of a misspelled link these options are right.
    if GrowthModel(rawValue: model) != nil {
      try refuse(ofDoses, "a growth model", but: "a dose-response curve")
    }
    var question = FitQuestion(model: model)
    (question.x, question.y, question.weight) = (x, y, weight)
    (question.start, question.to, question.point) = (start, to, point)
    question.confidence = confidence ?? question.confidence
    question.decimalComma = decimalComma
    return try question.answer(from: source.path)
  }

  private func doseResponse(_ model: String) throws -> Answer {
    try refuse(ofGrowth, "a dose-response curve", but: "a growth model")
    try refuse(["weight": weight], "a dose-response curve", but: "a growth model")
    var question = DoseQuestion(model: model)
    (question.x, question.y, question.trials) = (x, y, trials)
    (question.levels, question.confidence) = (levels, confidence)
    question.ends = .init(floor: floor, plateau: plateau)
    question.decimalComma = decimalComma
    return try question.answer(from: source.path)
  }

  private typealias Given = KeyValuePairs<String, String?>
  private var ofGrowth: Given {
    ["start": start, "to": to, "point": point.map { "\($0)" }]
  }
  private var ofDoses: Given {
    [
      "trials": trials, "levels": levels, "floor": floor ? "" : nil,
      "plateau": plateau ? "" : nil,
    ]
  }

  /// Refuses options that would be ignored without a message.
  private func refuse(_ options: Given, _ kind: String, but other: String) throws {
    if let option = options.first(where: { $0.value != nil }) {
      throw Failure(.unfitOption, "\(setting: option.key) is for \(other), not for \(kind)")
    }
  }
}
