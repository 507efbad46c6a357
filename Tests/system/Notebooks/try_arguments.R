# Odd arguments of R/spreadlab.R: every type that R has, paths with blanks, folders that exist:
#   Rscript try_arguments.R
source("spreadlab.R")
home <- tempfile("R of spreadlab")
dir.create(home)
setwd(home)
refuses <- function(call, words) {
  message <- tryCatch({ call; NULL }, error = conditionMessage)
  if (is.null(message)) stop("nothing was refused: ", words)
  if (!grepl(words, message, fixed = TRUE)) stop("\"", words, "\" is not in: ", message)
}
seed_of <- function(folder) {
  line <- grep('^ *"seed":', readLines(file.path(folder, "manifest.json")), value = TRUE)[1]
  sub('.*: *([0-9]+).*', "\\1", line)
}
study <- "a study.json"
writeLines('{
  "spreadlab": 1, "study": "tiny", "seed": 7, "model": { "group_size": 25 },
  "factors": { "infection_probability": { "values": [0.25, 0.5] } }, "replicates": 4
}', study)
# An integer64 is an integer in the bytes of a double; 2^31 and 2^32 - 1 have a low half that R has no integer for.
integer64 <- function(high, low) {
  bytes <- writeBin(c(rbind(low, high)), raw(), endian = "little")
  structure(readBin(bytes, "double", length(high), endian = "little"), class = "integer64")
}

# Numbers keep their digits, whatever their type.
largest <- 2^53 - 1
stopifnot(seed_of(spreadlab_run(study, "seed 1", seed = largest)) == "9007199254740991")
stopifnot(seed_of(spreadlab_run(study, "seed 2", settings = list(seed = largest))) == "9007199254740991")
stopifnot(seed_of(spreadlab_run(study, "seed 3", seed = 1e5)) == "100000")
stopifnot(seed_of(spreadlab_run(study, "seed 4", seed = integer64(2L, 5L))) == "8589934597")
stopifnot(seed_of(spreadlab_run(study, "seed 5", settings = list(seed = integer64(0L, NA)))) == "2147483648")
runs <- function(replicates) {
  folder <- tempfile("runs", home)
  spreadlab_run(study, folder, settings = list(replicates = replicates))
  nrow(spreadlab_table(folder, "runs"))
}
for (value in list(20, 20L, 2e1, integer64(0L, 20L))) stopifnot(runs(value) == 40)
refuses(runs("20"), "string")
refuses(runs(NA), "replicates is NA")
refuses(runs(NaN), "replicates is NaN")
refuses(runs(Inf), "replicates is Inf")
refuses(runs(TRUE), "true or false is not allowed")
refuses(spreadlab_run(study, "none", threads = NA), "threads is one value")
refuses(spreadlab_run(study, "none", threads = 1:2), "threads is one value")
refuses(spreadlab_run(study, "none", threads = TRUE), "threads")
refuses(spreadlab_run(study, "none", settings = list(20)), "paths of values as names")
stopifnot(!file.exists("none"))

# Logical values, strings, factors, vectors, lists and JSON of settings.
folder <- spreadlab_run(study, "settings", settings = list(
  study = "123", record.compress = TRUE, model.boundary = factor("torus"), description = 'a "b" \\ c\nd',
  factors.infection_probability.values = c(0.1, 0.3), factors.infection_factor = list(values = I(16)),
  analysis = structure('{"confidence": 0.9}', class = "json")))
resolved <- paste(readLines(file.path(folder, "study.resolved.json")), collapse = " ")
for (part in c('"study": "123"', '"boundary": "torus"', '"compress": true', '[0.1, 0.3]', '[16]',
               '"description": "a \\"b\\" \\\\ c\\nd"', '"confidence": 0.9')) {
  if (!grepl(part, resolved, fixed = TRUE)) stop(part, " is not in ", resolved)
}

# Compressed curves, columns without any value, names of tables.
curves <- spreadlab_table(folder, "curves")
stopifnot(nrow(curves) > 8, is.integer(curves$infected), !file.exists(file.path(folder, "curves.csv")))
never <- spreadlab_run(study, "never", settings = list(factors.infection_probability.values = I(0)))
stopifnot(is.integer(spreadlab_table(never, "runs")$step_to_all))
refuses(spreadlab_table(folder, "curve"), 'there is no table "curve"; there are points, runs')
refuses(spreadlab_table(folder, c("runs", "points")), "there is no table")

# Names of columns stay as they are.
file <- tempfile()
writeLines(c("1st value,a b,p-value,if", "1,2,3,x"), file)
stopifnot(names(spreadlab_read(c("integer", "number", "number", "string"), file = file)) ==
            c("1st value", "a b", "p-value", "if"))

# Paths with blanks, hyphens, quotes and what a shell would run; folders of others stay as they are.
odd <- "-results of $(touch hit) 'a' \"b\" é"
stopifnot(spreadlab_run(factor(study), odd) == odd, file.exists(file.path(odd, "runs.csv")))
stopifnot(spreadlab_verify(odd, sample = 2), file.exists(spreadlab_report(odd)), !file.exists("hit"))
file.copy(study, "-study.json")
stopifnot(spreadlab_check("-study.json"))
dir.create("mine")
writeLines("precious", file.path("mine", "notes.txt"))
refuses(spreadlab_run(study, "mine"), "foreign_files")
stopifnot(identical(list.files("mine", all.files = TRUE, no.. = TRUE), "notes.txt"))
refuses(spreadlab_run(study, "seed 1", seed = 2), "another_study")
Sys.setenv(HOME = home)
stopifnot(dir.exists(spreadlab_run(file.path("~", study), "~/of mine")), file.exists("of mine"), !"~" %in% list.files())
refuses(spreadlab_check(c("a.json", "b.json")), "a path is one string")
refuses(spreadlab_check(NA), "a path is one string")
refuses(spreadlab_check("nowhere.json"), "nowhere.json")

# Data frames: labels and numbers of every type.
arms <- data.frame(arm = rep(c(FALSE, TRUE), each = 4), y = c(1, 2, 3, 5, 4, 6, 7, 9))
compare <- function(data, ...) spreadlab_compare(data, by = "arm", response = "y", test = "welch", ...)
for (reference in c(FALSE, TRUE)) {
  stopifnot(compare(arms, reference = reference)$level_b == as.character(reference))
}
levels <- list(
  c(0.1, 0.25), c(1, 2), 1:2, c(1e5, 2e5), c("1", "2"), factor(c("b, c", "a \"x\"")), c("-x", "--y"),
  as.Date(c("2020-01-01", "2020-02-01")), integer64(c(0L, 1L), c(1L, 1L)), c("größer", "kleiner"), c("\u00fc", "u"),
  iconv(c("gr\u00f6\u00dfer", "kleiner"), "UTF-8", "latin1"), c("NULL", "x"))
for (level in levels) {
  data <- arms
  data$arm <- level[rep(1:2, each = 4)]
  class(data$arm) <- class(level)
  first <- level[1]
  class(first) <- class(level)
  row <- compare(data, reference = first)
  stopifnot(row$estimate == 3.75, charToRaw(row$level_b) == charToRaw(spreadlab_label(first)))
}
stopifnot(spreadlab_label(c(0.1, 1e5, 2^53, 1 / 3, NA, 123456.7)) %in%
            c("0.1", "100000", "9007199254740992", "0.33333333333333331", NA, "123456.7"))
expected <- compare(arms)
numbers <- list(
  as.integer(arms$y), factor(arms$y), as.character(arms$y), matrix(arms$y), ordered(arms$y),
  structure(arms$y, units = "days", class = "difftime"), integer64(rep(0L, 8), as.integer(arms$y)))
for (y in numbers) {
  data <- arms
  data$y <- y
  stopifnot(identical(compare(data), expected))
}
seen <- c(1, 1, 0, 1, 1, 1, 1, 0)
times <- function(event) {
  spreadlab_compare(cbind(arms, seen = event), by = "arm", response = "y", event = "seen", test = "log_rank")
}
stopifnot(identical(times(seen == 1), times(seen)))
for (missing in list(NA, NaN, NA_integer_, NA_character_)) {
  stopifnot(identical(compare(rbind(arms, data.frame(arm = TRUE, y = missing))), expected))
}
refuses(compare(within(arms, y[2] <- Inf)), "the data frame (as CSV): line 3")
refuses(compare(within(arms, y <- letters[1:8])), "the data frame (as CSV): line 2")
nested <- arms
nested$y <- as.list(arms$y)
refuses(compare(nested), "column y has several values in a row")
nested$y <- cbind(arms$y, arms$y)
refuses(compare(nested), "column y has several values in a row")
refuses(compare(as.matrix(arms)), "a path is one string")
large <- arms
large$arm <- integer64(as.integer(rep(c(2^22, 2^23), each = 4)), rep(1L, 8))
refuses(compare(large), "integers above 2^53")
odd <- setNames(arms, c("my arm", "if"))
stopifnot(spreadlab_compare(odd, by = "my arm", response = "if", test = "welch")$estimate == 3.75)

# All digits of numbers reach the program.
set.seed(1)
exact <- data.frame(arm = rep(1:2, each = 20), y = rnorm(40) / 3)
found <- compare(exact)
stopifnot(all.equal(found$p, t.test(y ~ arm, exact)$p.value, tolerance = 1e-12))

# Notes are warnings: of tables, of studies, of reports.
warned <- function(call) {
  said <- character()
  withCallingHandlers(call, warning = function(one) {
    said <<- c(said, sub(".*\\[([a-z_]+)\\]$", "\\1", conditionMessage(one)))
    invokeRestart("muffleWarning")
  })
  said
}
gaps <- data.frame(arm = rep(c("a", "b"), 4), y = c(1, 2, 3, NA, 4, 6, 7, 9))
stopifnot(warned(row <- spreadlab_compare(gaps, by = "arm", response = "y")) == "rows_left_out")
stopifnot(row$n_a + row$n_b == 7)
same <- list(factors.infection_probability.values = I(0), factors.infection_factor = list(values = 1:2))
stopifnot("no_effect" %in% warned(folder <- spreadlab_run(study, "notes", settings = same)))
path <- Sys.getenv("PATH")
Sys.setenv(PATH = home)  # no gnuplot
stopifnot(warned(spreadlab_report(folder)) == "without_pictures")
Sys.setenv(PATH = path)
# An error holds what went wrong, and nothing before it.
failure <- tryCatch(spreadlab_run(study, "none", settings = c(same, replicates = 0)), spreadlab_error = conditionMessage)
stopifnot(startsWith(failure, "settings=replicates"))
cat("spreadlab.R takes odd arguments\n")
