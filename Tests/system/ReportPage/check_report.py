#!/usr/bin/env python3
"""Opens report.html of results folders in headless Chromium, offline, and holds it to its promises.

    check_report.py [--screenshots DIR] FOLDER...

Per folder: at most 2 MB, 0 requests beyond the file itself, 0 console messages, 0 violations of
WCAG 2.2 A and AA by axe in light and dark, no sideways scrolling on a phone, every link leads to a
file, its copy buttons copy, and it prints. At 1200 pixels, the answer and the picture that shows it end within the first 900, at most
five pictures stand open, and no text is smaller than 11 pixels. Data and pictures are checked by check_figures.py and check_pictures.py.
"""

import argparse
import sys
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

# Without "resultTypes" axe also describes thousands of cells that have no fault.
RULES = {"resultTypes": ["violations"], "runOnly": {"type": "tag", "values": [
    "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}
# Rows of one table look alike: so many of each are enough.
FEW_ROWS = """document.querySelectorAll("tbody").forEach(body =>
  [...body.rows].slice(30).forEach(row => row.remove()))"""
# A scheme changes nothing but colors: all else of the page is the same, and looked at once.
COLOR_RULES = {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": [
    "color-contrast", "link-in-text-block"]}}

# The browser unfolds a table some frames after the page became one for paper.
PRINTED = """async () => {
  const tables = [...document.querySelectorAll("details table")].filter(table => !table.closest("figure"));
  const isPrinted = () => tables.every(table => table.checkVisibility({contentVisibilityAuto: true}));
  for (let looks = 0; looks < 300 && !isPrinted(); looks++) await new Promise(done => setTimeout(done, 100));
  return isPrinted();
}"""


# The width of A4 between margins of 14 millimeters, in pixels.
PAPER = 688
# What is cut on paper: at the right edge, between two pages, or a number or heading in the middle of a word.
CUT = """() => {
  const name = element => element.tagName.toLowerCase() + " " + element.textContent.trim().slice(0, 30);
  const wide = [...document.querySelectorAll("body *")].filter(element => !element.closest("svg") &&
    element.getBoundingClientRect().right > document.documentElement.clientWidth + 1);
  const parted = [...document.querySelectorAll("figure, tr, li, main p, .answer")]
    .filter(element => getComputedStyle(element).breakInside !== "avoid");
  const alone = [...document.querySelectorAll("summary, h2, h3")]
    .filter(element => getComputedStyle(element).breakAfter !== "avoid");
  const broken = [...document.querySelectorAll("td.n")].filter(cell => {
    const range = document.createRange(); range.selectNodeContents(cell);
    return !/\\s/.test(cell.textContent.trim()) &&
      new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1; });
  return [...wide.map(e => "too wide: " + name(e)), ...parted.map(e => "parted: " + name(e)),
    ...alone.map(e => "alone: " + name(e)), ...broken.map(e => "broken: " + name(e))].slice(0, 8);
}"""

# How far the answer reaches, how many pictures are seen, and the smallest letters.
FIRST_LOOK = """() => {
  const seen = element => element.checkVisibility({contentVisibilityAuto: true});
  const ends = [...document.querySelectorAll("#answer .answer, #answer figure svg")]
    .map(element => element.getBoundingClientRect().bottom + scrollY);
  const texts = [...document.querySelectorAll("body *")].filter(element => seen(element) &&
    [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()));
  const size = element => { const svg = element.closest("svg");
    return parseFloat(getComputedStyle(element).fontSize)
      * (svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1); };
  return [Math.max(...ends), document.querySelectorAll("#answer p").length,
    [...document.querySelectorAll("figure")].filter(seen).length, Math.min(...texts.map(size))];
}"""


def open_page(browser, address, seen, **options):
    context = browser.new_context(offline=True, **options)
    page = context.new_page()
    page.on("request", lambda request: seen["requests"].append(request.url))
    page.on("console", lambda message: seen["console"].append(message.text))
    page.on("pageerror", lambda error: seen["console"].append(str(error)))
    page.goto(address)
    return page


def check_looks(browser, report, shots, wrong):
    address = report.resolve().as_uri()
    for scheme in ("light", "dark"):
        seen = {"requests": [], "console": []}
        page = open_page(
            browser, address, seen, color_scheme=scheme, viewport={"width": 1180, "height": 900})
        # Axe sees what a person sees: with the tables closed, and with all of them open.
        for state in ("closed", "open"):
            if state == "open":
                page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
                page.evaluate(FEW_ROWS)
            rules = RULES if scheme == "light" else COLOR_RULES
            found = Axe().run(page, options=rules).response["violations"]
            for violation in found:
                places = "; ".join(node["html"][:90] for node in violation["nodes"][:3])
                wrong.append(f"{scheme}, {state}: axe {violation['id']}: {places}")
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = false)")
        others = [url for url in seen["requests"] if url != address and not url.startswith("data:")]
        wrong += [f"{scheme}: request {url}" for url in others]
        wrong += [f"{scheme}: console: {text}" for text in seen["console"]]
        if shots:
            page.screenshot(path=shots / f"{report.parent.name}-{scheme}.png", full_page=True)
        page.context.close()
    page = open_page(browser, address, {"requests": [], "console": []}, viewport={"width": 1200, "height": 900})
    end, sentences, figures, letters = page.evaluate(FIRST_LOOK)
    if end > 900 or not sentences:
        wrong.append(f"the answer has {sentences} sentences, and ends {end} pixels down")
    if not 1 <= figures <= 5 or letters < 11:
        wrong.append(f"{figures} pictures stand open; the smallest text has {letters} pixels")
    page.context.close()
    seen = {"requests": [], "console": []}
    page = open_page(browser, address, seen, viewport={"width": 320, "height": 640})
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > 320:
        wrong.append(f"at 320 pixels the page is {wide} wide")
    if len(page.pdf()) < 10_000:
        wrong.append("it prints nothing")
    page.emulate_media(media="print")
    if not page.evaluate(PRINTED):
        wrong.append("a folded table is not printed")
    page.set_viewport_size({"width": PAPER, "height": 1000})
    wrong += [f"on paper {fault}" for fault in page.evaluate(CUT)]
    page.context.close()


def check_copies(page, wrong):
    """A click copies the methods text and the model's table, also of a page that is opened as a file."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    for part in ("methods_text", "odd_table"):
        page.evaluate("document.addEventListener('copy', () => { window.copied = getSelection().toString(); })")
        page.click(f"button[data-copies={part}]")
        copied, told = page.evaluate("window.copied || ''"), page.inner_text(f"button[data-copies={part}]")
        words = page.inner_text(f"#{part}").split()
        if copied.split() != words or len(words) < 20 or told != "Copied":
            wrong.append(f"{part}: {told!r}, {len(copied.split())} of {len(words)} words copied")


def check_links(page, folder, wrong):
    for link in page.eval_on_selector_all("a", "all => all.map(a => a.getAttribute('href'))"):
        if link.startswith("#"):
            if not page.query_selector(f"[id='{link[1:]}']"):
                wrong.append(f"link {link} leads nowhere")
        elif not (folder / link).is_file():
            wrong.append(f"link {link}: there is no such file")


def check(browser, folder, shots):
    wrong = []
    report = folder / "report.html"
    size = report.stat().st_size
    if size > 2_000_000:
        wrong.append(f"{size} bytes")
    check_looks(browser, report, shots, wrong)
    page = open_page(browser, report.resolve().as_uri(), {"requests": [], "console": []})
    check_links(page, folder, wrong)
    check_copies(page, wrong)
    page.context.close()
    print(f"{report}: {size} bytes, {len(wrong)} faults")
    for line in wrong[:20]:
        print("  " + line)
    return len(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--screenshots", type=Path, help="folder for pictures of the page")
    options = parser.parse_args()
    if options.screenshots:
        options.screenshots.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox", "--disable-dev-shm-usage"])
        faults = sum(check(browser, folder, options.screenshots) for folder in options.folders)
        browser.close()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
