# Facts of one CSV table as read by one of R's readers:
#   Rscript read_table.R base|readr|data.table FILE [TEXT COLUMN...]
# First line: rows. Then one line per column: name, kind, missing, sum, min, max.
arguments <- commandArgs(trailingOnly = TRUE)
path <- arguments[2]
text <- arguments[-(1:2)]
classes <- setNames(rep("character", length(text)), text)
table <- switch(arguments[1],
  "base" = read.csv(path, colClasses = if (length(text)) classes else NA),
  "readr" = suppressMessages(readr::read_csv(
    path, guess_max = Inf, show_col_types = FALSE, progress = FALSE,
    col_types = do.call(readr::cols, as.list(sub("character", "c", classes))))),
  "data.table" = data.table::fread(
    if (endsWith(path, ".gz")) cmd = paste("gzip -cd", shQuote(path)) else path,
    colClasses = if (length(text)) classes))
cat(nrow(table), "\n", sep = "")
for (name in names(table)) {
  column <- table[[name]]
  missing <- is.na(column)
  if (is.character(column)) missing <- missing | column == ""
  values <- column[!missing]
  digits <- function(x) sprintf("%.17g", as.numeric(x))
  facts <- if (length(values) == 0) {
    c("empty", sum(missing), "", "", "")
  } else if (is.character(column)) {
    c("string", sum(missing), digits(sum(nchar(values))), "", "")
  } else {
    kind <- if (is.integer(column)) "integer" else "number"
    c(kind, sum(missing), digits(sum(as.numeric(values))), digits(min(values)),
      digits(max(values)))
  }
  cat(name, facts, sep = "\t")
  cat("\n")
}
