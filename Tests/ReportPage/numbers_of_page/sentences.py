"""The page's sentences: every number in one is recomputed from the tables.

Each kind of sentence is a pattern. Its named parts are what it claims; a digit outside of them
is a number nobody checks, and so a fault. A sentence of no known kind is one, too.
"""

import re

from . import contacts, courses, doses, figures, surfaces, thresholds
from .page import time_of
from .results import grouped, percent, short

# Parts that occur in several patterns.
NUMBER = r"[-\u2212]?[\d.,\u202f]+(?:e[-+]?\d+)?"
VALUE = rf"(?P<value>{NUMBER})(?: (?P<unit>steps|step|people|people/step|cells))?" \
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


def known_values(page, results):
    """The statistic of the main response, and its values by point."""
    response = page.terms["main response"]
    rows = [results.summary[point["point"], response] for point in results.points]
    # Times have medians, everything else means.
    statistic = "median" if response.startswith("step_to") else "mean"
    return statistic, {row["point"]: row for row in rows if row[statistic]}


def parts_of_value(row, statistic, results):
    """What "5.2 steps (95 % interval 5 to 5.4)" has to say of a row of summary.csv."""
    low, high = (row[column] for column in STATISTIC[statistic])
    unit = None if row["unit"] in ("", "1") else row["unit"]
    yield from {"value": short(row[statistic]), "unit": unit}.items()
    both = low and high
    yield "level", percent(results.level) if both else None
    yield "low", short(low) if both else None
    yield "high", short(high) if both else None


def extreme(choose):
    def check(name, said, page, results):
        statistic, rows = known_values(page, results)
        yield "response", page.terms["main response"]
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
    statistic, rows = known_values(page, results)
    yield "statistic", statistic
    yield "response", page.terms["main response"]
    values = {row[statistic] for row in rows.values()}
    if "count" in said:
        yield "count", str(len(rows))
        yield "value", short(next(iter(values))) if len(values) == 1 else "one value"
    elif len(rows) == 1:
        yield from parts_of_value(next(iter(rows.values())), statistic, results)
    else:
        yield "value", f"that of one of {len(rows)} points"


def too_few(name, said, page, results):
    statistic, rows = known_values(page, results)
    yield "missing", str(len(results.points) - len(rows))
    yield "count", str(len(results.points))
    yield "statistic", statistic
    yield "response", page.terms["main response"]


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
    yield "place", results.place(row) or None
    yield "response", row["response"] if "response" in said else None
    yield "a", row["level_a"] if "a" in said else None
    yield "b", row["level_b"] if "b" in said else None
    yield "factor", row["factor"] if "factor" in said else None
    yield "effect", row["effect"].replace("_", " ") if row["estimate"] else None
    yield "estimate", short(row["estimate"]) if row["estimate"] else None
    both = row["ci_low"] and row["ci_high"]
    yield "level", percent(results.level) if both else None
    yield "low", short(row["ci_low"]) if both else None
    yield "high", short(row["ci_high"]) if both else None
    yield "p", probability(row["p_adjusted"]) if row["p_adjusted"] else None
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
    statistic, rows = known_values(page, results)
    yield "statistic", statistic
    yield "response", page.terms["main response"]
    for part, unit, place, choose in (
            ("low", "low_unit", "where_low", min), ("high", "high_unit", "where_high", max)):
        best = choose(float(row[statistic]) for row in rows.values())
        those = [row for row in rows.values() if float(row[statistic]) == best]
        yield part, short(those[0][statistic])
        yield unit, None if those[0]["unit"] in ("", "1") else those[0]["unit"]
        # The axes' parameters stand first there; the parts are the same.
        wanted = {frozenset(results.label(results.points[int(r["point"])]).split(", ")) for r in those}
        if frozenset(said[place].split(", ")) not in wanted:
            yield place, {", ".join(sorted(parts)) for parts in wanted}


def verdicts(name, said, page, results):
    rows = [row for rows in figures.compared(name, page, results).values() for row in rows]
    yield "count", str(len(rows))
    for word in ("different", "equivalent", "inconclusive"):
        count = sum(row["verdict"] == word for row in rows)
        yield word, str(count) if count else None


def converged(name, said, page, results):
    good = sum(next(iter(f.values()))["converged"] == "1" for f in results.fits.values())
    yield "good", str(good)
    yield "count", str(len(results.fits))
    yield "bad", str(len(results.fits) - good) if good < len(results.fits) else None


def widest(name, said, page, results):
    response = figures.precise_response(page, results)
    rows = [results.summary[point["point"], response] for point in results.points]
    halves = [(float(r["ci_high"]) - float(r["ci_low"])) / 2 for r in rows if r["ci_low"]]
    yield "level", percent(results.level)
    yield "response", response
    yield "value", short(repr(max(halves)))
    yield "unit", None if rows[0]["unit"] in ("", "1") else rows[0]["unit"]
    yield "count", str(len(halves))


def most_important(name, said, page, results):
    rows = [r for r in results.table("sensitivity") if r["estimate"]]
    response = rows[0]["response"]
    top = max(
        (r for r in rows if r["response"] == response and r["index"] == "total"),
        key=lambda row: float(row["estimate"]))
    yield "response", response
    yield "factor", top["factor"]
    for part, column in (("value", "estimate"), ("low", "ci_low"), ("high", "ci_high")):
        yield part, short(top[column])


NUMBERS = rf"\((?:(?P<effect>[a-z ]+) (?P<estimate>{NUMBER}))?(?:, )?" \
    rf"(?:(?P<level>{NUMBER}\u00a0%) interval (?P<low>{NUMBER}) to (?P<high>{NUMBER}))?(?:, )?" \
    r"(?:adjusted p (?P<p>[<=] [\d.]+))?\)\."
PLACE = r"(?:At (?P<place>.+?): )?"
PAIR = r"(?P<a>\S+) and (?P<b>\S+)"
ENDED = [
    (rf"The infection died out in all of the (?P<runs>{NUMBER}) runs\.", courses.ended),
    (rf"The infection died out in (?P<out>{NUMBER}) of (?P<runs>{NUMBER}) runs "
     rf"\((?P<share>{NUMBER}\u00a0%)\); the others were stopped before\.", courses.ended)]
SHARE = rf"{NUMBER}\u00a0%"
HEAD = r"The (?P<statistic>median|mean) of (?P<response>\w+) "
KINDS = {
    "findings": [
        (HEAD + rf"is {VALUE}\.", only_value),
        (HEAD + rf"is (?P<value>{NUMBER}) at every one of (?P<count>\d+) points\.", only_value),
        (HEAD + rf"is smallest at (?P<label>.+): {VALUE}\.", extreme(min)),
        (rf"It is largest at (?P<label>.+): {VALUE}\.", extreme(max)),
        (r"At (?P<missing>\d+) of (?P<count>\d+) points too few runs have a value of "
         r"(?P<response>\w+) for a (?P<statistic>\w+)\.", too_few),
        (rf"Everybody was infected(?: at least once)? in all of the (?P<runs>{NUMBER}) runs\.",
         counts("step_to_all")),
        (rf"Everybody was infected(?: at least once)? in (?P<reached>{NUMBER}) of (?P<runs>{NUMBER}) runs "
         rf"\((?P<share>{NUMBER}\u00a0%)\)\.", counts("step_to_all")),
        *ENDED,
        (PLACE + PAIR + r" differ in (?P<response>\w+) " + NUMBERS, verdict("different")),
        (PLACE + PAIR + rf" are equivalent in (?P<response>\w+)(?: within \u00b1(?P<margin>{NUMBER}))? "
         + NUMBERS, verdict("equivalent")),
        (PLACE + r"[Ww]hether " + PAIR + r" differ in (?P<response>\w+) stays open " + NUMBERS,
         verdict("inconclusive")),
        (PLACE + r"[Tt]he infected of (?P<a>\S+) drift " + NUMBERS, verdict("different")),
        (PLACE + r"[Ww]hether the infected of (?P<a>\S+) drift stays open " + NUMBERS,
         verdict("inconclusive")),
        (PLACE + r"[Tt]he levels of (?P<factor>\w+) differ in (?P<response>\w+) " + NUMBERS,
         verdict("different")),
        (PLACE + r"[Ww]hether the levels of (?P<factor>\w+) differ in (?P<response>\w+) stays open "
         + NUMBERS, verdict("inconclusive")),
        (r"(?P<tests>[\w, ]+) took the runs of different levels as independent, though they share "
         r"their random numbers: where that makes runs alike, p is larger than that of a test of "
         r"pairs \((?P<rows>\d+) of (?P<count>\d+) comparisons\)\.", independent),
        (r"(?P<tests>[\w, ]+) cannot take times that some runs did not reach: (?P<rows>\d+) of "
         r"(?P<count>\d+) comparisons have no test\. log_rank takes such times\.", untested),
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
        (rf"At the peak, at step (?P<only>\d+), (?P<share>{SHARE}) of the group are infected at the "
         r"same time in the mean\.", courses.peaks),
        (rf"The mean share of people infected at the same time peaks between (?P<low>{SHARE}) "
         rf"\((?P<where_low>.+), at step (?P<step_low>\d+)\) and (?P<high>{SHARE}) "
         r"\((?P<where_high>.+), at step (?P<step_high>\d+)\)\.", courses.peaks),
    ],
    "extinction": ENDED,
    "final_sizes": [
        (rf"Of (?P<runs>{NUMBER}) runs (?P<few>{NUMBER}) \((?P<share_few>{SHARE})\) stay below a "
         rf"tenth of the group, and (?P<many>{NUMBER}) \((?P<share_many>{SHARE})\) get to at least "
         r"half of it\.", courses.sizes),
    ],
    "reproduction": [
        (rf"The mean reproduction number is (?P<only>{NUMBER})(?: \((?P<level>{SHARE}) interval "
         rf"(?P<from>{NUMBER}) to (?P<to>{NUMBER})\))?\.", courses.reproductions),
        (rf"The mean reproduction number goes from (?P<low>{NUMBER}) \((?P<where_low>.+)\) to "
         rf"(?P<high>{NUMBER}) \((?P<where_high>.+)\); of (?P<count>\d+) points (?P<above>\d+) have "
         r"their interval above one, and (?P<below>\d+) below\.", courses.reproductions),
    ],
    "degrees": [
        (rf"People have from (?P<least>{NUMBER}) to (?P<most>{NUMBER}) neighbors, in the mean "
         rf"(?:(?P<only>{NUMBER})|from (?P<low>{NUMBER}) to (?P<high>{NUMBER}), by point)\.",
         contacts.neighbors),
    ],
    "dose_response": [
        (rf"(?P<finite>\d+) of (?P<count>\d+) curves have a finite estimate\.(?: The curve of "
         rf"(?P<curve>.+) reaches (?P<level>{NUMBER}) at (?P<factor>\w+) (?P<dose>{NUMBER}) "
         rf"\(interval (?P<low>{NUMBER}) to (?P<high>{NUMBER})\)\.)?", doses.said),
    ],
    "threshold": [
        (rf"(?P<found>\d+) of (?P<count>\d+) searches found a crossing\.(?: The mean of "
         rf"(?P<search>.+) is (?P<target>{NUMBER}) at (?P<factor>\w+) (?P<level>{NUMBER}) "
         rf"\(interval (?P<low>{NUMBER}) to (?P<high>{NUMBER})\), found with (?P<runs>\d+) runs\.)?",
         thresholds.said),
    ],
    "heatmap": [
        (HEAD + rf"goes from (?P<low>{NUMBER})(?: (?P<low_unit>[a-z/]+))? \((?P<where_low>.+)\) to "
         rf"(?P<high>{NUMBER})(?: (?P<high_unit>[a-z/]+))? \((?P<where_high>.+)\)\.", heatmap_ends),
    ],
    "times": [
        (rf"All (?P<runs>{NUMBER}) runs have a value of (?P<response>\w+)\.", counts(None)),
        (rf"(?P<reached>{NUMBER}) of the (?P<runs>{NUMBER}) runs \((?P<share>{NUMBER}\u00a0%)\) "
         r"have a value of (?P<response>\w+); the others ended before\.", counts(None)),
    ],
    "comparisons": [
        (r"Of (?P<count>\d+) comparisons, (?:(?P<different>\d+) different(?:, )?)?"
         r"(?:(?P<equivalent>\d+) equivalent(?:, )?)?(?:(?P<inconclusive>\d+) inconclusive)?\.",
         verdicts),
    ],
    "fits": [
        (r"(?P<good>\d+) of (?P<count>\d+) fits to mean curves converged"
         r"(?:; (?P<bad>\d+) did not and are not drawn)?\.", converged),
    ],
    "precision": [
        (rf"With all runs, the (?P<level>{NUMBER}\u00a0%) interval of the mean of (?P<response>\w+) "
         rf"reaches at most (?P<value>{NUMBER})(?: (?P<unit>[a-z/]+))? to either side, over all "
         r"(?P<count>\d+) points with a mean\.", widest),
    ],
    "sensitivity": [
        (rf"(?P<response>\w+) depends most on (?P<factor>\w+): total index (?P<value>{NUMBER}) "
         rf"\(interval (?P<low>{NUMBER}) to (?P<high>{NUMBER})\)\.", most_important),
    ],
    **surfaces.SENTENCES,
}


# What a note below a picture says in numbers, and what these are.
def check_notes(page, results, faults):
    for place, text in page.notes:
        name = place.removeprefix("figure-")
        rest = text.replace("R\u00b2", "R").replace("middle 90\u00a0%", "").replace("middle 90 %", "")
        rest = re.sub(r"(below|stays below) 100[\u00a0 ]%", "", rest)
        rows = figures.read_rows(results.folder / "plots" / f"{name}.csv")
        points = len({row["point"] for row in rows}) if "point" in rows[0] else 0
        for pattern, right in (
                (r"Showing (\d+) of (\d+) points", (points, total_points(name, results))),
                (r"Showing (\d+) of (\d+) slices", slices(rows, results)),
                (r"Showing the (\d+) largest effects of (\d+); the other (\d+) are left out",
                 largest(name, rows, page, results)),
                (r"with its (\S+\u00a0%) interval", (percent(results.level),)),
                (r"band: (\S+\u00a0%) interval", (percent(results.level),)),
                (r"margin of equivalence, \u00b1(\S+?)\.(?= |$)", margins(name, page, results)),
                (r"(\d+) of (\d+) steps are drawn", drawn_steps(rows, results)),
                (r"Showing (\d+) of (\d+) sets of comparisons", sets(page, results)),
                (r"Showing (\d+) of (\d+) responses", responses(rows, results)),
                (r"Showing (\d+) of (\d+) curves", doses.panels(rows, results)),
                (r"Showing (\d+) of (\d+) searches", thresholds.panels(rows, results)),
                (r"the study's target, (\S+?)(?: [a-z/]+)?\.(?= |$)", target(page, results))):
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
    most = max(len(r) for r in figures.grouped_by(rows, "panel").values())
    return most, max(len(steps) for steps in results.steps.values())


def sets(page, results):
    kinds = {
        results.set_of(r) for r in results.comparisons
        if r["estimate"] and r["ci_low"]}
    return sum(name.startswith("comparisons") for name in page.figures), len(kinds)


def responses(rows, results):
    if "index" not in rows[0]:
        return ()
    known = {row["response"] for row in results.table("sensitivity") if row["estimate"]}
    return len({row["response"] for row in rows}), len(known)


def target(page, results):
    until = results.study["replicates"]
    if not isinstance(until, dict):
        return ()
    response = figures.precise_response(page, results)
    widths = [t["half_width"] for t in until["until"] if t["response"] == response and "half_width" in t]
    return (short(str(widths[0])),) if widths else ()
