#!/usr/bin/env python3
"""The live page in Debian's firefox-esr, once from its start to a step: Tests/system/Browser/run.sh --firefox

All else is tried in Chromium. Firefox is told by Marionette, its own protocol. Exit 0: the page begins a session, a
click of the mouse infects the person under it, a step spreads, what is drawn is what the server has, and no error was
reported.
"""

import contextlib
import pathlib
import shutil
import subprocess
import tempfile
import time

from marionette_driver import errors
from marionette_driver.keys import Keys
from marionette_driver.marionette import ActionSequence, Marionette

from conftest import free_port, serving

# Errors of pages only; and a lost connection is reported by the browser itself.
ERRORS = """return Services.console.getMessageArray()
  .filter((message) => message instanceof Ci.nsIScriptError
    && !(message.flags & Ci.nsIScriptError.warningFlag)
    && message.sourceName.startsWith("http://127.0.0.1"))
  .map(({ errorMessage }) => errorMessage)
  .filter((text) => !text.includes("/live"));"""
CENTER = """const { group, viewport } = spreadlab;
const box = document.querySelector("#grid").getBoundingClientRect();
const [column, row] = [arguments[0] % group.columns, Math.floor(arguments[0] / group.columns)];
return [Math.round(box.left + viewport.x + (column + 0.5) * viewport.scale),
        Math.round(box.top + viewport.y + (row + 0.5) * viewport.scale)];"""
DRAWN = "return [...spreadlab.group.cells.keys()].filter((person) => spreadlab.group.cells[person] !== 0);"


@contextlib.contextmanager
def firefox():
    with tempfile.TemporaryDirectory(prefix="spreadlab-firefox-") as profile:
        port = free_port()
        (pathlib.Path(profile) / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        process = subprocess.Popen(
            [shutil.which("firefox-esr") or "firefox", "--headless", "--marionette", "-remote-allow-system-access",
             "--no-remote", "--profile", profile, "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            driver, end = Marionette(host="127.0.0.1", port=port), time.monotonic() + 60
            while True:
                try:
                    driver.start_session()
                    break
                except (OSError, errors.MarionetteException):
                    assert time.monotonic() < end and process.poll() is None, "Firefox does not start"
                    time.sleep(0.2)
            yield driver
        finally:
            process.terminate()
            process.wait()


def wait(driver, expression):
    end = time.monotonic() + 20
    while not driver.execute_script(f"return Boolean({expression});", sandbox=None):
        assert time.monotonic() < end, f"never: {expression}"
        time.sleep(0.02)


def main():
    with serving() as server, firefox() as driver:
        ask = lambda script, *given: driver.execute_script(script, script_args=given, sandbox=None)
        find = lambda selector: driver.find_element("css selector", selector)
        driver.set_window_rect(width=1280, height=900)
        driver.navigate(server.url)
        wait(driver, "document.querySelector('#link[data-state=open]') && document.querySelector('#rule').options.length")
        ask("document.querySelector('#form details').open = true")
        for name, text in ("group_size", "441"), ("infection_factor", "8"), ("infection_probability", "100"):
            ask("document.querySelector(arguments[0]).select()", f"#{name}")
            find(f"#{name}").send_keys(text)
        find("#start").send_keys(Keys.ENTER)
        wait(driver, "spreadlab.status?.ready && (spreadlab.status.playing || spreadlab.status.ended)")
        ask("spreadlab.connection.send({ type: 'pause' })")
        wait(driver, "!spreadlab.status.playing && spreadlab.group.size === 441")
        pointer = ActionSequence(driver, "pointer", "mouse", {"pointerType": "mouse"})
        pointer.pointer_move(*ask(CENTER, 48), 0).pointer_down().pointer_up().perform()
        wait(driver, "!spreadlab.group.isHealthy(48)")
        before = set(ask(DRAWN))
        step = ask("return spreadlab.group.step")
        find("#step").click()
        wait(driver, f"spreadlab.group.step > {step} && !spreadlab.status.computing")
        drawn, counts = ask(DRAWN), ask("return [spreadlab.group.count, spreadlab.group.engineCount]")
        assert counts == [len(drawn)] * 2 and before < set(drawn), (counts, drawn)
        # Everybody around a source is infected in the step.
        assert {26, 27, 28, 47, 49, 68, 69, 70} <= set(drawn), drawn
        with driver.using_context("chrome"):
            found = driver.execute_script(ERRORS)
        assert found == [], found
        print(f"Firefox {driver.session_capabilities['browserVersion']}: a session, a click and a step, {len(drawn)} drawn")


if __name__ == "__main__":
    main()
