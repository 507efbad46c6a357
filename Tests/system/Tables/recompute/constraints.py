"""What the data package must say of a column: whether every row has a value, its least and greatest value,
and the words there are. From docs/model.md, docs/file-formats.md and the meaning of the columns."""

import re
from pathlib import Path

from . import responses
from .study_file import LATER, PARAMETERS

KEYS = {*PARAMETERS, *LATER}
# A row is about several values of one parameter, whose own column is empty.
OVER_PARAMETERS = {
    "comparisons", "dose_responses", "dose_response_values", "thresholds"}
OPTIONAL = {
    "points": "converged", "runs": "stop_reason", "maps": "infected_at_step", "transmissions": "source",
    "curve_summary": "sd ci_low ci_high simultaneous_low simultaneous_high",
    "summary": "mean sd se ci_low ci_high ci_method min q05 q25 median median_ci_low median_ci_high q75 q95 max",
    "summary_given":
        "mean sd se ci_low ci_high ci_method min q05 q25 median median_ci_low median_ci_high q75 q95 max",
    "fits": "estimate std_error ci_low ci_high rss r2 aicc bic lack_of_fit_p from_step to_step message",
    "comparisons": "effect estimate ci_low ci_high statistic p p_adjusted margin",
    "sensitivity": "estimate ci_low ci_high",
    "dose_responses": "estimate std_error ci_low ci_high deviance lack_of_fit_p dispersion message",
    "dose_response_values": "ci_low ci_high",
    "thresholds": "estimate ci_low ci_high",
    "selection":
        "round_eliminated eliminated_by mean sd difference_to difference ci_low ci_high feasible verdict message",
    "posterior_correlations": "correlation",
    "posterior_summary": "mean sd median ci_low ci_high message",
    "posterior_predictive": "step mean q05 q25 median q75 q95 prior_low prior_high",
    "generations": "tolerance message",
}
PLENTY = 10**9
BOUNDS = {
    "group_size": (1, PLENTY), "columns": (1, PLENTY), "infection_factor": (0, PLENTY),
    "infection_probability": (0, 1), "latent_steps": (0, PLENTY), "infectious_steps": (1, None),
    "recovery_probability": (0, 1), "immune_steps": (0, None), "immune_share": (0, 1),
    "infectiousness_dispersion": (0, None), "start_people": (1, PLENTY)}
SHARES = {"p", "p_adjusted", "lack_of_fit_p", "ci_level", "weight", "acceptance"}
FLAGS = {"converged", "paired", "feasible"}
# Counts, numbers of things from 0, sums of squares and errors.
FROM_0 = {
    "point", "replicate", "step", "person", "source", "row", "column", "infected_at_step", "infected",
    "new_infections", "ever_infected", "immune", "latent", "replicates", "runs_made", "cpu_seconds", "degree",
    "n_reached", "n", "n_a", "n_b", "margin", "rss", "from_step", "to_step", "request", "deviance",
    "dispersion", "runs", "draw", "distance", "generation", "first_draw", "tolerance", "accepted",
    "effective_size", "round_eliminated", "eliminated_by", "difference_to"}
FROM_0_IN = {("selection", "sd"), ("dose_responses", "std_error"), ("posterior_summary", "sd")}
WITHIN = {("dose_response_values", "estimate"): (0, 1), ("posterior_correlations", "correlation"): (-1, 1)}
FROM_1 = {("degrees", "people"), ("generations", "draws"), ("generations", "proposals")}
WORDS = {
    "boundary": "bounded torus", "correction": "holm_request benjamini_hochberg_request holm_study benjamini_hochberg_study tukey dunnett none",
    "test": "welch paired_t mann_whitney wilcoxon kolmogorov_smirnov kruskal_wallis anova welch_anova tukey dunnett "
            "permutation log_rank stratified_log_rank restricted_mean cox risk_score friedman tost non_inferiority hotelling curve_permutation "
            "repeated_measures anova_type",
    "verdict": "different equivalent non_inferior inconclusive", "link": "logit probit cloglog",
    "series": "infected ever_infected immune latent new_infections",
    "model": "logistic gompertz richards weibull monomolecular power quadratic exponential",
    "index": "first total pair mu mu_star sigma", "ci_method": "t wilson bootstrap_bca"}
METHODS = {"sensitivity": "sobol anova morris"}
DOCS = Path(__file__).resolve().parents[4] / "docs/file-formats.md"


def constraints_fault(table, field, study=None):
    """Why the constraints of a field are not those of its column; None if they are. The tables of calibrations
    do not depend on the study."""
    column, seen = field["name"], dict(field.get("constraints", {}))
    right = {}
    if is_required(table, column, study):
        right["required"] = True
    low, high = bounds(table, column, study)
    right |= {name: value for name, value in (("minimum", low), ("maximum", high)) if value is not None}
    words = words_of(table, column, study)
    if words is not None:
        right["enum"] = sorted(words)
        seen["enum"] = sorted(seen.get("enum", []))
    return None if seen == right else f"{column} has constraints {seen}, not {right}"


def is_required(table, column, study):
    if column in KEYS:
        return table not in OVER_PARAMETERS and column != "start_people"
    if table == "runs" and column in responses.units(study):
        return False
    if table == "maps" and column in ("row", "column"):  # off the grid people have no place
        return "contacts" not in study.factors and study.model.get("contacts", "grid") == "grid"
    return column not in OPTIONAL.get(table, "").split()


def bounds(table, column, study):
    if (table, column) in WITHIN:
        return WITHIN[table, column]
    if column in BOUNDS:
        return BOUNDS[column]
    if column in SHARES:
        return 0, 1
    if column in FLAGS or table == "runs" and column in responses.shares(study):
        return 0, 1
    if (table, column) in FROM_1:
        return 1, None
    return (0, None) if column in FROM_0 or (table, column) in FROM_0_IN else (None, None)


def words_of(table, column, study):
    """The only words of a column, where they are a fixed list."""
    if column == "status":
        return "ok failed".split() if table == "runs" else status_words()[table]
    if column == "response" and table in ("summary", "summary_given", "sensitivity"):
        return responses.units(study)
    if column == "stop_reason":
        words = "all_infected share_reached no_spread max_steps".split()
        return words + ["extinct"] if study.has_courses else words
    if column == "verdict" and table == "selection":
        return "selected tied inconclusive none_feasible".split()
    words = METHODS.get(table) if column == "method" else WORDS.get(column)
    return words and words.split()


def status_words():
    """By table, from the page for users."""
    rows = re.findall(r"^\| `(\w+)\.csv` \| (`.*) \|$", DOCS.read_text().split("## status and message")[1], re.M)
    return {table: re.findall(r"`(\w+)`", words) for table, words in rows}
