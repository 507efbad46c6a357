"""P values and intervals of `max_t` beside those of R's multcomp, for independent levels with equal variances.

    python multcomp.py SPREADLAB [--sets 12]

`glht` takes the variances by level (sandwich's HC2), as `max_t` does: with multcomp's pooled variance the standard
errors are others, and so is P. Its multivariate t is integrated, ours is drawn 10,000 times. So P may differ by the
error of the draws. R needs r-cran-multcomp and r-cran-sandwich.
Prints how P differs, in standard errors of the draws, and the ratio of the widths of intervals; ends with 1 where the
root mean square is above 1.3.
"""
import argparse
import csv
import math
import pathlib
import random
import subprocess
import sys
import tempfile

VALUES = 200
DRAWS = 10_000

MULTCOMP = """
suppressMessages({library(multcomp); library(sandwich)})
for (file in commandArgs(TRUE)) {
  d <- read.csv(file, stringsAsFactors = TRUE)
  m <- aov(value ~ level, d)
  t <- glht(m, mcp(level = "Tukey"), vcov = vcovHC(m, type = "HC2"))
  s <- summary(t, test = adjusted(maxpts = 1e5, abseps = 1e-4)); i <- confint(t)$confint
  write.csv(data.frame(pair = rownames(i), p = as.numeric(s$test$pvalues), low = i[, 2], high = i[, 3]),
            paste0(file, ".r"), row.names = FALSE)
}
"""


def write_set(path, number):
    draw = random.Random(number)
    with path.open("w") as file:
        file.write("level,value\n")
        for level in range(3 + number % 4):
            for _ in range(VALUES):
                file.write(f"{'abcdef'[level]},{draw.gauss(0.12 * level * (number % 3), 1)}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spreadlab")
    parser.add_argument("--sets", type=int, default=12)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder, f"{number}.csv") for number in range(options.sets)]
        for number, file in enumerate(files):
            write_set(file, number)
        subprocess.run(["Rscript", "-e", MULTCOMP, *map(str, files)], check=True, stderr=subprocess.DEVNULL)
        errors, widths = [], []
        for file in files:
            ours = subprocess.run(
                [options.spreadlab, "compare", file, "--by", "level", "--response", "value", "--correction", "max_t"],
                check=True, capture_output=True, text=True).stdout
            with open(f"{file}.r") as table:
                theirs = {frozenset(row["pair"].split(" - ")): row for row in csv.DictReader(table)}
            for row in csv.DictReader(ours.splitlines()):
                other = theirs[frozenset([row["level_a"], row["level_b"]])]
                p = float(other["p"])
                error = math.sqrt(max(p * (1 - p), 1 / DRAWS) / DRAWS)
                errors.append((float(row["p_adjusted"]) - p) / error)
                widths.append((float(row["ci_high"]) - float(row["ci_low"]))
                              / (float(other["high"]) - float(other["low"])))
    rms = math.sqrt(sum(error * error for error in errors) / len(errors))
    print(f"{len(errors)} differences of {options.sets} sets: P differs by {rms:.2f} standard errors of the draws "
          f"(root mean square; at most {max(map(abs, errors)):.1f}), widths by {min(widths):.3f} to {max(widths):.3f}")
    sys.exit(rms > 1.3)


main()
