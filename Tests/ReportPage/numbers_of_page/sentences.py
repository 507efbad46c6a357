"""The page's sentences: every number in one is recomputed from the tables.

Each kind of sentence is a pattern. Its named parts are what it claims; a digit outside of them
is a number nobody checks, and so a fault. A sentence of no known kind is one, too.
"""

import re

from . import contacts, courses, doses, figures, surfaces, thresholds
from .page import time_of
from .results import CORRECTIONS, EFFECTS, UNITLESS, grouped, percent, short, shown

# Parts that occur in several patterns.
NUMBER = r"[-\u2212]?[\d.,\u202f]+(?:e[-+]?\d+)?"
VALUE = rf"(?P<value>{NUMBER})(?: (?P<unit>[a-z/]+))?" \
    rf"(?: \((?P<level>{NUMBER}\u00a0%) interval (?P<low>{NUMBER}) to (?P<high>{NUMBER})\))?"
STATISTIC = {"median": ("median_ci_low", "median_ci_high"), "mean": ("ci_low", "ci_high")}


def check_sentences(page, results, faults):
    """All sentences of the findings and the pictures, and the notes below the pictures."""
    for place, text in page.sentences:
        if place not in ("findings", *(f"figure-{name}" for name in page.figures)):
            continue
        name = place.removeprefix("figure-")
        kind = name.rstrip("0123456789").rstrip("_")
        fitting = [
            (match, check) for pattern, check in KINDS.get(kind, [])
            if (match := re.fullmatch(pattern, text))]
        faults.need(len(fitting) == 1, f"{name}: {len(fitting)} kinds of sentence fit {text!r}")
        for match, check in fitting[:1]:
            loose = without_parts(match)
            faults.need(not re.search(r"\d", loose), f"{name}: unchecked numbers in {loose!r}")
            for part, right in check(name, match.groupdict(), page, results):
                said = match.groupdict().get(part)
                if isinstance(right, (set, frozenset)):
                    faults.need(said in right, f"{name}: {part} is {said!r} in {text!r}, not of {right}")
                else:
                    faults.equal(f"{name}: {text!r}", part, said, right)
    required = {"findings": r"The (median|mean) of .*", "figure-curves": r".*half of the group.*"}
    for place, pattern in required.items():
        if place == "findings" or place.removeprefix("figure-") in page.figures:
            there = any(re.fullmatch(pattern, text) for at, text in page.sentences if at == place)
            nothing = place == "findings" and not known_values(page, results)[1]
            faults.need(there or nothing, f"{place}: its first sentence is missing")
    check_notes(page, results, faults)


def without_parts(match):
    """The text of a match without its named parts."""
    spans = sorted(match.span(name) for name in match.groupdict() if match.start(name) >= 0)
    text, at, kept = match.string, 0, []
    for start, end in spans:
        if start >= at:
            kept.append(text[at:start])
            at = end
    return "".join(kept) + text[at:]


def known_values(page, results, response=None):
    """The statistic of a response, of the first one without a name, and its values by point."""
    response = response if response in page.responses else page.responses[0]
    rows = [results.summary[point["point"], response] for point in results.points]
    # Times have medians, everything else means.
    statistic = "median" if response.startswith("step_to") else "mean"
    return statistic, {row["point"]: row for row in rows if row[statistic]}


def parts_of_value(row, statistic, results):
    """What "5.2 steps (95 % interval 5 to 5.4)" has to say of a row of summary.csv."""
    low, high = (row[column] for column in STATISTIC[statistic])
    yield "unit", None if row["unit"] in UNITLESS else row["unit"]
    yield from parts_of_estimate(row[statistic], low, high, results)


def parts_of_estimate(value, low, high, results, name="value"):
    """What "5.2 (95 % interval 5 to 5.4)" has to say, to the digits of its interval."""
    yield name, shown(value, low, high)
    both = low and high
    yield "level", percent(results.level) if both else None
    yield "low", shown(low, low, high) if both else None
    yield "high", shown(high, low, high) if both else None


def extreme(choose):
    def check(name, said, page, results):
        statistic, rows = known_values(page, results, said["response"])
        yield "response", set(page.responses)
        yield "statistic", statistic
        best = choose(float(row[statistic]) for row in rows.values())
        those = [row for row in rows.values() if float(row[statistic]) == best]
        labels = {results.label(results.points[int(row["point"])]): row for row in those}
        yield "label", set(labels)
        if said.get("label") in labels:
            yield from parts_of_value(labels[said["label"]], statistic, results)

    return lambda name, said, page, results: [
        pair for pair in check(name, said, page, results) if pair[0] in said]


def only_value(name, said, page, results):
    statistic, rows = known_values(page, results, said["response"])
    yield "statistic", statistic
    yield "response", set(page.responses)
    values = {row[statistic] for row in rows.values()}
    if "count" in said:
        yield "count", str(len(rows))
        yield "value", short(next(iter(values))) if len(values) == 1 else "one value"
    elif len(rows) == 1:
        yield from parts_of_value(next(iter(rows.values())), statistic, results)
    else:
        yield "value", f"that of one of {len(rows)} points"


def too_few(name, said, page, results):
    statistic, rows = known_values(page, results, said["response"])
    yield "missing", str(len(results.points) - len(rows))
    yield "count", str(len(results.points))
    yield "statistic", statistic
    yield "response", set(page.responses)


def counts(response):
    def check(name, said, page, results):
        wanted = response or time_of(page, name)
        rows = [results.summary[point["point"], wanted] for point in results.points]
        runs, reached = (sum(int(row[column]) for row in rows) for column in ("n", "n_reached"))
        yield "runs", grouped(runs)
        if "reached" in said:
            yield "reached", grouped(reached)
            yield "share", percent(reached / runs)
        else:
            yield "runs", grouped(reached)
        if "response" in said:
            yield "response", wanted

    return check


def compared(name, said, page, results):
    """A comparison: exactly one row of comparisons.csv says all of it."""
    rows = [row for row in results.comparisons if all(
        said.get(part) == right for part, right in comparison_parts(row, said, results))]
    if rows:
        return
    nearest = max(
        results.comparisons,
        key=lambda row: sum(said.get(p) == r for p, r in comparison_parts(row, said, results)))
    yield from comparison_parts(nearest, said, results)


def comparison_parts(row, said, results):
    is_interaction = row["test"] in ("repeated_measures", "anova_type")
    yield "depends", "depends on the other factors" if is_interaction else None
    yield "place", None if is_interaction else results.place(row) or None
    is_averaged = results.is_averaged(row) and not is_interaction
    yield "averaged", "Averaged over the other factors" if is_averaged else None
    yield "response", row["response"] if "response" in said else None
    yield "a", row["level_a"] if "a" in said else None
    yield "b", row["level_b"] if "b" in said else None
    yield "factor", row["factor"] if "factor" in said else None
    yield "effect", EFFECTS[row["effect"]] if row["estimate"] else None
    yield "unit", results.effect_unit(row) if row["estimate"] else None
    parts = dict(parts_of_estimate(row["estimate"], row["ci_low"], row["ci_high"], results, "estimate"))
    yield from (parts | ({} if row["estimate"] else {"estimate": None})).items()
    yield "test", row["test"] if row["p_adjusted"] else None
    yield "p", probability(row["p_adjusted"]) if row["p_adjusted"] else None
    yield "correction", CORRECTIONS[row["correction"]] if row["p_adjusted"] else None
    if "margin" in said:
        yield "margin", short(row["margin"]) if row.get("margin") else None
    yield "verdict", row["verdict"] if said.get("verdict") else None


def probability(text):
    p = float(text)
    return "< 0.001" if p < 0.001 else f"= {f'{p:.3f}'.rstrip('0').rstrip('.')}"


def verdict(word):
    def check(name, said, page, results):
        return compared(name, said | {"verdict": word}, page, results)

    return check


def clearest(name, said, page, results):
    yield "count", str(len(results.comparisons))
    yield "shown", str(min(6, len(results.comparisons)))
    if said.get("pictured"):
        drawn = sum(
            len(figures.read_rows(results.folder / "plots" / f"{figure}.csv"))
            for figure in page.figures if figure.startswith("comparisons"))
        yield "pictured", str(drawn)


def independent(name, said, page, results):
    """Runs that share random numbers, in tests without a form for pairs."""
    common = results.study["random_numbers"] == "common"
    rows = [row for row in results.comparisons
            if common and row["paired"] == "0" and row["level_b"] != "zero"]
    yield from tests_of(rows, results)


def untested(name, said, page, results):
    """Times that some runs did not reach, in tests that cannot take them."""
    points = [point["point"] for point in results.points]

    def is_censored(response):
        return response.startswith("step_to_") and any(
            results.summary[point, response]["n_reached"] != results.summary[point, response]["n"]
            for point in points)

    rows = [row for row in results.comparisons if not row["p"] and is_censored(row["response"])]
    yield from tests_of(rows, results)


def tests_of(rows, results):
    yield "tests", ", ".join(dict.fromkeys(row["test"] for row in rows))
    yield "rows", str(len(rows))
    yield "count", str(len(results.comparisons))


def half_steps(page, results):
    """When the median curve of each point reaches half of its group; None: never."""
    found = {}
    for point, steps in results.steps.items():
        people = int(results.points[int(point)]["group_size"])
        found[point] = next(
            (step for step in steps
             if 2 * float(results.curve_summary[point, step]["median"]) >= people), None)
    return found


def first_and_last(name, said, page, results):
    steps = half_steps(page, results)
    known = {point: int(step) for point, step in steps.items() if step is not None}
    for part, place, choose in (("first", "where_first", min), ("last", "where_last", max)):
        if part in said:
            best = choose(known.values())
            yield part, str(best)
            yield place, {
                results.label(results.points[int(p)]) for p, step in known.items() if step == best}
    if "only" in said:
        yield "only", {str(step) for step in known.values()} if len(set(known.values())) == 1 else "one"
    if "missing" in said:
        missing = len(steps) - len(known)
        yield "missing", str(missing) if missing else None
        yield "count", str(len(steps)) if missing else None
    elif "count" in said:
        yield "count", str(len(steps)) if not known else "some do"


def heatmap_ends(name, said, page, results):
    statistic, rows = known_values(page, results, said["response"])
    yield "statistic", statistic
    yield "response", set(page.responses)
    for part, unit, place, choose in (
            ("low", "low_unit", "where_low", min), ("high", "high_unit", "where_high", max)):
        best = choose(float(row[statistic]) for row in rows.values())
        those = [row for row in rows.values() if float(row[statistic]) == best]
        yield part, {shown(r[statistic], *(r[end] for end in STATISTIC[statistic])) for r in those}
        yield unit, None if those[0]["unit"] in UNITLESS else those[0]["unit"]
        # The axes' parameters stand first there; the parts are the same.
        wanted = {frozenset(results.label(results.points[int(r["point"])]).split(", ")) for r in those}
        if frozenset(said[place].split(", ")) not in wanted:
            yield place, {", ".join(sorted(parts)) for parts in wanted}


def verdicts(name, said, page, results):
    rows = [row for rows in figures.compared(name, page, results).values() for row in rows]
    yield "count", str(len(rows))
    yield "test", rows[0]["test"]
    yield "correction", CORRECTIONS[rows[0]["correction"]]
    for word in ("different", "equivalent", "inconclusive"):
        count = sum(row["verdict"] == word for row in rows)
        yield word, str(count) if count else None


def converged(name, said, page, results):
    good = sum(next(iter(f.values()))["converged"] == "1" for f in results.fits.values())
    yield "good", str(good)
    yield "count", str(len(results.fits))
    yield "bad", str(len(results.fits) - good) if good < len(results.fits) else None


def widest(name, said, page, results):
    response = figures.precise_response(page, results, name)
    rows = [results.summary[point["point"], response] for point in results.points]
    halves = [(float(r["ci_high"]) - float(r["ci_low"])) / 2 for r in rows if r["ci_low"]]
    yield "level", percent(results.level)
    yield "response", response
    yield "value", shown(repr(max(halves)), repr(-max(halves)), repr(max(halves)))
    yield "unit", results.unit(response)
    yield "count", str(len(halves))


def most_important(name, said, page, results):
    """A sentence for each response, the main one first."""
    rows = [
        row for row in results.table("sensitivity") if row["estimate"] and row["index"] == "total"
        and (results.chosen is None or row["response"] in results.chosen)]
    names = list(dict.fromkeys(row["response"] for row in rows))
    names.sort(key=lambda response: response != page.responses[0])
    sentences = []
    for response in names:
        top = max(
            (row for row in rows if row["response"] == response), key=lambda row: float(row["estimate"]))
        parts = dict(parts_of_estimate(top["estimate"], top["ci_low"], top["ci_high"], results))
        interval = f" ({parts['level']} interval {parts['low']} to {parts['high']})" if parts["level"] else ""
        sentences.append(
            f"{response} depends most on {top['factor']}: total index {parts['value']}{interval}.")
    yield "all", " ".join(sentences)


NUMBERS = rf"\((?:(?P<effect>[A-Za-z\u2019 -]+?) (?P<estimate>{NUMBER})(?: (?P<unit>[a-z/ ]+))?)?(?:, )?" \
    rf"(?:(?P<level>{NUMBER}\u00a0%) interval (?P<low>{NUMBER}) to (?P<high>{NUMBER}))?(?:; )?" \
    r"(?:(?P<test>\w+), P (?P<p>[<=] [\d.]+), (?P<correction>[A-Za-z -]+))?\)\."
PLACE = r"(?:(?P<averaged>Averaged over the other factors)?(?:(?:, a|A)t (?P<place>.+?))?: )?"
DEPENDS = r"he effect of (?P<factor>\w+) on (?P<response>\w+) (?P<depends>depends on the other factors) "
PAIR = r"(?P<a>\S+) and (?P<b>\S+)"
ENDED = [
    (rf"The infection died out in all of the (?P<runs>{NUMBER}) runs\.", courses.ended),
    (rf"The infection died out in (?P<out>{NUMBER}) of (?P<runs>{NUMBER}) runs "
     rf"\((?P<share>{NUMBER}\u00a0%)\); the others were stopped earlier\.", courses.ended)]
SHARE = rf"{NUMBER}\u00a0%"
HEAD = r"The (?P<statistic>median|mean) of (?P<response>\w+) "
KINDS = {
    "findings": [
        (HEAD + rf"is {VALUE}\.", only_value),
        (HEAD + rf"is (?P<value>{NUMBER}) at all (?P<count>\d+) points\.", only_value),
        (HEAD + rf"is smallest at (?P<label>.+): {VALUE}\.", extreme(min)),
        (HEAD + rf"is largest at (?P<label>.+): {VALUE}\.", extreme(max)),
        (r"At (?P<missing>\d+) of (?P<count>\d+) points, too few runs have a value of "
         r"(?P<response>\w+) to compute a (?P<statistic>\w+)\.", too_few),
        (rf"Everybody was infected(?: at least once)? in all of the (?P<runs>{NUMBER}) runs\.",
         counts("step_to_all")),
        (rf"Everybody was infected(?: at least once)? in (?P<reached>{NUMBER}) of (?P<runs>{NUMBER}) runs "
         rf"\((?P<share>{NUMBER}\u00a0%)\)\.", counts("step_to_all")),
        *ENDED,
        (PLACE + PAIR + r" differ in (?P<response>\w+) " + NUMBERS, verdict("different")),
        (PLACE + PAIR + rf" are equivalent in (?P<response>\w+)(?: within \u00b1(?P<margin>{NUMBER}))? "
         + NUMBERS, verdict("equivalent")),
        (PLACE + r"[Ww]hether " + PAIR + r" differ in (?P<response>\w+) remains open " + NUMBERS,
         verdict("inconclusive")),
        (PLACE + r"[Tt]he drift for (?P<a>\S+) differs from zero " + NUMBERS, verdict("different")),
        (PLACE + r"[Ww]hether the drift for (?P<a>\S+) differs from zero remains open " + NUMBERS,
         verdict("inconclusive")),
        (r"T" + DEPENDS + NUMBERS, verdict("different")),
        (r"Whether t" + DEPENDS + r"remains open " + NUMBERS, verdict("inconclusive")),
        (PLACE + r"[Tt]he levels of (?P<factor>\w+) differ in (?P<response>\w+) " + NUMBERS,
         verdict("different")),
        (PLACE + r"[Ww]hether the levels of (?P<factor>\w+) differ in (?P<response>\w+) remains open "
         + NUMBERS, verdict("inconclusive")),
        (r"(?P<tests>[\w, ]+) treated the runs of different levels as independent, although they share "
         r"their random numbers\. Where this makes runs similar, P is larger than in a paired test "
         r"\((?P<rows>\d+) of (?P<count>\d+) comparisons\)\.", independent),
        (r"(?P<tests>[\w, ]+) cannot handle times that some runs did not reach \(censored times\): "
         r"(?P<rows>\d+) of (?P<count>\d+) comparisons were not tested\. log_rank can\.", untested),
        (r"These are the (?P<shown>\d+) clearest of (?P<count>\d+) comparisons; (?:the pictures "
         r"below show (?:(?P<pictured>\d+) of them|all of them), and )?all are in comparisons\.csv\.",
         clearest),
    ],
    "curves": [
        (r"The median curve does not reach half of the group\.", first_and_last),
        (r"At none of (?P<count>\d+) points does the median curve reach half of the group\.",
         first_and_last),
        (r"The median curve reaches half of the group at step (?P<only>\d+)\.", first_and_last),
        (r"The median curve reaches half of the group first at step (?P<first>\d+) "
         r"\((?P<where_first>.+)\) and last at step (?P<last>\d+) \((?P<where_last>.+?)\)"
         r"(?:; at (?P<missing>\d+) of (?P<count>\d+) points it never does)?\.", first_and_last),
    ],
    "course": [
        (rf"At the peak, at step (?P<only>\d+), (?P<share>{SHARE}) of the group is infected at the "
         r"same time, on average\.", courses.peaks),
        (rf"The peak of the mean share of people infected at the same time ranges from (?P<low>{SHARE}) "
         rf"\((?P<where_low>.+), at step (?P<step_low>\d+)\) to (?P<high>{SHARE}) "
         r"\((?P<where_high>.+), at step (?P<step_high>\d+)\)\.", courses.peaks),
    ],
    "extinction": ENDED,
    "final_sizes": [
        (rf"Of (?P<runs>{NUMBER}) runs, (?P<few>{NUMBER}) \((?P<share_few>{SHARE})\) stay below a "
         rf"tenth of the group, and (?P<many>{NUMBER}) \((?P<share_many>{SHARE})\) reach at least "
         r"half of it\.", courses.sizes),
    ],
    "reproduction": [
        (rf"The mean reproduction number is (?P<only>{NUMBER})(?: \((?P<level>{SHARE}) interval "
         rf"(?P<from>{NUMBER}) to (?P<to>{NUMBER})\))?\.", courses.reproductions),
        (rf"The mean reproduction number ranges from (?P<low>{NUMBER}) \((?P<where_low>.+)\) to "
         rf"(?P<high>{NUMBER}) \((?P<where_high>.+)\); the interval is above one at "
         r"(?P<above>\d+) of (?P<count>\d+) points, and below one at (?P<below>\d+)\.", courses.reproductions),
    ],
    "degrees": [
        (rf"People have from (?P<least>{NUMBER}) to (?P<most>{NUMBER}) neighbors, on average "
         rf"(?:(?P<only>{NUMBER})|from (?P<low>{NUMBER}) to (?P<high>{NUMBER}), depending on the point)\.",
         contacts.neighbors),
    ],
    "dose_response": [
        (rf"(?P<finite>\d+) of (?P<count>\d+) curves have a finite estimate\.(?: The curve of "
         rf"(?P<curve>.+) reaches (?P<mean>{NUMBER}) at (?P<factor>\w+) (?P<dose>{NUMBER}) "
         rf"\((?P<level>{SHARE}) interval (?P<low>{NUMBER}) to (?P<high>{NUMBER})\)\.)?", doses.said),
    ],
    "threshold": [
        (rf"(?P<found>\d+) of (?P<count>\d+) searches found a crossing\.(?: The mean of "
         rf"(?P<search>.+) is (?P<target>{NUMBER}) at (?P<factor>\w+) (?P<place>{NUMBER}) "
         rf"\((?P<level>{SHARE}) interval (?P<low>{NUMBER}) to (?P<high>{NUMBER})\), found with "
         r"(?P<runs>\d+) runs\.)?",
         thresholds.said),
    ],
    "heatmap": [
        (HEAD + rf"ranges from (?P<low>{NUMBER})(?: (?P<low_unit>[a-z/]+))? \((?P<where_low>.+)\) to "
         rf"(?P<high>{NUMBER})(?: (?P<high_unit>[a-z/]+))? \((?P<where_high>.+)\)\.", heatmap_ends),
    ],
    "times": [
        (rf"All (?P<runs>{NUMBER}) runs have a value of (?P<response>\w+)\.", counts(None)),
        (rf"(?P<reached>{NUMBER}) of the (?P<runs>{NUMBER}) runs \((?P<share>{NUMBER}\u00a0%)\) "
         r"have a value of (?P<response>\w+); the others did not reach it \(censored\)\.", counts(None)),
    ],
    "comparisons": [
        (r"Of (?P<count>\d+) comparisons \((?P<test>\w+), (?P<correction>[A-Za-z -]+)\), (?:(?P<different>\d+) different(?:, )?)?"
         r"(?:(?P<equivalent>\d+) equivalent(?:, )?)?(?:(?P<inconclusive>\d+) inconclusive)?\.",
         verdicts),
    ],
    "fits": [
        (r"(?P<good>\d+) of (?P<count>\d+) fits to mean curves converged"
         r"(?:; (?P<bad>\d+) did not and are not drawn)?\.", converged),
    ],
    "precision": [
        (rf"With all runs, the half-width of the (?P<level>{NUMBER}\u00a0%) interval of the mean of "
         rf"(?P<response>\w+) is at most (?P<value>{NUMBER})(?: (?P<unit>[a-z/]+))?, over all "
         r"(?P<count>\d+) points with a mean\.", widest),
    ],
    "sensitivity": [
        (r"(?P<all>\w+ depends most on .*)", most_important),
    ],
    **surfaces.SENTENCES,
}


# What a note below a picture says in numbers, and what these are.
def check_notes(page, results, faults):
    for place, text in page.notes:
        name = place.removeprefix("figure-")
        rest = text.replace("R\u00b2", "R").replace("middle 90\u00a0%", "").replace("middle 90 %", "")
        rest = re.sub(r"(below|stays below) 100[\u00a0 ]%", "", rest)
        rest = rest.replace("no curve changes by more than 1 % of its group", "")
        rows = figures.read_rows(results.folder / "plots" / f"{name}.csv")
        points = len({row["point"] for row in rows}) if "point" in rows[0] else 0
        for pattern, right in (
                (r"Showing (\d+) of (\d+) points", (points, total_points(name, results))),
                (r"Showing (\d+) of (\d+) slices", slices(rows, results)),
                (r"Showing the (\d+) largest effects of (\d+); the other (\d+) are left out",
                 largest(name, rows, page, results)),
                (r"with its (\S+\u00a0%) interval", (percent(results.level),)),
                (r"band: (\S+\u00a0%) pointwise interval", (percent(results.level),)),
                (r"margin of equivalence, \u00b1(\S+?)\.(?= |$)", margins(name, page, results)),
                (r"(\d+) of (\d+) steps are drawn", drawn_steps(rows, results)),
                (r"Showing (\d+) of (\d+) sets of comparisons", sets(page, results)),
                (r"Showing (\d+) of (\d+) responses", responses(rows, results)),
                (r"Showing (\d+) of (\d+) curves", doses.panels(rows, results)),
                (r"Showing (\d+) of (\d+) searches", thresholds.panels(rows, results)),
                (r"The axis ends at step (\d+), after nine tenths of the arrivals; (\S+) of the runs",
                 arrivals(name, rows)),
                (r"the study's target, (\S+?)(?: [a-z/]+)?\.(?= |$)", target(name, page, results))):
            match = re.search(pattern, rest)
            if match:
                faults.equal(f"{name}: note", pattern, match.groups(), tuple(map(str, right)))
                rest = rest.replace(match.group(), "")
        faults.need(
            not re.search(r"(?<![\w-])\d", rest), f"{name}: unchecked numbers in the note {rest!r}")
        shown_of = total_points(name, results)
        if points and points < shown_of and name != "heatmap":
            faults.need("Showing" in text, f"{name}: {points} of {shown_of} points without a word")


def total_points(name, results):
    if name == "fits":
        return len({p for (p, _), f in results.fits.items()
                    if next(iter(f.values()))["converged"] == "1"})
    if name == "degrees":  # points that share their contacts are one
        return len({tuple(sorted(one.items())) for one in results.degrees.values()})
    return len(results.points)


def slices(rows, results):
    if "printed" not in rows[0]:
        return ()
    axes = list(rows[0])[3:5]
    others = [name for name in results.varied if name not in axes]
    everything = {tuple(point[name] for name in others) for point in results.points}
    return len({row["panel"] for row in rows}), len(everything)


def largest(name, rows, page, results):
    if not name.startswith("comparisons"):
        return ()
    total = sum(len(found) for found in figures.compared(name, page, results).values())
    return len(rows), total, total - len(rows)


def margins(name, page, results):
    if not name.startswith("comparisons"):
        return ()
    found = [
        row["margin"] for rows in figures.compared(name, page, results).values() for row in rows
        if row.get("margin")]
    return (short(found[0]),) if found else ()


def drawn_steps(rows, results):
    if "q05" not in rows[0] and "infected_q05" not in rows[0]:
        return ()
    most = max(len(r) for r in figures.grouped_by(rows, "point").values())
    return most, max(len(steps) for steps in results.steps.values())


def sets(page, results):
    kinds = {
        results.set_of(r) for r in results.comparisons
        if r["estimate"] and r["ci_low"]}
    return sum(name.startswith("comparisons") for name in page.figures), len(kinds)


def responses(rows, results):
    if "index" not in rows[0]:
        return ()
    known = {
        row["response"] for row in results.table("sensitivity") if row["estimate"]
        and (results.chosen is None or row["response"] in results.chosen)}
    return len({row["response"] for row in rows}), len(known)


def arrivals(name, rows):
    """Where an axis of arrivals ends that a long run would stretch, and how many come later."""
    if not name.startswith(("times", "extinction")):
        return ()
    counts = {}
    for line in figures.grouped_by(rows, "point").values():
        before = 0
        for row in line:
            step, reached = int(row["step"]), int(row["runs_reached"])
            counts[step] = counts.get(step, 0) + reached - before
            before = reached
    most, seen = sum(counts.values()) * 9 // 10, 0
    for step in sorted(counts):
        seen += counts[step]
        if counts[step] and seen >= most:
            end = 4 * max(1, step)
            return end, grouped(sum(n for at, n in counts.items() if at > end))
    return ()


def target(name, page, results):
    until = results.study["replicates"]
    if not isinstance(until, dict) or not name.startswith("precision"):
        return ()
    response = figures.precise_response(page, results, name)
    widths = [t["half_width"] for t in until["until"] if t["response"] == response and "half_width" in t]
    return (short(str(widths[0])),) if widths else ()
