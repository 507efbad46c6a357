"""Every pixel of the picture of the group, against the states, in each way it is drawn."""

import math

import pytest
from conftest import Page

# A group of its own in a canvas of its own, with the modules of the page. `person` has the state
# `states[person]`; what is drawn is compared with `lookAt(left, top)`, for the middle of each pixel.
SETUP = """async () => {
  const [{ GridView }, { Group }, { Viewport }] = await Promise.all(
    ["/grid-view.js", "/group.js", "/viewport.js"].map((name) => import(name)));
  const color = (text) => {
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  const style = getComputedStyle(document.documentElement);
  const named = (name) => color(style.getPropertyValue(name).trim());
  const far = (one, other) => Math.max(...one.map((part, place) => Math.abs(part - other[place])));
  const canvas = document.createElement("canvas");
  Object.assign(canvas.style, { position: "fixed", left: 0, top: 0, width: "300px", height: "200px" });
  canvas.tabIndex = 0;
  document.body.append(canvas);
  const viewport = new Viewport();
  Object.assign(viewport, { width: 300, height: 200 });
  window.picture = {
    canvas, viewport, named, view: new GridView(canvas, viewport),
    flat: ["--healthy", "--infected", "--latent", "--immune"].map(named), sheet: named("--sheet"),
    // By state: colors from the middle to the right, each with how far from there it is, in cells.
    rings: [
      [[0, "--healthy-fill"], [0.3, "--healthy"]], [[0, "--infected"], [0.34, "--infected"]],
      [[0, "--latent-edge"], [0.22, "--latent"], [0.36, "--latent-edge"]], [[0, "--immune"], [0.25, "--immune"]],
    ].map((ring) => ring.map(([away, name]) => [away, named(name)])),
    begin(size, columns, isMixed = true, places = "squares") {
      const states = Uint8Array.from({ length: size }, (_, p) => isMixed ? (Math.imul(p + 1, 2654435761) >>> 13) & 3 : 0);
      const packed = new Uint8Array(Math.ceil(size / 4));
      states.forEach((state, person) => { packed[person >> 2] |= state << (2 * (person & 3)); });
      const [, infectious, latent, immune] = [0, 1, 2, 3].map((one) => states.filter((state) => state === one).length);
      const group = new Group(size, columns, { tracksPeople: true, places });
      group.replace({ position: 0, step: 0, steps: [{ infectious, latent, immune, news: 0 }], packed, engineCount: 0 });
      Object.assign(this, { states, group });
      viewport.columns = columns;
      viewport.rows = group.rows;
      this.view.setGroup(group);
    },
    place(scale, x, y) {
      Object.assign(viewport, { scale, x, y });
      this.view.needsAll = true;
    },
    paint(isRough, now = 0) {
      this.view.resize(isRough);
      this.view.paint(now);
    },
    change(people, state) {
      const changes = people.map((person) => (person << 4) | (this.states[person] << 2) | state);
      for (const person of people) this.states[person] = state;
      this.group.follow({ position: 0, step: 1, ends: [people.length], changes, engineCount: 0 });
    },
    /** How many pixels become others, by more than that, when everything is drawn anew. */
    staleness(most, now = 0) {
      const look = () => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      const before = look();
      this.view.needsAll = true;
      this.paint(false, now);
      return look().filter((value, at) => Math.abs(value - before[at]) > most).length;
    },
    pixel(left, top) {
      return [...canvas.getContext("2d").getImageData(left, top, 1, 1).data.slice(0, 3)];
    },
    personAt(left, top) {
      const ratio = canvas.width / 300;
      const [column, row] = viewport.toGrid((left + 0.5) / ratio, (top + 0.5) / ratio);
      return this.group.personAt(Math.floor(column), Math.floor(row));
    },
    /** Pixels that have not the color of who is in their middle; [how many, the first, how many states and sheet were seen]. */
    wrongPixels() {
      const { width, height } = canvas;
      const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
      const wrong = [], seen = new Set();
      for (let top = 0; top < height; top += 1) {
        for (let left = 0; left < width; left += 1) {
          const person = this.personAt(left, top), state = person < 0 ? -1 : this.states[person];
          seen.add(state);
          const at = 4 * (top * width + left), found = [data[at], data[at + 1], data[at + 2]];
          if (far(found, person < 0 ? this.sheet : this.flat[state]) > 1) wrong.push([left, top, person, state, found]);
        }
      }
      return [wrong.length, wrong[0] ?? null, seen.size];
    },
    /** The color at a place in pixels of the page. */
    at(x, y) {
      return this.pixel(...[x, y].map((one) => Math.floor((one * canvas.width) / 300)));
    },
    /** Which of these colors is nearest to the one at a place. */
    nearest(x, y, colors) {
      const found = this.at(x, y), distances = colors.map((color) => far(found, color));
      return colors[distances.indexOf(Math.min(...distances))];
    },
    /** People whose shape has not its colors from the middle to all sides, or no sheet behind its corner, as far as they
        are in sight; likewise. */
    wrongShapes() {
      const { scale } = viewport, wrong = [], seen = new Set(), { network } = this.group;
      const size = network ? Math.max(6, network.diameter * scale) : scale;
      for (const person of this.group.drawn()) {
        const state = this.states[person];
        const [x, y] = this.group.centerOf(person).map((one, place) => [viewport.x, viewport.y][place] + one * scale);
        const colors = [this.sheet, ...this.rings[state].map(([, color]) => color)];
        const isSeen = (left, top) => left >= 1 && top >= 1 && left < 299 && top < 199;
        const isRight = this.rings[state].every(([away, color]) => [[1, 0], [-1, 0], [0, 1], [0, -1]].every(([right, down]) => {
          const place = [x + away * size * right, y + away * size * down];
          if (!isSeen(...place)) return true;
          seen.add(state);
          return this.nearest(...place, colors).join() === color.join(); }));
        const corner = [x, y].map((one) => one - 0.45 * size);
        const isFree = this.group.places !== "squares" || !isSeen(...corner) || far(this.at(...corner), this.sheet) <= 12;
        if (!isRight || !isFree) wrong.push([person, state, this.rings[state].map(([away]) => this.at(x + away * size, y))]);
      }
      return [wrong.length, wrong[0] ?? null, seen.size];
    },
  };
}"""
EVERY = [0, None, 5]  # no wrong pixel, each of four states and the sheet seen


# A test begins with a group of its own.
@pytest.fixture(scope="module", params=[1, 2], ids=["one pixel", "two pixels"])
def picture(browser, server, request):
    live = Page(browser, server.url, reduced_motion="reduce", device_scale_factor=request.param)
    live.page.evaluate(SETUP)
    yield lambda code: live.page.evaluate(f"(() => {{ const p = window.picture; {code} }})()")
    live.close()


@pytest.mark.quick(1)
def test_each_pixel_of_tiles_has_the_color_of_its_person(picture):
    # Four tiles meet in the middle; the last row is not full.
    picture("p.begin(599 * 600 - 50, 600); p.place(3, 150 - 512 * 3, 100 - 512 * 3); p.paint(false)")
    assert picture("return p.wrongPixels()") == [0, None, 4]
    # Only who changed is written: on both sides of where tiles meet, and out of sight.
    picture("""const at = (row, column) => row * 600 + column;
      p.change([at(511, 511), at(511, 512), at(512, 511), at(512, 512), at(520, 500), at(0, 0), at(597, 599)], 3);
      p.paint(false)""")
    assert picture("return p.wrongPixels()") == [0, None, 4]
    for x, y in ((10, 20), (150 - 600 * 3, 100 - 599 * 3), (10, 100 - 599 * 3), (150 - 600 * 3, 20)):
        picture(f"p.place(3, {x}, {y}); p.paint(false)")
        assert picture("return p.wrongPixels()") == EVERY


def test_people_smaller_than_a_pixel_are_mixed_when_all_stands_still(picture):
    picture("p.begin(400 * 400, 400); p.place(0.25, 10, 10); p.paint(false)")
    pure = """const seen = []; for (let x = 20; x < 100; x += 3) for (let y = 20; y < 100; y += 3) seen.push(p.at(x, y).join());
      return seen.filter((one) => p.flat.some((color) => color.join() === one)).length / seen.length;"""
    assert picture(pure) < 0.1
    picture("p.begin(400 * 400, 400); p.place(0.25, 10, 10); p.paint(true)")
    assert picture(pure) == 1


def test_a_sample_shows_who_is_in_the_middle_of_each_pixel(picture):
    # The grid ends within the picture on all sides.
    picture("p.begin(350 * 500 - 50, 500); p.place(0.5, 20.25, 10.25); p.paint(true)")
    assert picture("return p.wrongPixels()") == EVERY
    # One who changes is seen, also if somebody else is in the middle of the pixel.
    for person in (0, 1, 500 * 100 + 77, 500 * 349 + 20):
        picture(f"p.change([{person}], 3); p.paint(true)")
        assert picture(f"""const column = {person} % 500, row = Math.floor({person} / 500), ratio = p.canvas.width / 300;
          return p.pixel(Math.floor((20.25 + (column + 0.5) / 2) * ratio), Math.floor((10.25 + (row + 0.5) / 2) * ratio))
            .join() === p.flat[3].join()"""), person
    # Whoever was tapped is seen, also when everybody is drawn anew.
    seen = picture("""const tapped = [...p.group.drawn()].filter((one) => one % 7 === 0 && p.states[one] === 0).slice(0, 40);
      p.group.ask(tapped, 1);
      return [false, true].map((isMoved) => { p.view.needsAll = isMoved; p.paint(true);
        return tapped.filter((one) => { const [x, y] = p.group.centerOf(one);
          return p.at(20.25 + x / 2, 10.25 + y / 2).join() === p.flat[1].join(); }).length; })""")
    assert seen == [40, 40]
    picture("""for (const { people } of p.group.asked) for (const one of people) p.states[one] = 1;
      p.place(3, 20, 10); p.paint(false)""")
    assert picture("return p.wrongPixels()") == EVERY


@pytest.mark.quick(1)
@pytest.mark.parametrize("is_rough", [False, True], ids=["still", "moving"])
def test_people_of_some_size_have_the_shape_of_their_state(picture, is_rough):
    rough = str(is_rough).lower()
    picture(f"p.begin(40 * 40 - 5, 40); p.place(20, -210, -110); p.paint({rough})")
    assert picture("return p.wrongShapes()") == [0, None, 4]
    # Changed, moved a little and far, nearer and farther.
    picture(f"p.change([12 * 40 + 14, 11 * 40 + 13, 0], 2); p.paint({rough})")
    assert picture("return p.wrongShapes()") == [0, None, 4]
    for scale, x, y in ((20, -215, -104), (20, 30, 25), (20, -560, -640), (26, -300, -200), (30, -300, -200), (18, 7, 9)):
        picture(f"p.place({scale}, {x}, {y}); p.paint({rough})")
        assert picture("return p.wrongShapes()") == [0, None, 4], (scale, x, y)
    # To one side alone, farther than a picture of those around reaches.
    for x, y in ((-110, -110), (-310, -110), (-210, -30), (-210, -190)):
        picture(f"""p.begin(40 * 40 - 5, 40); p.place(20, -210, -110); p.paint({rough});
          p.place(20, {x}, {y}); p.paint({rough})""")
        assert picture("return p.wrongShapes()") == [0, None, 4], (x, y)
    if not is_rough:
        # As sharp as the screen: no pixel of a square that ends between two of them is of a third color.
        picture("p.change([11 * 40 + 14], 3); p.place(20, -210, -110); p.paint(false)")
        assert sorted(picture("""const size = 20 * p.canvas.width / 300;
          return [...new Set(Array.from({ length: size }, (_, one) => p.pixel(3.5 * size + one, 6 * size).join()))]""")) \
            == sorted(picture("return [p.sheet.join(), p.flat[3].join()]"))


@pytest.mark.quick(1)
def test_cells_of_a_honeycomb_are_hexagons_around_the_shapes(picture):
    for rough in ("false", "true"):
        picture(f"p.begin(90, 9, true, 'honeycomb'); p.place(30, 4, 7); p.paint({rough})")
        assert picture("return p.wrongShapes()") == [0, None, 4]
        # Across each edge and in the middle, by whole and half cells.
        for x, y in ((-50, -40), (-14, -85), (-35, 20), (70, -610), (-466, 3), (-430, -590), (-250, -300)):
            picture(f"p.begin(598, 20, true, 'honeycomb'); p.place(30, {x}, {y}); p.paint({rough})")
            assert picture("return p.wrongShapes().slice(0, 2)") == [0, None], (x, y)
    # A line halfway to each of the six neighbors, and none before it.
    # Nor is anything left of a group of squares of the same size.
    picture("p.begin(90, 9, false); p.place(60, 4, 7); p.paint(false); p.begin(90, 9, false, 'honeycomb'); p.place(60, 4, 7); p.paint(false)")
    assert picture("""const [x, y] = p.group.centerOf(10).map((one, place) => [4, 7][place] + 60 * one);
      const edge = p.named("--edge");
      return [0.43, 0.5].map((away) => [0, 1, 2, 3, 4, 5].filter((side) => {
        const [right, down] = [Math.cos, Math.sin].map((part) => 60 * away * part((side * Math.PI) / 3));
        return p.nearest(x + right, y + down, [p.sheet, edge]) === edge; }).length)""") == [0, 6]


# From the middle to the right and askew: up to where each color is seen, in sides of a cell. All are round but the square.
SHAPES = {
    "0": [(0.24, "fill"), (0.36, "ring")],
    "1": [(0.395, "disc"), (0.445, "edge")],
    "2": [(0.1, "latentEdge"), (0.31, "latent"), (0.41, "latentEdge")],
    "3": [(0.3, "immune")],
    "new 1": [(0.8 * 0.395, "disc"), (0.8 * 0.445, "edge"), (0.48, "fresh")],
    "new 2": [(0.08, "latentEdge"), (0.8 * 0.31, "latent"), (0.8 * 0.41, "latentEdge"), (0.48, "fresh")],
    "hexagon": [(0.485, "sheet"), (0.515, "line")],
}
MEASURED = """async (looks) => {
  const { paintHexagon, paintNew, personPictures } = await import("/person-pictures.js");
  const names = ["sheet", "line", "ring", "fill", "disc", "edge", "latent", "latentEdge", "immune", "fresh"];
  const colors = Object.fromEntries(names.map((name, place) => [name, `rgb(${20 * (place + 1)}, 99, 99)`]));
  return Object.fromEntries(looks.map((look) => {
    const side = 1000, context = new OffscreenCanvas(2 * side, 2 * side).getContext("2d");
    context.translate(side / 2, side / 2);
    context.scale(side, side);
    if (look.startsWith("new")) paintNew(context, colors);
    if (look === "hexagon") paintHexagon(context, colors);
    else personPictures[Number(look.at(-1))](context, colors);
    const { data } = context.getImageData(0, 0, 2 * side, 2 * side);
    return [look, [0, 45, 60].map((angle) => {
      const seen = [];
      for (let away = 0; away < 0.8; away += 0.001) {
        const [x, y] = [Math.cos, Math.sin].map((part) => Math.round(side * (1 + away * part((angle * Math.PI) / 180))));
        const at = 4 * (y * 2 * side + x), name = data[at + 3] < 128 ? null : names[Math.round(data[at] / 20) - 1];
        if (seen.at(-1)?.[1] === name) seen.at(-1)[0] = away;
        else seen.push([away, name]);
      }
      return seen.filter(([, name]) => name !== null); })]; })); }"""


def test_shapes_have_their_sizes(live):
    found = live.page.evaluate(MEASURED, list(SHAPES))
    for look, expected in SHAPES.items():
        for angle, seen in zip((0, 45, 60), found[look]):
            # Where one color becomes another, a third one may lie between for a moment.
            seen = [(away, name) for (away, name), (before, _) in zip(seen, [(-1, None), *seen]) if away - before > 0.004]
            longer = {0: 1, 45: 2 ** 0.5, 60: 2 / 3 ** 0.5}[angle] if look == "3" else 1
            if look == "hexagon" and angle == 45:
                longer = 1 / math.cos(math.pi / 12)
            assert [name for _, name in seen] == [name for _, name in expected], (look, angle)
            for (away, _), (end, _) in zip(seen, expected):
                assert abs(away - end * longer) < 0.004, (look, angle)


# Nine of forty people, so near each other that they are drawn as large as a cell, smaller, and as small as may be.
DRAWN = [3, 8, 9, 14, 20, 27, 31, 36, 39]
SPOTS = [(0, 0), (1, 0.1), (0.45, 0.3), (0.62, 0.34), (0.2, 0.7), (0.36, 0.62), (0.8, 0.9), (0.93, 0.86), (0.05, 1)]


@pytest.mark.quick(1)
@pytest.mark.parametrize("near", [1, 0.4, 0.02], ids=["apart", "near", "crowded"])
def test_people_of_a_network_stand_at_their_places(picture, near):
    spots = [(near * x, near * y) for x, y in SPOTS]
    at = [[1 + 6 * x, 1 + 6 * y] for x, y in spots]
    found = picture(f"""p.begin(40, 7); p.group.places = "network";
      p.group.setNetwork({{ people: {DRAWN}, places: {[part for spot in spots for part in spot]}, edges: [0, 1] }});
      const {{ group }} = p, all = [...Array(40).keys()];
      return {{ side: [group.width, group.height], diameter: group.network.diameter,
        drawn: [...group.drawn()], at: all.map((one) => group.centerOf(one)),
        next: [[1, 0], [-1, 0], [0, 1], [0, -1]].map((way) => group.network.people.map((one) => group.neighborOf(one, ...way))),
        met: {at}.map(([x, y]) => [0, 0.99, 1.01].map((part) => group.personAt(x - (part * group.network.diameter) / 2, y))),
        changed: group.hasChangedMuch }};""")
    assert found["side"] == [8, 8] and found["drawn"] == DRAWN and found["changed"]
    for person, place in enumerate(found["at"]):
        assert place == (pytest.approx(at[DRAWN.index(person)]) if person in DRAWN else pytest.approx([math.nan] * 2, nan_ok=True))
    apart = [[math.dist(one, other) for other in at] for one in at]
    closest = sorted(min(away for away in row if away > 0) for row in apart)
    diameter = max(0.15, min(1, closest[4]))
    assert found["diameter"] == pytest.approx(diameter, abs=1e-6)
    if near == 1:
        for one in (0, 1, 8):  # who stand alone
            assert found["met"][one] == [DRAWN[one], DRAWN[one], -1]
    for (right, down), ways in zip([(1, 0), (-1, 0), (0, 1), (0, -1)], found["next"]):
        for one, next_one in enumerate(ways):
            ahead = []
            for other in range(9):
                dx, dy = at[other][0] - at[one][0], at[other][1] - at[one][1]
                along, aside = dx * right + dy * down, abs(dx * down) + abs(dy * right)
                if other != one and aside <= along:
                    ahead.append((along + aside, other))
            assert next_one == DRAWN[min(ahead)[1] if ahead else one]
    if near < 1:
        return
    for scale, x, y in ((24, 20, 5), (24, -23, -22), (24, 110, 30), (24, -60, 12), (24, 25, -150)):
        picture(f"p.place({scale}, {x}, {y}); p.paint(false)")
        assert picture("return p.wrongShapes().slice(0, 2)") == [0, None], (x, y)
    # As small as their shapes may be.
    assert picture("""p.begin(2, 2, false); p.group.places = "network";
      p.group.setNetwork({ people: [0, 1], places: [0, 0, 1, 1], edges: [] });
      p.change([0], 3); p.place(3, 0, 0); p.paint(false);
      return [0.5, 1.5, 4, 5.2].map((x) => p.nearest(x, 3, [p.sheet, p.flat[3]]) === p.flat[3])""") == [False, True, True, False]
    # The keyboard's choice is a square as large as the person.
    picture("p.begin(4, 2, false); p.group.places = 'network';"
            "p.group.setNetwork({ people: [0, 1, 2, 3], places: [0, 0, 0.1, 0, 1, 1, 0.9, 1], edges: [] });"
            "p.canvas.focus(); p.view.cursor = 2; p.place(40, 0, 0); p.paint(false)")
    half = 40 * 0.4 / 2
    assert picture(f"""const cursor = p.named("--cursor"), isOn = (x, y) => p.nearest(x, y, [p.sheet, cursor]) === cursor;
      return [[200 - {half}, 196], [200 + {half}, 196], [200 - {half} - 1.5, 196], [200, 200 - {half} - 4]]
        .map(([x, y]) => isOn(x, y));""") == [True, True, False, False]


@pytest.mark.parametrize("healthy", [0, 1])
def test_whoever_is_not_healthy_lies_on_top(picture, healthy):
    picture(f"""p.begin(3, 2, false); p.group.places = "network";
      p.group.setNetwork({{ people: [0, 1, 2], places: [0, 0, 0, 0, 1, 1], edges: [] }});
      p.change([1 - {healthy}], 3); p.place(40, 0, 0); p.paint(false)""")
    assert picture("return p.at(40, 40).join() === p.flat[3].join()")


def test_the_canvas_has_the_pixels_it_should(picture):
    """By pixels of the screen for one of the page, and by the size of a cell while all moves."""
    found = picture("""const real = Object.getOwnPropertyDescriptor(window, "devicePixelRatio");
      const seen = [1, 1.25, 1.5, 3].flatMap((ratio) => [[0.5, true], [0.5, false], [1, true], [4, true], [4, false]].map(([scale, isRough]) => {
        Object.defineProperty(window, "devicePixelRatio", { configurable: true, value: ratio });
        p.viewport.scale = scale;
        p.view.resize(isRough);
        return [p.view.ratio, p.canvas.width, p.canvas.height]; }));
      Object.defineProperty(window, "devicePixelRatio", real);
      p.canvas.style.height = "0";
      p.view.resize(false);
      seen.push(p.canvas.height);
      p.canvas.style.height = "200px";
      return seen;""")
    assert found.pop() == 1, "a canvas of no height could not be drawn"
    ratios = [min(most, ratio) for ratio in (1, 1.25, 1.5, 3) for most in (1, 2, 1.5, 1.5, 2)]
    assert found == [[ratio, 300 * ratio, 200 * ratio] for ratio in ratios]


def test_who_glows_is_known_until_it_is_over(live):
    found = live.page.evaluate("""import("/glow.js").then(({ Glow }) => { const glow = new Glow(), seen = [];
      glow.begin(200_000);
      const look = (cooled) => seen.push([cooled ?? null, glow.coolsAt === Infinity ? null : glow.coolsAt, glow.people,
        [5, 6, 7].map((one) => glow.isNew[one])]);
      look();
      glow.add([], 0); look();
      glow.add([5, 6], 1000); look();
      glow.add([6, 7], 1100); look();
      look(glow.cool(1389)); look(glow.cool(1390)); look(glow.cool(2000));
      for (const most of [100_000, 100_001]) {
        glow.add(Array.from({ length: most }, (_, one) => one), 3000);
        look(); glow.begin(8); look(); glow.begin(200_000);
      }
      return seen.map(([cooled, at, people, marks]) => [cooled, at, people.length, marks]); })""")
    none = [None, None, 0, [0, 0, 0]]
    assert found == [
        none, none, [None, 1390, 2, [1, 1, 0]], [None, 1390, 4, [1, 2, 1]],
        [[], 1390, 4, [1, 2, 1]], [[5, 6], 1490, 2, [0, 1, 1]], [[6, 7], None, 0, [0, 0, 0]],
        [None, 3390, 100_000, [1, 1, 1]], none, none, none]


@pytest.mark.parametrize("places, scale, most", [("squares", 20, 1), ("squares", 9, 1), ("squares", 8.9, 0), ("honeycomb", 20, 140)])
def test_who_changes_leaves_nothing_of_what_was_there(picture, places, scale, most):
    """From each state to each other, in sight, half in sight and out of it."""
    left = picture(f"""p.begin(900, 30, true, "{places}"); p.place({scale}, -36, -27); p.paint(false);
      return [1, 2, 3].map((far) => {{
        for (const one of [0, 1, 2, 3]) {{
          p.change([...p.states.keys()].filter((person) => person % 3 === far % 3 && p.states[person] === one).slice(0, 40), (one + far) % 4);
          p.paint(false);
        }}
        return p.staleness({most}); }})""")
    assert left == [0, 0, 0]


def test_the_cursor_is_a_square_with_a_margin_around_the_person(picture):
    picture("p.begin(900, 30, false); p.place(12, 0, 0); p.canvas.focus(); p.view.cursor = 30 * 5 + 9; p.paint(false)")
    edges = picture("""const ratio = p.canvas.width / 300, at = (x, y) => p.pixel(Math.floor(x * ratio), Math.floor(y * ratio));
      return [[108, 66], [120, 66], [114, 60], [114, 72], [60, 114], [66, 108]].map(([x, y]) => at(x, y).join())""")
    cursor, sheet = picture("return [p.named('--cursor').join(), p.sheet.join()]")
    assert edges[:4] == [cursor] * 4 and cursor not in edges[4:]
    # Among cells that are pixels the margin is seen around the line.
    picture("p.place(4, 0, 0); p.paint(false)")
    healthy = picture("return p.flat[0].join()")
    line = picture("""const ratio = p.canvas.width / 300;
      return [29, 31.5, 33, 34.5, 38].map((x) => p.pixel(Math.floor(x * ratio), Math.floor(22 * ratio)).join())""")
    assert line[0] == healthy and line[1] == sheet and line[2] == cursor and line[3] == sheet and line[4] == healthy
    # Whoever looks at something else has no need of it.
    picture("p.canvas.blur(); p.place(4, 0, 0); p.paint(false)")
    assert picture("return p.wrongPixels()[0]") == 0


def test_who_was_infected_just_now_cools_down(browser, server):
    live = Page(browser, server.url)
    live.page.evaluate(SETUP)
    found = live.page.evaluate("""(() => { const p = window.picture;
      p.begin(900, 30, false); p.place(6, 0, 0); p.paint(false); p.change([31], 1);
      const pixels = [0, 380, 390].map((now) => { p.paint(false, 1000 + now); return p.pixel(9, 9).join(); });
      return [...pixels, p.flat[1].join(), p.named("--fresh").join()]; })()""")
    assert found[:3] == [found[4], found[4], found[3]]
    # With shapes, the middle of everybody says what they are, also while they are new.
    shapes = live.page.evaluate("""(() => { const p = window.picture;
      return [[1, 40], [2, 41]].map(([state, person]) => {
        p.begin(900, 30, false); p.place(24, 0, 0); p.change([person], state); p.paint(false, 1000);
        const at = () => { const ratio = p.canvas.width / 300, x = 24 * (person % 30), y = 24 * Math.floor(person / 30);
          return [12, 16, 22.5].map((part) => p.pixel(Math.floor((x + part) * ratio), Math.floor((y + 12) * ratio)).join()); };
        const first = at(); p.paint(false, 5000); return [first, at(), p.staleness(1, 5000)]; }); })()""")
    for new, old, stale in shapes:
        assert new[:2] == old[:2] and stale == 0
        assert new[2] == found[4], "around it is the color of who is new"
    live.close()


@pytest.mark.parametrize("edges", [[0, 1, 2, 0], [1, 0, 0, 2]])
def test_a_network_is_people_and_the_lines_between_them(picture, edges):
    # Nobody is drawn until their places are known.
    picture("p.begin(3, 2); p.group.places = 'network'; p.place(20, 0, 0); p.paint(false)")
    assert picture("return [[20, 20], [99, 99]].every((place) => p.at(...place).join() === p.sheet.join())")
    # Three people, and lines between the first and the two others: across, and down.
    wrong = picture(f"const edges = {edges};" + """p.begin(3, 2, false); p.group.places = "network";
      p.group.setNetwork({ people: [0, 1, 2], places: [0, 0, 1, 0, 0, 1], edges });
      const [scale, far] = [20, 2 * Math.sqrt(3)], wrong = [];
      // Elsewhere before, with the line across beyond the left edge.
      p.place(scale, -50, 50); p.paint(false);
      const ratio = p.canvas.width / 300, from = 50.5 / ratio;
      p.place(scale, from - scale, from - scale); p.paint(false);
      const pixel = (part) => Math.floor((from + part * scale) * ratio);
      const at = (x, y) => p.pixel(pixel(x), pixel(y)).join();
      const sheet = p.sheet.join();
      for (const share of [0.3, 0.5, 0.7]) {
        for (const place of [[share * far, 0], [0, share * far]]) {
          if (at(...place) === sheet) wrong.push(["no line", place]);
        }
      }
      if (at(far / 2, far / 2) !== sheet) wrong.push("no line is meant there");
      for (let top = 0; top < p.canvas.height; top += 1) {
        if (p.pixel(0, top).join() !== sheet) wrong.push(["edge", top]);
      }
      return wrong;""")
    assert wrong == []
    # Somebody is met within their picture, as large as a cell, and not beside it.
    assert picture("""return [0, 0.49, 0.51].map((away) =>
      p.group.personAt(1 + 2 * Math.sqrt(3), 1 + away))""") == [1, 1, -1]
    # Few lines are seen well, thousands are a shade.
    few, many = picture("""const line = p.named("--edge"), from = 50.5 / (p.canvas.width / 300);
      return [1, 1500].map((count) => {
        p.group.setNetwork({ people: [0, 1, 2], places: [0, 0, 1, 0, 0, 1], edges: [0, 1, ...Array(count).fill([2, 0]).flat()] });
        p.paint(false);
        const seen = p.at(from + 20 * Math.sqrt(3), from)[0];
        return (seen - p.sheet[0]) / (line[0] - p.sheet[0]); })""")
    assert few > 0.7 and 0.1 < many < 0.3


@pytest.mark.parametrize("places, scale", [("squares", 3), ("squares", 20), ("network", 20)])
def test_what_has_not_changed_is_not_drawn_again(picture, places, scale):
    picture(f"""p.begin(900, 30, false); p.group.places = "{places}";
      if (p.group.places === "network") p.group.setNetwork({{ people: [0, 1], places: [0, 0, 1, 1], edges: [0, 1] }});
      p.place({scale}, 0, 0); p.paint(false)""")
    seen = picture("""const context = p.canvas.getContext("2d"), at = () => p.pixel(150, 100).join();
      const found = [];
      for (const isMoved of [false, true]) {
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.fillStyle = "#123456";
        context.fillRect(0, 0, p.canvas.width, p.canvas.height);
        if (isMoved) p.place(p.viewport.scale, 1, 1);
        p.paint(false);
        found.push(at() === "18,52,86");
      }
      return found;""")
    assert seen == [True, False]


def test_a_view_of_everything_has_it_in_the_middle(picture):
    for columns, size in ((30, 900), (50, 500), (7, 700)):
        ends = picture(f"p.begin({size}, {columns}, false);" + """const { viewport } = p;
          viewport.resize(300, 200);
          viewport.fit();
          const { x, y, scale, columns, rows } = viewport;
          return [[x, 300 - x - columns * scale], [y, 200 - y - rows * scale]];""")
        for before, behind in ends:
            assert before > 0 and abs(before - behind) < 1e-9, columns


def test_the_smallest_view_has_a_scale(picture):
    for height in (0, 1, 76, 77):
        assert picture(f"p.viewport.resize(300, {height}); p.viewport.fit(); return p.viewport.scale > 0"), height
