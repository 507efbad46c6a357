# What R makes of data sets simulated here: glm with MASS's dose.p and confint.
#
#     Rscript --vanilla Tests/system/Tables/r_answers.R > Tests/system/Tables/r-answers.json
#
# The kept answers were made by R 4.2.2 with MASS 7.3-58.2 and jsonlite 1.8.4 (Debian 12);
# check_r.py holds the program against them, without R.
suppressPackageStartupMessages(library(MASS))
set.seed(1818)
levels_wanted <- c(0.1, 0.5, 0.9)

# ---- Dose and response ------------------------------------------------------------------------

mean_at <- function(link, eta) binomial(link)$linkinv(eta)
counts <- function(link, intercept, slope, dose, runs, correlation = 0) {
  runs <- rep_len(runs, length(dose))
  p <- mean_at(link, intercept + slope * dose)
  if (correlation > 0) {
    size <- 1 / correlation - 1
    p <- rbeta(length(p), p * size, (1 - p) * size)
  }
  data.frame(dose = dose, responded = rbinom(length(dose), runs, p), runs = runs)
}
shares <- function(link, intercept, slope, dose, each, size) {
  dose <- rep(dose, each = each)
  p <- mean_at(link, intercept + slope * dose)
  data.frame(dose = dose, share = round(rbeta(length(p), p * size, (1 - p) * size), 4))
}

doses <- list(
  rising = counts("logit", -3, 0.6, 0:9, 40),
  falling = counts("probit", 2.2, -0.04, seq(5, 100, by = 5), 25),
  skewed = counts("cloglog", -2.5, 3, seq(0.1, 1.2, by = 0.1), c(10, 30, 60)),
  litters = counts("logit", -2, 0.5, rep(0:8, each = 4), 15, correlation = 0.15),
  "falling litters" = counts("logit", 3, -6, rep(seq(0.1, 1, by = 0.1), each = 3), 20, correlation = 0.2),
  "one trial each" = counts("probit", -1.5, 0.8, round(runif(120, 0, 4), 3), 1),
  "far from 0" = counts("logit", -400, 0.04, seq(9900, 10100, by = 25), 50),
  "many runs" = counts("cloglog", -4, 5, seq(0, 1, by = 0.125), 20000),
  "shares" = shares("logit", -3, 5, seq(0.1, 1, by = 0.15), 12, 8),
  "falling shares" = shares("probit", 1.5, -0.3, 0:8, 5, 20))

# Its deviance shall not be the first that changes little, but the least; so it ends with a warning
# where the last digit goes to and fro.
fitted_by <- function(formula, family, data) {
  suppressWarnings(
    glm(formula, family = family, data = data, control = glm.control(epsilon = 1e-14, maxit = 100)))
}

dose_answers <- function(data, link) {
  is_share <- !is.null(data$share)
  # As in a study: one dose is one cell of counts, whatever rows the file has.
  if (!is_share) data <- aggregate(cbind(responded, runs) ~ dose, data, sum)
  formula <- if (is_share) share ~ dose else cbind(responded, runs - responded) ~ dose
  quasi <- quasibinomial(link)
  fit <- fitted_by(formula, quasi, data)
  dispersion <- summary(fit)$dispersion
  if (is_share) {
    free <- fitted_by(share ~ factor(dose), quasi, data)
    test <- anova(fit, free, test = "F")
    p <- test[["Pr(>F)"]][2]
    # The interval's bound is Student's or F's at what the dispersion has.
    scale <- dispersion
    freedom <- fit$df.residual
  } else {
    p <- pchisq(dispersion * fit$df.residual, fit$df.residual, lower.tail = FALSE)
    is_over <- p < 0.05 && dispersion > 1
    scale <- if (is_over) dispersion else 1
    freedom <- if (is_over) fit$df.residual else Inf
    if (!is_over) fit <- fitted_by(formula, binomial(link), data)
  }
  bound <- qf(0.95, 1, freedom)
  # MASS takes normal quantiles of the root; with a dispersion it is Student's. It interpolates between few
  # values of the profile, so ends are computed beside it, from the deviance of curves with one number held.
  by_mass <- suppressWarnings(suppressMessages(confint(fit, level = 2 * pnorm(sqrt(bound)) - 1)))
  profile_ends <- function(start, step, held) {
    excess <- function(value) {
      moved <- transform(data, known = held(value)$known, free = held(value)$free)
      one <- fitted_by(update(formula, . ~ 0 + free + offset(known)), fit$family, moved)
      (deviance(one) - deviance(fit)) / scale - bound
    }
    sapply(c(-1, 1), function(side) {
      far <- start + side * step
      while (excess(far) < 0) far <- far + side * step
      uniroot(excess, sort(c(start, far)), tol = 1e-9 * step)$root
    })
  }
  one <- rep(1, nrow(data))
  estimates <- unname(coef(fit))
  errors <- unname(sqrt(diag(vcov(fit))))
  found <- dose.p(fit, p = levels_wanted)
  list(
    link = link,
    intercept = list(
      estimate = estimates[1], se = errors[1], confint = unname(by_mass[1, ]),
      ci = profile_ends(estimates[1], errors[1], function(a) list(known = a * one, free = data$dose))),
    slope = list(
      estimate = estimates[2], se = errors[2], confint = unname(by_mass[2, ]),
      ci = profile_ends(estimates[2], errors[2], function(b) list(known = b * data$dose, free = one))),
    deviance = deviance(fit), dispersion = dispersion, lack_of_fit_p = p,
    doses = lapply(seq_along(levels_wanted), function(i) {
      eta <- fit$family$linkfun(levels_wanted[i])
      dose <- unname(found)[i]
      se <- unname(attr(found, "SE"))[i]
      # Of all curves through this dose the slope alone is left.
      ci <- profile_ends(dose, se, function(x) list(known = eta * one, free = data$dose - x))
      list(level = levels_wanted[i], estimate = dose, se = se, ci = ci)
    }))
}

answers <- list(
  made_by = paste0(
    R.version.string, ", MASS ", packageVersion("MASS"), ", jsonlite ", packageVersion("jsonlite")),
  doses = lapply(names(doses), function(name) list(
    name = name, data = doses[[name]],
    answers = lapply(c("logit", "probit", "cloglog"), function(link) dose_answers(doses[[name]], link)))))
cat(jsonlite::toJSON(answers, dataframe = "columns", auto_unbox = TRUE, digits = NA, null = "null"), "\n", sep = "")
