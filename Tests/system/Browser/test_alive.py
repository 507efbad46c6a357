"""The newly infected glow, the curve has axes and numbers, colors mean the same everywhere, rules are drawn."""

import itertools
import math
import re

import pytest
from conftest import RULES, TALLY, Page, end_of_axis, line_of, same_strokes, strokes

# The middle of a place on the canvas, once per frame, as [red, green, blue].
WATCH = """([x, y]) => { const canvas = document.querySelector("#grid");
  const box = canvas.getBoundingClientRect(), ratio = canvas.width / box.width;
  window.shades = [];
  const look = () => { window.shades.push([...canvas.getContext("2d").getImageData(
      (x - box.left) * ratio, (y - box.top) * ratio, 1, 1).data.slice(0, 3)]);
    if (window.shades.length < 60) requestAnimationFrame(look); };
  requestAnimationFrame(look); }"""


@pytest.mark.parametrize("people, motion", [(400, "no-preference"), (90_000, "no-preference"), (400, "reduce")])
def test_the_newly_infected_glow_for_a_moment(browser, server, people, motion):
    live = Page(browser, server.url, reduced_motion=motion)
    live.start(group_size=people, rule="exact", infection_factor=0)
    place = live.center_of(people // 2)
    live.page.evaluate(WATCH, place)
    live.page.mouse.click(*place)
    live.wait("window.shades.length >= 60", 20_000)
    shades = live.page.evaluate("window.shades")
    orange = [0xE6, 0x9F, 0x00]
    assert max(abs(a - b) for a, b in zip(shades[-1], orange)) < 12, "as always in the end"
    if people > 10_000:  # pixels: another color for who is new
        assert ([0xD5, 0x5E, 0x00] in shades) == (motion != "reduce")
    else:  # shapes: what is in the middle says at every moment what they are
        assert all(max(abs(a - b) for a, b in zip(s, orange)) < 12 for s in shades[20:])
    live.close()


# Whether the middle of each person has the color of somebody infected, and whether it should.
DRAWN = """() => { const { group, viewport } = spreadlab, canvas = document.querySelector("#grid");
  const ratio = canvas.width / canvas.clientWidth;
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return Array.from({ length: group.size }, (_, person) => {
    const x = viewport.x + (person % group.columns + 0.5) * viewport.scale;
    const y = viewport.y + (Math.floor(person / group.columns) + 0.5) * viewport.scale;
    const at = 4 * (Math.floor(y * ratio) * canvas.width + Math.floor(x * ratio));
    const isOrange = [0xE6, 0x9F, 0x00].every((value, part) => Math.abs(data[at + part] - value) < 12);
    return isOrange === (group.stateOf(person) === 1); }).filter((isRight) => !isRight).length; }"""


# A group that is told what everybody is, as it is, four people to a byte, while two are tapped: what becomes of them.
REPLACED = """() => { const { group } = spreadlab, { head, known, step, engineCount } = group;
  const before = group.cells.map((cell) => cell & 3);
  const [tapped, asked] = [before.indexOf(0), before.lastIndexOf(0)];
  group.applyTapped({ stay: group.tapped.length, people: [tapped] });
  group.ask([asked], 1000);
  const packed = new Uint8Array(Math.ceil(group.size / 4));
  before.forEach((state, person) => { packed[person >> 2] |= state << (2 * (person & 3)); });
  const [, infectious, latent, immune] = head;
  group.replace({ position: known, step, engineCount, packed, steps: [{ infectious, latent, immune, news: 7 }] });
  return { tapped: group.stateOf(tapped), asked: group.stateOf(asked),
    others: before.filter((state, person) => (group.cells[person] & 3) !== state).length,
    isCounted: TALLY(group).join() === group.counts.join(), last: group.news[step] }; }""".replace("TALLY", TALLY)


def test_when_a_large_part_of_a_group_changes_everybody_is_drawn_as_they_are(live):
    live.start(group_size=40_000, rule="exact", infection_factor=3, infection_probability=50)
    live.page.uncheck("#ensemble")
    changes = []
    for count in (50, 4000, 1):
        before = live.page.evaluate("spreadlab.group.count")
        live.page.fill("#random-count", str(count))
        live.page.click("#random-form button")
        live.wait(f"spreadlab.group.count >= {before + count}")
        live.step()
        changes.append(live.page.evaluate("spreadlab.group.count") - before)
        live.page.wait_for_timeout(600)  # nobody glows any more
        assert live.page.evaluate(DRAWN) == 0
        assert not live.page.evaluate("spreadlab.group.hasChangedMuch"), "the next step may be a small one"
        state = live.state()
        assert state["recount"] == state["count"] == state["engine"] and state["tally"] == state["counts"]
    assert changes[0] < 1000 and changes[1] > 6000, "changes were sent, and everybody's states"
    ends = live.state()["ends"]
    assert live.page.evaluate("spreadlab.group.news") == [b - a for a, b in zip([0, *ends], ends)]
    assert live.page.evaluate(REPLACED) == {"tapped": 1, "asked": 1, "others": 0, "isCounted": True, "last": 7}


def test_the_curve_has_axes_and_tells_the_numbers_of_a_step(live):
    live.start(group_size=400, rule="exact", infection_factor=2, infection_probability=70)
    live.page.uncheck("#ensemble")  # its band may reach further than the run
    live.page.mouse.click(*live.center_of(210))
    for _ in range(8):
        live.step()
    state = live.state()
    ends = state["ends"]
    assert live.page.evaluate("spreadlab.group.news") \
        == [b - a for a, b in zip([0, *ends], ends)]
    live.wait("document.querySelector('#curve-last').textContent === 'step 8'")
    assert live.page.text_content("#curve-high") == "200", "the axis ends behind the highest value"
    assert live.page.locator("#curve-ticks span").all_inner_texts() == ["0", "2", "4"]
    assert live.page.text_content("#news-high") == str(max(b - a for a, b in zip([0, *ends], ends)))
    assert live.page.get_attribute("#curve-news", "d").startswith("M")
    live.page.locator("#plot").scroll_into_view_if_needed()
    box = live.page.locator("#curve").bounding_box()

    def words(step):
        new = ends[step] - (ends[step - 1] if step else 0)
        return f"Step {step}: {ends[step]} infected ({ends[step] / 4:g} %), {new} new"

    for step in (3, 6):
        live.page.mouse.move(box["x"] + box["width"] * step / 8, box["y"] + 30)
        shown, expected = live.page.inner_text("#curve-values"), words(step)
        assert shown.split(" (")[0] == expected.split(" (")[0]
        assert shown.split("), ")[1] == expected.split("), ")[1]
    live.page.mouse.move(box["x"] - 200, box["y"])
    assert live.page.inner_text("#curve-values").startswith(f"Step 8: {ends[8]} infected")
    live.page.focus("#plot")
    for key, step in (("Home", 0), ("ArrowRight", 1), ("End", 8), ("ArrowLeft", 7), ("ArrowDown", 6), ("ArrowUp", 7),
                      ("PageDown", 6), ("PageUp", 7)):
        live.page.keyboard.press(key)
        assert live.page.get_attribute("#plot", "aria-valuenow") == str(step)
        assert live.page.get_attribute("#plot", "aria-valuetext").startswith(
            f"Step {step}: {ends[step]} infected")


# A curve of runs that are made up, in the place of the page's own; returned is what it shows of each.
CURVES = """(runs) => import("/curve.js").then(({ Curve }) => {
  const $ = (id) => document.getElementById(id), went = [], curve = new Curve((step) => went.push(step));
  $("simulation").hidden = false;
  const look = () => ({
    paths: Object.fromEntries([...$("plot").querySelectorAll("path")].map(({ id, attributes }) => [id.slice(6), attributes.d?.value])),
    texts: Object.fromEntries(["curve-high", "curve-last", "news-high", "curve-values", "ensemble-words", "curve-legend"]
      .map((id) => [id, $(id).textContent])),
    ticks: [...$("curve-ticks").children].map(({ textContent, style }) => [textContent, Number.parseFloat(style.left)]),
    probe: [$("curve-probe").hidden, Number.parseFloat($("curve-probe").style.left)],
    aria: ["valuemax", "valuenow", "label"].map((name) => $("plot").getAttribute(`aria-${name}`)), title: $("curve-title").textContent,
    hasStates: !$("curve-states").hidden, went: went.splice(0) });
  const found = runs.map((given) => {
    const { all = false, then, keys = [], ...run } = structuredClone(given);
    $("curve-all").checked = all;
    curve.show(run);
    curve.draw();
    const seen = [look()];
    if (then) {
      for (const [name, value] of Object.entries(then)) {
        if (name === "all") { $("curve-all").checked = value; $("curve-all").dispatchEvent(new Event("change")); }
        else if (name === "group") Object.assign(run.group, value);
        else run[name] = value;
      }
      curve.draw();
      seen.push(look());
    }
    const { left, width } = $("curve").getBoundingClientRect();
    for (const [key, share] of keys) {
      $("plot").dispatchEvent(key === "blur" ? new Event(key) : key.startsWith("pointer") || key === "click"
        ? new PointerEvent(key, { clientX: left + share * width }) : new KeyboardEvent("keydown", { key }));
      seen.push(look());
    }
    return seen; });
  $("simulation").hidden = true;
  return found; })"""
COURSE = {"ends": [3, 5, 9, 14, 20, 17, 11, 6, 2], "latent": [0, 2, 4, 5, 6, 5, 3, 1, 0], "immune": [1, 1, 1, 3, 4, 8, 15, 22, 28],
          "news": [3, 2, 4, 6, 8, 1, 0, 0, 0], "size": 40, "step": 8, "count": 2, "tracksPeople": False}
LONG = {"ends": [100 + step for step in range(1501)], "latent": [0] * 1501, "immune": [0] * 1501,
        "news": [step % 7 for step in range(1500)] + [0], "size": 4000, "step": 1500, "count": 1600, "tracksPeople": False}


def band_of(steps):
    return {"n": 20, "median": [step / 2 for step in range(steps)], "q05": [step / 4 for step in range(steps)],
            "q95": [1.5 * step for step in range(steps)]}


def check_curve(seen, run, all_states=False):
    """What a chart of the run is by its own rules: one scale upwards, one to the right, at most 600 values a line."""
    group, band = run["group"], (run.get("ensemble") or {}).get("band") or run.get("band")
    ends, immune, latent, news = (group[name] for name in ("ends", "immune", "latent", "news"))
    length = len(band["median"]) - 1 if band else 0
    last = max(group["step"], min(length, max(40, 2 * group["step"])) if run["takesTaps"] else length)
    upper = {name: values[:last + 1] for name, values in (band or {}).items() if name != "n"}
    most = max([1, group["count"], *ends, *upper.get("q95", [])])
    top = group["size"] if all_states else end_of_axis(most, group["size"])

    def height(value):
        return 120 - 118 * value / top

    def between(high, low):
        return [*line_of(high, last, height), *line_of(low, last, height, "L")[::-1], ("Z", [])] if high else []

    stacked = group["tracksPeople"] and ends
    layers = [[0] * len(ends), [end - part for end, part in zip(ends, latent)], ends,
              [end + part for end, part in zip(ends, immune)], [group["size"]] * len(ends)]
    for place, name in enumerate(("infectious", "latent", "immune", "healthy")):
        is_there = stacked and (all_states or place < 2)
        assert same_strokes(seen["paths"][name], between(layers[place + 1], layers[place]) if is_there else []), name

    def across(step):
        return max(0, min(300, 300 * step / max(1, last)))

    assert same_strokes(seen["paths"]["line"], line_of(ends, last, height))
    assert same_strokes(seen["paths"]["band"], between(upper["q95"], upper["q05"]) if band else [])
    assert same_strokes(seen["paths"]["median"], line_of(upper["median"], last, height) if band else [])
    assert same_strokes(seen["paths"]["grid"], [("M", [0, 2]), ("H", [300]), ("M", [0, 61]), ("H", [300])])
    upright = lambda step: [("M", [across(step), 0]), ("V", [120])]
    assert same_strokes(seen["paths"]["changes"], [one for step in run.get("changedAt", []) for one in upright(step)])
    assert same_strokes(seen["paths"]["cursor"], upright(run["step"]) if run["marksStep"] else [])
    stride, highest, bars = math.ceil(len(news) / 600), max([1, *news]), []
    for start in range(0, len(news), max(1, stride)):
        part = news[start:start + stride]
        if max(part) > 0:
            bars += [("M", [across(start - 0.5), 40]), ("V", [40 - 40 * max(part) / highest]),
                     ("H", [across(start + len(part) - 0.5)]), ("V", [40])]
    assert same_strokes(seen["paths"]["news"], bars)
    texts = seen["texts"]
    assert [texts[name] for name in ("curve-high", "news-high", "curve-last")] == [f"{top:,}", f"{highest:,}", f"step {last:,}"]
    gap = end_of_axis(max(1, last / 4), 10 ** 9)
    ticks = [step for step in range(0, last + 1, gap) if step <= 0.6 * last and last > 0]
    assert [text for text, _ in seen["ticks"]] == [f"{step:,}" for step in ticks]
    assert [left for _, left in seen["ticks"]] == pytest.approx([100 * step / last for step in ticks], abs=1e-3)
    assert seen["hasStates"] == group["tracksPeople"] and seen["aria"][2] == seen["title"]
    assert seen["aria"][:2] == [str(group["step"]), str(run["step"])] and seen["probe"][0]
    assert bool(texts["curve-legend"]) == bool(texts["ensemble-words"]) == bool(band)
    at = run["step"]
    is_last = at == group["step"] and not run["marksStep"]
    count = group["count"] if is_last else ends[at] if ends else 0
    new = (news[at] if news else 0) + (group["count"] - (ends[at] if ends else 0) if is_last else 0)
    numbers = re.findall(r"[\d,]+(?= infected| new| latent| immune)", texts["curve-values"])
    assert numbers == [f"{count:,}", f"{new:,}", *([str(latent[at]), str(immune[at])] if stacked else [])]


@pytest.mark.quick
def test_every_line_of_a_chart_is_where_its_values_are(live):
    played = {"step": 8, "marksStep": False, "takesTaps": True, "group": COURSE, "changedAt": [2, 5]}
    ill = {**COURSE, "tracksPeople": True}
    ensemble = {"planned": 20, "died_out": [3], "most_steps": 5000}
    nothing = {**COURSE, **dict.fromkeys(("ends", "latent", "immune", "news"), []), "step": 0, "count": 0}
    runs = [
        played, {**played, "changedAt": [], "group": {**COURSE, "count": 9}}, {**played, "group": ill},
        {**played, "group": {**ill, "count": 13}, "all": True}, {**played, "step": 0, "group": nothing},
        {**played, "ensemble": {**ensemble, "band": band_of(100)}, "band": band_of(100)},
        {**played, "ensemble": {**ensemble, "band": band_of(30)}, "band": band_of(30)},
        {**played, "step": 3, "marksStep": True, "takesTaps": False, "band": band_of(90)},
        {**played, "step": 8, "marksStep": True, "takesTaps": False, "band": band_of(5)},
        {**played, "step": 8, "marksStep": True, "group": {**COURSE, "count": 5}},
        {**played, "step": 1500, "group": LONG, "changedAt": [1, 1499]},
        {**played, "step": 1500, "group": LONG, "ensemble": {**ensemble, "band": band_of(2500)}, "band": band_of(2500)},
    ]
    found = live.page.evaluate(CURVES, runs)
    for run, seen in zip(runs, found):
        check_curve(seen[0], run, run.get("all", False))
    # It is drawn anew when anything of it is another one.
    longer = {name: [*COURSE[name], number] for name, number in (("ends", 1), ("latent", 1), ("immune", 29), ("news", 0))}
    changes = [{"changedAt": [2]}, {"band": band_of(9)}, {"group": {"count": 7}}, {"group": {**longer, "step": 9}, "step": 9},
               {"group": {"tracksPeople": True}}, {"all": True}, {"step": 3, "marksStep": True}]
    starts = [{**played, **({"group": ill} if "all" in change else {})} for change in changes]
    found = live.page.evaluate(CURVES, [{**start, "then": change} for start, change in zip(starts, changes)])
    for start, change, (_, seen) in zip(starts, changes, found):
        check_curve(seen, {**start, **change, "group": {**start["group"], **change.get("group", {})}}, "all" in change)
    [[before, after]] = live.page.evaluate(CURVES, [{**played, "then": {"ensemble": {"planned": 0}}}])
    assert [bool(one["texts"]["ensemble-words"]) for one in (before, after)] == [False, True], "that there is no band is said"


def test_a_step_of_a_chart_is_chosen_by_keys_and_pointer(live):
    run = {"step": 8, "marksStep": False, "takesTaps": True, "group": COURSE, "ensemble": {
        "planned": 20, "died_out": [], "most_steps": 5000, "band": band_of(100)}, "band": band_of(100)}
    steps = [("Home", 0), ("ArrowRight", 1), ("ArrowUp", 2), ("PageUp", 6), ("ArrowLeft", 5), ("ArrowDown", 4), ("PageDown", 0),
             ("ArrowLeft", 0), ("End", 8), ("ArrowRight", 8), ("x", 8), ("blur", None), ("ArrowLeft", 7), ("blur", None)]
    moves = [("pointermove", 0.1, 4), ("pointerdown", 0.16, 6), ("click", 0.05, 2), ("pointermove", 0.9, 8), ("pointerleave", 0, None)]
    keys = [[key, 0] for key, _ in steps] + [[kind, share] for kind, share, _ in moves]
    [[_, *found]] = live.page.evaluate(CURVES, [{**run, "keys": keys}])
    expected = [step for _, step in steps] + [step for _, _, step in moves]
    for key, step, seen in zip(keys, expected, found):
        at = 8 if step is None else step
        assert seen["aria"][1] == str(at) and seen["probe"] == [step is None, pytest.approx(100 * at / 40)], key
        count = COURSE["ends"][at] if at < 8 else COURSE["count"]
        assert seen["texts"]["curve-values"].startswith(f"Step {at}: {count} infected"), key
        assert seen["went"] == ([2] if key[0] == "click" else []), key


def test_nothing_is_said_of_steps_that_are_not_there(live):
    live.start(group_size=9)
    live.wait("document.querySelector('#curve-last').textContent === 'step 0'")
    assert live.page.inner_text("#curve-values") == "Step 0: 0 infected (0 %), 0 new"
    live.page.mouse.click(*live.center_of(4))
    live.wait("document.querySelector('#curve-values').textContent === 'Step 0: 1 infected (11.1 %), 1 new'")


def test_states_have_one_color_everywhere(live):
    live.start(group_size=400, latent_steps=1, infectious_steps=2)
    colors = live.page.evaluate("""() => { const style = (selector) => getComputedStyle(document.querySelector(selector));
      const probe = document.createElement("i"); document.body.append(probe);
      const named = (name) => { probe.style.color = `var(--${name})`; return getComputedStyle(probe).color; };
      return [
        [named("healthy"), style(".ring").boxShadow.match(/rgb\\(.*?\\)/)[0]],
        [named("healthy-fill"), style("#curve-healthy").fill, style(".ring").backgroundColor],
        [named("infected"), style("#curve-infectious").fill, style(".disc").backgroundColor, style("#curve-news").fill],
        [named("latent"), style("#curve-latent").fill, style(".dot").backgroundImage.match(/rgb\\([^)]*\\) 26%/)[0].slice(0, -4)],
        [named("immune"), style("#curve-immune").fill, style(".square").backgroundColor]]; }""")
    for same in colors:
        assert len(set(same)) == 1, same


def test_rules_have_names_and_a_picture(live):
    live.unfold()
    live.page.fill("#infection_factor", "3")

    def count(selector):
        return live.page.locator(f".diagram {selector}").count()

    for rule, title, near, certain, possible in RULES:
        live.page.select_option("#rule", rule)
        assert live.page.locator("#rule option:checked").inner_text() == title
        assert count("circle:not(.far)") == near + 1
        assert (count(".certain"), count(".possible")) == (certain, possible), rule
        assert count("circle[cx='0'][cy='0'].infected") == 1, "the one in the middle infects"
    live.page.select_option("#rule", "capped")
    live.page.select_option("#neighborhood", "von_neumann")
    assert (count("circle:not(.far)"), count(".possible")) == (5, 3)


# Every picture of a rule, as the places of its people and the ends of its lines.
DIAGRAMS = """(rules) => import("/rule-diagram.js").then(({ drawRule }) => rules.map(([neighborhood, pool, draw, most]) => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.append(document.createElement("p"));
  drawRule(svg, { neighborhood, pool, draw }, most);
  const read = (one, ...names) => names.map((name) => one.getAttribute(name));
  return [[...svg.querySelectorAll("circle")].map((one) => [...read(one, "cx", "cy", "r").map(Number), one.getAttribute("class").split(" ")]),
    [...svg.querySelectorAll("path")].map((one) => read(one, "d", "class")), svg.children.length]; }))"""
AROUND = {
    "moore": [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if (x, y) != (0, 0)],
    "von_neumann": [(0, -1), (-1, 0), (1, 0), (0, 1)],
    "hexagonal": [(-0.5, -0.87), (0.5, -0.87), (-1, 0), (1, 0), (-0.5, 0.87), (0.5, 0.87)],
}
ILL = [(1, 0), (-1, 1), (-0.5, 0.87)]  # those beside the source who are infected already


def test_a_rule_is_drawn_as_it_is(live):
    rules = [(*rule, most) for rule in itertools.product(
        AROUND, ("all", "healthy"), ("exact", "at_least_one", "uniform", "capped", "scan", "each"))
        for most in (0, 1, 2, 5, 20)]
    for (neighborhood, pool, draw, most), (people, lines, all_parts) in zip(rules, live.page.evaluate(DIAGRAMS, rules)):
        near = AROUND[neighborhood]
        around = AROUND["hexagonal" if neighborhood == "hexagonal" else "moore"]
        expected = {(40 * x, 40 * y): {"infected" if (x, y) in [(0, 0), *ILL] else "healthy",
                                       *([] if (x, y) in [(0, 0), *near] else ["far"])} for x, y in [(0, 0), *around]}
        assert {(x, y): set(words) for x, y, _, words in people} == expected and len(people) == len(expected)
        assert len({radius for _, _, radius, _ in people}) == 1 and 5 < people[0][2] < 20, "they touch nobody"
        assert len(people) + len(lines) == all_parts, "nothing of another picture stays"
        candidates = [one for one in near if pool == "all" or one not in ILL]
        limit = most if draw in ("exact", "at_least_one", "uniform") else len(candidates)
        certain = {"exact": most, "at_least_one": min(1, most)}.get(draw, 0)
        ends = [strokes(path)[1][1] for path, _ in lines]
        met = [min(candidates, key=lambda one: math.dist([25 * one[0], 25 * one[1]], end)) for end in ends]
        assert all(math.dist([25 * x, 25 * y], end) < 1e-6 for (x, y), end in zip(met, ends)), "to the edge of a circle"
        assert all(strokes(path)[0] == ("M", [0, 0]) for path, _ in lines)
        assert len(set(met)) == len(met) == min(limit, len(candidates)), (neighborhood, pool, draw, most)
        assert [kind for _, kind in lines] == ["certain"] * min(certain, len(met)) + ["possible"] * max(0, len(met) - certain)
        if draw == "scan":
            assert met == candidates, "in reading order"
