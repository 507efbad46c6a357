#!/usr/bin/env Rscript
# Makes effects.json: ratios of means and of risks, and dose-response curves with a fitted floor and
# plateau. By R's t.test, prop.test and mcnemar.test, and where R has none by the definition, solved by
# uniroot or optim; nothing of the program.
#
#     Rscript effects.R > effects.json    (R 4.2.2)

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

# Dose-response curves between a floor and a plateau: optim from many starts, then Fisher scoring with
# derivatives by deriv(); standard errors from the expected information.

links <- list(
  logit = deriv(~ c + (d - c) / (1 + exp(-(a + b * x))), c("a", "b", "c", "d"), function(a, b, c, d, x) NULL),
  probit = deriv(~ c + (d - c) * pnorm(a + b * x), c("a", "b", "c", "d"), function(a, b, c, d, x) NULL),
  cloglog = deriv(~ c + (d - c) * (1 - exp(-exp(a + b * x))), c("a", "b", "c", "d"), function(a, b, c, d, x) NULL))
quantiles <- list(logit = qlogis, probit = qnorm, cloglog = function(p) log(-log(1 - p)))
bounds <- function(id, link, x, y, n, floor, plateau, level = 0.3, ends_too = TRUE) {
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
  # Profile-likelihood ends: the deviance with one number held, least over all others (nlminb, repeated). Where a
  # curve as steep as one likes fits as well, nlminb does not find it, and there are no ends.
  bound <- 2 * loss(theta) + qchisq(0.95, 1)
  least <- function(kind, value) {
    held <- switch(kind, slope = 2, floor = 3, plateau = 4, dose = 1)
    rest <- setdiff(which(free), held)
    inner <- if (kind == "dose") level else 0.5
    all <- function(par) {
      s <- t; s[rest] <- par
      if (kind == "dose") s[1] <- quantiles[[link]]((level - s[3]) / (s[4] - s[3])) - s[2] * value else s[held] <- value
      s
    }
    score <- function(par) { s <- all(par); if (s[3] >= s[4]) 1e10 else 2 * loss(s[free]) }
    low <- c(-Inf, -Inf, 0, if (kind == "dose") level + 1e-9 else if (kind == "floor") value + 1e-9 else 0)[rest]
    high <- c(Inf, Inf, if (kind == "dose") level - 1e-9 else if (kind == "plateau") value - 1e-9 else 1, 1)[rest]
    start <- pmin(pmax(t[rest], low), high)
    # Where the curve is steep one dose alone may lie on its slope: each of them is tried.
    share <- pmin(pmax((y / n - t[3]) / (t[4] - t[3]), 0.02), 0.98)
    first <- switch(kind, slope = quantiles[[link]](share) - value * x, dose = t[2] * c(0.3, 1, 3, 10, 30), t[1])
    best <- Inf
    for (one in first) {
      moved <- start; moved[1] <- one
      for (again in 1:3) {
        fit <- nlminb(moved, score, lower = low, upper = high,
          control = list(eval.max = 5000, iter.max = 2000, rel.tol = 1e-14, x.tol = 1e-12))
        moved <- fit$par
      }
      best <- min(best, fit$objective)
    }
    best
  }
  profile <- function(kind, start, step) {
    isEnd <- kind %in% c("floor", "plateau")
    excess <- function(value) least(kind, value) - bound
    sapply(c(-1, 1), function(side) {
      far <- start + side * step
      if (isEnd) { far <- if (side < 0) 1e-9 else 1 - 1e-9; if (excess(far) < 0) return(round(far)) }
      else for (doubling in 1:8) { if (excess(far) > 0) break; far <- start + 2 * (far - start) }
      if (excess(far) < 0) return(NA)
      uniroot(excess, sort(c(start, far)), tol = 1e-9 * step)$root
    })
  }
  errors <- sqrt(diag(variance))
  ends <- list(slope = profile("slope", t[2], errors[2]))
  if (floor) ends$floor <- profile("floor", t[3], errors[3])
  if (plateau) ends$plateau <- profile("plateau", t[4], errors[4])
  if (!is.null(dose)) ends$dose <- profile("dose", dose, error)
  case("doseBounds", id, list(link = link, x = I(x), responded = I(y), n = I(n), floor = as.integer(floor),
    plateau = as.integer(plateau), level = level), list(
    intercept = t[1], slope = t[2], floor = t[3], plateau = t[4], errors = I(sqrt(diag(variance))),
    deviance = deviance, pearson = pearson, p = if (df > 0) pchisq(pearson, df, lower.tail = FALSE),
    dose = dose, dose_error = error, profile = if (ends_too) lapply(ends, I)))
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
bounds("five doses", "logit", c(10, 20, 30, 40, 50), c(2, 6, 20, 33, 35), c(40, 41, 42, 43, 44), TRUE, TRUE, ends_too = FALSE)
bounds("four doses, met exactly", "logit", c(1, 2, 3, 4), c(10, 20, 60, 70), rep(100, 4), TRUE, TRUE, ends_too = FALSE)
bounds("natural response (Finney's form)", "probit", log10(c(1, 5.1, 25.3, 50.7, 101, 201.6, 403)),
  c(8, 12, 22, 30, 39, 45, 48), c(50, 49, 50, 48, 50, 50, 49), TRUE, FALSE, 0.5)
bounds("few runs", "logit", x, c(1, 2, 1, 3, 4, 6, 7, 8, 7, 8), rep(10, 10), TRUE, TRUE, ends_too = FALSE)
bounds("level above the plateau", "logit", x, c(6, 9, 12, 25, 41, 60, 71, 75, 79, 78), n, TRUE, TRUE, 0.9)
x <- seq(0, 6, 0.5); bounds("many runs", "logit", x, rbinom(13, 2000, 0.1 + 0.7 * plogis(2 * (x - 3))), rep(2000, 13), TRUE, TRUE)

cat("{\"cases\": [\n", paste(cases, collapse = ",\n"), "\n]}\n", sep = "")
