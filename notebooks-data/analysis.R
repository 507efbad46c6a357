# Loads the tables of three studies, computes their summary again from the runs, and draws the
# main pictures into analysis.pdf (or the file named as argument):
#   ./make-data.sh && Rscript analysis.R [FILE.pdf]
# Base R only. docs/columns.md explains every column.
target <- commandArgs(trailingOnly = TRUE)
target <- if (length(target) > 0) target[1] else "analysis.pdf"
navy <- "#003F6B"
orange <- "#E69F00"
studies <- c("rules", "threshold", "growth")
load <- function(table) sapply(studies, function(name) {
  read.csv(file.path(name, paste0(table, ".csv")))
}, simplify = FALSE)
runs <- load("runs")
summaries <- load("summary")

# The row of summary.csv for one response of one point's runs.
again <- function(own, response, level) {
  all <- own[[response]]
  values <- all[!is.na(all)]
  n <- length(all)
  row <- c(n = n, n_reached = length(values), mean = NA, sd = NA, ci_low = NA, ci_high = NA,
           q05 = NA, median = NA, q95 = NA)
  if (length(values) == n && n > 1) {
    row[c("mean", "sd")] <- c(mean(values), sd(values))
    if (startsWith(response, "reached_")) {
      interval <- prop.test(sum(values), n, conf.level = level, correct = FALSE)$conf.int
    } else {
      interval <- mean(values) + c(-1, 1) * qt(0.5 + level / 2, n - 1) * sd(values) / sqrt(n)
    }
    row[c("ci_low", "ci_high")] <- interval
    row[c("q05", "median", "q95")] <- quantile(values, c(0.05, 0.5, 0.95))
  }
  row
}

compared <- 0
for (name in studies) {
  for (index in seq_len(nrow(summaries[[name]]))) {
    theirs <- summaries[[name]][index, ]
    own <- runs[[name]][runs[[name]]$point == theirs$point & runs[[name]]$status == "ok", ]
    mine <- again(own, theirs$response, theirs$ci_level)
    for (column in names(mine)[!is.na(mine)]) {
      difference <- abs(mine[[column]] - theirs[[column]])
      if (is.na(difference) || difference > 1e-9 * max(1, abs(mine[[column]]))) {
        stop(sprintf("%s, point %d, %s: %s is %.17g, here %.17g", name, theirs$point,
                     theirs$response, column, theirs[[column]], mine[[column]]))
      }
      compared <- compared + 1
    }
  }
}
cat(compared, "cells of summary.csv reproduced\n")

pdf(target, width = 9, height = 4)
curves <- read.csv("rules/curve_summary.csv")
curves <- curves[curves$group_size == 400, ]
rules <- unique(curves$rule)
old <- par(mfrow = c(1, length(rules)), mar = c(4, 4, 2, 0.5))
for (rule in rules) {
  own <- curves[curves$rule == rule, ]
  plot(own$step, own$median, type = "n", xlim = range(curves$step), ylim = c(0, 400), main = rule,
       xlab = "step", ylab = "infected people")
  polygon(c(own$step, rev(own$step)), c(own$q05, rev(own$q95)), border = NA,
          col = adjustcolor(navy, 0.25))
  lines(own$step, own$median, col = navy, lwd = 2)
}
par(old)

comparisons <- read.csv("rules/comparisons.csv")
place <- rev(seq_len(nrow(comparisons)))
par(mar = c(4, 14, 1, 1))
plot(comparisons$estimate, place, pch = 19, col = navy, yaxt = "n", ylab = "",
     xlim = range(comparisons$ci_low, comparisons$ci_high, 0),
     xlab = "difference of mean step_to_50pct, steps (shaded: margin)")
margin <- comparisons$margin[1]
rect(-margin, 0, margin, nrow(comparisons) + 1, col = adjustcolor(orange, 0.25), border = NA)
abline(v = 0, lty = 2)
segments(comparisons$ci_low, place, comparisons$ci_high, place, col = navy, lwd = 2)
axis(2, place, paste0(comparisons$level_a, " - ", comparisons$level_b, ", N ",
                      comparisons$group_size), las = 1)

reached <- subset(summaries$threshold, response == "reached_all")
par(mar = c(4, 4, 1, 1))
plot(reached$infection_probability, reached$mean, type = "b", pch = 19, col = navy, ylim = c(0, 1),
     xlab = "infection_probability", ylab = "share of runs with everybody infected")
segments(reached$infection_probability, reached$ci_low, reached$infection_probability,
         reached$ci_high, col = navy)

curve <- subset(read.csv("growth/curve_summary.csv"), point == 0)
fits <- subset(read.csv("growth/fits.csv"), point == 0 & fitted_to == "mean_curve")
value <- function(model, parameter) {
  fits$estimate[fits$model == model & fits$parameter == parameter]
}
plot(curve$step, curve$mean, pch = 19, cex = 0.6, col = navy, xlab = "step",
     ylab = "infected people")
lines(curve$step, value("logistic", "K") /
  (1 + exp(-value("logistic", "r") * (curve$step - value("logistic", "t0")))))
free <- curve[curve$mean <= 450, ]
lines(free$step, value("power", "a") * free$step^value("power", "b"), col = orange, lwd = 3,
      lty = 2)
legend("bottomright", c("mean curve", "logistic", "power law"), col = c(navy, "black", orange),
       pch = c(19, NA, NA), lty = c(NA, 1, 2), lwd = c(NA, 1, 3), bty = "n")
invisible(dev.off())
cat("pictures in", target, "\n")
