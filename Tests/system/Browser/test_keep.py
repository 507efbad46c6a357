"""What can be taken along: a link to the parameters, the picture of the group, the table of the curve."""

import csv
import math
from io import BytesIO

import pytest
from conftest import TOKEN, Page
from PIL import Image


def saved(live, button):
    with live.page.expect_download() as download:
        live.page.click(button)
    with open(download.value.path(), "rb") as file:
        return download.value.suggested_filename, file.read()


def test_a_link_holds_all_parameters_and_no_token(browser, server):
    live = Page(browser, server.url, permissions=["clipboard-read", "clipboard-write"])
    live.unfold()
    live.page.fill("#group_size", "144")
    live.page.fill("#infectious_steps", "3")
    live.page.select_option("#rule", "push")
    live.page.evaluate("document.querySelector('#compare').open = true")
    live.page.select_option("#compare-what", "infection_factor")
    live.page.fill("#compare-value", "7")
    live.page.click("#copy-link")
    live.wait("document.querySelector('#form-said').textContent.includes('Link copied')")
    assert live.page.is_visible("#form-said")
    link = live.page.evaluate("navigator.clipboard.readText()")
    assert TOKEN not in link and link.startswith(f"http://127.0.0.1:{server.port}/#")
    live.page.click("#defaults")
    live.page.select_option("#compare-what", "")
    live.start(group_size=9)
    live.page.evaluate("(link) => { location.hash = new URL(link).hash; }", link)
    live.wait("document.querySelector('#form-said').textContent.includes('filled in')")
    values = [live.page.input_value(f"#{name}") for name in
              ("group_size", "infectious_steps", "rule", "infection_factor")]
    assert values == ["144", "3", "push", "3"]
    assert live.page.url == f"http://127.0.0.1:{server.port}/"
    assert live.page.evaluate("document.querySelector('#form details').open")
    assert live.page.input_value("#compare-what") == "infection_factor" and live.page.input_value("#compare-value") == "7"
    live.page.click("#start")
    live.wait("spreadlab.group.size === 144 && spreadlab.second?.size === 144")
    # Where a browser does not let pages copy, it can be read.
    live.page.click("#back")
    live.page.evaluate("(() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); })()")
    live.page.click("#copy-link")
    live.wait("document.querySelector('#form-said').textContent.includes('#group_size=144&')")
    assert link in live.page.inner_text("#form-said")
    # In another tab of this browser, which has no token of its own.
    other = live.context.new_page()
    other.goto(link)
    other.wait_for_selector("#link[data-state=open]", state="attached")
    assert other.input_value("#group_size") == "144"
    # What was lent stays: alone it is loaded again.
    live.page.close()
    other.reload()
    other.wait_for_selector("#link[data-state=open]", state="attached")
    live.close()


def test_a_link_is_only_text(live):
    live.page.evaluate("location.hash = 'group_size=%3Cimg src=x onerror=window.hit=1%3E&nothing=1&rule=no'")
    live.wait("document.querySelector('#form-said').textContent.includes('filled in')")
    assert live.page.input_value("#group_size").startswith("<img")
    assert live.page.input_value("#rule") == "subset"
    live.page.click("#start")
    assert live.page.is_visible("#group_size-error") and not live.page.evaluate("window.hit")


@pytest.mark.quick
def test_the_picture_of_the_whole_group_and_the_table_of_its_curve(live):
    live.start(group_size=100, rule="exact", infection_factor=2, infectious_steps=2)
    live.page.mouse.click(*live.center_of(44))
    for _ in range(4):
        live.step()
    keeps = live.page.evaluate("""import("/download.js").then(({ pictureOf }) => {
      spreadlab.group.changed.push(7); pictureOf(spreadlab.group);
      return spreadlab.group.changed.includes(7); })""")
    assert keeps, "what is not drawn yet will be"
    sizes = live.page.evaluate("""Promise.all(["/download.js", "/group.js"].map((name) => import(name))).then(([{ pictureOf }, { Group }]) =>
      Promise.all([[9, 3], [4000, 50], [2000, 1000], [3000, 3000], [90, 9, "honeycomb"]].map(async ([size, columns, places = "squares"]) => {
        const { width, height } = await createImageBitmap(await pictureOf(new Group(size, columns, { places })));
        return [width, height]; })))""")
    # At most 2,000 pixels and 32 of a person, at least one.
    assert sizes == [[96, 96], [50 * 25, 80 * 25], [2000, 4], [3000, 1], [9.5 * 32, math.ceil((9 * 0.75 ** 0.5 + 1) * 32)]]
    name, png = saved(live, "#save-picture")
    assert name == "spreadlab-step-4.png"
    picture = Image.open(BytesIO(png)).convert("RGB")
    assert picture.size == (320, 320)
    seen = [picture.getpixel((person % 10 * 32 + 16, person // 10 * 32 + 16)) for person in range(100)]
    states = live.page.evaluate("[...spreadlab.group.cells.keys()].map(p => spreadlab.group.stateOf(p))")
    assert len({color for color, state in zip(seen, states) if state == 1}) == 1
    assert {color for color, state in zip(seen, states) if state == 1}.isdisjoint(
        color for color, state in zip(seen, states) if state != 1)
    name, text = saved(live, "#save-curve")
    rows = list(csv.DictReader(text.decode().splitlines()))
    state = live.state()
    assert name == "spreadlab-curve.csv" and list(rows[0]) == [
        "point", "replicate", "step", "infected", "new_infections", "ever_infected", "immune", "latent"]
    assert [int(row["infected"]) for row in rows] == state["ends"]
    assert [int(row["immune"]) for row in rows] == state["immune"]
    assert [int(row["step"]) for row in rows] == list(range(5))
