# spreadlab from R: source this file. Base R only; it runs the program `spreadlab`, which is the one
# the environment variable SPREADLAB names, else the one on the PATH.
#
#   source("spreadlab.R")
#   spreadlab_check("study.json")
#   folder <- spreadlab_run("study.json", "results/mine")
#   summary <- spreadlab_table(folder, "summary")
#   browseURL(spreadlab_report(folder))
#   spreadlab_verify(folder)
#   folder <- spreadlab_calibrate("study.json", data.frame(step, infected), "results/fitted")
#   spreadlab_compare(warpbreaks, by = "tension", response = "breaks")
#   spreadlab_fit(data.frame(day, cases), x = "day", y = "cases", model = "logistic")
#   spreadlab_fit(data.frame(dose, died, n), x = "dose", y = "died", trials = "n", model = "logit")
#   spreadlab_fit(trees, x = c("Girth", "Height"), y = "Volume", terms = "quadratic")
#
# What the program refuses is an error with its message: file, line, place, and what to do. It is of
# the class spreadlab_error, whose `code` and `exit_code` docs/commands.md explains.

# The program's output, a line per element.
spreadlab_words <- function(...) {
  program <- Sys.getenv("SPREADLAB", unset = Sys.which("spreadlab"))
  if (!nzchar(program)) {
    stop("the program spreadlab was not found: put it on the PATH, or set SPREADLAB to its path")
  }
  messages <- tempfile()
  on.exit(unlink(messages))
  # A code other than 0 is a warning of system2's, which is made an error here.
  output <- suppressWarnings(
    # Messages name arguments then, not options of a command line.
    system2(program, shQuote(c(...)), stdout = TRUE, stderr = messages, stdin = "",
            env = "SPREADLAB_WORDS=arguments"))
  code <- attr(output, "status")
  said <- readLines(messages, warn = FALSE)
  if (!is.null(code) && code == 3) {
    warning("some runs failed; the tables are those of all others", call. = FALSE)
  } else if (!is.null(code)) {
    found <- regmatches(said, regexpr("error\\[[a-z_]+\\]", said))
    stop(structure(
      class = c("spreadlab_error", "error", "condition"),
      list(message = paste(c(said, sprintf("(spreadlab ended with code %d)", code)), collapse = "\n"),
           call = NULL, exit_code = code, code = substring(found[1], 7, nchar(found[1]) - 1))))
  }
  as.character(output)
}

# "--name=value" for every value that is given; "--name" for TRUE.
spreadlab_options <- function(...) {
  values <- Filter(function(value) !is.null(value) && !isFALSE(value), list(...))
  vapply(names(values), function(name) {
    if (isTRUE(values[[name]])) paste0("--", name) else sprintf("--%s=%s", name, values[[name]])
  }, "")
}

# "--set=path=value" for every element of a named list such as list(replicates = 100).
spreadlab_settings <- function(settings) {
  vapply(names(settings), function(name) sprintf("--set=%s=%s", name, settings[[name]]), "")
}

# Validates a study file and prints what it would take.
spreadlab_check <- function(study, settings = list()) {
  cat(spreadlab_words("check", study, spreadlab_settings(settings)), sep = "\n")
  invisible(TRUE)
}

# Runs a study file, or what is missing of it, and returns the results folder.
spreadlab_run <- function(study, folder, threads = NULL, seed = NULL, settings = list()) {
  spreadlab_words(
    "run", study, paste0("--output=", folder), "--quiet", spreadlab_settings(settings),
    spreadlab_options(threads = threads, seed = seed))
  folder
}

# Finds the values of a study's factors that explain a data frame or a CSV file with columns step and
# columns of a curve, or response and value; and replicate, if several runs were observed. Returns the
# results folder, whose tables posterior and posterior_summary are the answer.
# `spreadlab calibrate --help` says what the options mean.
spreadlab_calibrate <- function(study, data, folder, draws = NULL, tolerance = NULL,
                                acceptance = NULL, max_runs = NULL, threads = NULL, seed = NULL,
                                settings = list()) {
  spreadlab_given(data, function(file) spreadlab_words(
    "calibrate", study, paste0("--to=", file), paste0("--output=", folder), "--quiet",
    spreadlab_settings(settings),
    spreadlab_options(
      draws = draws, tolerance = tolerance, acceptance = acceptance, `max-runs` = max_runs,
      threads = threads, seed = seed)))
  folder
}

# A table of a results folder, such as "runs" or "summary".
spreadlab_table <- function(folder, name) {
  # It is away while tables are written: without it some may be older than others.
  if (!file.exists(file.path(folder, "manifest.json"))) {
    stop(folder, " holds no finished tables: manifest.json is missing; run the study, or ",
         "write the tables again with spreadlab analyze", call. = FALSE)
  }
  package <- paste(readLines(file.path(folder, "datapackage.json"), warn = FALSE), collapse = "")
  # The name and type of each table, followed by those of its columns.
  pairs <- regmatches(package, gregexpr('"name": "[^"]*", *"type": "[^"]*"', package))[[1]]
  pairs <- do.call(rbind, strsplit(pairs, '"'))[, c(4, 8)]
  start <- pairs[, 2] == "table"
  mine <- !start & cumsum(start) == match(name, pairs[start, 1])
  spreadlab_read(file.path(folder, paste0(name, ".csv")), pairs[mine, 2])
}

# A table whose columns have these types. Only an empty field is a missing value, and words may look like
# numbers.
spreadlab_read <- function(file, types) {
  classes <- c(string = "character", number = "numeric", integer = NA)
  read.csv(file, na.strings = "", colClasses = unname(classes[types]))
}

# Writes one page of pictures, words and numbers from the tables of a results folder, and returns its
# path. `responses`: those to be reported and drawn; `panels`: the most of them in one picture.
spreadlab_report <- function(folder, responses = NULL, panels = NULL) {
  if (!is.null(responses)) responses <- paste(responses, collapse = ",")
  spreadlab_words("report", folder, "--quiet", spreadlab_options(responses = responses, panels = panels))
  file.path(folder, "report.html")
}

# Checks every stored block and file of a results folder, and repeats a random sample of runs: an error
# says what is wrong.
spreadlab_verify <- function(folder, sample = NULL) {
  cat(spreadlab_words("verify", folder, spreadlab_options(sample = sample)), sep = "\n")
  invisible(TRUE)
}

# Compares groups of values, of a data frame, a CSV file or a results folder: rows of comparisons.csv.
# `spreadlab compare --help` says what the options mean.
spreadlab_compare <- function(data, by, response, pair = NULL, event = NULL, reference = NULL,
                              margin = NULL, test = NULL, estimate = NULL, correction = NULL,
                              confidence = NULL, ignore_censored = FALSE, pooled = FALSE,
                              decimal_comma = FALSE) {
  spreadlab_rows("compare", data, spreadlab_options(
    by = by, response = response, pair = pair, event = event, reference = reference,
    margin = margin, test = test, estimate = estimate, correction = correction,
    confidence = confidence, `ignore-censored` = ignore_censored, pooled = pooled,
    `decimal-comma` = decimal_comma))
}

# Fits a growth model or a dose-response curve (model logit, probit or cloglog; y counts, trials says of
# how many) to columns of a data frame or a CSV file, or to a results folder: rows of fits.csv or
# dose_responses.csv. `spreadlab fit --help` lists the models and says what the options mean.
spreadlab_fit <- function(data, model = NULL, x = NULL, y = NULL, weight = NULL, start = NULL,
                          to = NULL, point = NULL, confidence = NULL, trials = NULL, levels = NULL,
                          decimal_comma = FALSE) {
  if (!is.null(start)) start <- paste(names(start), spreadlab_exact(start), sep = "=", collapse = ",")
  if (!is.null(levels)) levels <- paste(spreadlab_exact(levels), collapse = ",")
  spreadlab_rows("fit", data, spreadlab_options(
    model = model, x = x, y = y, weight = weight, start = start, to = to, point = point,
    confidence = confidence, trials = trials, levels = levels, `decimal-comma` = decimal_comma))
}

spreadlab_rows <- function(command, data, options) {
  lines <- spreadlab_given(data, function(source) spreadlab_words(command, source, "--types", options))
  # The second line is the types.
  spreadlab_read(textConnection(lines[-2]), strsplit(lines[2], ",")[[1]])
}

# What `use` makes of the file or folder that holds the data.
spreadlab_given <- function(data, use) {
  if (!is.data.frame(data)) return(use(data))
  source <- tempfile(fileext = ".csv")
  on.exit(unlink(source))
  numbers <- vapply(data, is.numeric, NA)
  data[numbers] <- lapply(data[numbers], spreadlab_exact)
  write.csv(data, source, row.names = FALSE, na = "")
  use(source)
}

# All digits of numbers; NA stays.
spreadlab_exact <- function(numbers) {
  ifelse(is.na(numbers), NA, sprintf("%.17g", as.numeric(numbers)))
}
