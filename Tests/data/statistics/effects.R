#!/usr/bin/env Rscript
# Makes effects.json: hazard ratios, ratios of means and of risks, Friedman's test, and dose-response
# curves with a fitted floor and plateau. By R's survival, t.test, prop.test, mcnemar.test and
# friedman.test, and where R has none by the definition, solved by uniroot or optim; nothing of the
# program.
#
#     Rscript effects.R > effects.json    (R 4.2.2, survival 3.5-3)

suppressPackageStartupMessages(library(survival))
set.seed(42)
cases <- character()

text <- function(value) {
  if (is.null(value)) return("null")
  if (is.list(value)) {
    parts <- vapply(value, text, "")
    if (is.null(names(value))) return(paste0("[", paste(parts, collapse = ","), "]"))
    return(paste0("{", paste0('"', names(value), '":', parts, collapse = ","), "}"))
  }
  parts <- if (is.character(value)) paste0('"', value, '"')
    else ifelse(is.finite(value), formatC(value, digits = 17, format = "g", width = 1), "null")
  parts <- trimws(parts)
  if (length(parts) == 1 && !inherits(value, "AsIs")) parts
  else paste0("[", paste(parts, collapse = ","), "]")
}
case <- function(name, id, input, expected) {
  cases <<- c(cases, text(list("function" = name, id = id, input = input, expected = expected)))
}

# Hazard ratios: of the first group, over the second. A pair is a stratum, and a cluster.

cox <- function(id, time, event, first, pair = NULL) {
  data <- data.frame(time = time, event = as.integer(event), first = as.integer(first))
  if (!is.null(pair)) data$pair <- as.integer(factor(pair))
  control <- coxph.control(eps = 1e-15, toler.chol = 1e-16, iter.max = 100)
  fit <- if (is.null(pair)) coxph(Surv(time, event) ~ first, data, control = control)
    else coxph(Surv(time, event) ~ first + strata(pair), data, control = control, cluster = pair)
  for (again in 1:3)  # the likelihood alone tells it when to stop, which is early for the last digits
    fit <- if (is.null(pair)) coxph(Surv(time, event) ~ first, data, control = control, init = coef(fit))
      else coxph(Surv(time, event) ~ first + strata(pair), data, control = control, cluster = pair,
        init = coef(fit))
  beta <- unname(coef(fit)); se <- sqrt(fit$var[1, 1])
  if (is.null(pair)) {
    zph <- cox.zph(fit, transform = "km")$table["GLOBAL", ]
    chi2 <- zph["chisq"]; p <- zph["p"]
  } else {
    # cox.zph takes the runs of a cluster as independent. The same statistic with the robust error, of
    # R's Schoenfeld residuals: those of a pair are independent of those of another.
    plain <- coxph(Surv(time, event) ~ first + strata(pair), data, control = control, init = coef(fit))
    km <- survfit(Surv(time, event) ~ 1, data)
    before <- function(t) 1 - c(1, km$surv)[findInterval(t, km$time, left.open = TRUE) + 1]
    share <- exp(beta) / (1 + exp(beta))
    rows <- do.call(rbind, lapply(split(data, data$pair), function(d) {
      t <- min(d$time); here <- d$event == 1 & d$time == t
      if (!any(here)) return(NULL)
      data.frame(t = t, score = sum(d$first[here] - share), information = sum(here) * share * (1 - share))
    }))
    stopifnot(abs(sum(rows$score) - sum(residuals(plain, "schoenfeld"))) < 1e-9)
    g <- before(rows$t); g <- g - sum(g * rows$information) / sum(rows$information)
    chi2 <- sum(g * rows$score)^2 / sum((g * rows$score)^2); p <- pchisq(chi2, 1, lower.tail = FALSE)
  }
  input <- list(time = I(data$time), event = I(data$event), first = I(data$first))
  if (!is.null(pair)) input$pair <- I(data$pair)
  z <- qnorm(0.975)
  case("cox", id, input, list(
    log_ratio = beta, error = se, lower = exp(beta - z * se), upper = exp(beta + z * se),
    p = 2 * pnorm(-abs(beta / se)), zph_chi2 = unname(chi2), zph_p = unname(p)))
}
keep <- function(data) data[complete.cases(data), ]
d <- keep(lung[c("time", "status", "sex")]); cox("lung", d$time, d$status == 2, d$sex == 1)
d <- veteran; cox("veteran", d$time, d$status, d$trt == 1)
d <- ovarian; cox("ovarian", d$futime, d$fustat, d$rx == 1)
d <- aml; cox("aml", d$time, d$status, d$x == "Maintained")
d <- kidney; cox("kidney", d$time, d$status, d$sex == 1)
d <- subset(rats, sex == "f"); cox("rats", d$time, d$status, d$rx == 1)
d <- keep(pbc[c("time", "status", "trt")]); cox("pbc", d$time, d$status == 2, d$trt == 1)
d <- mgus; cox("mgus", d$futime, d$death, d$sex == "male")
d <- stanford2; cox("stanford", d$time, d$status, d$age > 45)
d <- gehan <- data.frame(  # Freireich's remission times, as in MASS
  time = c(1, 22, 3, 12, 8, 17, 2, 11, 8, 12, 2, 5, 4, 15, 8, 23, 5, 11, 4, 8, 1,
    10, 7, 32, 23, 22, 6, 16, 34, 32, 25, 11, 20, 19, 6, 17, 35, 6, 13, 9, 6, 10),
  cens = c(rep(1, 21), 1, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0),
  control = rep(1:0, each = 21))
cox("gehan", d$time, d$cens, d$control == 1)
steps <- function(n, mean) pmin(12, ceiling(rexp(n, 1 / mean)))
time <- c(steps(60, 4), steps(80, 6))
cox("steps with many ties", time, time < 12, rep(1:0, c(60, 80)))
time <- c(steps(9, 2), steps(7, 9))
cox("a few runs", time, time < 12, rep(1:0, c(9, 7)))
d <- diabetic; cox("diabetic, eyes of one person", d$time, d$status, d$trt == 1, pair = d$id)
d <- gehan; cox("gehan, pairs", d$time, d$cens, d$control == 1, pair = rep(1:21, 2))
for (n in c(12, 40, 90, 300)) {
  shared <- rexp(n, 1 / 3)
  time <- c(shared + rexp(n, 1 / 2), 1.4 * (shared + rexp(n, 1 / 2)))
  end <- if (n == 40) rep(100, 2 * n) else ifelse(runif(2 * n) < 0.2, sample(3:11, 2 * n, TRUE), 12)
  if (n > 12) time <- ceiling(time)
  cox(paste("pairs", n), pmin(time, end), time <= end, rep(1:0, each = n), pair = rep(1:n, 2))
}

# Ratios of means: all ratios r that a t test of x - r y does not reject.

fieller <- function(id, x, y, paired = FALSE) {
  test <- function(r, ...) if (paired) t.test(x - r * y, ...) else t.test(x, r * y, ...)
  found <- mean(x) / mean(y)
  excess <- function(r) test(r)$p.value - 0.05
  reach <- 1e-9 * abs(found)
  end <- function(sign) {
    step <- reach
    while (excess(found + sign * step) > 0) step <- 2 * step
    uniroot(excess, sort(found + sign * c(step / 2, step)), tol = 1e-15 * abs(found), maxiter = 10000)$root
  }
  below <- function(r) test(r, alternative = "less")$p.value
  case("ratioOfMeans", id, list(x = I(x), y = I(y), paired = as.integer(paired)), list(
    estimate = found, lower = end(-1), upper = end(1), p = test(1)$p.value,
    below_1.1 = below(1.1), above_0.9 = test(0.9, alternative = "greater")$p.value))
}
by <- function(value, group) split(value, factor(group))
fieller("sleep, pairs", sleep$extra[11:20], sleep$extra[1:10] + 2, TRUE)
fieller("sleep", sleep$extra[11:20], sleep$extra[1:10] + 2)
d <- by(ToothGrowth$len, ToothGrowth$supp); fieller("tooth growth", d[[1]], d[[2]])
d <- by(PlantGrowth$weight, PlantGrowth$group); fieller("plant growth 1", d[[1]], d[[2]])
fieller("plant growth 2", d[[3]], d[[1]])
d <- by(InsectSprays$count, InsectSprays$spray); fieller("sprays", d[["A"]], d[["F"]])
fieller("sprays far apart", d[["A"]], d[["D"]])
d <- by(chickwts$weight, chickwts$feed); fieller("chicks", d[["casein"]], d[["linseed"]])
d <- by(mtcars$mpg, mtcars$am); fieller("cars", d[[1]], d[[2]])
fieller("iris, pairs", iris$Sepal.Length[1:50], iris$Petal.Length[101:150], TRUE)
fieller("warp breaks", warpbreaks$breaks[1:27], warpbreaks$breaks[28:54])
d <- by(CO2$uptake, CO2$Treatment); fieller("CO2, pairs", d[[1]], d[[2]], TRUE)
shared <- rnorm(40, 50, 8)
fieller("common numbers", shared + rnorm(40), 1.2 * shared + rnorm(40), TRUE)
fieller("common numbers, taken as independent", shared + rnorm(40), 1.2 * shared + rnorm(40))
fieller("wide", rnorm(4, 10, 2), rnorm(5, 12, 4))
fieller("below 0", rnorm(12, -10, 2), rnorm(15, -12, 4))
fieller("far from 0", 1e6 + rnorm(20), 1e6 + 0.5 + rnorm(20))

# Ratios of risks: score tests with the chances of the highest likelihood that have the ratio.

best <- function(slope, low, high) {
  if (slope(low) <= 0) low else if (slope(high) >= 0) high
  else uniroot(slope, c(low, high), tol = 1e-16, maxiter = 10000)$root
}
times <- function(count, factor) if (count == 0) 0 else count * factor
score_z <- function(r, a, n, b, m) {
  tiny <- 1e-14
  slope <- function(q) times(a + b, 1 / q) - times(n - a, r / (1 - r * q)) - times(m - b, 1 / (1 - q))
  q <- best(slope, tiny, min(1, 1 / r) * (1 - tiny))
  (a / n - r * b / m) / sqrt(r * q * (1 - r * q) / n + r^2 * q * (1 - q) / m)
}
pair_z <- function(r, both, a, b, n) {
  share <- (both + a + b) / n
  p10 <- function(q) (q + (r - 1) * share) / r
  p11 <- function(q) (share - (1 + r) * q) / r
  tiny <- 1e-14
  slope <- function(q) times(b, 1 / q) + times(a, 1 / r / p10(q)) - times(both, (1 + r) / r / p11(q))
  low <- max(0, (1 - r) * share); high <- share / (1 + r)
  q <- best(slope, low + tiny * (high - low), high - tiny * (high - low))
  (both + a - r * (both + b)) / sqrt(n * (p11(q) * (1 - r)^2 + p10(q) + r^2 * q))
}
end <- function(z, bound)
  exp(uniroot(function(l) z(exp(l)) - bound, c(-12, 12), tol = 1e-15, maxiter = 10000)$root)
risk <- function(a, n, b, m) {
  z <- function(r) score_z(r, a, n, b, m)
  p <- suppressWarnings(prop.test(c(a, b), c(n, m), correct = FALSE)$p.value)
  case("riskRatio", paste(a, "of", n, "and", b, "of", m), list(a = a, n = n, b = b, m = m), list(
    estimate = if (b > 0) a / n / (b / m), lower = if (a > 0) end(z, qnorm(0.975)) else 0,
    upper = if (b > 0) end(z, -qnorm(0.975)), p = p, below_1.5 = pnorm(z(1.5)),
    above_0.8 = pnorm(z(0.8), lower.tail = FALSE)))
}
pairs <- function(both, a, b, n) {
  z <- function(r) pair_z(r, both, a, b, n)
  case("riskRatioPairs", paste(both, a, b, n), list(both = both, a = a, b = b, n = n), list(
    estimate = if (both + b > 0) (both + a) / (both + b),
    lower = if (both + a > 0) end(z, qnorm(0.975)) else 0, upper = if (both + b > 0) end(z, -qnorm(0.975)),
    p = mcnemar.test(matrix(c(both, b, a, n - both - a - b), 2), correct = FALSE)$p.value,
    below_1.5 = pnorm(z(1.5)), above_0.8 = pnorm(z(0.8), lower.tail = FALSE)))
}
risk(36, 40, 16, 80); risk(5, 10, 3, 10); risk(0, 20, 5, 20); risk(5, 20, 0, 20); risk(20, 20, 12, 20)
risk(12, 20, 20, 20); risk(1, 100, 3, 100); risk(30, 1000, 17, 1000); risk(7, 34, 1, 34); risk(56, 70, 48, 80)
risk(9, 10, 3, 10); risk(1, 5, 1, 400); risk(250, 500, 240, 480); risk(1, 2, 1, 3); risk(999, 1000, 990, 1000)
pairs(20, 12, 2, 50); pairs(43, 0, 1, 60); pairs(0, 5, 3, 30); pairs(10, 8, 8, 40); pairs(0, 0, 4, 20)
pairs(0, 4, 0, 20); pairs(53, 16, 5, 100); pairs(446, 5, 16, 661); pairs(1, 2, 1, 7); pairs(90, 7, 3, 100)
pairs(12, 20, 1, 33); pairs(200, 80, 50, 500); pairs(3, 1, 9, 15)

# Friedman's test: exact p over all arrangements within blocks, where these are few.

arrangements <- function(k) if (k == 1) matrix(1) else {
  rest <- arrangements(k - 1)
  do.call(rbind, lapply(1:k, function(i) cbind(i, rest + (rest >= i))))
}
exact <- function(values) {
  n <- nrow(values); k <- ncol(values)
  if (factorial(k)^(n - 1) > 300000) return(NULL)
  ranks <- t(apply(values, 1, rank)); places <- arrangements(k)
  sums <- matrix(ranks[1, ], 1)  # the first block may stay as it is
  for (i in seq_len(n)[-1]) {
    rows <- apply(places, 1, function(place) ranks[i, place])
    sums <- do.call(rbind, lapply(seq_len(ncol(rows)), function(j) sweep(sums, 2, rows[, j], "+")))
  }
  seen <- sum((colSums(ranks) - n * (k + 1) / 2)^2)
  mean(rowSums((sums - n * (k + 1) / 2)^2) >= seen - 1e-7)
}
friedman <- function(id, values) {
  test <- friedman.test(values)
  case("friedman", id, list(blocks = lapply(seq_len(nrow(values)), function(i) I(as.numeric(values[i, ])))), list(
    statistic = unname(test$statistic), p = test$p.value,
    w = unname(test$statistic) / nrow(values) / (ncol(values) - 1), exact = exact(values)))
}
friedman("rounding times (Hollander and Wolfe)", matrix(c(
  5.40, 5.50, 5.55, 5.85, 5.70, 5.75, 5.20, 5.60, 5.50, 5.55, 5.50, 5.40, 5.90, 5.85, 5.70,
  5.45, 5.55, 5.60, 5.40, 5.40, 5.35, 5.45, 5.50, 5.35, 5.25, 5.15, 5.00, 5.85, 5.80, 5.70,
  5.25, 5.20, 5.10, 5.65, 5.55, 5.45, 5.60, 5.35, 5.45, 5.05, 5.00, 4.95, 5.50, 5.50, 5.40,
  5.45, 5.55, 5.50, 5.55, 5.55, 5.35, 5.45, 5.50, 5.55, 5.50, 5.45, 5.25, 5.65, 5.60, 5.40,
  5.70, 5.65, 5.55, 6.30, 6.30, 6.25), ncol = 3, byrow = TRUE))
friedman("warp breaks", matrix(warpbreaks$breaks[1:24], ncol = 3))
friedman("airquality", as.matrix(head(na.omit(airquality[, 1:4]), 30)))
friedman("attitude", as.matrix(attitude))
friedman("iris", as.matrix(iris[1:50, 1:4]))
friedman("judges", as.matrix(USJudgeRatings[, 2:11]))
friedman("quakes of steps", matrix(rpois(200, 8), ncol = 4))
for (size in list(c(3, 2), c(2, 3), c(4, 3), c(7, 3), c(4, 4), c(5, 4), c(3, 5), c(12, 2)))
  friedman(paste(size, collapse = " x "), matrix(rnorm(prod(size)), size[1]))
for (size in list(c(5, 3), c(4, 4), c(3, 5)))
  friedman(paste(paste(size, collapse = " x "), "with ties"), matrix(sample(1:4, prod(size), TRUE), size[1]))

# Dose-response curves between a floor and a plateau: optim from many starts, then Fisher scoring with
# derivatives by deriv(); standard errors from the expected information.

links <- list(
  logit = deriv(~ c + (d - c) / (1 + exp(-(a + b * x))), c("a", "b", "c", "d"), function(a, b, c, d, x) NULL),
  probit = deriv(~ c + (d - c) * pnorm(a + b * x), c("a", "b", "c", "d"), function(a, b, c, d, x) NULL),
  cloglog = deriv(~ c + (d - c) * (1 - exp(-exp(a + b * x))), c("a", "b", "c", "d"), function(a, b, c, d, x) NULL))
quantiles <- list(logit = qlogis, probit = qnorm, cloglog = function(p) log(-log(1 - p)))
bounds <- function(id, link, x, y, n, floor, plateau, level = 0.3) {
  free <- c(TRUE, TRUE, floor, plateau)
  full <- function(theta) { all <- c(0, 0, 0, 1); all[free] <- theta; all }
  curve <- function(theta) { t <- full(theta); links[[link]](t[1], t[2], t[3], t[4], x) }
  loss <- function(theta) {
    p <- as.numeric(curve(theta))
    if (any(!is.finite(p)) || any(p <= 0 & y > 0) || any(p >= 1 & y < n) || any(p < 0) || any(p > 1)) return(1e10)
    -sum(ifelse(y > 0, y * log(p), 0) + ifelse(y < n, (n - y) * log(1 - p), 0))
  }
  found <- NULL
  for (try in 1:60) {
    b <- sample(c(-1, 1), 1) * exp(runif(1, 0, 3)) / diff(range(x)) * 2
    start <- c(-b * runif(1, min(x), max(x)), b, min(y / n) * runif(1), 1 - (1 - max(y / n)) * runif(1))[free]
    fit <- tryCatch(optim(start, loss, control = list(maxit = 5000, reltol = 1e-14)), error = function(e) NULL)
    if (!is.null(fit) && (is.null(found) || fit$value < found$value)) found <- fit
  }
  theta <- found$par
  if (floor && plateau && theta[3] > theta[4])  # the same curve of a symmetric link, the other way round
    theta <- c(-theta[1:2], theta[4:3])
  for (again in 1:30) {
    p <- as.numeric(curve(theta)); g <- attr(curve(theta), "gradient")[, free]
    information <- t(g) %*% (g * n / (p * (1 - p)))
    theta <- theta + solve(information, t(g) %*% ((y - n * p) / (p * (1 - p))))[, 1]
  }
  p <- as.numeric(curve(theta)); t <- full(theta)
  variance <- matrix(0, 4, 4); variance[free, free] <- solve(information)
  share <- (level - t[3]) / (t[4] - t[3])
  dose <- error <- NULL
  if (share > 0 && share < 1) {
    at <- function(t) (quantiles[[link]]((level - t[3]) / (t[4] - t[3])) - t[1]) / t[2]
    dose <- at(t)
    slope <- sapply(1:4, function(i) {
      h <- 1e-4 * max(abs(t[i]), 0.01); e <- replace(numeric(4), i, h)
      (8 * (at(t + e) - at(t - e)) - (at(t + 2 * e) - at(t - 2 * e))) / (12 * h)
    })
    error <- sqrt(sum(slope * (variance %*% slope)))
  }
  free_mean <- y / n
  deviance <- 2 * sum(ifelse(y > 0, y * log(free_mean / p), 0) + ifelse(y < n, (n - y) * log((1 - free_mean) / (1 - p)), 0))
  pearson <- sum(n * (free_mean - p)^2 / (p * (1 - p)))
  df <- length(x) - sum(free)
  case("doseBounds", id, list(link = link, x = I(x), responded = I(y), n = I(n), floor = as.integer(floor),
    plateau = as.integer(plateau), level = level), list(
    intercept = t[1], slope = t[2], floor = t[3], plateau = t[4], errors = I(sqrt(diag(variance))),
    deviance = deviance, pearson = pearson, p = if (df > 0) pchisq(pearson, df, lower.tail = FALSE),
    dose = dose, dose_error = error))
}
x <- c(0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5); n <- rep(100, 10)
bounds("both, logit", "logit", x, c(6, 9, 12, 25, 41, 60, 71, 75, 79, 78), n, TRUE, TRUE)
bounds("both, probit", "probit", x, c(6, 9, 12, 25, 41, 60, 71, 75, 79, 78), n, TRUE, TRUE)
bounds("both, cloglog", "cloglog", x, c(6, 9, 12, 25, 41, 60, 71, 75, 79, 78), n, TRUE, TRUE)
bounds("plateau, logit", "logit", x, c(1, 4, 9, 25, 41, 58, 71, 75, 79, 80), n, FALSE, TRUE)
bounds("plateau, cloglog", "cloglog", x, c(1, 4, 9, 25, 41, 58, 71, 75, 79, 80), n, FALSE, TRUE)
bounds("floor, logit", "logit", x, c(11, 9, 12, 21, 45, 70, 88, 97, 99, 100), n, TRUE, FALSE)
bounds("floor, probit", "probit", x, c(11, 9, 12, 21, 45, 70, 88, 97, 99, 100), n, TRUE, FALSE)
bounds("falling", "logit", x, rev(c(6, 9, 12, 25, 41, 60, 71, 75, 79, 78)), n, TRUE, TRUE, 0.6)
bounds("five doses", "logit", c(10, 20, 30, 40, 50), c(2, 6, 20, 33, 35), c(40, 41, 42, 43, 44), TRUE, TRUE)
bounds("four doses, met exactly", "logit", c(1, 2, 3, 4), c(10, 20, 60, 70), rep(100, 4), TRUE, TRUE)
bounds("natural response (Finney's form)", "probit", log10(c(1, 5.1, 25.3, 50.7, 101, 201.6, 403)),
  c(8, 12, 22, 30, 39, 45, 48), c(50, 49, 50, 48, 50, 50, 49), TRUE, FALSE, 0.5)
bounds("few runs", "logit", x, c(1, 2, 1, 3, 4, 6, 7, 8, 7, 8), rep(10, 10), TRUE, TRUE)
bounds("level above the plateau", "logit", x, c(6, 9, 12, 25, 41, 60, 71, 75, 79, 78), n, TRUE, TRUE, 0.9)
x <- seq(0, 6, 0.5); bounds("many runs", "logit", x, rbinom(13, 2000, 0.1 + 0.7 * plogis(2 * (x - 3))), rep(2000, 13), TRUE, TRUE)

cat("{\"cases\": [\n", paste(cases, collapse = ",\n"), "\n]}\n", sep = "")
