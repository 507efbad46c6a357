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
#
# What the program refuses is an error with its message: file, line, place, and what to do. It is of
# the class spreadlab_error, whose `code` and `exit_code` docs/commands.md explains. Its notes, as of
# rows that are left out, are warnings.

# The program's output, a line per element.
spreadlab_words <- function(...) {
  program <- Sys.getenv("SPREADLAB")
  if (!nzchar(program)) program <- Sys.which("spreadlab")
  if (!nzchar(program)) {
    stop("the program spreadlab was not found: put it on the PATH, or set SPREADLAB to its path")
  }
  output <- tempfile()
  messages <- tempfile()
  on.exit(unlink(c(output, messages)))
  # Messages name arguments then, not options of a command line.
  code <- system2(path.expand(program), shQuote(spreadlab_utf8(c(...))), stdout = output, stderr = messages, stdin = "",
                  env = "SPREADLAB_WORDS=arguments")
  said <- readLines(messages, warn = FALSE, encoding = "UTF-8")
  if (code == 3) {
    warning("some runs failed; the tables are those of all others", call. = FALSE)
  } else if (code != 0) {
    first <- grep("error\\[[a-z_]+\\]", said)[1]  # notes may stand before it
    if (!is.na(first)) said <- said[first:length(said)]
    found <- c(regmatches(said, regexpr("error\\[[a-z_]+\\]", said)), "error[internal_error]")
    stop(structure(
      class = c("spreadlab_error", "error", "condition"),
      list(message = paste(c(said, sprintf("(spreadlab ended with code %d)", code)), collapse = "\n"),
           call = NULL, exit_code = code, code = substring(found[1], 7, nchar(found[1]) - 1))))
  }
  text <- paste(said, collapse = "\n")
  notes <- regmatches(text, gregexpr("(?ms)^note: .*? \\[[a-z_]+\\]$", text, perl = TRUE))[[1]]
  for (note in notes) warning(note, call. = FALSE)
  readLines(output, warn = FALSE, encoding = "UTF-8")
}

# A path as a word of a command, also one that looks like an option. Home folders (~) are R's.
spreadlab_path <- function(path) {
  if (is.factor(path)) path <- as.character(path)
  if (!is.character(path) || length(path) != 1 || is.na(path)) stop("a path is one string", call. = FALSE)
  path <- path.expand(path)
  if (startsWith(path, "-")) paste0("./", path) else path
}

# "--name=value" for every value that is given.
spreadlab_options <- function(...) {
  values <- Filter(Negate(is.null), list(...))
  vapply(names(values), function(name) {
    value <- values[[name]]
    if (length(value) != 1 || is.na(value)) stop(name, " is one value, which is not NA", call. = FALSE)
    sprintf("--%s=%s", name, spreadlab_label(value))
  }, "")
}

# "--name" for every name that is TRUE.
spreadlab_flags <- function(...) sprintf("--%s", names(Filter(isTRUE, list(...))))

# "--set=path=value" for every element of a named list such as list(replicates = 100). A string stays
# one, also where it looks like a number; vectors become lists, named lists objects.
spreadlab_settings <- function(settings) {
  paths <- names(settings)
  if (length(settings) > 0 && (is.null(paths) || any(!nzchar(paths)))) {
    stop("settings have the paths of values as names, such as list(replicates = 100)", call. = FALSE)
  }
  vapply(seq_along(settings), function(index) {
    sprintf("--set=%s=%s", paths[index], spreadlab_json(settings[[index]], paths[index]))
  }, "")
}

# A value of R as JSON. `I(5)` is a list of one; text of the class "json" stays as it is.
spreadlab_json <- function(value, path) {
  if (is.null(value)) return("null")
  if (inherits(value, "json")) return(as.character(value))
  if (inherits(value, "integer64")) value <- spreadlab_double(value)
  if (is.list(value) || length(value) != 1 || inherits(value, "AsIs")) {
    if (!is.list(value)) {
      class(value) <- setdiff(class(value), "AsIs")
      value <- lapply(seq_along(value), function(index) value[index])
    }
    items <- vapply(value, spreadlab_json, "", path)
    if (is.null(names(value))) return(sprintf("[%s]", paste(items, collapse = ",")))
    names <- vapply(names(value), spreadlab_json, "", path)
    return(sprintf("{%s}", paste(names, items, sep = ":", collapse = ",")))
  }
  if (is.na(value) || (is.numeric(value) && !is.finite(value))) {
    stop(path, " is ", format(value), "; give a number, or the word of a key without an end, ",
         "\"forever\" or \"none\"", call. = FALSE)
  }
  if (is.logical(value)) return(if (value) "true" else "false")
  text <- spreadlab_label(value)
  if (is.numeric(value)) return(text)
  text <- gsub("\\", "\\\\", text, fixed = TRUE)
  text <- gsub("\"", "\\\"", text, fixed = TRUE)
  text <- gsub("\n", "\\n", text, fixed = TRUE)
  sprintf("\"%s\"", gsub("\t", "\\t", text, fixed = TRUE))
}

# Validates a study file and prints what it would take.
spreadlab_check <- function(study, settings = list()) {
  cat(spreadlab_words("check", spreadlab_path(study), spreadlab_settings(settings)), sep = "\n")
  invisible(TRUE)
}

# Runs a study file, or what is missing of it, and returns the results folder.
spreadlab_run <- function(study, folder, threads = NULL, seed = NULL, settings = list()) {
  spreadlab_words(
    "run", spreadlab_path(study), paste0("--output=", spreadlab_path(folder)), spreadlab_settings(settings),
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
    "calibrate", spreadlab_path(study), paste0("--to=", file),
    paste0("--output=", spreadlab_path(folder)), spreadlab_settings(settings),
    spreadlab_options(
      draws = draws, tolerance = tolerance, acceptance = acceptance, `max-runs` = max_runs,
      threads = threads, seed = seed)))
  folder
}

# A table of a results folder, such as "runs" or "summary", with the names of its columns as they are.
spreadlab_table <- function(folder, name) {
  # It is away for the moment in which tables change places: without it some may be older than others.
  for (try in 1:20) {
    if (file.exists(file.path(folder, "manifest.json")) ||
        !file.exists(file.path(folder, "datapackage.json"))) break
    Sys.sleep(0.05)
  }
  if (!file.exists(file.path(folder, "manifest.json"))) {
    stop(folder, " holds no finished tables: manifest.json is missing; run the study, or ",
         "write the tables again with spreadlab analyze", call. = FALSE)
  }
  lines <- readLines(file.path(folder, "datapackage.json"), warn = FALSE, encoding = "UTF-8")
  package <- paste(lines, collapse = "")
  # The name and type of each table, followed by those of its columns.
  pairs <- regmatches(package, gregexpr('"name": "[^"]*", *"type": "[^"]*"', package))[[1]]
  pairs <- do.call(rbind, strsplit(pairs, '"'))[, c(4, 8)]
  start <- pairs[, 2] == "table"
  index <- match(name, pairs[start, 1])
  if (length(index) != 1 || is.na(index)) {
    stop("there is no table \"", paste(name, collapse = ", "), "\"; there are ",
         paste(pairs[start, 1], collapse = ", "), call. = FALSE)
  }
  paths <- regmatches(package, gregexpr('"path": "[^"]*"', package))[[1]]
  path <- strsplit(paths[index], '"')[[1]][4]
  spreadlab_read(pairs[!start & cumsum(start) == index, 2], file = file.path(folder, path))
}

# A table whose columns have these types. Only an empty field is a missing value, and words may look like
# numbers.
spreadlab_read <- function(types, ...) {
  classes <- c(string = "character", number = "numeric", integer = NA)
  table <- read.csv(..., na.strings = "", colClasses = unname(classes[types]), check.names = FALSE,
                    stringsAsFactors = FALSE, encoding = "UTF-8")
  empty <- vapply(table, is.logical, NA)
  table[empty] <- lapply(table[empty], as.integer)
  table
}

# Writes one page of pictures, words and numbers from the tables of a results folder, and returns its
# path. `responses`: those to be reported and drawn; `panels`: the most of them in one picture.
spreadlab_report <- function(folder, responses = NULL, panels = NULL) {
  if (!is.null(responses)) responses <- paste(responses, collapse = ",")
  spreadlab_words("report", spreadlab_path(folder),
                  spreadlab_options(responses = responses, panels = panels))
  file.path(folder, "report.html")
}

# Checks every stored block and file of a results folder, and repeats a random sample of runs: an error
# says what is wrong.
spreadlab_verify <- function(folder, sample = NULL) {
  cat(spreadlab_words("verify", spreadlab_path(folder), spreadlab_options(sample = sample)), sep = "\n")
  invisible(TRUE)
}

# Compares groups of values, of a data frame, a CSV file or a results folder: rows of comparisons.csv.
# TRUE and FALSE of a data frame count as 1 and 0, but in the columns `by` and `pair`.
# `spreadlab compare --help` says what the options mean.
spreadlab_compare <- function(data, by, response = NULL, pair = NULL, event = NULL, reference = NULL,
                              margin = NULL, test = NULL, estimate = NULL, correction = NULL,
                              confidence = NULL, pooled = FALSE, decimal_comma = FALSE) {
  spreadlab_rows("compare", data, c(spreadlab_options(
    by = by, response = response, pair = pair, event = event, reference = reference,
    margin = margin, test = test, estimate = estimate, correction = correction,
    confidence = confidence), spreadlab_flags(pooled = pooled, `decimal-comma` = decimal_comma)),
    labels = c(by, pair))
}

# Fits a growth model or a dose-response curve (model logit, probit or cloglog; y counts, trials says of
# how many) to columns of a data frame or a CSV file, or to a results folder: rows of fits.csv or
# dose_responses.csv. `spreadlab fit --help` lists the models and says what the options mean.
spreadlab_fit <- function(data, model = NULL, x = NULL, y = NULL, weight = NULL, start = NULL,
                          to = NULL, point = NULL, confidence = NULL, trials = NULL, levels = NULL,
                          floor = FALSE, plateau = FALSE, decimal_comma = FALSE) {
  if (!is.null(start)) {
    start <- paste(names(start), spreadlab_label(unlist(start)), sep = "=", collapse = ",")
  }
  if (!is.null(levels)) levels <- paste(spreadlab_label(levels), collapse = ",")
  spreadlab_rows("fit", data, c(spreadlab_options(
    model = model, x = x, y = y, weight = weight, start = start, to = to, point = point,
    confidence = confidence, trials = trials, levels = levels),
    spreadlab_flags(floor = floor, plateau = plateau, `decimal-comma` = decimal_comma)))
}

spreadlab_rows <- function(command, data, options, labels = NULL) {
  lines <- spreadlab_given(
    data, function(source) spreadlab_words(command, source, "--types", options), labels)
  # The second line is the types.
  spreadlab_read(strsplit(lines[2], ",")[[1]], text = lines[-2])
}

# What `use` makes of the file or folder that holds the data. `labels` are the columns of a data frame
# whose values are names, also if they are numbers.
spreadlab_given <- function(data, use, labels = NULL) {
  if (!is.data.frame(data)) return(use(spreadlab_path(data)))
  source <- tempfile(fileext = ".csv")
  on.exit(unlink(source))
  columns <- lapply(seq_along(data), function(index) {
    name <- names(data)[index]
    column <- data[[index]]
    if (is.list(column) || length(column) != nrow(data)) {
      stop("column ", name, " has several values in a row", call. = FALSE)
    }
    if (name %in% labels) return(spreadlab_cells(spreadlab_label(column)))
    if (is.logical(column)) column <- as.integer(column)
    if (!is.numeric(column)) return(spreadlab_cells(as.character(column)))
    column <- spreadlab_double(column)
    ifelse(is.na(column), "", sprintf("%.17g", column))
  })
  rows <- do.call(paste, c(columns, sep = ","))
  header <- paste(spreadlab_cells(names(data)), collapse = ",")
  writeLines(c(header, if (nrow(data) > 0) rows), source, useBytes = TRUE)  # UTF-8 in any locale
  # Nobody can look into the file later.
  named <- function(message) gsub(source, "the data frame (as CSV)", message, fixed = TRUE)
  tryCatch(withCallingHandlers(use(source), warning = function(note) {
    warning(named(conditionMessage(note)), call. = FALSE)
    invokeRestart("muffleWarning")
  }), spreadlab_error = function(error) {
    error$message <- named(error$message)
    stop(error)
  })
}

# Cells of a CSV file.
spreadlab_cells <- function(texts) {
  ifelse(is.na(texts), "", sprintf("\"%s\"", gsub("\"", "\"\"", spreadlab_utf8(texts), fixed = TRUE)))
}

# Texts as UTF-8, without the mark by which R would translate them in a locale that is not UTF-8.
spreadlab_utf8 <- function(texts) {
  other <- !is.na(texts) & !validUTF8(texts)
  texts[other] <- enc2utf8(texts[other])
  Encoding(texts) <- "unknown"
  texts
}

# Values as text: numbers with as many digits as they need, and whole ones without an exponent.
spreadlab_label <- function(values) {
  if (!is.numeric(values)) return(spreadlab_utf8(as.character(values)))
  values <- spreadlab_double(values)
  short <- sprintf("%.15g", values)
  needed <- is.finite(values) & suppressWarnings(as.numeric(short)) != values
  short[needed] <- sprintf("%.17g", values[needed])
  whole <- is.finite(values) & values == round(values) & abs(values) <= 2^53
  short[whole] <- sprintf("%.0f", values[whole])
  ifelse(is.na(values), NA, short)
}

# Numbers of any type as doubles. integer64 (package bit64) has the bytes of an integer in a double.
spreadlab_double <- function(values) {
  if (!inherits(values, "integer64")) return(as.numeric(values))
  bytes <- writeBin(as.vector(unclass(values)), raw(), endian = "little")
  halves <- matrix(readBin(bytes, "integer", 2 * length(values), endian = "little"), 2)
  low <- ifelse(is.na(halves[1, ]), 2^31, halves[1, ] %% 2^32)
  doubles <- halves[2, ] * 2^32 + low
  if (any(abs(doubles) > 2^53, na.rm = TRUE)) {
    stop("integers above 2^53 have no exact double; make them labels by as.character", call. = FALSE)
  }
  doubles
}
