# R/spreadlab.R against R's own functions: Rscript try_spreadlab.R STUDY
source("spreadlab.R")
arguments <- commandArgs(trailingOnly = TRUE)
same <- function(one, other, tolerance = 1e-9) stopifnot(isTRUE(all.equal(one, other, tolerance)))

folder <- spreadlab_run(arguments[1], "own results", settings = list(replicates = 20))
runs <- spreadlab_table(folder, "runs")
points <- spreadlab_table(folder, "points")
stopifnot(nrow(runs) == 20 * nrow(points), is.numeric(runs$final_share))
# Resumed: nothing is made again.
before <- file.mtime(file.path(folder, "points.csv"))
stopifnot(spreadlab_run(arguments[1], "own results", settings = list(replicates = 20)) == folder)
summary <- spreadlab_table(folder, "summary")
means <- aggregate(final_share ~ point, runs, mean)
same(summary$mean[summary$response == "final_share"], means$final_share)

found <- spreadlab_compare(warpbreaks, by = "wool", response = "breaks", test = "welch")
expected <- t.test(breaks ~ wool, warpbreaks)
same(found$p, expected$p.value)
same(abs(found$estimate), abs(unname(diff(expected$estimate))))

set.seed(5)
data <- data.frame(day = 0:29)
data$cases <- 80 / (1 + exp(-0.4 * (data$day - 12))) + rnorm(30)
found <- spreadlab_fit(data, x = "day", y = "cases", model = "logistic")
expected <- nls(cases ~ K / (1 + exp(-r * (day - t0))), data, start = c(K = 80, r = 0.4, t0 = 12))
own <- setNames(found$estimate, found$parameter)[c("K", "r", "t0")]
same(own, coef(expected), 1e-5)

message <- tryCatch(spreadlab_fit(data, x = "days", y = "cases", model = "logistic"),
                    error = conditionMessage)
stopifnot(grepl("days", message, fixed = TRUE))
cat("spreadlab.R agrees with t.test, nls and aggregate\n")
