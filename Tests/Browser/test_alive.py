"""The newly infected glow, the curve has axes and numbers, colors mean the same everywhere, rules are drawn."""

import pytest
from conftest import RULES, TALLY, Page

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
