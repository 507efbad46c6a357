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

page <- readLines(spreadlab_report(folder, responses = c("steps", "final_share"), panels = 4))
stopifnot(sum(grepl("final_share", page)) > 0, dir.exists(file.path(folder, "plots")))
stopifnot(spreadlab_verify(folder, sample = 20))
copy <- file.path("damaged", basename(folder))
dir.create("damaged")
file.copy(folder, "damaged", recursive = TRUE)
cat("one row more\n", file = file.path(copy, "runs.csv"), append = TRUE)
failure <- tryCatch(spreadlab_verify(copy), spreadlab_error = identity)
stopifnot(failure$code == "damaged", failure$exit_code == 4)
stopifnot(grepl("runs.csv", conditionMessage(failure), fixed = TRUE))

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

doses <- data.frame(
  dose = c(1, 2, 3, 4, 5, 5), died = c(1, 4, 7, 15, 9, 9), exposed = c(20, 19, 21, 20, 10, 10))
found <- spreadlab_fit(
  doses, model = "logit", x = "dose", y = "died", trials = "exposed", levels = c(0.25, 0.5))
expected <- glm(cbind(died, exposed - died) ~ dose, binomial, doses)
own <- setNames(found$estimate, found$parameter)
same(unname(own[c("intercept", "slope")]), unname(coef(expected)), 1e-6)
same(unname(own["dose_0.5"]), unname(-coef(expected)[1] / coef(expected)[2]), 1e-6)
stopifnot("dose_0.25" %in% names(own), !"dose_0.9" %in% names(own))

# A file as spreadsheets write it where numbers have a decimal comma.
write.csv2(warpbreaks, "commas.csv", row.names = FALSE)
same(spreadlab_compare("commas.csv", by = "wool", response = "breaks", decimal_comma = TRUE),
     spreadlab_compare(warpbreaks, by = "wool", response = "breaks"))
write.csv2(trees, "trees.csv", row.names = FALSE)
same(spreadlab_fit("trees.csv", x = "Girth", y = "Volume", model = "power", decimal_comma = TRUE),
     spreadlab_fit(trees, x = "Girth", y = "Volume", model = "power"))

# New infections of one step among 20 people: a beta posterior.
writeLines('{
  "spreadlab": 1, "study": "beta", "seed": 4,
  "model": { "group_size": 21, "rule": "beta", "contacts": "everybody", "infection_factor": 20,
    "introductions": [{ "step": 0, "people": [0] }], "stop": { "max_steps": 1 } },
  "rules": { "beta": {
    "neighborhood": "moore", "pool": "healthy", "draw": "exact", "update": "synchronous" } },
  "factors": { "infection_probability": { "from": 0.0, "to": 1.0 } }
}', "beta.json")
fitted <- spreadlab_calibrate(
  "beta.json", data.frame(response = "final_infected", value = 8), "fitted", draws = 300)
posterior <- spreadlab_table(fitted, "posterior")
row <- spreadlab_table(fitted, "posterior_summary")
same(row$mean, sum(posterior$weight * posterior$infection_probability))
shares <- sapply(c(0.05, 0.5, 0.95), function(share)
  sum(posterior$weight[posterior$infection_probability < qbeta(share, 8, 14)]))
stopifnot(abs(shares - c(0.05, 0.5, 0.95)) < 4 * sqrt(c(0.0475, 0.25, 0.0475) / row$effective_size))

message <- tryCatch(spreadlab_fit(data, x = "days", y = "cases", model = "logistic"),
                    error = conditionMessage)
stopifnot(grepl("days", message, fixed = TRUE))
cat("spreadlab.R agrees with t.test, nls, glm, aggregate and qbeta\n")
