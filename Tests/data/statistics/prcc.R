#!/usr/bin/env Rscript
# Makes prcc.json: partial rank correlations of 12 data sets by epiR's epi.prcc. Its interval is another one (the
# estimate and a multiple of its standard error), so the intervals are those of the correlation of two residuals
# by Fisher's transformation, both from base R's lm.
#
#     Rscript prcc.R > prcc.json    (R 4.2.2, epiR 2.0.57, jsonlite 1.8.4)

suppressPackageStartupMessages(library(epiR))
set.seed(2008)
cases <- list()
add <- function(id, x, y, level = 0.95, digits = 5) {
  x <- signif(as.data.frame(x), digits)
  y <- signif(as.numeric(y), digits)
  found <- if (ncol(x) > 1) epi.prcc(cbind(x, y), sided.test = 2, conf.level = level)$est
    else unname(cor(x[[1]], y, method = "spearman"))
  ranks <- as.data.frame(lapply(cbind(x, y = y), rank))
  rest <- function(name, j) residuals(lm(reformulate(c("1", names(x)[-j]), name), ranks))
  se <- 1 / sqrt(length(y) - ncol(x) - 2)
  ends <- lapply(seq_along(x), function(j) {
    r <- cor(rest(names(x)[j], j), rest("y", j))
    stopifnot(abs(r - found[j]) < 1e-9)
    tanh(atanh(r) + c(-1, 1) * qnorm((1 + level) / 2) * se)
  })
  cases[[length(cases) + 1]] <<- list(
    "function" = "prcc", id = id, input = list(x = lapply(unname(as.list(x)), I), y = I(y), level = level),
    expected = list(estimate = I(found), ends = lapply(ends, I)))
}
hypercube <- function(n, k) as.data.frame(sapply(1:k, function(i) (sample(n) - runif(n)) / n))
u <- hypercube(40, 3); add("linear", u, 2 * u$V1 - u$V2 + rnorm(40, sd = 0.3))
u <- hypercube(60, 4); add("steep and skewed", u, exp(4 * u$V1 - 3 * u$V2) * rexp(60))
u <- hypercube(50, 3); add("not monotone", u, sin(2 * pi * u$V1) + u$V2^2 + rnorm(50, sd = 0.2))
u <- hypercube(45, 3); u$V2 <- floor(5 * u$V2); add("a factor of five levels", u, u$V1 * u$V2 + rnorm(45))
u <- hypercube(80, 3); add("a response of 0 and 1", u, as.numeric(runif(80) < plogis(6 * u$V1 - 3 * u$V3)))
u <- hypercube(70, 2); add("counts with many ties", u, rpois(70, 2 * u$V1 + u$V2))
u <- hypercube(6, 3); add("six points, three factors", u, c(0.2, 0.9, 0.3, 0.8, 0.55, 0.1))
u <- hypercube(200, 8); add("eight factors", u, as.matrix(u) %*% 8:1 + rnorm(200, sd = 3))
u <- hypercube(90, 3); u$V3 <- u$V1 + 0.3 * u$V3; add("correlated factors", u, u$V1 - u$V2 + rnorm(90, sd = 0.4))
u <- hypercube(40, 1); add("one factor", u, u$V1^3 + rnorm(40, sd = 0.2), 0.9)
u <- hypercube(100, 5); add("nothing matters", u, rcauchy(100), 0.99)
u <- hypercube(64, 4); u <- 0.01 * u + 1e6; add("far from 0", u, -1e4 * (u$V1 - 1e6) + rnorm(64, 1e5, 10), digits = 13)

cat("{\"cases\": [\n", paste(sapply(cases, function(one)
  jsonlite::toJSON(one, auto_unbox = TRUE, digits = NA)), collapse = ",\n"), "\n]}\n", sep = "")
